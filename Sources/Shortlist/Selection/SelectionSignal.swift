import Synchronization

/// A recurring event that closures and tasks can observe.
///
///     filter.onReachedMaximumCount.observe { print("that is all") }
///     for await ids in filter.onAttemptedToExceedMaximumCount { show(ids) }
///
/// Observers receive the events from now on, not past ones. A slow task misses all but the newest
/// 64.
public final class SelectionSignal<Payload: Sendable>: AsyncSequence, Sendable {
  /// The payload of each event.
  public typealias Element = Payload

  private struct State {
    var observers: [(number: Int, observe: @Sendable (Payload) -> Void)] = []
    var next = 0
  }

  private let state = Mutex(State())
  private static var mostWaiting: Int { 64 }

  init() {}

  /// Calls `body` for each event, until the observation is cancelled.
  ///
  /// The list calls it synchronously and does nothing else meanwhile; requests that it makes are
  /// carried out later.
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

  /// Returns an iterator over the events from now on.
  public func makeAsyncIterator() -> AsyncStream<Payload>.Iterator {
    let (stream, continuation) = AsyncStream<Payload>.makeStream(
      bufferingPolicy: .bufferingNewest(Self.mostWaiting))
    let observation = observe { continuation.yield($0) }
    continuation.onTermination = { _ in observation.cancel() }
    return stream.makeAsyncIterator()
  }

  /// Sends an event to all observers.
  func send(_ payload: Payload) {
    for observer in state.withLock({ $0.observers }) { observer.observe(payload) }
  }
}

/// An observation of a signal by a closure.
public struct SelectionObservation: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  /// Ends the observation.
  public func cancel() { end() }
}

/// A filter that signals the selection events it causes.
protocol SignallingSelectionFilter: SelectionFilter {
  /// Sent when the limit changes.
  var limitChanged: SelectionSignal<Void> { get }

  /// Signals an event caused by this filter.
  func signal(_ event: SelectionEvent)
}
