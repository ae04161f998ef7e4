extension RowTable {
  /// Applies operations in one transaction: either all of them or none.
  ///
  /// - Returns: The ids of the inserted rows.
  /// - Throws: `WriteError` for the first operation that cannot be applied; the table is then
  ///   unchanged.
  /// - Complexity: O(operations), on average; O(rows) if the table is compacted
  package mutating func apply(_ operations: [RowOperation]) throws(WriteError) -> [RowID] {
    apply(try Transaction.make(operations, on: self))
  }

  /// Updates rows to their current state in the row store.
  ///
  /// - Throws: `SourceError` if the rows exceed the capacity of a list; the table is then
  ///   unchanged.
  /// - Complexity: The same as for `apply(_:)`.
  package mutating func store(_ changes: StoredChanges) throws(SourceError) {
    _ = apply(try Transaction.make(storing: changes, in: self))
  }

  /// Inserts rows that were appended to the source.
  ///
  /// Rows without an id, or with the id of another row, are skipped.
  ///
  /// - Returns: The ids of the inserted rows.
  /// - Throws: `SourceError` if the rows exceed the capacity of a list; the table is then
  ///   unchanged.
  /// - Complexity: The same as for `apply(_:)`.
  package mutating func append(_ rows: AppendedRows) throws(SourceError) -> [RowID] {
    apply(try Transaction.make(appending: rows, to: self))
  }

  private mutating func apply(_ transaction: Transaction) -> [RowID] {
    for change in transaction.changes { _ = perform(change) }
    addTexts(bytes: transaction.textBytes)
    skipNumbers(to: transaction.nextNumber)
    if needsCompacting { self = compacted(slotsInOrder) }
    return transaction.inserted
  }

  /// Performs the change of one row.
  ///
  /// - Returns: The slot of an inserted row; nil if none is inserted.
  mutating func perform(_ change: Transaction.Change) -> UInt32? {
    switch change {
    case .insert(let id, let values): return insert(id, values)
    case .update(let slot, let cells):
      for cell in cells { update(slot, column: cell.column, to: cell.value) }
      return nil
    case .delete(let slot):
      delete(slot)
      return nil
    case .replace(let slot, let id, let values):
      delete(slot)
      return insert(id, values)
    }
  }
}
