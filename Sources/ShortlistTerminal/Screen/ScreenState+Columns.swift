import Shortlist

/// Scrolling sideways.
extension ScreenState {
  /// The columns that are drawn.
  var columnLayout: TableColumns.Layout {
    columns.layout(
      within: geometry.width - gutter,
      scrolled: columns.columns.count == 1 ? 0 : scrolledColumns)
  }

  /// The attribute in which the row at the cursor is found, if none of the columns that are drawn
  /// shows why.
  var hiddenMatch: String? {
    guard let page, options.lines.choice.searched == nil, !isOnOffer,
      let found = line(at: viewport.cursor)?.highlights.enumerated().filter({ !$0.element.isEmpty })
    else { return nil }
    let shown = Set(columnLayout.places.map { columns.columns[$0].index })
    if found.contains(where: { shown.contains($0.offset) }) { return nil }
    return found.first.map { page.schema.entries[$0.offset].name }
  }

  /// Half of the width of a row, by which a single column is scrolled.
  var halfWidth: Int { max(1, (geometry.width - gutter) / 2) }

  /// Whether there is more to the right.
  var hasMoreColumns: Bool {
    guard columns.columns.count == 1 else {
      let layout = columnLayout
      guard let last = layout.places.last, let width = layout.widths.last else { return false }
      // The last column gets more room when others make way.
      return layout.hidden > 0 || (layout.places.count > 2 && width < columns.columns[last].width)
    }
    return columns.columns[0].width > geometry.width - gutter + scrolledColumns * halfWidth
  }

  /// Scrolls by one column, or by half a screen if there is one column only.
  mutating func scrollColumns(by step: Int) {
    if step < 0 || hasMoreColumns { scrolledColumns = max(0, scrolledColumns + step) }
  }

  /// Scrolls back while there would be room for one more column.
  mutating func fitColumns() {
    while scrolledColumns > 0, !hasMoreColumns {
      scrolledColumns -= 1
      if hasMoreColumns {
        scrolledColumns += 1
        break
      }
    }
  }
}
