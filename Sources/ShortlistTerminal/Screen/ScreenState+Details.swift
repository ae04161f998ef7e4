import Shortlist

/// The details of one row: all its values, in full.
extension ScreenState {
  /// The row whose details can be shown: the one at the cursor.
  private var detailed: (values: [CellValue], highlights: [Highlights])? {
    if let picked = overlays.picked { return picked.current.map { ($0.values, []) } }
    return currentLine.map { line in
      let matches = line.values.enumerated().map {
        self.matches(line.highlights, of: $0, in: $1.shown)
      }
      return (line.values, matches)
    }
  }

  /// The lines of the screen between the column names, which are not shown, and the status line.
  private var detailRows: Range<Int> {
    let first = geometry.header ?? geometry.offer ?? geometry.rows.lowerBound
    return first..<geometry.rows.upperBound
  }

  /// The attributes, without those of lines that are not shown by themselves.
  var shownSchema: ListSchema { options.lines.shown(schema) }

  private var detailLines: RowDetails? {
    detailed.map { row in
      RowDetails(
        row.values, row.highlights, schema: shownSchema,
        width: max(1, geometry.width - 1), isASCII: options.isASCII)
    }
  }

  /// Shows the details of the row at the cursor.
  mutating func openDetails() {
    guard detailed != nil else { return notices.refuse("there is no row to show") }
    overlays.details = firstDetail
    panels.focus = .rows
  }

  /// The first line to show: that of the first match, unless it is in sight from the beginning.
  private var firstDetail: Int {
    let match = detailLines?.lines.firstIndex { line in
      line.value.contains { glyph in line.matches.contains { $0.contains(glyph.source) } }
    }
    return match.map { $0 < detailRows.count ? 0 : $0 - 1 } ?? 0
  }

  /// Keeps the first line that is shown within the details.
  mutating func clampDetails() {
    guard let first = overlays.details else { return }
    let count = detailLines?.lines.count ?? 0
    overlays.details = max(0, min(first, count - detailRows.count))
  }

  /// Handles a key while details are shown.
  ///
  /// Keys that do not apply here close them first.
  ///
  /// - Returns: Whether the key was handled.
  mutating func handleDetailsKey(
    _ key: KeyPress, _ action: Action?, _ effects: inout [ScreenEffect]
  ) -> Bool {
    if overlays.details == nil { return false }
    let page = max(1, detailRows.count - 1)
    switch action {
    case .up: overlays.details? -= 1
    case .down: overlays.details? += 1
    case .pageUp: overlays.details? -= page
    case .pageDown: overlays.details? += page
    case .first, .edit(.start): overlays.details = 0
    case .last, .edit(.end): overlays.details = .max
    case .edit(.left): showOther(by: -1)
    case .edit(.right): showOther(by: 1)
    case .toggleAndDown, .toggleAndUp:
      if overlays.picked == nil { toggle(&effects) } else { return false }
    case .cancel where key == KeyPress(.escape): overlays.details = nil
    case .details: overlays.details = nil
    case .accept, .cancel, .undo, .redo, .suspend, .redraw, .help: return false
    default:
      overlays.details = nil
      return false
    }
    return true
  }

  /// Shows the details of the row before or after this one.
  private mutating func showOther(by step: Int) {
    if overlays.picked == nil { move(by: step) } else { overlays.picked?.view.move(by: step) }
    overlays.details = firstDetail
  }

  /// Draws the details.
  func drawDetails(_ frame: inout Frame) {
    guard let first = overlays.details, let details = detailLines else { return }
    let rows = detailRows
    if overlays.help == nil { frame.cursor = Frame.Place(column: 0, row: rows.lowerBound) }
    for (row, line) in zip(rows, details.lines.dropFirst(first)) {
      frame.write(line.name, column: 1, row: row) { _ in theme.heading }
      frame.write(line.value, column: 1 + details.nameWidth, row: row) { glyph in
        style(of: glyph, base: .plain, matches: line.matches)
      }
    }
  }

  /// A hint about the keys of the details, with the place of the shown lines.
  var detailNote: String {
    let count = detailLines?.lines.count ?? 0
    let more = count > detailRows.count ? "Up Down scroll, " : ""
    return more + "Left Right other rows, Esc goes back"
  }
}
