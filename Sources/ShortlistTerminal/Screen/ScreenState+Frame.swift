import Shortlist

extension ScreenState {
  /// Draws the screen.
  package func frame() -> Frame {
    var content = placed(laidOut)
    if overlays.help == nil { drawBoxes(&content) }
    if screenSize == size { return content }
    return options.box.draw(around: content, screenSize, theme, isASCII: options.isASCII)
  }

  /// The screen as it is laid out from the search line down.
  private var laidOut: Frame {
    var frame = Frame(size: size)
    guard size.columns > 0, size.rows > 0 else { return frame }
    let input = Area(columns: 0..<size.columns, rows: geometry.input)
    let area = geometry.boxes.input.contentOfPart(input)
    if area == input && options.hasInput {
      drawSearch(&frame)
    } else if options.hasInput {
      var search = Frame(size: Size(columns: area.columns.count, rows: 1))
      drawSearch(&search)
      frame.copy(search, toColumn: area.columns.lowerBound, row: area.rows.lowerBound)
    }
    if overlays.help != nil {
      drawHelp(&frame)
    } else {
      drawInfo(&frame)
      drawChips(&frame)
      let geometry = geometry
      drawText(&frame, text, geometry.text, geometry.boxes.header, theme.heading)
      let footer = theme.footer ?? theme.heading
      drawText(&frame, options.footer, geometry.footer, geometry.boxes.footer, footer)
      if geometry.left == 0 {
        drawList(&frame)
      } else {
        var list = Frame(
          size: Size(columns: size.columns - geometry.left, rows: geometry.rows.upperBound))
        drawList(&list)
        frame.copy(list, toColumn: geometry.left)
      }
      drawPreview(&frame)
      drawPanels(&frame)
    }
    drawStatus(&frame)
    if theme.text != .plain { frame.lay(over: theme.text) }
    return frame
  }

  var signs: Theme.Signs { options.signs }

  // MARK: The search line

  private func drawSearch(_ frame: inout Frame) {
    let size = frame.size
    var limit = size.columns
    let prompt = SanitizedText(fullPrompt, isASCII: options.isASCII)
    let text = geometry.info == nil ? info(besides: prompt.width, in: size.columns) : []
    let width = text.reduce(0) { $0 + $1.width }
    if width > 0 { limit = size.columns - width - 2 }
    var column = 0
    if prompt.width < limit {
      column = frame.write(prompt.glyphs, column: 0, row: 0) { _ in theme.prompt }
    }
    let end = drawField(&frame, from: column, to: limit)
    let start = options.info.place == .inline ? end + 2 : size.columns - width
    frame.write(text, column: start, row: 0) { _ in theme.counts }
  }

  /// Returns the counts for the line of the search, beside a prompt of this width.
  private func info(besides prompt: Int, in columns: Int) -> [SanitizedText.Glyph] {
    if options.info.place == .hidden { return [] }
    let prefix = SanitizedText(options.info.prefix, isASCII: options.isASCII)
    // Show the counts only if a few letters of the search still fit.
    let room = columns - prompt - prefix.width - 8 - 2
    let texts = [counts + progressText, counts, shortCounts]
    // The number of matches stays on the narrowest screen.
    let text =
      texts.first { $0.count <= room } ?? (shortCounts.count <= room + 6 ? shortCounts : "")
    return text.isEmpty ? [] : prefix.glyphs + SanitizedText(text).glyphs
  }

  /// Draws the line with the counts.
  private func drawInfo(_ frame: inout Frame) {
    guard let row = geometry.info else { return }
    let text = counts + progressText
    let edge = theme.edge ?? theme.symbol
    let separator = options.info.separator ?? (options.isASCII ? "-" : "─")
    let line = SanitizedText.repeated(separator, to: size.columns, isASCII: options.isASCII)
    if options.info.place == .default {
      let end = frame.write(text, theme.counts, column: gutter - 1, row: row)
      frame.write(line, edge, column: end + (text.isEmpty ? 0 : 1), row: row)
    } else {
      let start = max(0, size.columns - text.count)
      frame.write(line, edge, column: gutter - 1, row: row, limit: start - 1)
      frame.write(text, theme.counts, column: start, row: row)
    }
  }

  /// The prompt, after the way to search if that is not the one of the start, or if the list cannot
  /// search in the usual way.
  private var fullPrompt: String {
    let isUsual = searching.match == traits.match && traits.matchKinds.contains(.auto)
    return isUsual ? options.prompt : "\(searching.match.rawValue) \(options.prompt)"
  }

  /// Draws what is typed.
  ///
  /// - Returns: The column after it.
  private func drawField(_ frame: inout Frame, from start: Int, to limit: Int) -> Int {
    let field = searching.field
    let shown = SanitizedText(field.text, isASCII: options.isASCII, limit: 2 * SearchField.longest)
    let offset = field.text[..<field.position].utf16.count
    let place = shown.glyphs.firstIndex { $0.source >= offset } ?? shown.glyphs.count
    // Scroll the text left just far enough to keep the caret visible.
    var first = 0
    var width = shown.glyphs[..<place].reduce(0) { $0 + $1.width }
    while first < place && width > limit - start - 1 {
      width -= shown.glyphs[first].width
      first += 1
    }
    var column = start
    if field.text.isEmpty && !options.ghost.isEmpty {
      let ghost = SanitizedText(options.ghost, isASCII: options.isASCII)
        .fitted(to: max(0, limit - start - 1), isASCII: options.isASCII)
      frame.write(ghost, column: start, row: 0) { _ in theme.message }
    }
    for glyph in shown.glyphs[first...] where column + glyph.width <= limit {
      let isBad = !isSearching && searching.reading.badTerm?.contains(glyph.source) == true
      let style = isBad ? theme.problem : glyph.isSymbol ? theme.symbol : theme.query
      frame.put(glyph.text, width: glyph.width, style, column: column, row: 0)
      column += glyph.width
    }
    let caret = min(start + width, frame.size.columns - 1)
    let isOnRow =
      shownFocus == .rows && (viewport.total > 0 || overlays.picked != nil || geometry.offer != nil)
    if overlays.help != nil || shownFocus == .search || (shownFocus == .rows && !isOnRow) {
      frame.cursor = Frame.Place(column: caret, row: 0)
    } else {
      let cell = frame[caret, 0]
      frame.put(
        cell.text.isEmpty ? " " : cell.text, width: max(1, cell.width), theme.caret, column: caret,
        row: 0)
    }
    return column
  }

  /// The match counts: `412/63,440`, or with a window `50 of 412/63,440`.
  private var counts: String {
    page.map { CountText.matches(of: $0, isCollapsed: collapsing.isActive) } ?? ""
  }

  /// The number of matches alone.
  private var shortCounts: String { page.map(CountText.total) ?? "" }

  /// The loading progress.
  private var progressText: String { source.text(after: page == nil ? "" : signs.separator) }
}
