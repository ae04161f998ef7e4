/// Upper bounds of an alignment's points, from what is known about a text before it is aligned.
struct AlignmentBounds {
  private let needle: FuzzyNeedle
  /// A cache of computed bounds, indexed by a hash of their inputs.
  private var known: [Known]

  /// The maximum points by where an alignment begins.
  struct Bounds {
    /// The maximum at the start of the text, the only position with the highest bonus; excludes
    /// the cost of gaps that are not forced.
    fileprivate var start: Int32
    /// The maximum anywhere else.
    fileprivate(set) var elsewhere: Int32
    /// The maximum in a text where other words may earn as much as the start.
    fileprivate(set) var withSpace: Int32
    /// The number of forced gaps.
    fileprivate var gaps: Int32

    /// Returns the maximum at the start of the text if at least `skipped` letters are skipped from
    /// there.
    @inline(__always)
    func atStart(skipping skipped: Int = 0) -> Int32 {
      if skipped <= 0 { return start }
      let opened = gaps == 0 ? FuzzyAligner.gap - FuzzyAligner.longerGap : 0
      return start - opened - max(0, Int32(skipped) - gaps) * FuzzyAligner.longerGap
    }
  }

  /// Bounds and the inputs they were computed from.
  private struct Known {
    var starts: UInt32
    var pairs: UInt32
    var bounds: Bounds
  }

  init(_ needle: FuzzyNeedle) {
    self.needle = needle
    // The first letter has no predecessor, so lookups never have bit 0 of `pairs` set.
    let none = Known(
      starts: 0, pairs: 1, bounds: Bounds(start: 0, elsewhere: 0, withSpace: 0, gaps: 0))
    known = Array(repeating: none, count: 256)
  }

  /// Returns the bounds, given which letters may earn a position bonus and which letters of the
  /// needle may directly follow their predecessor.
  ///
  /// Bit 1 of `pairs` stands for the second letter of the needle. By default all letters may
  /// follow.
  @inline(__always)
  mutating func bounds(starts: UInt32, pairs: UInt32 = ~1) -> Bounds {
    let starts = starts & needle.letters
    let hash = Int(((starts &+ pairs &* 31) &* 0x9E37_79B1) >> 24)
    if known[hash].starts != starts || known[hash].pairs != pairs {
      known[hash] = Known(starts: starts, pairs: pairs, bounds: workedOut(starts, pairs))
    }
    return known[hash].bounds
  }

  private func workedOut(_ starts: UInt32, _ pairs: UInt32) -> Bounds {
    let part = BonusClass.part.points
    let start = BonusClass.start.points
    let begins = starts & needle.bits[0] != 0
    let (elsewhere, gaps) = most(starts, pairs, first: begins ? part : 0, others: part)
    return Bounds(
      start: most(starts, pairs, first: start, others: part).points, elsewhere: elsewhere,
      withSpace: most(starts, pairs, first: start, others: start).points, gaps: gaps)
  }

  /// Returns the maximum points and the number of gaps.
  ///
  /// The first letter earns the bonus `first`, others that begin a word earn `others`.
  private func most(
    _ starts: UInt32, _ pairs: UInt32, first: Int32, others: Int32
  ) -> (points: Int32, gaps: Int32) {
    var points: Int32 = 0
    var gaps: Int32 = 0
    var run: Int32 = 0
    for (row, bit) in needle.bits.enumerated() {
      let place = row == 0 ? first : starts & bit == 0 ? 0 : others
      points += FuzzyAligner.letter
      if row == 0 {
        points += 2 * place
        run = max(BonusClass.inside.runPoints, place)
      } else if pairs >> UInt32(row) & 1 != 0 {
        run = max(run, place)
        points += run
      } else {
        gaps += 1
        points += place - FuzzyAligner.gap
        run = max(BonusClass.inside.runPoints, place)
      }
    }
    return (points, gaps)
  }
}
