extension SanitizedText {
  /// Returns the glyph that replaces omitted text.
  static func ellipsis(isASCII: Bool) -> Glyph {
    Glyph(text: isASCII ? "~" : "…", width: 1, isSymbol: true, source: -1)
  }

  /// Returns the part of the text that fits into `columns`, with … where text is omitted.
  ///
  /// The text is cut only between graphemes, so the result may be a column short.
  ///
  /// - Parameters:
  ///   - columns: The maximum width of the result.
  ///   - match: A range of the source text, in UTF-16 code units, that must be visible: the start
  ///     is omitted if the range would be cut off otherwise.
  ///   - isASCII: Whether to use an ASCII character instead of ….
  /// - Returns: The glyphs in order.
  package func fitted(to columns: Int, showing match: Range<Int>? = nil, isASCII: Bool = false)
    -> [Glyph]
  {
    if width <= columns && !isCut { return glyphs }
    guard columns > 1 else {
      return columns == 1 ? [Self.ellipsis(isASCII: isASCII)] : []
    }
    let ellipsis = Self.ellipsis(isASCII: isASCII)
    let start = start(for: match, columns: columns)
    var result = start == 0 ? [] : [ellipsis]
    var used = start == 0 ? 0 : 1
    let rest = glyphs[start...]
    let restWidth = rest.reduce(0) { $0 + $1.width }
    if used + restWidth <= columns && !isCut { return result + rest }
    for glyph in rest {
      if used + glyph.width > columns - 1 { break }
      result.append(glyph)
      used += glyph.width
    }
    return result + [ellipsis]
  }

  /// Returns the part of the text that fits into `columns` after the first `skipped` columns.
  package func fitted(to columns: Int, after skipped: Int, isASCII: Bool = false) -> [Glyph] {
    if skipped == 0 { return fitted(to: columns, isASCII: isASCII) }
    var rest = self
    var left = 0
    rest.glyphs = Array(
      glyphs.drop { glyph in
        left += glyph.width
        return left <= skipped
      })
    rest.width = rest.glyphs.reduce(0) { $0 + $1.width }
    if columns < 2 || rest.glyphs.isEmpty { return [] }
    return [Self.ellipsis(isASCII: isASCII)] + rest.fitted(to: columns - 1, isASCII: isASCII)
  }

  /// Returns the index of the first glyph to draw.
  ///
  /// About a third of the columns precede the match.
  private func start(for match: Range<Int>?, columns: Int) -> Int {
    guard let match, let index = glyphs.firstIndex(where: { $0.source >= match.lowerBound })
    else { return 0 }
    let left = glyphs[..<index].reduce(0) { $0 + $1.width }
    let matched = glyphs[index...].prefix { $0.source < match.upperBound }
    let matchWidth = matched.reduce(0) { $0 + $1.width }
    if left + matchWidth < columns { return 0 }
    var start = index
    var before = 0
    let context = min(columns / 3, columns - 2 - matchWidth)
    while start > 0 && before + glyphs[start - 1].width <= context {
      start -= 1
      before += glyphs[start].width
    }
    // Leave no columns empty at the end.
    var tail = glyphs[start...].reduce(0) { $0 + $1.width }
    while start > 0 && !isCut && tail + glyphs[start - 1].width <= columns - 1 {
      start -= 1
      tail += glyphs[start].width
    }
    return start
  }
}

extension SanitizedText {
  /// Returns the text as lines of at most `columns`, at least one.
  package func wrapped(to columns: Int) -> [[Glyph]] {
    var lines: [[Glyph]] = [[]]
    var used = 0
    for glyph in glyphs {
      if used + glyph.width > columns && used > 0 {
        lines.append([])
        used = 0
      }
      lines[lines.count - 1].append(glyph)
      used += glyph.width
    }
    return lines
  }
}
