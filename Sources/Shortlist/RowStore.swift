package import ShortlistCore

/// A writable store of rows that others may write, too, such as a table of a database.
///
/// A list opened from a source that is also a `RowStore` writes its changes there, and shows what
/// the store has. The list calls `foreignChanges(in:)` and `write(_:in:)` one at a time, never
/// concurrently; `table` is then what the list shows.
package protocol RowStore: Sendable {
  /// Signals that others may have committed something.
  ///
  /// It signals within 100 ms of a commit, from the end of `read` on, for the lifetime of the
  /// store.
  var wakeups: Wakeups { get }

  /// Returns what others have committed since the last call, and since rows were read.
  ///
  /// - Parameter table: The table that the list shows.
  /// - Returns: The current state of each row that differs from `table`; all rows, reread, if the
  ///   store's schema has changed or it is another store.
  /// - Throws: `SourceError` if the store cannot be read now. The list reports it, and asks again
  ///   at the next signal of `wakeups`.
  func foreignChanges(in table: RowTable) async throws -> StoredChanges

  /// Carries out operations as one transaction: all of them, or none.
  ///
  /// - Parameters:
  ///   - operations: The operations.
  ///   - table: The table that the list shows.
  /// - Returns: The changes to the rows.
  /// - Throws: `WriteError` for the first operation that is impossible. Nothing changes then.
  func write(_ operations: [RowOperation], in table: RowTable) async throws -> StoreOutcome
}

/// The result of a transaction on a store.
package struct StoreOutcome: Sendable {
  /// What others had committed before the transaction.
  package var foreign: StoredChanges
  /// The state after the transaction of each row that it touched, through an operation or a
  /// trigger.
  package var own: StoredChanges
  /// The ids of the inserted rows, in the order of the operations.
  package var inserted: [RowID]

  /// Creates an outcome.
  package init(foreign: StoredChanges, own: StoredChanges, inserted: [RowID]) {
    self.foreign = foreign
    self.own = own
    self.inserted = inserted
  }
}

/// A store of rows that has something to do when a list applies its changes.
protocol DeliveringRowStore: RowStore {
  /// Called on the actor that owns the list, right before the list applies the changes that the
  /// store returned last.
  func deliver()
}

/// A store that has what others have committed in memory.
protocol PendingRowStore: RowStore {
  /// Removes and returns the next changes that the list has not seen; nil if there are none, or if
  /// the rows cannot be read now.
  func popPendingChanges() -> StoredChanges?
}
