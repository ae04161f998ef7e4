/// Scores how well the letters of a needle, in order, fit a text.
///
/// Each letter of the needle is aligned with an equal letter of the text. A letter earns points
/// and a bonus for its position (`BonusClass`), which counts twice for the first letter. Each
/// letter of a run earns at least the bonus with which the run began. A gap costs more the longer
/// it is, but never more than the points earned before it.
///
/// Dynamic programming over the letters of the needle with affine gaps (Gotoh 1982) finds the best
/// alignment with one row of state. The points of a run depend on where it began, so there is a
/// state for each class of position where it can have begun.
///
/// An aligner is reused for many texts to avoid allocating its buffers again. `FuzzyScorer` finds
/// the same points faster for many texts with common prefixes.
struct FuzzyAligner {
  /// The points of a matched letter.
  static let letter: Int32 = 16
  /// The cost of the first letter of a gap, and of each further letter.
  static let gap: Int32 = 3
  static let longerGap: Int32 = 1
  /// The points of an impossible alignment.
  private static let impossible = Int32.min / 2

  /// The points of the alignments that end at one position, indexed by the class of the position
  /// where their last run began.
  private typealias Runs = SIMD8<Int32>
  /// A letter's position in the text, and the class of the position where its run began.
  private typealias Step = (place: Int, run: Int)

  /// The folded letters of the text, and the class of each position.
  private var letters: [UInt32] = []
  private var places: [BonusClass] = []
  /// The byte offset of each folded letter, followed by the end of the last one.
  private var offsets: [Int32] = []
  /// The points of the best alignments that end at each position: up to the previous letter of the
  /// needle, and up to the current one.
  private var before: [Runs] = []
  private var current: [Runs] = []

  /// Loads a text in its shown and its folded form.
  mutating func load(shown: Span<UInt8>, folded: Span<UInt8>) {
    letters.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    offsets.removeAll(keepingCapacity: true)
    // If folding changed the length, folded offsets do not locate capitals in the shown text.
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

  /// Returns the points of the best alignment of a needle; nil if its letters do not occur in
  /// order.
  mutating func score(_ needle: Needle) -> Int? {
    var best = Self.impossible
    let last = needle.scalars.count - 1
    align(needle) { row, _, points, _ in if row == last { best = max(best, points) } }
    return best < 0 ? nil : Int(best)
  }

  /// Returns the byte ranges of the needle's letters in a best alignment with the folded text;
  /// empty if there is none.
  mutating func places(
    _ needle: Needle, shown: Span<UInt8>, folded: Span<UInt8>
  ) -> [Range<Int>] {
    guard needle.matches(folded, .letters) else { return [] }
    if Self.isGreedy(needle, folded) { return Self.greedyPlaces(of: needle, in: folded) }
    load(shown: shown, folded: folded)
    // For each letter of the needle, position and run, the previous step, encoded as its position
    // times eight plus its run.
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

  /// Aligns the needle with the text, letter by letter.
  ///
  /// Calls `visit` for each step that improves on the earlier steps to the same state, with the
  /// points so far and the previous step.
  private mutating func align(
    _ needle: Needle, _ visit: (_ row: Int, _ to: Step, _ points: Int32, _ from: Step) -> Void
  ) {
    let nothing = Runs(repeating: Self.impossible)
    before.removeAll(keepingCapacity: true)
    before.append(contentsOf: repeatElement(nothing, count: letters.count))
    current.removeAll(keepingCapacity: true)
    current.append(contentsOf: before)
    for (row, letter) in needle.scalars.enumerated() {
      // The best alignment of the previous letters that ends at least two positions back.
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
