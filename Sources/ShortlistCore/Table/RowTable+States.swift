extension RowTable {
  /// What there is now of rows; each is told once.
  ///
  /// - Complexity: O(ids)
  package func states(of ids: [RowID]) -> StoredChanges {
    var told: Set<RowID> = []
    return StoredChanges(
      ids.filter { told.insert($0).inserted }.map { id in (id, slot(of: id).map(row)) })
  }

  /// The ids of the rows that operations name; those of inserted rows are not among them.
  package func ids(namedBy operations: [RowOperation]) -> [RowID] {
    operations.compactMap { Transaction.namedID($0, self) }
  }

  /// The ids of all rows.
  ///
  /// - Complexity: O(rows)
  package var allIDs: [RowID] {
    var ids: [RowID] = []
    rows.forEach { ids.append(id($0)) }
    return ids
  }
}
