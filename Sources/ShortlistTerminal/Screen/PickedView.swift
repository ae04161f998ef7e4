package import Shortlist

/// The view of the selected rows, in pick order.
package struct PickedView: Sendable {
  /// The visible range and the cursor.
  package internal(set) var view = Viewport()
  /// The rows read so far; nil before the first answer.
  package private(set) var rows: PickedRows?
  /// The unanswered request and its revision; nil if there is none.
  var requested: (places: Range<Int>, revision: Int)?

  /// Returns the row at a position; nil if it is not known.
  package func row(at position: Int) -> (id: RowID, values: [CellValue])? {
    guard let rows, rows.rows.indices.contains(position - rows.start) else { return nil }
    return rows.rows[position - rows.start]
  }

  /// The row at the cursor.
  package var current: (id: RowID, values: [CellValue])? { row(at: view.cursor) }

  /// Sets how many rows fit on the screen.
  mutating func settle(height: Int) {
    view.height = height
    view.settle()
  }

  /// Stores rows that were read.
  mutating func take(_ rows: PickedRows) {
    requested = nil
    self.rows = rows
    view.total = rows.count
    view.settle()
  }

  /// Returns the rows to read, those on screen and a screenful before and after; nil if all needed
  /// rows are known.
  func wanted(at revision: Int) -> Range<Int>? {
    if let rows, rows.revision >= revision,
      view.needed.allSatisfy((rows.start..<rows.start + rows.rows.count).contains)
    {
      return nil
    }
    let height = max(1, view.height)
    return max(0, view.top - height)..<view.top + 2 * height
  }
}
