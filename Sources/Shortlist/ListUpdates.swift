/// The changes of a list that no request made, as a sequence of updates.
///
/// A slow reader receives one merged update instead of a queue. Updates are not merged across a
/// request, whose response described the state between them.
///
///     for await update in list.updates { show(update) }
///
/// The sequence supports one reader.
public struct ListUpdates: AsyncSequence, Sendable {
  /// The element type.
  public typealias Element = ListUpdate
  /// The sequence never throws.
  public typealias Failure = Never

  let subscription: Subscription<ListUpdate>

  /// Creates the sequence of a subscription.
  package init(subscription: Subscription<ListUpdate>) { self.subscription = subscription }

  /// Keeps later updates apart from those that are pending, because a request is answered.
  package func seal() { subscription.seal() }

  /// Signals when there are updates, for a reader that calls `take(through:)`.
  package var arrivals: AsyncStream<Void> { subscription.arrivals }

  /// Removes and returns the pending updates, oldest first, up to a revision; by default all.
  package func take(through revision: Int = .max) -> [ListUpdate] {
    subscription.take { $0.revision <= revision }
  }

  /// Returns an iterator over the updates.
  public func makeAsyncIterator() -> Iterator {
    Iterator(subscription: subscription, arrivals: subscription.arrivals.makeAsyncIterator())
  }

  /// An iterator over the updates.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let subscription: Subscription<ListUpdate>
    fileprivate var arrivals: AsyncStream<Void>.Iterator

    /// Returns the next update; nil at the end of the sequence.
    public mutating func next() async -> ListUpdate? {
      while true {
        if let update = subscription.takeFirst() { return update }
        if await arrivals.next(isolation: #isolation) == nil { return subscription.takeFirst() }
      }
    }
  }
}

extension LiveList {
  /// The revisions of the list from now on, from any cause.
  ///
  /// A slow listener receives only the latest one. There can be many listeners; each gets its own
  /// sequence.
  ///
  ///     for await revision in list.revisions { show(revision) }
  public nonisolated var revisions: AsyncStream<Int> {
    let changes = broadcast.subscribe { $0.revision != $0.previousRevision }
    return AsyncStream {
      for await _ in changes.arrivals {
        if let revision = changes.take().last?.revision { return revision }
      }
      return nil
    }
  }
}
