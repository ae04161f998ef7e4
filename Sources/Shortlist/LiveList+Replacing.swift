extension LiveList {
  /// Replaces all rows and computes the changes by matching ids.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - isTouched: Returns whether a row that stays counts as changed even if no value does.
  ///   - row: Returns the values of a row by its index, in schema order; called from several
  ///     threads.
  /// - Returns: The changes to the visible rows and the selection.
  /// - Throws: `WriteError` for the first invalid row.
  func replaceAll(
    count: Int, touching isTouched: @escaping @Sendable (Int, RowID) -> Bool,
    _ row: @escaping @Sendable (Int) -> [CellValue]
  ) throws(WriteError) -> ApplyOutcome<RowID> {
    sealUpdates()
    try requireAllRows()
    let outcome = try engine.replaceAll(count: count, touching: isTouched, row)
    publish(outcome)
    return outcome
  }
}
