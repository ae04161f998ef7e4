import Synchronization

/// Sends updates to any number of subscriptions.
///
/// It holds subscriptions weakly. A subscription ends when its reader releases it.
package final class Broadcast<Update: MergeableUpdate>: Sendable {
  private struct Entry {
    weak let subscription: Subscription<Update>?
  }

  private struct State {
    var isFinished = false
    var entries: [Entry] = []
    var observers: [@Sendable (Update) -> Void] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// Returns a subscription to the updates from now on.
  ///
  /// - Parameter isIncluded: Which updates to receive; by default all.
  /// - Returns: The subscription, without updates.
  package func subscribe(
    where isIncluded: (@Sendable (Update) -> Bool)? = nil
  ) -> Subscription<Update> {
    let subscription = Subscription(where: isIncluded)
    let isFinished = state.withLock { state in
      state.entries.removeAll { $0.subscription == nil }
      if !state.isFinished { state.entries.append(Entry(subscription: subscription)) }
      return state.isFinished
    }
    if isFinished { subscription.finish() }
    return subscription
  }

  /// Calls a closure for every update, before subscriptions receive it.
  package func observe(_ body: @escaping @Sendable (Update) -> Void) {
    state.withLock { $0.observers.append(body) }
  }

  /// Sends an update to all subscriptions, or to all but one.
  package func post(_ update: Update, except sender: Subscription<Update>? = nil) {
    let (observers, entries) = state.withLock { ($0.observers, $0.entries) }
    for observe in observers { observe(update) }
    for case let subscription? in entries.map(\.subscription) where subscription !== sender {
      subscription.put(update)
    }
  }

  /// Ends all subscriptions.
  package func finish() {
    let entries = state.withLock { state in
      state.isFinished = true
      return state.entries
    }
    for entry in entries { entry.subscription?.finish() }
  }
}
