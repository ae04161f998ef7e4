/// Finds the points of many texts of a block for a needle: the same as `FuzzyAligner` finds.
///
/// Only the bytes that are letters of the needle are looked at as ends of alignments. They are kept on
/// a stack for each letter of the needle; of the next text, those in what it has in common with the
/// last one are there already, if it came before.
struct FuzzyScorer {
  /// Longer texts are compared by an aligner.
  static let longest = 512

  /// The alignments that end with a letter of the needle at a byte of the text.
  private struct End {
    /// The place of the byte.
    var place: Int32 = 0
    /// The most points of these and all before, each plus its place: less the place of a later byte,
    /// what is left of them there when the gap between them is paid, but for what it costs to open.
    var ahead: Int32 = 0
    /// The most points of these and all before.
    var most: Int32 = 0
    /// The points by the place where the run at the end began.
    var runs = FuzzyScorer.impossible
  }

  private typealias Runs = SIMD8<Int16>
  private static let impossible = Runs(repeating: -16_384)

  private let needle: FuzzyNeedle
  private let whole: Needle
  /// By the place of a letter what it earns, by the place where its run began.
  private let earned: [Runs]
  /// For each letter of the needle `longest` ends, of which the first `counts` are there; none before
  /// the first text.
  private var ends: [End] = []
  private var counts: [Int]
  /// The last text and the number of its head, -1 for none.
  private var last = (text: -1, head: -1)
  private var aligner = FuzzyAligner()

  /// Nil for a needle that is longer than is looked for at once, or aligned greedily.
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

  /// The points of a text of a block, 0 if it does not have the needle.
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
    // Where folding has changed lengths, capitals cannot be told by their places.
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
      // The later letters first: an end at this byte is none before it.
      while rows != 0 {
        let row = 31 - rows.leadingZeroBitCount
        rows &= ~(1 << UInt32(row))
        if row == 0 || counts[row - 1] > 0 { lay(row, at: at, place) }
      }
    }
  }

  /// Lays a letter of the needle on a byte.
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
        // The gap is as long as the places are apart, less one.
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

  /// Makes runs that began at lesser places go on as if they had begun here.
  private static func begin(_ place: Int, _ runs: inout Runs) {
    for lesser in 0..<place {
      runs[place] = max(runs[place], runs[lesser])
      runs[lesser] = impossible[lesser]
    }
  }
}
