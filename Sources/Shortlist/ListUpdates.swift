/// The changes of a list that no request made, as a sequence of updates.
///
/// A slow reader receives one merged update instead of a queue. Updates are not merged across a
/// request, whose response described the state between them.
///
///     for await update in list.updates { show(update) }
///
/// The sequence supports one reader.
package struct ListUpdates: AsyncSequence, Sendable {
  /// The element type.
  package typealias Element = ListUpdate
  /// The sequence never throws.
  package typealias Failure = Never

  package let subscription: Subscription<ListUpdate>

  /// Creates the sequence of a subscription.
  package init(subscription: Subscription<ListUpdate>) { self.subscription = subscription }

  /// Keeps later updates apart from those that are pending, because a request is answered.
  package func seal() { subscription.seal() }

  /// Signals when there are updates, for a reader that calls `drain(through:)`.
  package var wakeups: Wakeups { subscription.wakeups }

  /// Removes and returns the pending updates, oldest first, up to a revision; by default all.
  package func drain(through revision: Int = .max) -> [ListUpdate] {
    subscription.drain { $0.revision <= revision }
  }

  /// Returns an iterator over the updates.
  package func makeAsyncIterator() -> Iterator {
    Iterator(subscription: subscription, wakeups: subscription.wakeups.makeAsyncIterator())
  }

  /// An iterator over the updates.
  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let subscription: Subscription<ListUpdate>
    fileprivate var wakeups: AsyncStream<Void>.Iterator

    /// Returns the next update; nil at the end of the sequence.
    package mutating func next() async -> ListUpdate? {
      while true {
        if let update = subscription.popFirst() { return update }
        if await wakeups.next(isolation: #isolation) == nil { return subscription.popFirst() }
      }
    }
  }
}

extension LiveList {
  /// All changes from now on, those that requests make too; each call has a reader of its own.
  package nonisolated func allUpdates() -> ListUpdates {
    ListUpdates(subscription: broadcast.subscribe())
  }
}
