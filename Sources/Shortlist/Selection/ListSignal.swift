import Synchronization

/// A recurring event that closures and tasks can observe.
///
///     filter.onReachedMaximumCount.observe { print("that is all") }
///     for await ids in filter.onAttemptedToExceedMaximumCount { show(ids) }
///
/// Observers receive the events from now on, not past ones. A slow task misses all but the newest
/// 64. The sequence of a task ends with the owner of the signal.
public final class ListSignal<Payload: Sendable>: AsyncSequence, Sendable {
  /// The payload of each event.
  public typealias Element = Payload

  private struct Observer {
    let number: Int
    let observe: @Sendable (Payload) -> Void
    /// Ends the sequence of a task.
    let end: @Sendable () -> Void
  }

  private struct State {
    var observers: [Observer] = []
    var next = 0
  }

  private let state = Mutex(State())
  private static var mostWaiting: Int { 64 }

  init() {}

  deinit { for observer in state.withLock({ $0.observers }) { observer.end() } }

  /// Calls `body` for each event, until the observation is cancelled.
  ///
  /// The list calls it synchronously and does nothing else meanwhile; requests that it makes are
  /// carried out later.
  @discardableResult
  public func observe(_ body: @escaping @Sendable (Payload) -> Void) -> ListObservation {
    observe(body) {}
  }

  private func observe(
    _ body: @escaping @Sendable (Payload) -> Void, end: @escaping @Sendable () -> Void
  ) -> ListObservation {
    let number = state.withLock { state in
      defer { state.next += 1 }
      state.observers.append(Observer(number: state.next, observe: body, end: end))
      return state.next
    }
    return ListObservation { [weak self] in
      self?.state.withLock { state in state.observers.removeAll { $0.number == number } }
    }
  }

  /// Returns an iterator over the events from now on.
  public func makeAsyncIterator() -> AsyncStream<Payload>.Iterator {
    let (stream, continuation) = AsyncStream<Payload>.makeStream(
      bufferingPolicy: .bufferingNewest(Self.mostWaiting))
    let observation = observe {
      continuation.yield($0)
    } end: {
      continuation.finish()
    }
    continuation.onTermination = { _ in observation.cancel() }
    return stream.makeAsyncIterator()
  }

  /// Sends an event to all observers.
  func send(_ payload: Payload) {
    for observer in state.withLock({ $0.observers }) { observer.observe(payload) }
  }
}

/// An observation of a signal by a closure.
public struct ListObservation: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  /// Ends the observation.
  public func cancel() { end() }
}

/// A filter that signals the selection events it causes.
protocol SignallingSelectionFilter: SelectionFilter {
  /// Sent when the limit changes.
  var limitChanged: ListSignal<Void> { get }

  /// Signals an event caused by this filter.
  func signal(_ event: SelectionEvent)
}
