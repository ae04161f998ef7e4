extension Column {
  /// Whether a folded text in a slot passes a test.
  ///
  /// The texts are those of a text or date, of each element of a list, or of a number or Boolean
  /// written out.
  func containsFolded(_ slot: UInt32, where test: (Span<UInt8>) -> Bool) -> Bool {
    switch self {
    case .text(let texts), .date(let texts, _): return texts.withFolded(slot, test) ?? false
    case .list(let lists):
      return lists.codes(slot)?.contains { lists.pool.block.folded.with(Int($0) - 1, test) }
        ?? false
    case .integer, .number, .boolean:
      let value = value(slot)
      return !value.isNull && test(Folding.fold(value.text).span)
    }
  }
}
