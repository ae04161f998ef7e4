/// The current state of rows in a store, after commits by others or after writes.
public struct StoredChanges: Sendable {
  /// The rows and their ids, each id once; values are in schema order, nil for a deleted row.
  public var rows: [(id: RowID, row: [CellValue]?)]

  /// The whole table if the store was replaced or its schema changed; `rows` is empty then.
  public var table: RowTable?

  /// Creates changes that replace the whole table.
  public init(table: RowTable) {
    rows = []
    self.table = table
  }

  /// Creates changes to single rows.
  ///
  /// - Precondition: No id occurs twice.
  public init(_ rows: [(id: RowID, row: [CellValue]?)] = []) { self.rows = rows }
}
