import Synchronization

/// What happens to a list without being asked for, as a sequence of updates.
///
/// A reader that is late gets one update for all that has happened meanwhile, not a queue; after
/// more than 10,000 changes it is told to read everything again. Only a request in between, whose
/// answer told the state at that time, parts two updates.
///
///     for await update in list.updates { show(update) }
///
/// There can be one reader.
public final class ListUpdates: AsyncSequence, Sendable {
  /// What is read.
  public typealias Element = ListUpdate

  private struct State {
    var waiting: [ListUpdate] = []
    /// Whether somebody was told the state after the last update.
    var isObserved = false
  }

  private let state = Mutex(State())
  /// Rings when there are updates, for a reader that takes them itself.
  package let arrivals: AsyncStream<Void>
  private let wakeups: AsyncStream<Void>.Continuation
  /// So many updates wait at most; a reader that is later than that reads everything again.
  private static let limit = 16

  init() { (arrivals, wakeups) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  /// Takes updates that wait, the oldest first: those up to a revision, without one all.
  package func take(through revision: Int = .max) -> [ListUpdate] {
    state.withLock { state in
      let taken = state.waiting.prefix { $0.revision <= revision }
      state.waiting.removeFirst(taken.count)
      return Array(taken)
    }
  }

  /// Begins to read.
  public func makeAsyncIterator() -> Iterator {
    Iterator(updates: self, arrivals: arrivals.makeAsyncIterator())
  }

  /// Reads one update after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let updates: ListUpdates
    fileprivate var arrivals: AsyncStream<Void>.Iterator

    /// The next update; nil when there will be none any more.
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

  /// Notes that somebody is told the state of this moment.
  func part() { state.withLock { $0.isObserved = true } }

  func finish() { wakeups.finish() }
}
