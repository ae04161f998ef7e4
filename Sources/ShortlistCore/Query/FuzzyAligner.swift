/// Finds how well the letters of a needle, in order, fit a text.
///
/// Each letter of the needle is laid on an equal letter of the text. A letter earns points, more
/// where a word or a hump begins and right after the letter before it; a gap costs, the more the
/// longer it is. The best alignment is found by dynamic programming over the letters of the needle
/// with affine gaps (Gotoh 1982), one row of state.
///
/// An aligner is used for many texts, one after the other, so that its memory is made once.
struct FuzzyAligner {
  /// Points of a letter.
  private static let letter: Int32 = 16
  /// Points at the start of a word, on top.
  private static let wordStart: Int32 = 10
  /// Points at a capital after a small letter, or at a digit after a letter, on top.
  private static let hump: Int32 = 7
  /// Points right after the letter before, on top.
  private static let run: Int32 = 8
  /// What a gap costs, and each letter of it after the first.
  private static let gap: Int32 = 3
  private static let longerGap: Int32 = 1
  /// Points of what cannot be.
  private static let impossible = Int32.min / 2

  /// The letters of the text, folded, and what each earns beyond `letter` for its place.
  private var letters: [UInt32] = []
  private var bonuses: [Int32] = []
  /// Where each letter begins in the folded bytes, and where the last one ends.
  private var offsets: [Int32] = []
  /// The points of the best alignments that end at each place: of the letters of the needle before
  /// the present one, and with it.
  private var before: [Int32] = []
  private var current: [Int32] = []

  /// Takes a text, as it is shown and folded.
  mutating func load(shown: Span<UInt8>, folded: Span<UInt8>) {
    letters.removeAll(keepingCapacity: true)
    bonuses.removeAll(keepingCapacity: true)
    offsets.removeAll(keepingCapacity: true)
    // Where folding has changed lengths, capitals cannot be told by their places.
    let hasHumps = shown.count == folded.count
    var at = 0
    var wasWord = false
    while at < folded.count {
      let (scalar, length) = folded.scalar(at: at)
      letters.append(scalar)
      offsets.append(Int32(at))
      let isHump = wasWord && hasHumps && length == 1 && Self.isHump(shown, at)
      bonuses.append(wasWord ? isHump ? Self.hump : 0 : Self.wordStart)
      wasWord = Folding.isWordCharacter(scalar)
      at += length
    }
    offsets.append(Int32(at))
  }

  private static func isHump(_ shown: Span<UInt8>, _ at: Int) -> Bool {
    let (before, letter) = (shown[at - 1], shown[at])
    let wasSmall = before &- UInt8(ascii: "a") < 26
    let wasLetter = (before | 0x20) &- UInt8(ascii: "a") < 26
    return wasSmall && letter &- UInt8(ascii: "A") < 26
      || wasLetter && letter &- UInt8(ascii: "0") < 10
  }

  /// The points of the best alignment of a needle, nil if its letters do not occur in order.
  mutating func score(_ needle: Needle) -> Int? {
    align(needle) { _, _, _, _ in }
    return before.max().flatMap { $0 > Self.impossible / 2 ? Int($0) : nil }
  }

  /// Where the letters of a needle lie in the folded bytes in a best alignment, empty if there is
  /// none.
  mutating func places(_ needle: Needle) -> [Range<Int>] {
    // For each letter of the needle, and each place it is laid on, the place of the letter before.
    var origins = [[Int]](
      repeating: Array(repeating: -1, count: letters.count), count: needle.scalars.count)
    var last = -1
    var best = Self.impossible
    align(needle) { row, place, points, origin in
      origins[row][place] = origin
      if row == needle.scalars.count - 1 && points > best { (last, best) = (place, points) }
    }
    var places: [Range<Int>] = []
    for row in origins.indices.reversed() where last >= 0 {
      places.append(Int(offsets[last])..<Int(offsets[last + 1]))
      last = origins[row][last]
    }
    return places.reversed()
  }

  /// Lays the needle on the text, letter by letter; `visit` is told of each letter of the needle,
  /// each place it can be laid on, the points so far and the place of the letter before.
  private mutating func align(
    _ needle: Needle, _ visit: (_ row: Int, _ place: Int, _ points: Int32, _ origin: Int) -> Void
  ) {
    before.removeAll(keepingCapacity: true)
    before.append(contentsOf: repeatElement(Self.impossible, count: letters.count))
    current.removeAll(keepingCapacity: true)
    current.append(contentsOf: before)
    for (row, letter) in needle.scalars.enumerated() {
      // The best alignment of the letters before that ends at least two places back.
      var gapped = Self.impossible
      var origin = -1
      for place in letters.indices {
        if row > 0 && place > 1 {
          gapped -= Self.longerGap
          let opened = before[place - 2] - Self.gap
          if opened > gapped { (gapped, origin) = (opened, place - 2) }
        }
        current[place] = Self.impossible
        guard letters[place] == letter else { continue }
        var (points, from) = (row == 0 ? 0 : gapped, origin)
        if row > 0 && place > 0 && before[place - 1] + Self.run >= points {
          (points, from) = (before[place - 1] + Self.run, place - 1)
        }
        if points <= Self.impossible / 2 { continue }
        points += Self.letter + bonuses[place]
        current[place] = points
        visit(row, place, points, from)
      }
      swap(&before, &current)
    }
  }
}
