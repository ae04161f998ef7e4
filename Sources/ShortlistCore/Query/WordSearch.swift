/// A search for texts in the indexes of their words: with typos, for all words of a needle;
/// without, for a word that begins with the needle.
struct WordSearch: Sendable {
  private let needle: Needle
  private let test: TextTest
  private let words: [TypoWord]

  /// Creates a search; nil for other tests, and if no word of the needle is surely in an index.
  init?(_ needle: Needle, _ test: TextTest) {
    guard test.allowsTypos || test == .wordStart, needle.maxTypos > 0 else { return nil }
    self.needle = needle
    self.test = test
    words = needle.typoWords(test)
    if !test.allowsTypos && words.map(\.bytes) != [needle.bytes] { return nil }
  }

  /// Whether the search is done in the indexes of an arena: without typos, only if they are there.
  func uses(_ indexes: LazyTextIndexes, of folded: Arena) -> Bool {
    test.allowsTypos || indexes.haveWords(of: folded)
  }

  /// Marks the texts of an arena that have the words, among the given ones.
  func mark(
    _ folded: Arena, _ indexes: LazyTextIndexes, among texts: [UInt64], in hits: inout [UInt64]
  ) {
    let isInIndex = { (word: TypoWord) in word.most > 0 || !test.allowsTypos }
    let isWhole = words.allSatisfy(isInIndex)
    for number in 0..<LazyTextIndexes.wordIndexes(of: folded) {
      let (first, index) = (number << Chunk.shift, indexes.words(number, of: folded))
      var found = [UInt64](repeating: ~0, count: (index.texts + 63) / 64)
      for word in words where isInIndex(word) {
        var having = [UInt64](repeating: 0, count: found.count)
        func add(_ word: Int) {
          for run in index.runs(of: word) { having.setBits(Int(run.first)...Int(run.last)) }
        }
        if word.most == 0 {
          word.forEachBeginning(of: index, add)
        } else {
          let similar = indexes.similarWords(to: word.bytes, number) {
            word.similarWords(in: index)
          }
          for similar in similar where word.accepts(similar) { add(Int(similar.word)) }
        }
        for word in found.indices { found[word] &= having[word] }
      }
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
