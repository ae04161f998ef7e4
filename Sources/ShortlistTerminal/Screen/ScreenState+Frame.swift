import Shortlist

extension ScreenState {
  /// Draws the screen.
  package func frame() -> Frame {
    var content = placed(laidOut)
    if help == nil { drawBoxes(&content) }
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
    if help != nil {
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
    let isUsual = match == traits.match && traits.matchKinds.contains(.auto)
    return isUsual ? options.prompt : "\(match.rawValue) \(options.prompt)"
  }

  /// Draws what is typed.
  ///
  /// - Returns: The column after it.
  private func drawField(_ frame: inout Frame, from start: Int, to limit: Int) -> Int {
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
      let isBad = !isSearching && reading.badTerm?.contains(glyph.source) == true
      let style = isBad ? theme.problem : glyph.isSymbol ? theme.symbol : theme.query
      frame.put(glyph.text, width: glyph.width, style, column: column, row: 0)
      column += glyph.width
    }
    let caret = min(start + width, frame.size.columns - 1)
    let isOnRow =
      shownFocus == .rows && (viewport.total > 0 || picked != nil || geometry.offer != nil)
    if help != nil || shownFocus == .search || (shownFocus == .rows && !isOnRow) {
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
  private var progressText: String {
    guard let progress, isProgressDue else { return "" }
    let start = page == nil ? "reading" : signs.separator + "reading"
    guard let total = progress.totalBytes, total > 0 else { return start }
    return start + " \(min(99, progress.bytes * 100 / total))%"
  }

  // MARK: The table

  /// Draws the list or the details of a row, in columns from the left end of the list.
  private func drawList(_ frame: inout Frame) {
    if details != nil {
      drawDetails(&frame)
    } else if !geometry.coversList {
      drawTable(&frame)
    }
  }

  private func drawTable(_ frame: inout Frame) {
    let layout = columnLayout
    if let row = geometry.header { drawHeader(&frame, row: row, layout) }
    if let picked { return drawPicked(&frame, picked, layout) }
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
    let text = SanitizedText(
      "+ new \"\(offer)\"", isASCII: options.isASCII, limit: size.columns + 1)
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
      if help == nil { frame.cursor = Frame.Place(column: 0, row: first) }
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
    if shownFocus == .rows && help == nil { frame.cursor = Frame.Place(column: 0, row: row) }
  }

  private var emptyText: String {
    guard let page else { return isProgressDue ? "reading" + signs.ellipsis : "" }
    if page.count > 0 { return isSearching ? "" : CountText.nothing(of: page) }
    if progress == nil { return CountText.nothing(of: page) }
    return isProgressDue ? "reading" + signs.ellipsis : ""
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
    if scrolledColumns > 0 { frame.write(signs.before, theme.message, column: 0, row: row) }
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
      stopReason == nil && replacing == nil ? .plain : theme.stale)
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
    let skipped = columns.columns.count == 1 ? scrolledColumns * halfWidth : 0
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
      lines.choice.searched.flatMap { (page?.schema ?? schema).index(of: $0) } ?? column
    return searched < highlights.count ? lines.matches(highlights[searched], in: text) : []
  }

  /// Returns the colors of a line; nil if it has none.
  private func styles(of values: [CellValue]) -> StyledText? {
    guard options.isColored, let name = options.lines.choice.colored,
      let index = (page?.schema ?? schema).index(of: name), index < values.count,
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

  // MARK: The last lines

  private func drawStatus(_ frame: inout Frame) {
    let rows = geometry.status
    guard let row = rows.last else { return }
    if fileEntry != nil { return drawFileEntry(&frame, row: row) }
    let parts = status
    let lines = statusLines(parts, most: rows.count)
    let second = parts[0].0.utf16.count
    var end = 0
    for (row, line) in zip(rows, lines) {
      end = frame.write(line, column: 0, row: row) {
        parts[$0.source >= second ? parts.count - 1 : 0].1
      }
    }
    let note = note
    let width = note.reduce(0) { $0 + $1.displayWidth }
    if end + 2 + width <= size.columns {
      frame.write(note, theme.message, column: size.columns - width, row: row)
    }
  }

  /// The number of lines at the bottom: one, and more for a message or a reason that is too long
  /// for it.
  var statusLineCount: Int {
    if size.rows < 3 { return 0 }
    let most = size.rows < 6 ? 1 : size.rows < 10 ? 2 : 3
    let isLong = message != nil || lockedFile != nil || reading.hint != nil || refusal != nil
    if most == 1 || fileEntry != nil || help != nil || !(isLong || stopReason != nil) { return 1 }
    return max(1, statusLines(status, most: most).count)
  }

  /// Returns the parts of the status as lines, the last one with … if they are too long.
  private func statusLines(_ parts: [(String, Style)], most: Int) -> [[SanitizedText.Glyph]] {
    let text = parts.map(\.0).joined()
    let room = max(1, size.columns)
    let all = SanitizedText(text, isASCII: options.isASCII, limit: (most + 1) * room)
    if most == 1 || all.width <= room {
      return [all.fitted(to: room, isASCII: options.isASCII)]
    }
    var lines = SanitizedText.lines(
      of: text, room: room, isASCII: options.isASCII, limit: (most + 1) * room)
    if lines.count > most {
      lines.removeLast(lines.count - most)
      let isFull = lines[most - 1].reduce(0) { $0 + $1.width } >= room
      if isFull { lines[most - 1].removeLast() }
      lines[most - 1].append(SanitizedText.ellipsis(isASCII: options.isASCII))
    }
    return lines
  }

  /// The styled parts of the status line, at least one; problems take priority.
  private var status: [(String, Style)] {
    if help != nil {
      let more = helpLines.count > helpRows.count ? "Up and Down scroll, " : ""
      return [(more + "any other key goes back", theme.message)]
    }
    if let message { return [(message.text, message.isProblem ? theme.problem : theme.message)] }
    if progress != nil && isProgressDue && viewport.total == 0 && !deferred.isEmpty {
      return [("waits for a row that matches; Esc leaves", theme.message)]
    }
    if let lockedFile { return [(CountText.waiting(for: lockedFile), theme.message)] }
    if let hint = reading.hint, picked == nil { return [(hint, theme.problem)] }
    var parts: [String] = []
    if !options.isSingle {
      parts.append(
        SelectionText.status(
          page?.selected ?? 0, limits: options.limits, dash: signs.dash,
          notShown: picked == nil ? page?.selectedElsewhere ?? 0 : 0))
    }
    if progress == nil, let following { parts += followingText(following) }
    let text = parts.joined(separator: signs.separator)
    guard let refusal = refusal ?? stopReason.map({ "not up to date: \($0)" }) else {
      return [(text, theme.counts)]
    }
    return [
      (refusal, theme.problem), (text.isEmpty ? "" : signs.separator + text, theme.counts),
    ]
  }

  /// The number of new rows, and whether the source has ended.
  private func followingText(_ following: Following) -> [String] {
    let new = newRows.map(CountText.new)
    return switch following.end {
    case nil: [new ?? "following"]
    case .ended: [new, "source ended"].compactMap(\.self)
    case .failed: [new, "source failed"].compactMap(\.self)
    }
  }

  private var note: String {
    if help != nil { return "" }
    if jump != nil { return "press a label, or Esc" }
    if details != nil { return detailNote }
    if picked != nil { return "as they were picked; Tab unmarks, Esc goes back" }
    var waiting = waiting
    if reading.hasTerms && !waiting.contains("filters") { waiting.insert("filters", at: 0) }
    if options.creates != nil { waiting.append("new rows") }
    guard progress != nil, let last = waiting.last else {
      if let note = panelNote { return note }
      if let name = hiddenMatch {
        let shown = SanitizedText(name, isASCII: options.isASCII)
          .fitted(to: 24, isASCII: options.isASCII)
        return "found in " + shown.map(\.text).joined()
      }
      return field.text.isEmpty ? "? lists the keys" : "F1 lists the keys"
    }
    let names =
      waiting.count == 1 ? last : waiting.dropLast().joined(separator: ", ") + " and " + last
    let verb = names == "sort" ? "waits" : "wait"
    return "\(names) \(verb) until all is read"
  }
}
