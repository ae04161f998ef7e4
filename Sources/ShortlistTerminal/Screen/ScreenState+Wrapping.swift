import Shortlist

/// Rows that take as many lines as their values need.
extension ScreenState {
  /// The most characters of a value that are laid out.
  private static let longest = 20_000

  mutating func toggleWrap() {
    options.wraps.toggle()
    if options.wraps { columns.scrolled = 0 }
    notices.say(options.wraps ? "rows in full" : "a line for each row")
  }

  /// Finds out how many lines the known rows take.
  mutating func fitLines() {
    viewport.lines = [:]
    guard options.wraps, let page else { return }
    let layout = columnLayout
    for (offset, line) in page.lines.enumerated() {
      let count = zip(layout.places, layout.widths).reduce(1) { count, column in
        max(count, parts(of: line.values, columns.columns[column.0], width: column.1).count)
      }
      if count > 1 { viewport.lines[page.start + offset] = count }
    }
  }

  /// Returns a cell as lines of the width of its column.
  func parts(
    of values: [CellValue], _ column: TableColumns.Column, width: Int
  ) -> [[SanitizedText.Glyph]] {
    guard column.index < values.count else { return [[]] }
    return SanitizedText.lines(
      of: values[column.index].shown, room: max(1, width), isASCII: options.isASCII,
      tabStop: columns.tabStop,
      limit: min(Self.longest, width * max(1, viewport.height)), most: max(1, viewport.height))
  }
}
