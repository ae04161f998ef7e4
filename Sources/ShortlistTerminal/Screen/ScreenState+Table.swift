import Shortlist

/// The table: column names, headings and rows.
extension ScreenState {
  /// Draws the list or the details of a row, in columns from the left end of the list.
  func drawList(_ frame: inout Frame) {
    if overlays.details != nil {
      drawDetails(&frame)
    } else if !geometry.coversList {
      drawTable(&frame)
    }
  }

  private func drawTable(_ frame: inout Frame) {
    let layout = columnLayout
    if let row = geometry.header { drawHeader(&frame, row: row, layout) }
    if let picked = overlays.picked { return drawPicked(&frame, picked, layout) }
    drawOffer(&frame)
    if viewport.total == 0 {
      if offer != nil { return }
      frame.write(emptyText, theme.message, column: gutter, row: geometry.rows.lowerBound)
      return
    }
    let body = body
    for (offset, line) in body.enumerated() {
      let row = geometry.rows.lowerBound + offset
      switch line {
      case .heading(let position): drawHeading(&frame, of: position, row: row)
      case .gap:
        drawGap(&frame, row: row, isLast: offset + 1 == body.count || body[offset + 1] != .gap)
      case .row(let position): drawRow(&frame, position, row: row, layout)
      case .rest(let position, let line):
        drawRow(&frame, position, row: row, layout, part: line)
      }
    }
    drawJumpLabels(&frame)
  }

  /// Draws the offer line, with the text that can become a row.
  private func drawOffer(_ frame: inout Frame) {
    guard let offer, let row = geometry.offer else { return }
    if isOnOffer { drawBar(&frame, row: row) }
    let similar = offer.similar.map { ", similar to \"\($0)\"" } ?? ""
    let text = SanitizedText(
      "+ new \"\(offer.text)\"\(similar)", isASCII: options.isASCII, limit: size.columns + 1)
    let glyphs = text.fitted(to: max(0, geometry.width - 2), isASCII: options.isASCII)
    let style = isOnOffer ? theme.current.adding(theme.heading) : theme.heading
    frame.write(glyphs, column: 2, row: row) { _ in style }
  }

  /// Draws the view of the selected rows.
  private func drawPicked(_ frame: inout Frame, _ picked: PickedView, _ layout: TableColumns.Layout)
  {
    let first = geometry.rows.lowerBound
    if picked.view.total == 0 {
      let text = picked.rows == nil ? "" : "no row is picked"
      frame.write(text, theme.message, column: gutter, row: first)
      if overlays.help == nil { frame.cursor = Frame.Place(column: 0, row: first) }
    }
    for (offset, position) in picked.view.visible.enumerated() {
      let isCurrent = position == picked.view.cursor
      if isCurrent { drawBar(&frame, row: first + offset) }
      guard let row = picked.row(at: position) else { continue }
      let base = isCurrent ? theme.current : .plain
      frame.write(signs.mark, base.adding(theme.mark), column: 1, row: first + offset)
      drawCells(&frame, row.values, [], row: first + offset, layout, base: base)
    }
  }

  /// Draws the bar and the pointer that mark the cursor's row.
  private func drawBar(_ frame: inout Frame, row: Int) {
    frame.fill(theme.current, 0..<geometry.width, row: row)
    frame.write(signs.pointer, theme.current.adding(theme.pointer), column: 0, row: row)
    if shownFocus == .rows && overlays.help == nil {
      frame.cursor = Frame.Place(column: 0, row: row)
    }
  }

  private var emptyText: String {
    guard let page else { return source.isDue ? "reading" + signs.ellipsis : "" }
    if page.count > 0 { return isSearching ? "" : CountText.nothing(of: page) }
    if !source.isReading { return CountText.nothing(of: page) }
    return source.isDue ? "reading" + signs.ellipsis : ""
  }

  private func drawHeader(_ frame: inout Frame, row: Int, _ layout: TableColumns.Layout) {
    var column = gutter
    for (place, width) in zip(layout.places, layout.widths) {
      let title = columns.columns[place].title
      let glyphs = title.fitted(to: width, isASCII: options.isASCII)
      let used = glyphs.reduce(0) { $0 + $1.width }
      let start = columns.columns[place].isRightAligned ? column + width - used : column
      frame.write(glyphs, column: start, row: row) { _ in theme.header }
      column += width + ColumnWidths.gap
    }
    let mark = layout.mark
    frame.write(mark, theme.message, column: geometry.width - mark.count, row: row)
    if columns.scrolled > 0 { frame.write(signs.before, theme.message, column: 0, row: row) }
  }

