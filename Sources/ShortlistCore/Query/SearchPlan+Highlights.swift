extension SearchPlan {
  /// Returns the parts of a shown value that the search matched, in UTF-16 code units.
  ///
  /// Each part is widened to whole characters (grapheme clusters). Lists are shown as JSON text,
  /// which is not highlighted.
  func highlights(of value: CellValue, column: Int) -> Highlights {
    if case .list = value { return [] }
    guard columns.contains(column), !value.isNull else { return [] }
    let folded = FoldedText(value.text)
    var aligner = FuzzyAligner()
    let shown = Array(value.text.utf8)
    let matched = needles.flatMap { needle in
      match == .fuzzy
        ? aligner.places(needle, shown: shown.span, folded: folded.bytes.span)
        : needle.places(in: folded.bytes.span, match)
    }
    return folded.highlights(of: matched)
  }
}

extension Needle {
  /// Returns the byte ranges where the needle matches in a folded text.
  fileprivate func places(in text: Span<UInt8>, _ match: MatchKind) -> [Range<Int>] {
    if match == .prefix { return matches(text, .prefix) ? [0..<bytes.count] : [] }
    var places: [Range<Int>] = []
    var at = 0
    while let found = match == .words
      ? finder.firstAtWordStart(in: text, from: at) : finder.first(in: text, from: at)
    {
      places.append(found..<found + bytes.count)
      at = found + bytes.count
    }
    return places
  }
}
