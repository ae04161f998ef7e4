/// What a store has now of some rows: what others committed, or what became of rows that were written.
public struct StoredChanges: Sendable {
  /// The rows by their ids, each id once, with their values in the order of the schema; nil for one
  /// that is gone.
  public var rows: [(id: RowID, row: Row?)]

  /// Creates changes.
  ///
  /// - Precondition: Each id is there once.
  public init(_ rows: [(id: RowID, row: Row?)] = []) { self.rows = rows }
}
