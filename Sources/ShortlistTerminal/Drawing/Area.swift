/// A rectangular area of the screen.
package struct Area: Hashable, Sendable {
  package var columns: Range<Int>
  package var rows: Range<Int>

  package init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// The number of its columns and rows.
  package var size: Size { Size(columns: columns.count, rows: rows.count) }

  /// Returns whether a cell is in the area.
  package func contains(column: Int, row: Int) -> Bool {
    columns.contains(column) && rows.contains(row)
  }
}
