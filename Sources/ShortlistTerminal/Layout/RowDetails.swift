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
      let parts = Self.lines(of: value.detailed, room: room, isASCII: isASCII)
      for (place, part) in parts.enumerated() {
        lines.append(Line(name: place == 0 ? name : [], value: part, matches: matches))
      }
    }
  }

  /// Returns a text as lines that fit, at least one.
  private static func lines(
    of text: String, room: Int, isASCII: Bool
  ) -> [[SanitizedText.Glyph]] {
    var lines: [[SanitizedText.Glyph]] = []
    var offset = 0
    for part in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var glyphs = SanitizedText(String(part), isASCII: isASCII, limit: longest).glyphs[...]
      repeat {
        let line = firstLine(of: glyphs, room: room)
        lines.append(
          line.map { glyph in
            var glyph = glyph
            glyph.source += offset
            return glyph
          })
        glyphs = glyphs.dropFirst(line.count)
      } while !glyphs.isEmpty
      offset += part.utf16.count + 1
    }
    return lines
  }

  /// Returns as many glyphs as fit, up to the last space if words continue.
  private static func firstLine(
    of glyphs: ArraySlice<SanitizedText.Glyph>, room: Int
  ) -> ArraySlice<SanitizedText.Glyph> {
    var width = 0
    let fitting = glyphs.prefix { glyph in
      width += glyph.width
      return width <= room
    }
    // A grapheme that is wider than the screen is a line of its own.
    if fitting.isEmpty { return glyphs.prefix(1) }
    if fitting.count == glyphs.count { return fitting }
    guard let space = fitting.lastIndex(where: { $0.text == " " }), space > fitting.startIndex
    else { return fitting }
    return fitting[...space]
  }
}

extension CellValue {
  /// The value as text with an element of a list on each line.
  fileprivate var detailed: String {
    if case .list(let elements) = self { return elements.joined(separator: "\n") }
    return shown
  }
}
