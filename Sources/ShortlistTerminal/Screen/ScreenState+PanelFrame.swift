import Shortlist

extension ScreenState {
  /// The places of the filter chips on their line.
  var chipPlaces: [FilterChips.Place] {
    let start = min(lockedFilter.reduce(0) { $0 + $1.width }, size.columns)
    return panels.chips.places(
      within: start..<size.columns, showing: shownFocus == .chips ? panels.chip : 0,
      isASCII: options.isASCII)
  }

  /// The filter that the list was opened with and that stays, with a gap after it.
  private var lockedFilter: [SanitizedText.Glyph] {
    if traits.filters.isEmpty { return [] }
    let text = SanitizedText("where \(traits.filters)", isASCII: options.isASCII, limit: 400)
    let width = panels.groups.isEmpty ? size.columns - 2 : min(40, size.columns / 2)
    let gap = SanitizedText("  ").glyphs
    return text.fitted(to: max(1, width), isASCII: options.isASCII) + gap
  }

  /// Draws the filter that stays, and the filter chips.
  func drawChips(_ frame: inout Frame) {
    guard let row = geometry.chips else { return }
    frame.write(lockedFilter, column: 0, row: row) { _ in theme.message }
    for place in chipPlaces {
      let isCurrent = shownFocus == .chips && place.chip == panels.chip
      let style = isCurrent ? theme.chip.adding(theme.caret) : theme.chip
      frame.write(place.glyphs, column: place.columns.lowerBound, row: row) { _ in style }
      if isCurrent { frame.cursor = Frame.Place(column: place.columns.lowerBound, row: row) }
    }
  }

  /// Draws the panels that have space.
  func drawPanels(_ frame: inout Frame) {
    for (panel, area) in geometry.panels {
      if area.columns.lowerBound > 0 {
        for row in area.rows {
          let sign = options.isASCII ? "|" : "│"
          frame.write(
            sign, theme.edge ?? theme.symbol, column: area.columns.lowerBound - 1, row: row)
        }
      }
      let drawing = drawing(of: panel)
      switch panel {
      case .facets: panels.facets.draw(&frame, in: area, groups: panels.groups, drawing)
      case .range: panels.ranges.draw(&frame, in: area, drawing)
      case .columns: panels.columns.draw(&frame, in: area, columns.arrangement, drawing)
      }
    }
  }

  func drawing(of panel: Panel) -> PanelDrawing {
    PanelDrawing(
      theme: theme, signs: signs, isASCII: options.isASCII, isUsed: usedPanel == panel,
      isLoading: source.isReading)
  }

  /// A hint about the keys of the focused panel or of the chips.
  var panelNote: String? {
    switch shownFocus {
    case .panel(.facets): "Space in or out, Enter goes back, Esc closes"
    case .panel(.range): "Tab other end, Enter goes back, Esc closes"
    case .panel(.columns): "Tab sorts, Space shows, F6 sections, Shift-Up moves"
    case .chips: "Delete removes it, Ctrl-U all, Esc goes back"
    case .search, .rows: nil
    }
  }
}
