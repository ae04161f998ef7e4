/// Upper bounds of an alignment's points, from what is known about a text before it is aligned.
struct AlignmentBounds {
  private let needle: FuzzyNeedle
  /// A cache of computed bounds, indexed by a hash of their inputs.
  private var known: [Known]

  /// The base-2 logarithm of the number of bounds in the cache.
  private static let knownBits = 10

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

    /// Returns the maximum in a text with these letter bits, which may begin with the needle or
    /// not.
    @inline(__always)
    func most(_ letters: UInt32, mayBegin: Bool) -> Int32 {
      let most = letters & LetterMaskIndex.space != 0 ? withSpace : elsewhere
      return mayBegin ? max(most, atStart()) : most
    }

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
    known = Array(repeating: none, count: 1 << Self.knownBits)
  }

  /// Returns the bounds, given which letters may earn a position bonus and which letters of the
  /// needle may directly follow their predecessor.
  ///
  /// Bit 1 of `pairs` stands for the second letter of the needle. By default all letters may
  /// follow.
  @inline(__always)
  mutating func bounds(starts: UInt32, pairs: UInt32 = ~1) -> Bounds {
    let starts = starts & needle.letters
    let hash = Int(((starts &+ pairs &* 31) &* 0x9E37_79B1) >> UInt32(32 - Self.knownBits))
    if known[hash].starts != starts || known[hash].pairs != pairs {
      known[hash] = Known(starts: starts, pairs: pairs, bounds: workedOut(starts, pairs))
    }
    return known[hash].bounds
  }

  private func workedOut(_ starts: UInt32, _ pairs: UInt32) -> Bounds {
    let inside = Points(repeating: BonusClass.inside.runPoints)
    let part = BonusClass.part.points
    let start = BonusClass.start.points
    // What the first letter earns, and what others earn that begin a word: at the start of the
    // text, elsewhere, and in a text where other words may earn as much as the start.
    let first = Points(start, starts & needle.bits[0] != 0 ? part : 0, start, 0)
    let others = Points(part, part, start, 0)
    var points = 2 &* first
    var run = inside.replacing(with: first, where: first .> inside)
    var gaps: Int32 = 0
    for row in 1..<needle.bits.count {
      let place = starts & needle.bits[row] == 0 ? Points.zero : others
      if pairs >> UInt32(row) & 1 != 0 {
        run.replace(with: place, where: place .> run)
        points &+= run
      } else {
        gaps += 1
        points &+= place &- Points(repeating: FuzzyAligner.gap)
        run = inside.replacing(with: place, where: place .> inside)
      }
    }
    points &+= Points(repeating: FuzzyAligner.letter * Int32(needle.bits.count))
    return Bounds(start: points[0], elsewhere: points[1], withSpace: points[2], gaps: gaps)
  }

  private typealias Points = SIMD4<Int32>
}
