/// A part of the screen.
package struct Area: Hashable, Sendable {
  package var columns: Range<Int>
  package var rows: Range<Int>

  package init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// Whether a place is in it.
  package func contains(column: Int, row: Int) -> Bool {
    columns.contains(column) && rows.contains(row)
  }
}

/// A panel that a person opens beside the list.
package enum Panel: Hashable, Sendable, CaseIterable {
  case facets, range
}

/// Where the list and the open panels are: beside each other where the screen is wide enough, else
/// the panels in the lower half, and where that is too low over the list.
package struct PanelLayout: Hashable, Sendable {
  /// What the list keeps.
  package private(set) var list: Area
  /// The panels that have room.
  package private(set) var panels: [Panel: Area] = [:]
  /// Whether a panel covers the list.
  package private(set) var coversList = false

  /// The least columns of a panel, and the least lines.
  private static let least = (columns: 24, rows: 4)

  /// Gives out room.
  ///
  /// - Parameters:
  ///   - area: All there is for the list and the panels.
  ///   - open: The panels that are open.
  ///   - last: The one that was used last, which stays where there is room for one only.
  ///   - isUsed: Whether it is being used; else no panel covers the list.
  package init(_ area: Area, open: Set<Panel>, last: Panel, isUsed: Bool) {
    list = area
    let shown = Panel.allCases.filter(open.contains)
    guard let one = open.contains(last) ? last : shown.first else { return }
    let (columns, rows) = (area.columns.count, area.rows.count)
    if columns >= 100 && rows >= 6 {
      let start = area.columns.upperBound - min(48, columns * 2 / 5)
      list.columns = area.columns.lowerBound..<start - 1
      let right = Area(columns: start..<area.columns.upperBound, rows: area.rows)
      if shown.count > 1 && rows >= 14 {
        let middle = right.rows.upperBound - min(10, rows / 2)
        panels[.facets] = Area(columns: right.columns, rows: right.rows.lowerBound..<middle)
        panels[.range] = Area(columns: right.columns, rows: middle..<right.rows.upperBound)
      } else {
        panels[one] = right
      }
    } else if columns >= Self.least.columns && rows >= 2 * Self.least.rows {
      let start = area.rows.upperBound - rows / 2
      list.rows = area.rows.lowerBound..<start
      let lower = Area(columns: area.columns, rows: start..<area.rows.upperBound)
      if shown.count > 1 && columns >= 2 * Self.least.columns + 1 {
        let middle = area.columns.lowerBound + columns / 2
        panels[.facets] = Area(columns: area.columns.lowerBound..<middle - 1, rows: lower.rows)
        panels[.range] = Area(columns: middle..<area.columns.upperBound, rows: lower.rows)
      } else {
        panels[one] = lower
      }
    } else if columns >= Self.least.columns && rows >= Self.least.rows {
      coversList = isUsed
      if isUsed { panels[one] = area }
    }
  }
}
