extension RowTable {
  /// Returns the current state of rows, each row once.
  ///
  /// - Complexity: O(ids)
  package func states(of ids: [RowID]) -> StoredChanges {
    var seen: Set<RowID> = []
    return StoredChanges(
      ids.filter { seen.insert($0).inserted }.map { id in (id, slot(of: id).map(row)) })
  }

  /// Returns the ids of the rows that updates and deletes name; inserted rows are not included.
  ///
  /// - Complexity: O(operations)
  package func ids(namedBy operations: [RowOperation]) -> [RowID] {
    operations.compactMap { Transaction.namedID($0, self) }
  }

  /// The ids of all rows in source order.
  ///
  /// - Complexity: O(rows); O(rows log rows) if rows were inserted between others
  package var allIDs: [RowID] { slotsInOrder.map(id) }
}
