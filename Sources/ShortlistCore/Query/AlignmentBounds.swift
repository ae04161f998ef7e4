/// What an alignment of a needle can earn at most, by what is known of a text before it is aligned.
struct AlignmentBounds {
  private let needle: FuzzyNeedle
  /// Bounds that were worked out, by a hash of what they are of.
  private var known: [Known]

  /// The most points by where an alignment begins.
  struct Bounds {
    /// At the start of the text, which alone earns most, without what gaps cost that are not forced.
    fileprivate var start: Int32
    /// Anywhere else.
    fileprivate(set) var elsewhere: Int32
    /// In a text where other words may earn as much as the start.
    fileprivate(set) var withSpace: Int32
    /// The number of gaps that are forced.
    fileprivate var gaps: Int32

    /// At the start of the text, where at least so many letters are left out from there on.
    @inline(__always)
    func atStart(skipping skipped: Int = 0) -> Int32 {
      if skipped <= 0 { return start }
      let opened = gaps == 0 ? FuzzyAligner.gap - FuzzyAligner.longerGap : 0
      return start - opened - max(0, Int32(skipped) - gaps) * FuzzyAligner.longerGap
    }
  }

  /// Bounds, and what they are of.
  private struct Known {
    var starts: UInt32
    var pairs: UInt32
    var bounds: Bounds
  }

  init(_ needle: FuzzyNeedle) {
    self.needle = needle
    // No letter of a needle follows one before the first: such pairs do not exist.
    let none = Known(
      starts: 0, pairs: 1, bounds: Bounds(start: 0, elsewhere: 0, withSpace: 0, gaps: 0))
    known = Array(repeating: none, count: 256)
  }

  /// The bounds where some letters may earn something for their places, and some letters of the needle may
  /// follow the one before at once: bit 1 for the second one; all may unless told.
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

  /// The most points where the first letter earns so much for its place, and others that begin a word
  /// so much, and how many gaps there are.
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
