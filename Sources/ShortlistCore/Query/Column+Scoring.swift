extension Column {
  /// Whether the column stores texts.
  var isText: Bool {
    switch self {
    case .text, .date, .list: true
    case .integer, .number, .boolean: false
    }
  }

  /// Returns the points of the text in a slot for a needle; of a list, those of its best element.
  func points(
    _ slot: UInt32, _ ranked: RankedNeedle, _ aligner: inout FuzzyAligner
  ) -> FuzzyPoints {
    let (needle, scale) = (ranked.needle, ranked.scale)
    switch self {
    case .text(let texts), .date(let texts, _):
      return texts.withShown(slot) { shown in
        texts.withFolded(slot) { folded in
          scale.points(aligner.points(shown, folded, needle), folded)
        } ?? .none
      } ?? .none
    case .list(let lists):
      let block = lists.pool.block
      return lists.codes(slot)?.map { code in
        block.shown.with(Int(code) - 1) { shown in
          block.folded.with(Int(code) - 1) { folded in
            scale.points(aligner.points(shown, folded, needle), folded)
          }
        }
      }.max() ?? .none
    case .integer, .number, .boolean:
      let text = value(slot).text
      let folded = Folding.fold(text)
      let points = aligner.points(Array(text.utf8).span, folded.span, needle)
      return scale.points(points, folded.span)
    }
  }

  /// Returns the folded length of the text in a slot; of a list, that of all elements; 0 for none.
  func foldedLength(_ slot: UInt32) -> Int {
    switch self {
    case .text(let texts), .date(let texts, _): texts.withFolded(slot) { $0.count } ?? 0
    case .list(let lists):
      lists.codes(slot)?.reduce(0) { $0 + lists.pool.block.folded.range(Int($1) - 1).count } ?? 0
    case .integer, .number, .boolean: isNull(slot) ? 0 : value(slot).text.utf8.count
    }
  }
}

extension FuzzyAligner {
  /// Returns the points of a text, given as shown and folded; 0 if the needle does not match.
  mutating func points(_ shown: Span<UInt8>, _ folded: Span<UInt8>, _ needle: Needle) -> FuzzyPoints
  {
    guard needle.matches(folded, .letters) else { return .none }
    if Self.isGreedy(needle, folded) { return Self.greedyPoints(shown, folded, needle) }
    load(shown: shown, folded: folded)
    return FuzzyPoints(clamping: score(needle) ?? 0)
  }
}
