import Synchronization

/// The changes of a list that no request made, as a sequence of updates.
///
/// A slow reader receives one merged update instead of a queue; after more than 10,000 changes the
/// update is a reset. Updates are not merged across a request, whose response described the state
/// between them.
///
///     for await update in list.updates { show(update) }
///
/// The sequence supports one reader.
public final class ListUpdates: AsyncSequence, Sendable {
  /// The element type.
  public typealias Element = ListUpdate

  private struct State {
    var waiting: [ListUpdate] = []
    /// Whether a response described the state after the last update.
    var isObserved = false
  }

  private let state = Mutex(State())
  /// Signals when there are updates, for a reader that calls `take(through:)`.
  package let arrivals: AsyncStream<Void>
  private let wakeups: AsyncStream<Void>.Continuation
  /// The maximum number of pending updates; beyond it they are merged into a reset.
  private static let limit = 16

  init() { (arrivals, wakeups) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  /// Removes and returns the pending updates, oldest first, up to a revision; by default all.
  package func take(through revision: Int = .max) -> [ListUpdate] {
    state.withLock { state in
      let taken = state.waiting.prefix { $0.revision <= revision }
      state.waiting.removeFirst(taken.count)
      return Array(taken)
    }
  }

  /// Returns an iterator over the updates.
  public func makeAsyncIterator() -> Iterator {
    Iterator(updates: self, arrivals: arrivals.makeAsyncIterator())
  }

  /// An iterator over the updates.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let updates: ListUpdates
    fileprivate var arrivals: AsyncStream<Void>.Iterator

    /// Returns the next update; nil at the end of the sequence.
    public mutating func next() async -> ListUpdate? {
      while true {
        if let update = updates.takeFirst() { return update }
        if await arrivals.next(isolation: #isolation) == nil { return updates.takeFirst() }
      }
    }
  }

  private func takeFirst() -> ListUpdate? {
    state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
  }

  func post(_ update: ListUpdate) {
    state.withLock { state in
      defer { state.isObserved = false }
      if !state.isObserved, let last = state.waiting.last, last.revision == update.previousRevision
      {
        state.waiting[state.waiting.count - 1] = last.followed(by: update)
      } else if state.waiting.count == Self.limit {
        var whole = update
        whole.previousRevision = state.waiting[0].previousRevision
        whole.changes = .reset
        for earlier in state.waiting.reversed() {
          whole.selection = earlier.selection.followed(by: whole.selection)
          whole.schema = whole.schema ?? earlier.schema
          whole.dropped = earlier.dropped + whole.dropped
        }
        state.waiting = [whole]
      } else {
        state.waiting.append(update)
      }
    }
    wakeups.yield()
  }

  /// Records that a response describes the current state, so that later updates are not merged into
  /// earlier ones.
  func part() { state.withLock { $0.isObserved = true } }

  func finish() { wakeups.finish() }
}
