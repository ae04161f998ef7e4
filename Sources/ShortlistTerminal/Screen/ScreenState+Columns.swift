import Shortlist

/// The columns on the screen.
extension ScreenState {
  /// The width of the list without the pointer and the marks.
  var cellsWidth: Int { geometry.width - gutter }

  /// The columns that are drawn.
  var columnLayout: TableColumns.Layout { columns.layout(within: cellsWidth) }

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
}
