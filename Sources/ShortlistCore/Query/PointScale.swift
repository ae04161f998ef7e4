/// The points that a needle earns in a text under the ranking of a search, from its fuzzy points.
///
/// By kinds, a needle that begins a word, where single signs between words may be left out, earns
/// more than any that is inside of one, and that more than any whose letters are scattered. The
/// kinds are so far apart that fuzzy points decide only between rows with the same kinds, unless a
/// search has more than 39 letters. Of rows found by up to three words, those without scattered
/// letters come first.
///
/// Fuzzy points bound the kind: letters next to each other earn a minimum for each letter, and
/// more from the start of a word on.
struct PointScale: Sendable {
  private let needle: Needle
  private let test: TextTest
  private let ranking: SearchPlan.Ranking
  /// The minimum fuzzy points of an occurrence inside of a word, and at the start of one.
  private let minInside: Int
  private let minAtStart: Int

  /// The points of a kind.
  private static let inside = 3 * 1024
  private static let wordStart = 4 * 1024
  /// The minimum points of a word that is found as it was typed, which are those of its last
  /// letter; points below it are left to words with typos.
  static let least = Int(FuzzyAligner.letter)
  /// The maximum fuzzy points that are added to those of a kind.
  private static let most = 1023

  init(_ needle: Needle, _ test: TextTest, _ ranking: SearchPlan.Ranking) {
    self.needle = needle
    self.test = test
    self.ranking = ranking
    // A greedy alignment may have fewer points than the best one.
    let letters = needle.isGreedy ? 0 : needle.scalars.count
    let (letter, run) = (Int(FuzzyAligner.letter), Int(BonusClass.inside.runPoints))
    let word = Int(BonusClass.word.points)
    minInside = letters == 0 ? 0 : letters * (letter + run) - run
    // Letters that are scattered may leave out a sign before each word, which opens a gap.
    let gap = test == .letters ? Int(FuzzyAligner.gap) : 0
    minAtStart = letters == 0 ? 0 : letters * (letter + word - gap) + word + gap
  }

  /// Whether the points are the fuzzy points.
  var isPlain: Bool { !ranking.hasKinds }

  /// Whether scattered letters match.
  private var canScatter: Bool { test == .letters }

  /// Whether a match is at the start of a word in any case.
  private var isAtWordStart: Bool {
    switch test {
    case .wordStart, .word, .start, .whole: true
    case .letters, .anywhere, .end, .typos: false
    }
  }

  /// Whether scattered letters match, and letters that stand together earn more.
  var prefersJoined: Bool { !isPlain && canScatter }

  /// Returns the maximum points of a text with at most these fuzzy points.
  ///
  /// - Parameters:
  ///   - bound: The maximum fuzzy points.
  ///   - isJoined: Whether the letters may stand together in the text.
  /// - Returns: The points under this scale.
  @inline(__always)
  func most(_ bound: FuzzyPoints, isJoined: Bool) -> FuzzyPoints {
    if isPlain { return bound }
    let points = Int(bound.value)
    if points == 0 { return .none }
    if isJoined {
      if points >= minAtStart { return sum(Self.wordStart, points) }
      if points >= minInside && !isAtWordStart { return sum(Self.inside, points) }
    }
    return canScatter ? sum(0, points) : .none
  }

  /// Returns the minimum fuzzy points for which `most` returns more than `floor`; no more than for
  /// `floor` itself if that is 0.
  func floors(above floor: FuzzyPoints) -> FuzzyBounds.Floors {
    floors(floor == .none ? floor : FuzzyPoints(clamping: Int(floor.value) + 1))
  }

  /// Returns the minimum fuzzy points for which `most` returns at least `floor`.
  func floors(_ floor: FuzzyPoints) -> FuzzyBounds.Floors {
    if isPlain { return FuzzyBounds.Floors(joined: floor, scattered: floor) }
    let floor = Int(floor.value)
    let never = Int(UInt16.max)
    var (joined, scattered) = (minInside, never)
    if ranking == .kinds {
      let kind = floor - Self.least
      if kind <= 0 { scattered = 0 }
      if kind > Self.inside { joined = kind > Self.wordStart ? never : minAtStart }
    } else if floor <= Self.most {
      scattered = floor
    } else if floor <= Self.inside + Self.most {
      joined = min(max(minInside, floor - Self.inside), minAtStart)
    } else {
      let rest = floor - Self.wordStart
      joined = rest > Self.most ? never : max(minAtStart, rest)
    }
    return FuzzyBounds.Floors(
      joined: FuzzyPoints(clamping: joined),
      scattered: FuzzyPoints(clamping: canScatter ? scattered : never))
  }

  /// Returns the points of a folded text with these fuzzy points; 0 if it does not match.
  @inline(__always)
  func points(_ fuzzy: FuzzyPoints, _ folded: Span<UInt8>) -> FuzzyPoints {
    isPlain || fuzzy == .none ? fuzzy : kindPoints(Int(fuzzy.value), folded)
  }

  private func kindPoints(_ points: Int, _ folded: Span<UInt8>) -> FuzzyPoints {
    let isBest = folded.count <= FuzzyAligner.maxBytes
    let scattered = canScatter ? sum(0, points) : FuzzyPoints.none
    if isBest && points < minInside { return scattered }
    switch test {
    case .letters, .anywhere:
      if !isBest || points >= minAtStart {
        let begins =
          needle.matches(folded, .wordStart)
          || test == .letters && !needle.joinedPlaces(in: folded).isEmpty
        if begins { return sum(Self.wordStart, points) }
      }
      return needle.matches(folded, .anywhere) ? sum(Self.inside, points) : scattered
    case .end:
      guard needle.matches(folded, .end) else { return .none }
      let isInside = Folding.endsInsideWord(folded, at: folded.count - needle.bytes.count)
      return sum(isInside ? Self.inside : Self.wordStart, points)
    case .wordStart, .word, .start, .whole, .typos:
      return needle.matches(folded, test) ? sum(Self.wordStart, points) : .none
    }
  }

  /// Returns the points of a kind with fuzzy points, which only some rankings count.
  @inline(__always)
  private func sum(_ kind: Int, _ points: Int) -> FuzzyPoints {
    FuzzyPoints(clamping: kind + (ranking == .kinds ? Self.least : min(points, Self.most)))
  }
}
