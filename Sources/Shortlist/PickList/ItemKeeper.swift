/// A database that keeps the items of a picker, and that others may write too.
///
/// The picker calls `changes` and `write` one at a time, never concurrently.
package protocol ItemKeeper<Item>: Sendable {
  associatedtype Item: Identifiable & Sendable where Item.ID: PickListID

  /// Signals that others may have committed something.
  var wakeups: Wakeups { get }

  /// Reads all items, in their own order.
  ///
  /// Called once, before all other functions.
  ///
  /// - Throws: `SourceError` if they cannot be read.
  func read() async throws -> ItemChanges<Item>

  /// Returns what was committed since the last call, by anyone.
  ///
  /// - Throws: `SourceError` if the items cannot be read now; the next call then returns it.
  func changes() async throws -> ItemChanges<Item>

  /// Carries out steps as one transaction: all of them, or none.
  ///
  /// - Returns: What others had committed before it; the state afterwards of each item that the
  ///   transaction touched, also through a trigger; and the ids of the inserted items, in order.
  /// - Throws: `RefusedStepError` for the first step that is impossible.
  func write(_ steps: [ItemStep<Item>]) async throws -> (
    foreign: ItemChanges<Item>, own: ItemChanges<Item>, inserted: [Item.ID]
  )
}

/// Changes of the items that a database keeps.
package struct ItemChanges<Item: Identifiable & Sendable>: Sendable where Item.ID: PickListID {
  /// The current state of items that are new or may have changed.
  package var items: [Item] = []
  /// The ids of items that are gone; one that is also among `items` has come back.
  package var gone: [Item.ID] = []
  /// Why rows are left out, because they make no item; nil if none are.
  package var problem: SourceError?

  /// Creates changes.
  package init() {}
}

/// A change of an item that a database keeps.
package enum ItemStep<Item: Sendable>: Sendable {
  case insert(Item)
  case update(Item)
  case delete(Item)
}

/// The error that a step of a transaction is impossible, with the one behind it.
package struct RefusedStepError: Error {
  let refusal: WriteError
  let underlying: any Error

  /// Creates an error.
  package init(_ index: Int, reason: String, underlying: any Error) {
    refusal = WriteError(index: index, reason: reason)
    self.underlying = underlying
  }
}
