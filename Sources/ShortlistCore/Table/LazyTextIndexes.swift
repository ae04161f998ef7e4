import Synchronization

/// The indexes of texts, which are built on first use and shared by all copies of their owner.
///
/// The words of each 65,536 texts have an index of their own.
struct LazyTextIndexes: Sendable {
  private struct Indexes: Sendable {
    var letters: LetterMaskIndex?
    /// The pairs of the tails that the letter index has, of the first texts or of all.
    var pairs: BytePairs?
    var words: [Int: WordIndex] = [:]
    /// What was typed last, and the similar words of each index.
    var similar: [(typed: [UInt8], words: [Int: [SimilarWord]])] = []

    /// Whether appended texts leave all indexes right.
    var areFinal: Bool { letters == nil && words.values.allSatisfy(\.isFull) }
  }

  /// One object for all indexes, because each commit copies the reference of their owner.
  private final class Made: Sendable {
    let indexes: Mutex<Indexes>

    init(_ indexes: Indexes = Indexes()) { self.indexes = Mutex(indexes) }
  }

  private var made = Made()

  /// Returns a block with its letter index.
  ///
  /// - Precondition: Every call passes the same block, apart from appended texts for which
  ///   `invalidateBeforeAppending()` was called.
  /// - Complexity: O(1); O(bytes) on the first call and on the first call after an append
  func letters(of block: TextBlock) -> IndexedTexts {
    made.indexes.withLock { indexes in
      let known = indexes.letters ?? LetterMaskIndex(block.shown, folded: block.folded)
      indexes.letters = known
      let pairs = indexes.pairs.flatMap { $0.texts == block.count ? $0 : nil }
      return IndexedTexts(block: block, index: known, pairs: pairs)
    }
  }

  /// Builds the pairs of bytes of the first texts of a block, which searches use when all are
  /// there.
  ///
  /// The call does nothing if there is no letter index.
  ///
  /// - Precondition: As for `letters(of:)`.
  /// - Complexity: O(bytes of the texts whose pairs are not there yet)
  func preparePairs(of block: TextBlock, upTo end: Int) {
    made.indexes.withLock { indexes in
      guard let letters = indexes.letters else { return }
      // The pairs have one owner while they grow.
      var pairs = indexes.pairs.take() ?? BytePairs(letters, folded: block.folded, upTo: 0)
      pairs.insert(from: letters, folded: block.folded, upTo: end)
      indexes.pairs = pairs
    }
  }

  /// Returns the number of word indexes of an arena.
  static func wordIndexes(of folded: Arena) -> Int { Chunk.count(for: folded.count) }

  /// Returns a word index.
  ///
  /// - Precondition: Every call passes the same texts, apart from appended texts for which
  ///   `invalidateBeforeAppending()` was called.
  /// - Complexity: O(1); O(bytes) on the first call, and on the first call after an append
  func words(_ number: Int, of folded: Arena) -> WordIndex {
    made.indexes.withLock { indexes in
      if let known = indexes.words[number] { return known }
      let first = number << Chunk.shift
      let index = WordIndex(folded, first..<min(first + Chunk.rows, folded.count))
      indexes.words[number] = index
      return index
    }
  }

  /// Returns the words of an index that are similar to a typed word; `find` finds them.
  ///
  /// They are kept for the next searches for the word: those that allow fewer typos, and those of
  /// whole words.
  func similarWords(
    to typed: [UInt8], _ number: Int, find: () -> [SimilarWord]
  ) -> [SimilarWord] {
    let known = made.indexes.withLock { indexes in
      indexes.similar.first { $0.typed == typed }?.words[number]
    }
    if let known { return known }
    let similar = find()
    made.indexes.withLock { indexes in
      if let place = indexes.similar.firstIndex(where: { $0.typed == typed }) {
        indexes.similar[place].words[number] = similar
        return
      }
      if indexes.similar.count == Sizes.similarWords { indexes.similar.removeFirst() }
      indexes.similar.append((typed, [number: similar]))
    }
    return similar
  }

  /// Whether all word indexes of an arena have been built.
  func haveWords(of folded: Arena) -> Bool {
    made.indexes.withLock { $0.words.count == Self.wordIndexes(of: folded) }
  }

  /// The letter index if it has been built, else nil.
  var knownLetters: LetterMaskIndex? { made.indexes.withLock(\.letters) }

  /// The pairs of bytes if they have been built, else nil.
  var knownPairs: BytePairs? { made.indexes.withLock(\.pairs) }

  /// The word indexes that have been built.
  var knownWords: [Int: WordIndex] { made.indexes.withLock(\.words) }

  /// Invalidates the indexes of the last texts because one is about to be appended; other copies of
  /// the owner keep theirs.
  mutating func invalidateBeforeAppending() {
    if isKnownUniquelyReferenced(&made) && made.indexes.withLock(\.areFinal) { return }
    made = Made(Indexes(words: knownWords.filter(\.value.isFull)))
  }
}

extension WordIndex {
  /// Whether no further text belongs to the index.
  fileprivate var isFull: Bool { texts == Chunk.rows }
}
