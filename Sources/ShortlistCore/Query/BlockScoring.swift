/// Scores the texts of a block for one needle.
struct BlockScoring {
  private let needle: Needle
  private let texts: IndexedTexts
  private var bounds: FuzzyBounds?
  private var scorer: FuzzyScorer?
  private var aligner = FuzzyAligner()

  init(_ needle: Needle, _ texts: IndexedTexts, prefersJoined: Bool = false) {
    self.needle = needle
    self.texts = texts
    bounds = FuzzyNeedle(needle).map {
      FuzzyBounds($0, texts, prefersJoined: prefersJoined)
    }
    scorer = FuzzyScorer(needle)
  }

  /// Returns the maximum points that any text of each bitmap word can have; bounds below the floors
  /// may be reported as 0.
  mutating func most(
    of rows: [UInt64], _ floors: FuzzyBounds.FloorsByLength
  ) -> FuzzyBounds.WordBounds {
    bounds?.most(of: rows, floors)
      ?? FuzzyBounds.WordBounds(
        joined: rows.map { $0 == 0 ? .none : .most }, scattered: rows.map { _ in .none })
  }

  /// Raises the points of 64 texts to the maximum that the texts of a bitmap word can have under a
  /// scale, as far as their letters show.
  mutating func raise(
    _ points: inout [FuzzyPoints], _ word: (bits: UInt64, number: Int), _ scale: PointScale
  ) {
    if bounds == nil {
      let most = scale.most(.most, isJoined: true)
      for place in 0..<64 where word.bits >> UInt64(place) & 1 != 0 { points[place] = most }
    } else {
      bounds?.raise(&points, word, scale)
    }
  }

  /// Raises the fuzzy points of 64 texts to the maximum that the texts of a bitmap word can have,
  /// as far as their bytes show.
  ///
  /// - Returns: A bitmap of texts whose letters are scattered.
  mutating func raiseClosely(
    _ points: inout [FuzzyPoints], _ word: (bits: UInt64, number: Int)
  ) -> UInt64 {
    if bounds == nil {
      for place in 0..<64 where word.bits >> UInt64(place) & 1 != 0 { points[place] = .most }
      return 0
    }
    return bounds?.raiseClosely(&points, word) ?? 0
  }

  /// Returns the maximum points of a text with at most these fuzzy points, after reading how the
  /// needle occurs in it.
  func most(_ bound: FuzzyPoints, of text: Int, _ scale: PointScale) -> FuzzyPoints {
    texts.block.folded.with(text) { scale.points(bound, $0) }
  }

  /// Returns the points of a text under a scale.
  mutating func points(of text: Int, _ scale: PointScale) -> FuzzyPoints {
    let fuzzy = points(of: text)
    return scale.isPlain ? fuzzy : texts.block.folded.with(text) { scale.points(fuzzy, $0) }
  }

  /// Returns the fuzzy points of a text.
  mutating func points(of text: Int) -> FuzzyPoints {
    scorer?.points(of: text, in: texts)
      ?? texts.block.shown.with(text) { shown in
        texts.block.folded.with(text) { folded in aligner.points(shown, folded, needle) }
      }
  }
}
