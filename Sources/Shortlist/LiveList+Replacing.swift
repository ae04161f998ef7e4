extension LiveList {
  /// Makes the rows others, and works out by their ids what changes.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - row: Gives the values of a row by its index, in the order of the schema; it is called from
  ///     several threads.
  /// - Returns: What became of it.
  /// - Throws: `WriteRefusal` at the first row that cannot be one.
  func replaceAll(
    count: Int, _ row: @escaping @Sendable (Int) -> [CellValue]
  ) throws(WriteRefusal) -> ApplyOutcome {
    updates.part()
    try requireAllRows()
    let outcome = try engine.replaceAll(count: count, row)
    tell(outcome.changes, outcome.selection.map(SelectionChange.init))
    signal(outcome.selection?.events ?? [])
    return outcome
  }
}
