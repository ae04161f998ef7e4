import Shortlist

/// The texts above and below the rows, the borders of the parts, and the gaps between rows.
extension ScreenState {
  /// Draws lines of text within their border; those that are given as options may have colors.
  func drawText(
    _ frame: inout Frame, _ lines: [String], _ rows: Range<Int>, _ box: ScreenBox, _ base: Style
  ) {
    let area = box.contentOfPart(Area(columns: 0..<size.columns, rows: rows))
    let start = box.border.hasLeft ? area.columns.lowerBound : gutter
    for (number, row) in area.rows.enumerated() where number < lines.count {
      // The lines of the source come after those of the options.
      let isGiven = lines.count - number > source.head.count || rows == geometry.footer
      var style = Style.plain
      let styled = isGiven ? StyledText(Array(lines[number].utf8)[...], style: &style) : nil
      let line = SanitizedText(
        styled?.text ?? lines[number], isASCII: options.isASCII,
        tabStop: options.lines.tabStop, limit: size.columns)
      let room = max(0, area.columns.upperBound - start)
      frame.write(line.fitted(to: room, isASCII: options.isASCII), column: start, row: row) {
        options.isColored ? base.adding(styled?.style(at: $0.source) ?? .plain) : base
      }
    }
  }

  /// Draws the borders of the parts, which are in their places already.
  func drawBoxes(_ frame: inout Frame) {
    let (geometry, all) = (geometry, 0..<max(0, size.columns))
    func draw(_ box: ScreenBox, _ area: Area) {
      if box.border == .none || area.rows.isEmpty { return }
      let start = start(of: area)
      let area = Area(columns: area.columns, rows: start..<start + area.rows.count)
      box.drawBorder(&frame, area, theme, options.isASCII)
    }
    draw(geometry.boxes.input, Area(columns: all, rows: geometry.input))
    draw(geometry.boxes.header, Area(columns: all, rows: geometry.text))
    draw(geometry.boxes.footer, Area(columns: all, rows: geometry.footer))
    if let area = geometry.listBox { draw(geometry.boxes.list, area) }
    if let area = geometry.previewBox { draw(geometry.boxes.preview, area) }
  }

  /// Draws an empty line after a row; the last one may have a line.
  func drawGap(_ frame: inout Frame, row: Int, isLast: Bool) {
    guard isLast, !options.gapLine.isEmpty else { return }
    let line = SanitizedText.repeated(
      options.gapLine, to: geometry.width - gutter, isASCII: options.isASCII)
    frame.write(line, theme.edge ?? theme.symbol, column: gutter, row: row)
  }
}

extension SanitizedText {
  /// Returns a text that is repeated as often as it fits; empty if it has no width.
  static func repeated(_ text: String, to columns: Int, isASCII: Bool) -> String {
    let one = SanitizedText(text, isASCII: isASCII, limit: 256)
    guard one.width > 0, columns > 0 else { return "" }
    let all = one.glyphs.map(\.text).joined()
    return String(repeating: all, count: columns / one.width)
  }
}
