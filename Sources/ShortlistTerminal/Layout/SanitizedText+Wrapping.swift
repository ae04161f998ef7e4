extension SanitizedText {
  /// Returns a text as lines that fit, at least one; it is broken at its line ends, and after
  /// spaces where there are any.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - room: The number of columns of a line.
  ///   - isASCII: Whether symbols are limited to ASCII characters.
  ///   - tabStop: The distance of the columns to which tabs reach; nil to show them as symbols.
  ///   - limit: The approximate number of columns of each line of the text that are kept.
  ///   - most: The number of lines after which the text is cut.
  ///   - showsCut: Whether … stands for the rest of a line of the text beyond `limit`.
  /// - Returns: The lines; the offsets of their glyphs are those of the text.
  static func lines(
    of text: String, room: Int, isASCII: Bool, tabStop: Int? = nil, limit: Int,
    most: Int = .max, showsCut: Bool = false
  ) -> [[Glyph]] {
    var lines: [[Glyph]] = []
    var offset = 0
    for part in text.split(separator: "\n", omittingEmptySubsequences: false)
    where lines.count < most {
      let kept = SanitizedText(String(part), isASCII: isASCII, tabStop: tabStop, limit: limit)
      var glyphs = kept.glyphs[...]
      if showsCut && kept.isCut { glyphs.append(ellipsis(isASCII: isASCII)) }
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
    of glyphs: ArraySlice<Glyph>, room: Int
  ) -> ArraySlice<Glyph> {
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
