import Shortlist

/// The preview: the output of a command for the row at the cursor.
extension ScreenState {
  // MARK: Running the command

  /// Runs the command for the row at the cursor, unless it runs for it already.
  ///
  /// While rows are on their way, the output of the row before stays.
  mutating func requestPreview(_ effects: inout [ScreenEffect]) {
    guard let area = geometry.preview, let command = previewCommand else {
      return stopPreview(&effects)
    }
    guard page != nil, !isSearching, !source.isAccepting else { return }
    let template = template(command)
    let row = previewedRow
    if row == nil && template.usesRows {
      // A row that is not known yet is being read.
      let isReading =
        overlays.picked.map { $0.rows == nil || $0.view.total > 0 } ?? (viewport.total > 0)
      if !isReading || isOnOffer || isOnCollapsed { stopPreview(&effects) }
      return
    }
    let request = PreviewRequest(
      template, row: row, search: searching.field.text, selections: preview?.selections ?? 0,
      revision: shownRevision, size: Size(columns: area.columns.count, rows: area.rows.count))
    if preview?.request == request { return }
    let first = firstLine(for: row, height: area.rows.count)
    guard let number = preview?.begin(request, showing: first) else { return }
    effects.append(.preview(number, request))
  }

  /// The command of the preview; nil if there is none.
  private var previewCommand: String? {
    if let once = preview?.once, once.row == previewedRow?.id { return once.command }
    return preview.map(\.options.command).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns a command line with its placeholders.
  func template(_ command: String) -> CommandTemplate {
    CommandTemplate(
      command, schema: shownSchema, columns: options.columns, fields: options.lines.fields,
      place: source.schema.index(of: LineSettings.place))
  }

  /// The row that commands are about.
  var previewedRow: CommandTemplate.Row? {
    if let picked = overlays.picked { return picked.current }
    return isOnOffer ? nil : currentLine.map { ($0.id, $0.values) }
  }

  private mutating func stopPreview(_ effects: inout [ScreenEffect]) {
    if preview?.stop() == true { effects.append(.stopPreview) }
  }

  /// Changes the preview, which appears if there is none.
  mutating func changePreview(_ change: (inout Preview) -> Void) {
    var changed = preview ?? Preview(PreviewOptions(command: ""), isShown: true)
    change(&changed)
    preview = changed
  }

  /// Shows output of the command; empty output only removes that of the command before.
  mutating func show(preview bytes: [UInt8], number: Int, _ effects: inout [ScreenEffect]) {
    if preview?.show(bytes, number: number) == true { effects.append(.stopPreview) }
  }

  // MARK: Keys

  /// Handles an action of the preview.
  ///
  /// - Returns: Whether it is one.
  mutating func handlePreviewAction(_ action: Action?) -> Bool {
    guard preview != nil else { return false }
    let page = max(1, (geometry.preview?.rows.count ?? 1) - 1)
    switch action {
    case .togglePreview:
      if preview?.isShown == true { preview?.isShown = false } else { showPreview() }
    case .previewUp: preview?.scroll(by: -1)
    case .previewDown: preview?.scroll(by: 1)
    case .previewPageUp: preview?.scroll(by: -page)
    case .previewPageDown: preview?.scroll(by: page)
    case .previewHalfPageUp: preview?.scroll(by: -max(1, page / 2))
    case .previewHalfPageDown: preview?.scroll(by: max(1, page / 2))
    case .previewFirst: preview?.scroll(by: -PreviewText.mostLines)
    case .previewLast: preview?.scroll(by: PreviewText.mostLines)
    case .showPreview: showPreview()
    case .hidePreview: preview?.isShown = false
    case .refreshPreview: preview?.forgetRequest()
    case .togglePreviewWrap: preview?.options.window.wraps.toggle()
    default: return false
    }
    return true
  }

  /// Shows the preview, if there is room for it.
  mutating func showPreview() {
    preview?.isShown = true
    guard geometry.preview == nil else { return }
    preview?.isShown = false
    notices.refuse("no room for previews")
  }

  /// Handles a mouse event in the preview.
  ///
  /// - Returns: Whether the event was in the preview.
  mutating func handleMouseOnPreview(_ mouse: MouseEvent) -> Bool {
    guard geometry.previewBox?.contains(column: mouse.column, row: mouse.row) == true else {
      return false
    }
    switch mouse.kind {
    case .wheelUp: preview?.scroll(by: -3)
    case .wheelDown: preview?.scroll(by: 3)
    default: break
    }
    return true
  }

  /// Returns the index of the line that the preview of a row begins with, after the lines that
  /// stay; nil for the first one.
  private func firstLine(for row: CommandTemplate.Row?, height: Int) -> Int? {
    guard let window = previewWindow else { return nil }
    if window.follows { return .max }
    guard let scroll = window.scroll else { return nil }
    let command = template(scroll.line).command(row: row, search: searching.field.text)
    // The values of placeholders are quoted for a shell.
    var (line, number, sign) = (0, 0, 1)
    for byte in command + [UInt8(ascii: "+")] where byte != UInt8(ascii: "'") {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        number = min(number * 10 + Int(byte) - 48, 1 << 24)
      case UInt8(ascii: "+"), UInt8(ascii: "-"):
        line += sign * number
        (number, sign) = (0, byte == UInt8(ascii: "-") ? -1 : 1)
      default: break
      }
    }
    return max(0, line - 1 - (scroll.divisor.map { height / $0 } ?? 0) - window.fixedLines)
  }

  /// Keeps the first line that is shown within the output.
  mutating func clampPreview() {
    guard let area = geometry.preview else { return }
    // A long line may take all lines of the screen.
    let lines = previewWindow?.wraps == true ? 1 : area.rows.count
    preview?.clamp(lines: lines)
  }

  // MARK: Drawing

  /// Draws the output of the command.
  func drawPreview(_ frame: inout Frame) {
    guard let preview, let window = previewWindow, let area = geometry.preview else {
      return
    }
    let width = area.columns.count
    var rows = area.rows
    let fixed = preview.text.lines(from: 0, limit: min(window.fixedLines, area.rows.count))
    let rest = preview.text.lines(
      from: preview.first + fixed.count, limit: area.rows.count - fixed.count)
    for line in fixed + rest {
      let text = SanitizedText(
        line.text, isASCII: options.isASCII, tabStop: options.lines.tabStop,
        limit: window.wraps ? width * rows.count : width + 1)
      let parts =
        window.wraps
        ? text.wrapped(to: width) : [text.fitted(to: width, isASCII: options.isASCII)]
      for (part, row) in zip(parts, rows) {
        frame.write(part, column: area.columns.lowerBound, row: row) { glyph in
          let style = line.style(at: glyph.source)
          let shown = options.isColored ? style : style.withoutColor
          return glyph.isSymbol ? shown.adding(theme.symbol) : shown
        }
      }
      rows = rows.dropFirst(parts.count)
      if rows.isEmpty { break }
    }
    let count = preview.text.count
    if count > area.rows.count {
      let place = " \(preview.first + 1)/\(count)\(preview.text.isFull ? "+" : "")"
      frame.write(
        place, theme.counts.adding(theme.caret), column: area.columns.upperBound - place.count,
        row: area.rows.lowerBound)
    }
  }
}
