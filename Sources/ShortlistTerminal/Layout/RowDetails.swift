import Shortlist

/// The lines that show all values of a row in full: a name, and beside it the value, wrapped.
///
///     name     libasan8
///     summary  AddressSanitizer -- a fast
///              memory error detector
struct RowDetails {
  /// A line: the name of an attribute where its value begins, and a part of the value.
  struct Line {
    var name: [SanitizedText.Glyph]
    var value: [SanitizedText.Glyph]
    /// The parts of the value that the search matched, in the offsets of its glyphs.
    var matches: Highlights
  }

  /// The lines in order.
  private(set) var lines: [Line] = []
  /// The width of the names, with the gap to the values.
  let nameWidth: Int

  /// The number of characters of a value that are shown.
  private static let longest = 100_000

  /// Lays a row out.
  ///
  /// - Parameters:
  ///   - values: The values of the row.
  ///   - highlights: The parts of each value that the search matched; may be empty.
  ///   - schema: The attributes.
  ///   - width: The number of columns on the screen.
  ///   - isASCII: Whether symbols are limited to ASCII characters.
  init(
    _ values: [CellValue], _ highlights: [Highlights], schema: ListSchema, width: Int,
    isASCII: Bool
  ) {
    let names = schema.entries.map { SanitizedText($0.name, isASCII: isASCII, limit: 256) }
    let longest = names.map(\.width).max() ?? 0
    let nameWidth = min(longest, max(1, width / 3)) + ColumnWidths.gap
    self.nameWidth = nameWidth
    let room = max(1, width - nameWidth)
    for (index, value) in values.enumerated() where index < names.count {
      let name = names[index].fitted(to: nameWidth - ColumnWidths.gap, isASCII: isASCII)
      let matches = index < highlights.count ? highlights[index] : []
      let parts = SanitizedText.lines(
        of: value.detailed, room: room, isASCII: isASCII, limit: Self.longest, showsCut: true)
      for (place, part) in parts.enumerated() {
        lines.append(Line(name: place == 0 ? name : [], value: part, matches: matches))
      }
    }
  }
}

extension CellValue {
  /// The value as text with an element of a list on each line.
  fileprivate var detailed: String {
    if case .list(let elements) = self { return elements.joined(separator: "\n") }
    return shown
  }
}
