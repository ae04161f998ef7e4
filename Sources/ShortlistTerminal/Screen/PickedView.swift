package import Shortlist

/// The selected rows alone, in pick order.
package struct PickedView: Sendable {
  /// Which of them are on the screen, and which one the cursor is on.
  package internal(set) var view = Viewport()
  /// What is known of them; nil before the first answer.
  package private(set) var rows: PickedRows?
  /// How many were asked for, at which revision; nil if that was answered.
  var requested: (limit: Int, revision: Int)?

  /// So many are read at first.
  static let first = 1000

  /// The row at a position, if it is known.
  package func row(at position: Int) -> (id: RowID, values: Row)? {
    guard let rows, rows.rows.indices.contains(position) else { return nil }
    return rows.rows[position]
  }

  /// The row that the cursor is on.
  package var current: (id: RowID, values: Row)? { row(at: view.cursor) }

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

  /// How many rows are to be read; nil if all that are needed are known.
  func wanted(at revision: Int) -> Int? {
    let needed = view.needed.upperBound
    let known = rows?.rows.count ?? 0
    if let rows, rows.revision >= revision, needed <= known { return nil }
    // Twice as many each time, so that going to the end costs no more than all of them.
    return max(Self.first, needed <= known ? known : 2 * needed)
  }
}
