import Shortlist

/// The settings for drawing a panel.
struct PanelDrawing {
  let theme: Theme
  let signs: Theme.Signs
  let isASCII: Bool
  /// Whether the panel receives keys.
  let isUsed: Bool
  /// Whether rows are still being read, so that filters have no effect yet.
  let isLoading: Bool

  /// Draws the attribute names, the current one in brackets, and a note at the end of the line.
  ///
  /// Leading names are left out as needed to keep the current one visible.
  func drawTitle(
    _ frame: inout Frame, _ names: [String], current: Int, note: String, in area: Area
  ) {
    let row = area.rows.lowerBound
    let noteWidth = Self.width(of: note, in: area)
    if noteWidth > 0 {
      frame.write(note, theme.counts, column: area.columns.upperBound - note.count, row: row)
    }
    let limit = area.columns.upperBound - noteWidth
    drawLine(&frame, in: area, to: limit)
    for title in titles(names, current: current, note: note, in: area) {
      let style = title.index == current ? theme.header : .plain
      frame.write(title.glyphs, column: title.columns.lowerBound, row: row) { _ in style }
    }
  }

  private static func width(of note: String, in area: Area) -> Int {
    note.isEmpty || note.count + 12 > area.columns.count ? 0 : note.count + 2
  }

  /// The name of an attribute in the title of a panel.
  struct Title {
    var index: Int
    var glyphs: [SanitizedText.Glyph]
    var columns: Range<Int>
  }

  /// Returns the attribute names that fit in the title.
  func titles(_ names: [String], current: Int, note: String, in area: Area) -> [Title] {
    let limit = area.columns.upperBound - Self.width(of: note, in: area)
    let titles = names.enumerated().map { index, name in
      let room = max(1, min(24, limit - area.columns.lowerBound - 2))
      let glyphs = SanitizedText(name, isASCII: isASCII, limit: 256).fitted(
        to: room, isASCII: isASCII)
      let bracket = index == current ? ["[", "]"] : [" ", " "]
      return SanitizedText(bracket[0]).glyphs + glyphs + SanitizedText(bracket[1]).glyphs
    }
    guard titles.indices.contains(current) else { return [] }
    let widths = titles.map { $0.reduce(0) { $0 + $1.width } }
    var first = 0
    while first < current,
      widths[first...current].reduce(0, +) > limit - area.columns.lowerBound
    {
      first += 1
    }
    var column = area.columns.lowerBound
    var shown: [Title] = []
    for index in first..<titles.count where column + widths[index] <= limit {
      let end = column + widths[index]
      shown.append(Title(index: index, glyphs: titles[index], columns: column..<end))
      column = end
    }
    return shown
  }

  /// Draws the rule at the top of a panel.
  private func drawLine(_ frame: inout Frame, in area: Area, to limit: Int) {
    for column in area.columns.lowerBound..<max(area.columns.lowerBound, limit) {
      frame.write(
        isASCII ? "-" : "─", theme.edge ?? theme.symbol, column: column, row: area.rows.lowerBound)
    }
  }

  /// Draws a single line of text.
  func drawWords(_ frame: inout Frame, _ words: String, _ style: Style, in area: Area, row: Int) {
    let text = SanitizedText(words, isASCII: isASCII, limit: 1024)
    let glyphs = text.fitted(to: area.columns.count, isASCII: isASCII)
    frame.write(glyphs, column: area.columns.lowerBound, row: row) { _ in style }
  }
}

extension FacetPanel {
  /// Returns the number of lines that the panel has for values.
  static func height(in area: Area, isSearching: Bool) -> Int {
    area.rows.count - (isSearching ? 2 : 1)
  }

  /// Draws the panel.
  ///
  /// - Parameters:
  ///   - frame: The frame to draw on.
  ///   - area: The area of the panel.
  ///   - groups: The filters, which determine the choice for each value.
  ///   - drawing: The drawing settings.
  func draw(_ frame: inout Frame, in area: Area, groups: FilterGroups, _ drawing: PanelDrawing) {
    let current = attributes.firstIndex { $0 == attribute } ?? 0
    drawing.drawTitle(&frame, attributes, current: current, note: note(drawing), in: area)
    var row = area.rows.lowerBound + 1
    if !field.text.isEmpty {
      drawing.drawWords(&frame, "search: \(field.text)", drawing.theme.prompt, in: area, row: row)
      row += 1
    }
    if let words = words(drawing) {
      drawing.drawWords(&frame, words, drawing.theme.message, in: area, row: row)
    }
    for (offset, position) in view.visible.enumerated() where row + offset < area.rows.upperBound {
      drawItem(&frame, position, row: row + offset, area, groups, drawing)
    }
    if drawing.isUsed && view.total == 0 {
      frame.cursor = Frame.Place(column: area.columns.lowerBound, row: area.rows.lowerBound)
    }
  }

  func note(_ drawing: PanelDrawing) -> String {
    if items.isEmpty || drawing.isLoading { return "" }
    return "\(items.count.grouped)\(hasMore ? "+" : "") value\(items.count == 1 ? "" : "s")"
  }

  /// Returns the message shown instead of values; nil if there is none.
  private func words(_ drawing: PanelDrawing) -> String? {
    if drawing.isLoading { return "filters wait until all is read" }
    if attributes.isEmpty { return isWaiting ? nil : "no texts repeat; --facets has others" }
    if !items.isEmpty || isWaiting { return nil }
    return field.text.isEmpty ? "no row has a value" : "no value has words that begin so"
  }

  private func drawItem(
    _ frame: inout Frame, _ position: Int, row: Int, _ area: Area, _ groups: FilterGroups,
    _ drawing: PanelDrawing
  ) {
    let item = items[position]
    let theme = drawing.theme
    let isCurrent = drawing.isUsed && position == view.cursor
    let start = area.columns.lowerBound
    let bar = isCurrent ? theme.current : .plain
    if isCurrent {
      frame.fill(bar, area.columns, row: row)
      frame.write(drawing.signs.pointer, bar.adding(theme.pointer), column: start, row: row)
      frame.cursor = Frame.Place(column: start, row: row)
    }
    let choice = attribute.map { groups.choice(of: item.value, $0) } ?? .neither
    let mark = choice == .included ? "+" : choice == .excluded ? "-" : " "
    frame.write(mark, bar.adding(theme.mark), column: start + 2, row: row)
    let count = item.count.grouped
    let room = area.columns.count - 4 - count.count - 2
    guard room > 0 else { return }
    let base = bar.adding(choice != .neither ? Style(nil, .bold) : .plain)
    let shown = item.value.text.isEmpty ? "(empty)" : item.value.text
    let glyphs = SanitizedText(shown, isASCII: drawing.isASCII, limit: 400)
      .fitted(to: room, isASCII: drawing.isASCII)
    frame.write(glyphs, column: start + 4, row: row) { glyph in
      glyph.isSymbol ? base.adding(theme.symbol) : base
    }
    frame.write(
      count, bar.adding(theme.counts), column: area.columns.upperBound - count.count, row: row)
  }
}
