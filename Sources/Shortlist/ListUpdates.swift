import Synchronization

/// What happens to a list without being asked for, as a sequence of updates.
///
/// A reader that is late gets one update for all that has happened meanwhile, not a queue. Only a
/// request of its own in between, whose outcome it was told then, parts two updates.
///
///     for await update in list.updates { show(update) }
///
/// There can be one reader.
public final class ListUpdates: AsyncSequence, Sendable {
  /// What is read.
  public typealias Element = ListUpdate

  private let waiting = Mutex<[ListUpdate]>([])
  /// Rings when there are updates, for a reader that takes them itself.
  package let arrivals: AsyncStream<Void>
  private let bell: AsyncStream<Void>.Continuation
  /// So many updates wait at most; a reader that is later than that reads everything again.
  private static let limit = 16

  init() { (arrivals, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  /// Takes updates that wait, the oldest first: those up to a revision, without one all.
  package func take(through revision: Int = .max) -> [ListUpdate] {
    waiting.withLock { waiting in
      let taken = waiting.prefix { $0.revision <= revision }
      waiting.removeFirst(taken.count)
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
    waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  func post(_ update: ListUpdate) {
    waiting.withLock { waiting in
      if let last = waiting.last, last.revision == update.previousRevision {
        waiting[waiting.count - 1] = last.followed(by: update)
      } else if waiting.count == Self.limit {
        var whole = update
        whole.previousRevision = waiting[0].previousRevision
        whole.changes = .reset
        waiting = [whole]
      } else {
        waiting.append(update)
      }
    }
    bell.yield()
  }

  func finish() { bell.finish() }
}
