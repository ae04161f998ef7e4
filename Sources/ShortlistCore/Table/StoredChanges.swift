/// What a store has now of some rows: what others committed, or what became of rows that were written.
public struct StoredChanges: Sendable {
  /// The rows by their ids, each id once, with their values in the order of the schema; nil for one
  /// that is gone.
  public var rows: [(id: RowID, row: [CellValue]?)]

  /// All rows, if the store has another form than it had, or is another one; `rows` is empty then.
  public var table: RowTable?

  /// Creates changes that leave nothing as it was.
  public init(table: RowTable) {
    rows = []
    self.table = table
  }

  /// Creates changes.
  ///
  /// - Precondition: Each id is there once.
  public init(_ rows: [(id: RowID, row: [CellValue]?)] = []) { self.rows = rows }
}
