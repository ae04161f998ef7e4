/// What the texts of a block can earn at most for a needle.
///
/// There are two bounds. The first one is read off the letters that begin words in a text. The second
/// one knows besides which letters of the needle follow each other somewhere in the text (where two
/// do not, there is a gap between them), and how far the needle reaches at least.
///
/// Bounds are asked for texts in ascending order, so that what two neighbours have in common is read
/// once.
struct FuzzyBounds {
  private let needle: FuzzyNeedle
  /// The last bound worked out, and what of.
  private var known: (starts: UInt32, pairs: UInt32, bounds: Bounds)
  /// The index of the last text looked at closely, -1 for none.
  private var last = -1
  /// For each of its bytes which letters of the needle have followed the one before so far.
  private var pairs = [UInt32](repeating: 0, count: FuzzyScorer.longest)
  /// Where letters of the needle were found in it, each as soon as possible.
  private var places: [Int32]
  private var found = 0

  /// The most points by where an alignment begins.
  private struct Bounds {
    /// At the start of the text, which alone earns most, without what gaps cost that are not forced.
    var atStart: Int32
    /// Anywhere else.
    var elsewhere: Int32
    /// In a text where other words may earn as much as the start.
    var withSpace: Int32
    /// The number of gaps that are forced.
    var gaps: Int32
  }

  init(_ needle: FuzzyNeedle) {
    self.needle = needle
    places = Array(repeating: 0, count: needle.bytes.count)
    known = (0, ~0, Bounds(atStart: 0, elsewhere: 0, withSpace: 0, gaps: 0))
    known.bounds = workedOut(0, ~0)
  }

  /// The most points that any text can have for a needle.
  static func most(of needle: Needle) -> UInt16 {
    let start = LetterPlace.start.points
    let letters = Int32(needle.scalars.count) * (FuzzyAligner.letter + start)
    return UInt16(clamping: letters + start)
  }

  /// Raises points to the first bounds of the texts of a word of a bitmap.
  ///
  /// - Parameters:
  ///   - index: What is known of the block.
  ///   - word: The word, and its number.
  ///   - points: Points of all texts.
  mutating func raise(
    _ points: inout [UInt16], _ index: LetterIndex, _ word: (bits: UInt64, number: Int)
  ) {
    var rest = word.bits
    while rest != 0 {
      let text = word.number << 6 + rest.trailingZeroBitCount
      let letters = index.letters[text]
      if letters & needle.letters == needle.letters {
        let bounds = bounds(starts: index.starts[text], pairs: ~0)
        let most =
          letters & LetterIndex.space != 0
          ? bounds.withSpace
          : index.firsts[text] == needle.bytes[0]
            ? max(bounds.atStart, bounds.elsewhere) : bounds.elsewhere
        points[text] = max(points[text], UInt16(clamping: most))
      }
      rest &= rest - 1
    }
  }

  /// The second bound of a text that has the needle; 0 if it has not.
  ///
  /// - Precondition: The text was not asked about before, nor was one after it.
  mutating func bound(of text: Int, in block: TextBlock, _ index: LetterIndex) -> UInt16 {
    let letters = index.letters[text]
    if letters & needle.letters != needle.letters { return 0 }
    let range = block.folded.range(text)
    if range.count > FuzzyScorer.longest || letters & LetterIndex.other != 0 {
      // Of a text that is not looked at closely the first bound is known.
      let bounds = bounds(starts: index.starts[text], pairs: ~0)
      return UInt16(clamping: max(bounds.withSpace, bounds.atStart, bounds.elsewhere))
    }
    let common = index.common(from: last, to: text)
    while found > 0 && places[found - 1] >= common { found -= 1 }
    let bytes = block.folded.bytes.span
    var seen = common == 0 ? 0 : pairs[common - 1]
    var rowBefore = common == 0 ? 0 : needle.rows[Int(bytes[range.lowerBound + common - 1])]
    for at in common..<range.count {
      let byte = bytes[range.lowerBound + at]
      let row = needle.rows[Int(byte)]
      seen |= row & rowBefore << 1
      pairs[at] = seen
      rowBefore = row
      if found < places.count && byte == needle.bytes[found] {
        places[found] = Int32(at)
        found += 1
      }
    }
    last = text
    if found < places.count { return 0 }
    let bounds = bounds(starts: index.starts[text], pairs: seen)
    if letters & LetterIndex.space != 0 { return UInt16(clamping: bounds.withSpace) }
    if index.firsts[text] != needle.bytes[0] { return UInt16(clamping: bounds.elsewhere) }
    // What is skipped between the start and the earliest end.
    let skipped = places[found - 1] + 1 - Int32(found)
    var atStart = bounds.atStart
    if skipped > 0 {
      if bounds.gaps == 0 { atStart -= FuzzyAligner.gap - FuzzyAligner.longerGap }
      atStart -= max(0, skipped - bounds.gaps) * FuzzyAligner.longerGap
    }
    return UInt16(clamping: max(atStart, bounds.elsewhere))
  }

  /// The most that an alignment can earn.
  ///
  /// - Parameters:
  ///   - starts: The bits of the letters that may earn something for their places.
  ///   - pairs: Which letters of the needle may follow the one before at once.
  @inline(__always)
  private mutating func bounds(starts: UInt32, pairs: UInt32) -> Bounds {
    let starts = starts & needle.letters
    if known.starts != starts || known.pairs != pairs {
      known = (starts, pairs, workedOut(starts, pairs))
    }
    return known.bounds
  }

  private func workedOut(_ starts: UInt32, _ pairs: UInt32) -> Bounds {
    let part = LetterPlace.part.points
    let start = LetterPlace.start.points
    let (elsewhere, gaps) = most(starts, pairs, first: part, others: part)
    return Bounds(
      atStart: most(starts, pairs, first: start, others: part).points, elsewhere: elsewhere,
      withSpace: most(starts, pairs, first: start, others: start).points, gaps: gaps)
  }

  /// The most points where letters that begin a word earn so much, and how many gaps there are.
  private func most(
    _ starts: UInt32, _ pairs: UInt32, first: Int32, others: Int32
  ) -> (points: Int32, gaps: Int32) {
    var points: Int32 = 0
    var gaps: Int32 = 0
    var run: Int32 = 0
    for (row, bit) in needle.bits.enumerated() {
      let place = starts & bit == 0 ? 0 : row == 0 ? first : others
      points += FuzzyAligner.letter
      if row == 0 {
        points += 2 * place
        run = max(LetterPlace.inside.runPoints, place)
      } else if pairs >> UInt32(row) & 1 != 0 {
        run = max(run, place)
        points += run
      } else {
        gaps += 1
        points += place - FuzzyAligner.gap
        run = max(LetterPlace.inside.runPoints, place)
      }
    }
    return (points, gaps)
  }
}

extension LetterIndex {
  /// How many bytes a text has in common with an earlier one, as far as is known; -1 is no text.
  func common(from before: Int, to text: Int) -> Int {
    if before < 0 { return 0 }
    var common = 255
    var next = before + 1
    while next <= text && common > 0 {
      common = min(common, Int(shared[next]))
      next += 1
    }
    return common
  }
}
