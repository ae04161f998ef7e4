import Synchronization

/// A recurring event that closures and tasks can observe.
///
///     let limit = MaximumSelectedCountSelectionFilter(maximumSelectedCount: 10)
///     limit.onReachedMaximumCount.observe { print("that is all") }
///     for await event in limit.onAttemptedToExceedMaximumCount { print("not", event.ids) }
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
    /// An event for the first observer.
    var waiting: Payload?
  }

  private let state = Mutex(State())
  private static var mostWaiting: Int { 64 }

  package init() {}

  deinit { for observer in state.withLock({ $0.observers }) { observer.end() } }

  /// Calls `body` for each event, until the observation is cancelled.
  ///
  /// The list calls it synchronously and does nothing else meanwhile; requests that it makes are
  /// carried out later.
  @discardableResult
  public func observe(_ body: @escaping @Sendable (Payload) -> Void) -> ListObservation {
    observe(body) {}
  }

  /// Calls a closure on the main actor for every payload, in order, as long as an object lives.
  ///
  ///     limit.onReachedMaximumCount.observe(on: controller) { controller, _ in
  ///       controller.reload()
  ///     }
  ///
  /// The signal holds the owner weakly: after it has gone, the closure is not called.
  ///
  /// - Parameters:
  ///   - owner: The object that the closure receives.
  ///   - body: The closure. It runs later than the change that it is about.
  /// - Returns: The observation; cancel it to end before the owner goes.
  @discardableResult
  public func observe<Owner: AnyObject & Sendable>(
    on owner: Owner, _ body: @escaping @MainActor @Sendable (Owner, Payload) async -> Void
  ) -> ListObservation {
    let (stream, continuation) = AsyncStream<Payload>.makeStream()
    let observation = observe {
      continuation.yield($0)
    } end: {
      continuation.finish()
    }
    let task = Task { @MainActor [weak owner] in
      for await payload in stream {
        guard let owner, !Task.isCancelled else { break }
        await body(owner, payload)
      }
      observation.cancel()
    }
    return ListObservation {
      observation.cancel()
      task.cancel()
    }
  }

  private func observe(
    _ body: @escaping @Sendable (Payload) -> Void, end: @escaping @Sendable () -> Void
  ) -> ListObservation {
    let (number, waiting) = state.withLock { state in
      defer {
        state.next += 1
        state.waiting = nil
      }
      state.observers.append(Observer(number: state.next, observe: body, end: end))
      return (state.next, state.waiting)
    }
    if let waiting { body(waiting) }
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
  package func send(_ payload: Payload) {
    for observer in state.withLock({ $0.observers }) { observer.observe(payload) }
  }

  /// Sends an event to the first observer, once there is one.
  func sendToFirst(_ payload: Payload) { state.withLock { $0.waiting = payload } }
}

/// An observation of a signal by a closure.
///
///     let observation = limit.onReachedMaximumCount.observe { show("that is all") }
///     observation.cancel()
public struct ListObservation: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  /// Ends the observation.
  ///
  /// - Complexity: O(observers of the signal)
  public func cancel() { end() }
}

/// A filter that signals the selection events it causes.
package protocol SignallingSelectionFilter: SelectionFilter {
  /// Sent when the limit changes.
  var limitChanged: ListSignal<Void> { get }

  /// Signals an event caused by this filter.
  func signal(_ event: SelectionEvent<RowID>)
}
