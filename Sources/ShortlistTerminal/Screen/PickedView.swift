package import Shortlist

/// The selected rows alone, in pick order.
package struct PickedView: Sendable {
  /// Which of them are on the screen, and which one the cursor is on.
  package internal(set) var view = Viewport()
  /// What is known of them; nil before the first answer.
  package private(set) var rows: PickedRows?
  /// Which were asked for, at which revision; nil if that was answered.
  var requested: (places: Range<Int>, revision: Int)?

  /// The row at a position, if it is known.
  package func row(at position: Int) -> (id: RowID, values: [CellValue])? {
    guard let rows, rows.rows.indices.contains(position - rows.start) else { return nil }
    return rows.rows[position - rows.start]
  }

  /// The row that the cursor is on.
  package var current: (id: RowID, values: [CellValue])? { row(at: view.cursor) }

  /// Says how many rows fit on the screen.
  mutating func settle(height: Int) {
    view.height = height
    view.settle()
  }

  /// Takes rows that were read.
  mutating func take(_ rows: PickedRows) {
    requested = nil
    self.rows = rows
    view.total = rows.count
    view.settle()
  }

  /// Which rows are to be read, those on the screen and as many before and after; nil if all that
  /// are needed are known.
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
