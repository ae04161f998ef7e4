import Synchronization

/// Something that happens again and again, for whoever wants to know: closures and tasks.
///
///     filter.onReachedMaximumCount.observe { print("that is all") }
///     for await ids in filter.onAttemptedToExceedMaximumCount { show(ids) }
///
/// A signal tells what happens from now on, not what has been. A task that is late misses all but the
/// newest 64.
public final class SelectionSignal<Payload: Sendable>: AsyncSequence, Sendable {
  /// What is told each time.
  public typealias Element = Payload

  private struct State {
    var observers: [(number: Int, observe: @Sendable (Payload) -> Void)] = []
    var next = 0
  }

  private let state = Mutex(State())
  private static var mostWaiting: Int { 64 }

  init() {}

  /// Calls `body` each time, until the observation is cancelled.
  ///
  /// It is called by the list, which does nothing else meanwhile; requests that it makes are carried
  /// out later.
  @discardableResult
  public func observe(_ body: @escaping @Sendable (Payload) -> Void) -> SelectionObservation {
    let number = state.withLock { state in
      defer { state.next += 1 }
      state.observers.append((state.next, body))
      return state.next
    }
    return SelectionObservation { [weak self] in
      self?.state.withLock { state in state.observers.removeAll { $0.number == number } }
    }
  }

  /// Begins to listen.
  public func makeAsyncIterator() -> AsyncStream<Payload>.Iterator {
    let (stream, continuation) = AsyncStream<Payload>.makeStream(
      bufferingPolicy: .bufferingNewest(Self.mostWaiting))
    let observation = observe { continuation.yield($0) }
    continuation.onTermination = { _ in observation.cancel() }
    return stream.makeAsyncIterator()
  }

  /// Tells all who want to know.
  func send(_ payload: Payload) {
    for observer in state.withLock({ $0.observers }) { observer.observe(payload) }
  }
}

/// A closure that is called by a signal.
public struct SelectionObservation: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  /// Ends it.
  public func cancel() { end() }
}

/// A filter that tells what happens to the selection on its account.
protocol SignallingSelectionFilter: SelectionFilter {
  /// Tells of an event that is about this filter.
  func signal(_ event: SelectionEvent)
}
