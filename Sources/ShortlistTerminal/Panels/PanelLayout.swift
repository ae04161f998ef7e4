/// A panel that the user can open beside the list.
package enum Panel: Hashable, Sendable, CaseIterable {
  case facets, range, columns
}

/// The layout of the list and the open panels.
///
/// On a wide screen they are side by side. Otherwise the panels are in the lower half (a panel of
/// ranges alone: the lower third), or cover the list if the screen is too low for that. The panel
/// of columns is shown alone.
package struct PanelLayout: Hashable, Sendable {
  /// The area left for the list.
  package private(set) var list: Area
  /// The areas of the panels that have space.
  package private(set) var panels: [Panel: Area] = [:]
  /// Whether a panel covers the list.
  package private(set) var coversList = false

  /// The minimum size of a panel.
  private static let least = (columns: 24, rows: 4)

  /// Computes the layout.
  ///
  /// - Parameters:
  ///   - area: The area for the list and the panels.
  ///   - open: The open panels.
  ///   - last: The most recently used panel, which is shown if there is space for only one.
  ///   - isUsed: Whether a panel has the focus; if not, no panel covers the list.
  package init(_ area: Area, open: Set<Panel>, last: Panel, isUsed: Bool) {
    list = area
    guard let one = open.contains(last) ? last : Panel.allCases.first(where: open.contains) else {
      return
    }
    let areTwo = one != .columns && open.isSuperset(of: [.facets, .range])
    // A histogram is legible in less room than values.
    let isSmall = !areTwo && one == .range
    let (columns, rows) = (area.columns.count, area.rows.count)
    if columns >= 100 && rows >= 6 {
      let start = area.columns.upperBound - min(48, isSmall ? columns / 3 : columns * 2 / 5)
      list.columns = area.columns.lowerBound..<start - 1
      let right = Area(columns: start..<area.columns.upperBound, rows: area.rows)
      if areTwo && rows >= 14 {
        let middle = right.rows.upperBound - min(10, rows / 2)
        panels[.facets] = Area(columns: right.columns, rows: right.rows.lowerBound..<middle)
        panels[.range] = Area(columns: right.columns, rows: middle..<right.rows.upperBound)
      } else {
        panels[one] = right
      }
    } else if columns >= Self.least.columns && rows >= 2 * Self.least.rows {
      let start = area.rows.upperBound - (isSmall ? max(Self.least.rows, rows / 3) : rows / 2)
      list.rows = area.rows.lowerBound..<start
      let lower = Area(columns: area.columns, rows: start..<area.rows.upperBound)
      if areTwo && columns >= 2 * Self.least.columns + 1 {
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
