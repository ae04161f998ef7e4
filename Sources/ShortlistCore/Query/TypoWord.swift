/// A typed word, and how many typos it may have.
///
/// A word of a text is the typed one if it begins with it; with typos, if it has the same first
/// letter and is at most that many typos from it, or has a beginning that is, whose last letter was
/// typed right. Words of digits have no typos.
struct TypoWord: Sendable {
  /// The folded word.
  let bytes: [UInt8]
  /// The maximum number of typos.
  let most: Int
  /// Whether beginnings of longer words do not count.
  let isWhole: Bool
  private let letters: [UInt32]

  /// The maximum number of letters of a word that may have typos.
  private static let maxLetters = 64

  /// Creates a word that may have as many typos as its length allows, but no more than `most`.
  ///
  /// - Parameters:
  ///   - bytes: The folded word.
  ///   - most: The maximum number of typos.
  ///   - isWhole: Whether beginnings of longer words do not count; they do for a word that may have
  ///     no typos.
  init(_ bytes: [UInt8], most: Int, isWhole: Bool = false) {
    self.bytes = bytes
    letters = String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value)
    self.most = min(most, Self.typos(of: letters))
    self.isWhole = isWhole && self.most > 0
  }

  /// Returns the maximum number of typos in a word: one from four letters on, two from eight.
  private static func typos(of letters: [UInt32]) -> Int {
    let hasLetter = letters.contains { $0 &- 0x30 > 9 }
    if letters.count < 4 || letters.count > maxLetters || !hasLetter { return 0 }
    return letters.count < 8 ? 1 : 2
  }

  /// Returns the words of a folded text in which the typed word is found, as ranges of bytes; the
  /// beginnings of words that begin with it.
  func places(in text: Span<UInt8>) -> [Range<Int>] {
    var places: [Range<Int>] = []
    forEach(in: text) { place in
      places.append(place)
      return true
    }
    return places
  }

  /// Whether a folded text has the typed word.
  func occurs(in text: Span<UInt8>) -> Bool {
    var isFound = false
    forEach(in: text) { _ in
      isFound = true
      return false
    }
    return isFound
  }

  private func forEach(in text: Span<UInt8>, _ body: (Range<Int>) -> Bool) {
    // A word without typos may have any number of letters.
    var distance = EditDistance(most == 0 ? [] : letters, most: most)
    var at = 0
    while let word = Folding.nextWord(in: text, from: at) {
      at = word.upperBound
      let begins = !isWhole && text.extracting(word).begins(with: bytes)
      let range = begins ? word.lowerBound..<word.lowerBound + bytes.count : word
      if begins || most > 0 && typos(of: text.extracting(word), &distance) <= most {
        if !body(range) { return }
      }
    }
  }

  /// Returns the typos of a word; more than the maximum if there are too many.
  private func typos(of word: Span<UInt8>, _ distance: inout EditDistance) -> Int {
    distance.keep(0)
    guard let kept = WordIndex.kept(word) else { return most + 1 }
    var least = most + 1
    var at = 0
    while at < kept.upperBound {
      let (letter, length) = word.scalar(at: at)
      if at == 0 && letter != letters[0] { return most + 1 }
      if !distance.add(letter) { return least }
      if !isWhole { least = min(least, distance.beginning) }
      at += length
    }
    return min(least, distance.whole)
  }

  /// Whether a word counts that an index has with typos of the typed one.
  func accepts(_ word: SimilarWord) -> Bool {
    Int(isWhole ? word.whole : word.least) <= most
  }

  /// Returns the words of an index that have no more typos than the typed word may have at all.
  ///
  /// Words are passed by with the first letters that make too many typos, and what a word shares
  /// with the one before it is not compared again.
  ///
  /// - Precondition: A word as long as the typed one may have typos.
  func similarWords(in index: WordIndex) -> [SimilarWord] {
    let (words, shared) = (index.words, index.shared)
    let most = Self.typos(of: letters)
    let start = Array(String(String.UnicodeScalarView([Unicode.Scalar(letters[0]) ?? "?"])).utf8)
    let all = 0..<words.count
    let first = all.partitionPoint { word in
      words.with(word) { Bytes.compare($0, start.span) < 0 }
    }
    var similar: [SimilarWord] = []
    var distance = EditDistance(letters, most: most)
    // For each letter added, its end in the word, and the least typos of beginnings so far.
    var path: [(end: Int, least: Int)] = []
    // The least typos of all following words that share this many bytes with the last one.
    var decided: (end: Int, least: Int)?
    for word in first..<words.count {
      let common = word == first ? 0 : Int(shared[word])
      if let known = decided {
        if common >= known.end {
          if known.least <= most { similar.append(SimilarWord(word, known.least, most + 1)) }
          continue
        }
        decided = nil
      }
      if common < start.count && !words.with(word, { $0.begins(with: start) }) { break }
      while let last = path.last, last.end > common { path.removeLast() }
      distance.keep(path.count)
      words.with(word) { bytes in
        while (path.last?.end ?? 0) < bytes.count {
          let at = path.last?.end ?? 0
          let (letter, length) = bytes.scalar(at: at)
          let least = path.last?.least ?? most + 1
          if !distance.add(letter) {
            decided = (at + length, least)
            if least <= most { similar.append(SimilarWord(word, least, most + 1)) }
            return
          }
          path.append((at + length, min(least, distance.beginning)))
        }
        let least = min(path.last?.least ?? most + 1, distance.whole)
        if least <= most { similar.append(SimilarWord(word, least, distance.whole)) }
      }
    }
    return similar
  }

  /// Calls `body` with each word of an index that begins with the typed word.
  func forEachBeginning(of index: WordIndex, _ body: (_ word: Int) -> Void) {
    let words = index.words
    let first = (0..<words.count).partitionPoint { word in
      words.with(word) { Bytes.compare($0, bytes.span) < 0 }
    }
    for word in first..<words.count {
      if !words.with(word, { $0.begins(with: bytes) }) { return }
      body(word)
    }
  }
}

extension Span<UInt8> {
  /// Whether the bytes begin with others.
  fileprivate func begins(with bytes: [UInt8]) -> Bool {
    guard count >= bytes.count else { return false }
    for index in bytes.indices where self[index] != bytes[index] { return false }
    return true
  }
}

extension Needle {
  /// The words of the needle, with the typos that a test allows; without any for other tests.
  func typoWords(_ test: TextTest) -> [TypoWord] {
    let isWhole = if case .typos(_, ofWholeWords: true) = test { true } else { false }
    return Folding.words(of: bytes.span).map {
      TypoWord(Array(bytes[$0]), most: test.maxTypos, isWhole: isWhole)
    }
  }

  /// The maximum number of typos that one of the words may have.
  var maxTypos: Int {
    typoWords(.typos(most: 2, ofWholeWords: false)).reduce(0) { max($0, $1.most) }
  }
}
