import Synchronization

/// An update that can be merged with a later one.
package protocol MergeableUpdate: Sendable {
  /// Merges a later update into this one.
  mutating func append(_ next: Self)
}

/// The updates that one reader has not read yet, as a sequence.
///
/// Updates that the reader has not read are merged into one. It supports a single reader.
///
///     for await update in list.updates { show(update) }
package final class Subscription<Update: MergeableUpdate>: AsyncSequence, Sendable {
  /// The element type.
  package typealias Element = Update
  /// The sequence never throws.
  package typealias Failure = Never

  private struct State {
    var pending: [Update] = []
    /// Whether the last pending update must not be merged with the next one.
    var isSealed = false
  }

  private let state = Mutex(State())
  private let isIncluded: (@Sendable (Update) -> Bool)?
  /// Signals when there are updates; ends with the broadcast.
  package let wakeups = Wakeups()
  /// The number of pending updates above which sealed ones are merged, too.
  private static var limit: Int { 16 }

  init(where isIncluded: (@Sendable (Update) -> Bool)?) { self.isIncluded = isIncluded }

  func put(_ update: Update) {
    if isIncluded?(update) == false { return seal() }
    state.withLock { state in
      // With too many updates kept apart, all become one.
      if state.isSealed && state.pending.count == Self.limit, var merged = state.pending.first {
        for later in state.pending.dropFirst() { merged.append(later) }
        state.pending = [merged]
        state.isSealed = false
      }
      if state.isSealed || state.pending.isEmpty {
        state.pending.append(update)
      } else {
        state.pending[state.pending.count - 1].append(update)
      }
      state.isSealed = false
    }
    wakeups.signal()
  }

  /// Keeps later updates apart from those that are pending.
  ///
  /// A list does so when it answers a request: the answer describes the state between them.
  package func seal() { state.withLock { $0.isSealed = true } }

  /// Removes and returns the pending updates, oldest first, as long as they satisfy a condition.
  package func drain(while isTaken: (Update) -> Bool = { _ in true }) -> [Update] {
    state.withLock { state in
      let taken = state.pending.prefix(while: isTaken)
      state.pending.removeFirst(taken.count)
      return Array(taken)
    }
  }

  /// Whether a pending update satisfies a condition.
  func hasPending(where isSought: (Update) -> Bool) -> Bool {
    state.withLock { $0.pending.contains(where: isSought) }
  }

  /// Removes and returns the first pending update; nil if there is none.
  package func popFirst() -> Update? {
    state.withLock { $0.pending.isEmpty ? nil : $0.pending.removeFirst() }
  }

  /// Ends the subscription once its reader has read what is pending.
  package func finish() { wakeups.finish() }

  /// Returns an iterator over the updates.
  package func makeAsyncIterator() -> Iterator {
    Iterator(subscription: self, wakeups: wakeups.makeAsyncIterator())
  }

  /// An iterator over the updates.
  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let subscription: Subscription
    fileprivate var wakeups: Wakeups.AsyncIterator

    /// Returns the next update; nil at the end of the sequence.
    package mutating func next() async -> Update? {
      while true {
        if let update = subscription.popFirst() { return update }
        if await wakeups.next(isolation: #isolation) == nil { return subscription.popFirst() }
      }
    }
  }
}
