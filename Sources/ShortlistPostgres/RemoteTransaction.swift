import ShortlistCore

/// The transaction in which a request is carried out.
final class RemoteTransaction {
  private(set) var rows: PostgresRows
  private let table: PostgresTable
  private let position: TablePosition
  private let mark: PostgresTable.Mark
  private(set) var operations: [RowOperation] = []
  private(set) var hasWritten = false
  /// A row that was written.
  private(set) var witness: WrittenRow?

  init(
    table: PostgresTable, rows: PostgresRows, position: TablePosition,
    mark: PostgresTable.Mark
  ) {
    self.table = table
    self.rows = rows
    self.position = position
    self.mark = mark
  }

  /// Performs operations, and returns what they changed.
  ///
  /// - Throws: `WriteError`
  func write(
    _ operations: [RowOperation], in engine: inout RemoteEngine
  ) throws -> ApplyOutcome<RowID> {
    let before = try sum()
    self.operations = operations
    let (inserted, changes, witness) = try table.write(
      operations, in: engine.table, at: position, on: rows.connection)
    hasWritten = true
    self.witness = witness
    if let changes { rows.feed = changes }
    // A row that is written as it was is no change.
    if let before, try sum() == before { return engine.outcome(nil, inserted) }
    return try engine.refresh(inserted: inserted, from: rows) ?? engine.outcome(nil, inserted)
  }

  /// The sum of all rows; nil if there are too many.
  private func sum() throws -> String? {
    guard case .sum = mark else { return nil }
    return try table.fingerprint(of: position.shape, on: rows.connection)
  }
}
