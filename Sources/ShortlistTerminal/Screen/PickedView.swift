package import Shortlist

/// The view of the selected rows, in pick order.
package struct PickedView: Sendable {
  /// The visible range and the cursor.
  package internal(set) var view = Viewport()
  /// The rows read last; nil before the first answer.
  package private(set) var rows: SelectedRowsReport?

  /// Returns the row at a position; nil if it is not known.
  package func row(at position: Int) -> (id: RowID, values: [CellValue])? {
    guard let rows, rows.ids.indices.contains(position - rows.start) else { return nil }
    return (rows.ids[position - rows.start], rows.rows[position - rows.start])
  }

  /// The row at the cursor.
  package var current: (id: RowID, values: [CellValue])? { row(at: view.cursor) }

  /// Sets how many rows fit on the screen.
  mutating func fit(height: Int) {
    view.height = height
    view.fit()
  }

  /// Shows rows that were read.
  mutating func show(_ rows: SelectedRowsReport) {
    self.rows = rows
    view.total = rows.count
    view.fit()
  }

  /// Whether all rows on screen are known.
  var isComplete: Bool {
    guard let rows else { return false }
    return view.needed.allSatisfy((rows.start..<rows.start + rows.ids.count).contains)
  }

  /// Returns whether all rows on screen are known as they are at a revision.
  func isKnown(at revision: Int) -> Bool {
    isComplete && rows.map { $0.revision >= revision } == true
  }

  /// The rows to read: those on screen, and a screenful before and after.
  var wanted: Range<Int> {
    let height = max(1, view.height)
    return max(0, view.top - height)..<view.top + 2 * height
  }
}
