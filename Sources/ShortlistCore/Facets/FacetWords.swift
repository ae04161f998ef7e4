/// The search words for the values of a facet.
struct FacetWords {
  private let needles: [Needle]

  init(_ search: String) {
    let folded = Folding.fold(search)
    needles = Folding.words(of: folded.span).map { Needle(Array(folded[$0])) }
  }

  /// The folded words.
  var texts: [String] { needles.map { String(decoding: $0.bytes, as: UTF8.self) } }

  /// Returns whether every search word is a prefix of some word of a folded value.
  func match(_ value: Span<UInt8>) -> Bool {
    needles.allSatisfy { $0.matches(value, .wordStart) }
  }

  /// Returns whether every search word is a prefix of some word of a value.
  func match(_ value: CellValue) -> Bool { match(Folding.fold(value.text).span) }
}
