extension SearchPlan {
  /// Returns the parts of a shown value that the search matched, in UTF-16 code units.
  ///
  /// Each part is widened to whole characters (grapheme clusters). Lists are shown as JSON text,
  /// which is not highlighted. Words with typos are highlighted where the value does not have a
  /// word as it was typed.
  func highlights(of value: CellValue, column: Int) -> Highlights {
    if case .list = value { return [] }
    let wanted = clauses.map { clause in
      clause.flatMap { term -> [(Needle, TextTest)] in
        guard !term.isNegated, case .text(let needle, let columns) = term.condition else {
          return []
        }
        return columns.filter { $0.index == column }.map { (needle, $0.test) }
      }
    }
    if value.isNull || wanted.allSatisfy(\.isEmpty) { return [] }
    let folded = FoldedText(value.text)
    var aligner = FuzzyAligner()
    let shown = Array(value.text.utf8)
    func places(_ needle: Needle, _ test: TextTest) -> [Range<Int>] {
      if test != .letters { return needle.places(in: folded.bytes.span, test) }
      // Where the kind of a match counts, the letters are highlighted where they have the best.
      if ranking.hasKinds {
        for places in [
          needle.places(in: folded.bytes.span, .wordStart),
          needle.joinedPlaces(in: folded.bytes.span),
          needle.places(in: folded.bytes.span, .anywhere),
        ] where !places.isEmpty { return places }
      }
      return aligner.places(needle, shown: shown.span, folded: folded.bytes.span)
    }
    let matched = wanted.flatMap { clause in
      let typed = clause.filter { !$0.1.allowsTypos }.flatMap(places)
      return typed.isEmpty ? clause.filter { $0.1.allowsTypos }.flatMap(places) : typed
    }
    return folded.highlights(of: matched)
  }
}
