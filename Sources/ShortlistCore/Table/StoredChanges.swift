/// The current state of rows in a store, after commits by others or after writes.
package struct StoredChanges: Sendable {
  /// The rows and their ids, each id once; values are in schema order, nil for a deleted row.
  package var rows: [(id: RowID, row: [CellValue]?)]

  /// The whole table if the store was replaced or its schema changed; `rows` is empty then.
  package var table: RowTable?

  /// The steps to follow after `table`, if several lists share the rows; `rows` is empty then.
  package var steps: [TableStep] = []

  /// The ids in `rows` that count as changed even if no value does.
  private(set) var touched: Set<RowID> = []

  /// Creates changes that replace the whole table.
  package init(table: RowTable) {
    rows = []
    self.table = table
  }

  /// Creates changes to single rows.
  ///
  /// - Precondition: No id occurs twice.
  package init(_ rows: [(id: RowID, row: [CellValue]?)] = []) { self.rows = rows }

  /// Creates changes of rows that several lists share.
  package init(table: RowTable? = nil, steps: [TableStep]) {
    rows = []
    (self.table, self.steps) = (table, steps)
  }

  /// Returns the changes in order, with at most one step each.
  ///
  /// - Parameter merging: Whether to merge the steps as far as possible.
  /// - Returns: The changes.
  package func parts(merging: Bool = false) -> [StoredChanges] {
    if steps.isEmpty { return [self] }
    var parts: [TableStep] = []
    for step in steps {
      if merging, let merged = parts.last?.followed(by: step) {
        parts[parts.count - 1] = merged
      } else {
        parts.append(step)
      }
    }
    return parts.map { StoredChanges(steps: [$0]) }
  }

  /// Whether nothing has changed.
  package var isEmpty: Bool { table == nil && rows.isEmpty && steps.isEmpty }

  /// Creates changes to single rows; the touched rows count as changed even if no value does.
  ///
  /// - Precondition: No id occurs twice.
  package init(_ rows: [(id: RowID, row: [CellValue]?)], touching touched: Set<RowID>) {
    self.rows = rows
    self.touched = touched
  }
}
