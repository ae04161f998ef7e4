/// What a store has now of some rows: what others committed, or what became of rows that were written.
public struct StoredChanges: Sendable {
  /// The rows by their ids, each id once, with their values in the order of the schema; nil for one
  /// that is gone.
  public var rows: [(id: RowID, row: Row?)]

  /// All rows, if the store has another form than it had, or is another one; `rows` is empty then.
  public var table: Table?

  /// Creates changes that leave nothing as it was.
  public init(table: Table) {
    rows = []
    self.table = table
  }

  /// Creates changes.
  ///
  /// - Precondition: Each id is there once.
  public init(_ rows: [(id: RowID, row: Row?)] = []) { self.rows = rows }
}
