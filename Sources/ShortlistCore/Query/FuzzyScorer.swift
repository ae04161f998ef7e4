/// Scores many texts of a block for a needle, with the same results as `FuzzyAligner`.
///
/// Only bytes that are letters of the needle can end an alignment. Each letter of the needle has a
/// stack of these ends. The next text in ascending order reuses the ends that lie in the prefix it
/// shares with the last text.
struct FuzzyScorer {
  /// The length in bytes above which an aligner scores a text instead.
  static let longest = 512

  /// The alignments that end with a letter of the needle at one byte of the text.
  private struct End {
    /// The offset of the byte.
    var place: Int32 = 0
    /// The maximum of points plus offset over this end and all earlier ones.
    ///
    /// Subtracting the offset of a later byte gives the points that remain there after paying for
    /// the length of the gap, but not for opening it.
    var ahead: Int32 = 0
    /// The maximum points of this end and all earlier ones.
    var most: Int32 = 0
    /// The points, indexed by the class of the position where the last run began.
    var runs = FuzzyScorer.impossible
  }

  private typealias Runs = SIMD8<Int16>
  private static let impossible = Runs(repeating: -16_384)

  private let needle: FuzzyNeedle
  private let whole: Needle
  /// The points that a letter of a run earns, indexed by the class of its position, then by the
  /// class of the position where the run began.
  private let earned: [Runs]
  /// Storage for `longest` ends for each letter of the needle; empty until the first text is
  /// scored.
  ///
  /// The first `counts[row]` ends of a letter are in use.
  private var ends: [End] = []
  private var counts: [Int]
  /// The text scored last and the number of its head; -1 for none.
  private var last = (text: -1, head: -1)
  private var aligner = FuzzyAligner()

  /// Creates a scorer; nil if `FuzzyNeedle` does not support the needle or it is aligned greedily.
  init?(_ needle: Needle) {
    guard !needle.isGreedy, let letters = FuzzyNeedle(needle) else { return nil }
    self.needle = letters
    whole = needle
    earned = BonusClass.allCases.map { place in
      var points = Runs()
      for (run, start) in BonusClass.allCases.enumerated() {
        points[run] = Int16(FuzzyAligner.letter + max(place.points, start.runPoints))
      }
      return points
    }
    counts = Array(repeating: 0, count: letters.bytes.count)
  }

  /// Returns the points of a text of a block; 0 if the needle does not match.
  ///
  /// - Precondition: The block is the same in every call.
  mutating func points(of text: Int, in texts: IndexedTexts) -> FuzzyPoints {
    let (block, index) = (texts.block, texts.index)
    let head = index.head(of: text, near: max(0, last.head))
    let letters = index.heads[head].letters | index.tails[text]
    if needle.letters & ~letters != 0 { return .none }
    let range = block.folded.range(text)
    if range.count > Self.longest || letters & LetterMaskIndex.other != 0 {
      return block.shown.with(text) { shown in
        block.folded.with(text) { folded in aligner.points(shown, folded, whole) }
      }
    }
    if ends.isEmpty { ends = Array(repeating: End(), count: counts.count * Self.longest) }
    let common = last.text < text ? index.common(last.head, head) : 0
    last = (text, head)
    for row in counts.indices {
      var count = counts[row]
      while count > 0 && ends[row * Self.longest + count - 1].place >= common { count -= 1 }
      counts[row] = count
    }
    block.folded.with(text) { folded in
      block.shown.with(text) { shown in align(folded, shown, from: common) }
    }
    let row = counts.count - 1
    if counts[row] == 0 { return .none }
    return FuzzyPoints(clamping: ends[row * Self.longest + counts[row] - 1].most)
  }

  private mutating func align(_ folded: Span<UInt8>, _ shown: Span<UInt8>, from start: Int) {
    // If folding changed the length, folded offsets do not locate capitals in the shown text.
    let hasCapitals = shown.count == folded.count
    func kind(_ at: Int) -> CharacterClass {
      if at < 0 { return .space }
      let isCapital = hasCapitals && shown[at] &- UInt8(ascii: "A") < 26
      return isCapital ? .capital : CharacterClass(folded[at])
    }
    for at in start..<folded.count {
      var rows = needle.rows[Int(folded[at])]
      if rows == 0 { continue }
      let place = BonusClass(kind(at), after: kind(at - 1))
      // Visit later letters first, so that an end at this byte is not taken for an earlier one.
      while rows != 0 {
        let row = 31 - rows.leadingZeroBitCount
        rows &= ~(1 << UInt32(row))
        if row == 0 || counts[row - 1] > 0 { lay(row, at: at, place) }
      }
    }
  }

  /// Aligns a letter of the needle with a byte.
  private mutating func lay(_ row: Int, at: Int, _ place: BonusClass) {
    var end = End()
    end.place = Int32(truncatingIfNeeded: at)
    if row == 0 {
      end.runs[place.rawValue] = Int16(FuzzyAligner.letter + 2 * place.points)
    } else {
      var before = (row - 1) * Self.longest + counts[row - 1] - 1
      if ends[before].place == end.place - 1 {
        end.runs = ends[before].runs &+ earned[place.rawValue]
        if place.beginsRun { Self.begin(place.rawValue, &end.runs) }
        before -= 1
      }
      if before >= (row - 1) * Self.longest {
        // The length of the gap is the distance between the offsets minus one.
        let open = FuzzyAligner.gap - FuzzyAligner.longerGap
        let left = max(0, ends[before].ahead - end.place + 1 - open)
        let points = Int16(truncatingIfNeeded: left + FuzzyAligner.letter + place.points)
        end.runs[place.rawValue] = max(end.runs[place.rawValue], points)
      }
    }
    end.most = Int32(end.runs.max())
    if end.most < 0 { return }
    end.ahead = end.most + end.place
    let next = row * Self.longest + counts[row]
    if counts[row] > 0 {
      end.most = max(end.most, ends[next - 1].most)
      end.ahead = max(end.ahead, ends[next - 1].ahead)
    }
    ends[next] = end
    counts[row] += 1
  }

  /// Lets runs that began at a lower class continue as if they had begun at this one.
  private static func begin(_ place: Int, _ runs: inout Runs) {
    for lesser in 0..<place {
      runs[place] = max(runs[place], runs[lesser])
      runs[lesser] = impossible[lesser]
    }
  }
}