  private func drawHeading(_ frame: inout Frame, of position: Int, row: Int) {
    guard let heading = heading(of: position) else { return }
    let isCollapsed = viewport.collapsed.contains(heading.start)
    let isCurrent = isCollapsed && position == viewport.cursor && !isOnOffer
    let base = isCurrent ? theme.current : .plain
    if isCurrent { drawBar(&frame, row: row) }
    let sign = isCollapsed ? signs.collapsed : ""
    let count =
      " "
      + CountText.rows(
        of: heading, isCollapsed: isCollapsed, selected: selected(in: heading))
    let width = geometry.width
    let name = SanitizedText(heading.name, isASCII: options.isASCII, limit: width + 1)
    let start = gutter - 1 + sign.count
    let room = width - count.count - start
    let glyphs =
      name.glyphs.isEmpty
      ? SanitizedText("(none)").glyphs : name.fitted(to: max(1, room), isASCII: options.isASCII)
    frame.write(sign, base.adding(theme.heading), column: gutter - 1, row: row)
    let end = frame.write(glyphs, column: start, row: row) { _ in base.adding(theme.heading) }
    frame.write(count, base.adding(theme.counts), column: end, row: row, limit: width)
    let mark = options.isSingle ? .none : state(of: heading)
    if mark != .none {
      // The pointer takes the place of the mark otherwise.
      frame.write(
        mark == .all ? signs.mark : signs.partMark, base.adding(theme.mark),
        column: isCurrent ? 1 : 0, row: row)
    }
  }

  /// Returns the number of selected rows in a section.
  private func selected(in heading: ListSnapshot.Heading) -> Int {
    options.isSingle ? 0 : page?.selection(of: heading)?.selected ?? 0
  }

  /// Returns the heading of the section that contains a row.
  func heading(of position: Int) -> ListSnapshot.Heading? {
    guard let page else { return nil }
    return page.headings.last { $0.start <= position && position < $0.start + $0.count }
  }

  private func drawRow(
    _ frame: inout Frame, _ position: Int, row: Int, _ layout: TableColumns.Layout, part: Int = 0
  ) {
    let isCurrent = position == viewport.cursor && !isOnOffer
    let base = (isCurrent ? theme.current : .plain).adding(
      notices.stopReason == nil && source.replacing == nil ? .plain : theme.stale)
    if isCurrent && part == 0 { drawBar(&frame, row: row) }
    if isCurrent && part > 0 { frame.fill(theme.current, 0..<geometry.width, row: row) }
    guard let line = line(at: position) else { return }
    if line.isSelected && !options.isSingle {
      frame.write(signs.mark, base.adding(theme.mark), column: 1, row: row)
    }
    drawCells(
      &frame, line.values, line.highlights, row: row, layout, base: base,
      part: options.wraps ? part : nil)
  }

  private func drawCells(
    _ frame: inout Frame, _ values: [CellValue], _ highlights: [Highlights], row: Int,
    _ layout: TableColumns.Layout, base: Style, part: Int? = nil
  ) {
    var column = gutter
    let skipped =
      columns.columns.count == 1 ? columns.scrolled * TableColumns.half(of: cellsWidth) : 0
    let colors = styles(of: values)
    for (place, width) in zip(layout.places, layout.widths) {
      let index = columns.columns[place].index
      if index < values.count {
        let value = values[index].shown
        let matches = matches(highlights, of: index, in: value)
        let glyphs: [SanitizedText.Glyph]
        if let part {
          let parts = parts(of: values, columns.columns[place], width: width)
          glyphs = part < parts.count ? parts[part] : []
        } else {
          let text = SanitizedText(value, isASCII: options.isASCII, tabStop: columns.tabStop)
          glyphs =
            skipped > 0
            ? text.fitted(to: width, after: skipped, isASCII: options.isASCII)
            : text.fitted(to: width, showing: matches.first, isASCII: options.isASCII)
        }
        let used = glyphs.reduce(0) { $0 + $1.width }
        let start = columns.columns[place].isRightAligned ? column + width - used : column
        frame.write(glyphs, column: start, row: row) { glyph in
          let color = colors.map { $0.style(at: glyph.source) } ?? .plain
          return style(
            of: glyph, base: base.adding(color), matches: matches, isCurrent: base == theme.current)
        }
      }
      column += width + ColumnWidths.gap
    }
  }

  /// Returns where a cell is matched.
  func matches(_ highlights: [Highlights], of column: Int, in text: String) -> Highlights {
    let lines = options.lines
    let searched =
      lines.choice.searched.flatMap { schema.index(of: $0) } ?? column
    return searched < highlights.count ? lines.matches(highlights[searched], in: text) : []
  }

  /// Returns the colors of a line; nil if it has none.
  private func styles(of values: [CellValue]) -> StyledText? {
    guard options.isColored, let name = options.lines.choice.colored,
      let index = schema.index(of: name), index < values.count,
      case .text(let text) = values[index]
    else { return nil }
    var style = Style.plain
    return StyledText(KeptBytes.bytes(of: text)[...], style: &style)
  }

  func style(
    of glyph: SanitizedText.Glyph, base: Style, matches: Highlights, isCurrent: Bool = false
  ) -> Style {
    let isMatch = matches.contains { $0.contains(glyph.source) }
    if isMatch { return base.adding(isCurrent ? theme.currentMatch ?? theme.match : theme.match) }
    return glyph.isSymbol ? base.adding(theme.symbol) : base
  }
}
