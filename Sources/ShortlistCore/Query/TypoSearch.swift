/// A search for the texts that have all words of a needle, with typos.
struct TypoSearch: Sendable {
  private let needle: Needle
  private let test: TextTest
  private let words: [TypoWord]

  /// Creates a search; nil for other tests, and if no word may have typos.
  init?(_ needle: Needle, _ test: TextTest) {
    guard test.allowsTypos, needle.mostTypos > 0 else { return nil }
    self.needle = needle
    self.test = test
    words = needle.typoWords(most: test.mostTypos)
  }

  /// Marks the texts of an arena that have the words, among the given ones.
  func mark(
    _ folded: Arena, _ indexes: LazyTextIndexes, among texts: [UInt64], in hits: inout [UInt64]
  ) {
    for number in 0..<LazyTextIndexes.wordIndexes(of: folded) {
      let (first, index) = (number << Chunk.shift, indexes.words(number, of: folded))
      var found = [UInt64](repeating: ~0, count: (index.texts + 63) / 64)
      for word in words where word.most > 0 {
        var having = [UInt64](repeating: 0, count: found.count)
        word.forEach(of: index) { word in
          for run in index.runs(of: word) { having.setBits(Int(run.first)...Int(run.last)) }
        }
        for word in found.indices { found[word] &= having[word] }
      }
      let isWhole = words.allSatisfy { $0.most > 0 }
      for word in found.indices where first >> 6 + word < texts.count {
        var rest = found[word] & texts[first >> 6 + word]
        if !isWhole {
          for bit in 0..<64 where rest & 1 << UInt64(bit) != 0 {
            let text = first + word << 6 + bit
            if !folded.with(text, { needle.matches($0, test) }) { rest &= ~(1 << UInt64(bit)) }
          }
        }
        hits[first >> 6 + word] |= rest
      }
    }
  }
}

extension [UInt64] {
  /// Sets a range of bits.
  fileprivate mutating func setBits(_ bits: ClosedRange<Int>) {
    let (first, last) = (bits.lowerBound >> 6, bits.upperBound >> 6)
    let low = ~UInt64(0) << UInt64(bits.lowerBound & 63)
    let high = ~UInt64(0) >> UInt64(63 - bits.upperBound & 63)
    if first == last {
      self[first] |= low & high
      return
    }
    self[first] |= low
    for word in first + 1..<last { self[word] = ~0 }
    self[last] |= high
  }
}
