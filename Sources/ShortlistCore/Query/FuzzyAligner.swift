/// Finds how well the letters of a needle, in order, fit a text.
///
/// Each letter of the needle is laid on an equal letter of the text. A letter earns points, and more
/// by its place (`BonusClass`), the first one twice that; each letter of a run earns at least what
/// the run began with. A gap costs, the more the longer it is, but never more than was earned before
/// it.
///
/// The best alignment is found by dynamic programming over the letters of the needle with affine
/// gaps (Gotoh 1982), one row of state. What a run earns depends on where it began, so there is a
/// state for each kind of place where it can have begun.
///
/// An aligner is used for many texts, one after the other, so that its memory is made once.
/// `FuzzyScorer` finds the same points, faster, for many texts that begin alike.
struct FuzzyAligner {
  /// Points of a letter.
  static let letter: Int32 = 16
  /// What a gap costs, and each letter of it after the first.
  static let gap: Int32 = 3
  static let longerGap: Int32 = 1
  /// Points of what cannot be.
  private static let impossible = Int32.min / 2

  /// The points of alignments that end at one place, by the place where the run at their end began.
  private typealias Runs = SIMD8<Int32>
  /// Where a letter is laid, and where its run began.
  private typealias Step = (place: Int, run: Int)

  /// The letters of the text, folded, and the place of each.
  private var letters: [UInt32] = []
  private var places: [BonusClass] = []
  /// Where each letter begins in the folded bytes, and where the last one ends.
  private var offsets: [Int32] = []
  /// The points of the best alignments that end at each place: of the letters of the needle before
  /// the present one, and with it.
  private var before: [Runs] = []
  private var current: [Runs] = []

  /// Takes a text, as it is shown and folded.
  mutating func load(shown: Span<UInt8>, folded: Span<UInt8>) {
    letters.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    offsets.removeAll(keepingCapacity: true)
    // Where folding has changed lengths, capitals cannot be told by their places.
    let hasCapitals = shown.count == folded.count
    var at = 0
    var kindBefore = CharacterClass.space
    while at < folded.count {
      let (scalar, length) = folded.scalar(at: at)
      let isCapital = hasCapitals && shown[at] &- UInt8(ascii: "A") < 26
      let kind = isCapital ? .capital : CharacterClass(scalar: scalar)
      letters.append(scalar)
      places.append(BonusClass(kind, after: kindBefore))
      offsets.append(Int32(at))
      kindBefore = kind
      at += length
    }
    offsets.append(Int32(at))
  }

  /// The points of the best alignment of a needle, nil if its letters do not occur in order.
  mutating func score(_ needle: Needle) -> Int? {
    var best = Self.impossible
    let last = needle.scalars.count - 1
    align(needle) { row, _, points, _ in if row == last { best = max(best, points) } }
    return best < 0 ? nil : Int(best)
  }

  /// Where the letters of a needle lie in the folded bytes of a text in a best alignment, empty if there
  /// is none.
  mutating func places(
    _ needle: Needle, shown: Span<UInt8>, folded: Span<UInt8>
  ) -> [Range<Int>] {
    guard needle.matches(folded, .fuzzy) else { return [] }
    if Self.isGreedy(needle, folded) { return Self.greedyPlaces(of: needle, in: folded) }
    load(shown: shown, folded: folded)
    // For each letter of the needle, and each place and run, the step before: its place times eight,
    // and its run.
    var origins = [[Int32]](
      repeating: Array(repeating: -1, count: letters.count * 8), count: needle.scalars.count)
    var step: Step = (-1, 0)
    var best = Self.impossible
    align(needle) { row, to, points, from in
      origins[row][to.place * 8 + to.run] = from.place < 0 ? -1 : Int32(from.place * 8 + from.run)
      if row == needle.scalars.count - 1 && points > best { (step, best) = (to, points) }
    }
    var found: [Range<Int>] = []
    for row in origins.indices.reversed() where step.place >= 0 {
      found.append(Int(offsets[step.place])..<Int(offsets[step.place + 1]))
      let origin = Int(origins[row][step.place * 8 + step.run])
      step = origin < 0 ? (-1, 0) : (origin / 8, origin % 8)
    }
    return found.reversed()
  }

  /// Lays the needle on the text, letter by letter; `visit` is told of each step that is better than
  /// those before to the same place, of the points so far, and of the step before.
  private mutating func align(
    _ needle: Needle, _ visit: (_ row: Int, _ to: Step, _ points: Int32, _ from: Step) -> Void
  ) {
    let nothing = Runs(repeating: Self.impossible)
    before.removeAll(keepingCapacity: true)
    before.append(contentsOf: repeatElement(nothing, count: letters.count))
    current.removeAll(keepingCapacity: true)
    current.append(contentsOf: before)
    for (row, letter) in needle.scalars.enumerated() {
      // The best alignment of the letters before that ends at least two places back.
      var gapped = Self.impossible
      var origin: Step = (-1, 0)
      for at in letters.indices {
        if row > 0 && at > 1 {
          gapped -= Self.longerGap
          for run in BonusClass.allCases.indices where before[at - 2][run] >= 0 {
            let opened = before[at - 2][run] - Self.gap
            if opened > gapped { (gapped, origin) = (opened, (at - 2, run)) }
          }
        }
        current[at] = nothing
        guard letters[at] == letter else { continue }
        let place = places[at]
        func reach(_ run: Int, _ points: Int32, _ from: Step) {
          guard points > current[at][run] else { return }
          current[at][run] = points
          visit(row, (at, run), points, from)
        }
        if row == 0 {
          reach(place.rawValue, Self.letter + 2 * place.points, (-1, 0))
          continue
        }
        for (run, start) in BonusClass.allCases.enumerated() {
          guard at > 0, before[at - 1][run] >= 0 else { continue }
          reach(
            place.beginsRun ? max(run, place.rawValue) : run,
            before[at - 1][run] + Self.letter + max(place.points, start.runPoints), (at - 1, run))
        }
        if origin.place >= 0 {
          reach(place.rawValue, max(gapped, 0) + Self.letter + place.points, origin)
        }
      }
      swap(&before, &current)
    }
  }
}
