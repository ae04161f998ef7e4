/// A word of an index that is similar to a typed one.
struct SimilarWord: Sendable {
  /// The number of the word.
  let word: UInt32
  /// The typos of the word, or of a beginning of it.
  let least: UInt8
  /// The typos of the whole word; more than it may have if there are too many.
  let whole: UInt8

  init(_ word: Int, _ least: Int, _ whole: Int) {
    (self.word, self.least, self.whole) = (UInt32(word), UInt8(least), UInt8(whole))
  }
}
