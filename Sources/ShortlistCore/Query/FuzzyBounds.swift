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
  /// Bounds that were worked out, by a hash of what they are of.
  private var known: [Known]
  /// The index of the last text looked at closely, -1 for none.
  private var last = -1
  /// For each number of its bytes which letters of the needle have followed the one before in them.
  private var pairs = [UInt32](repeating: 0, count: FuzzyScorer.longest + 1)
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

  /// Bounds, and what they are of.
  private struct Known {
    var starts: UInt32
    var pairs: UInt32
    var bounds: Bounds
  }

  init(_ needle: FuzzyNeedle) {
    self.needle = needle
    places = Array(repeating: 0, count: needle.bytes.count)
    known = []
    // No letter of a needle follows one before the first: such pairs do not exist.
    let none = Known(
      starts: 0, pairs: 1, bounds: Bounds(atStart: 0, elsewhere: 0, withSpace: 0, gaps: 0))
    known = Array(repeating: none, count: 64)
  }

  /// The most points that any text can have for a needle.
  static func most(of needle: Needle) -> UInt16 {
    let start = LetterPlace.start.points
    let letters = Int32(needle.scalars.count) * (FuzzyAligner.letter + start)
    return UInt16(clamping: letters + start)
  }

  /// Raises points, of 64 texts, to the first bounds of those of a word of a bitmap, of which the
  /// number is given too.
  mutating func raise(
    _ points: inout [UInt16], _ index: LetterIndex, _ word: (bits: UInt64, number: Int)
  ) {
    var rest = word.bits
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest - 1
      let text = word.number << 6 + place
      if index.letters[text] & needle.letters == needle.letters {
        points[place] = max(points[place], first(of: text, index))
      }
    }
  }

  private mutating func first(of text: Int, _ index: LetterIndex) -> UInt16 {
    let bounds = bounds(starts: index.starts[text], pairs: Self.allPairs)
    if index.letters[text] & LetterIndex.space != 0 { return UInt16(clamping: bounds.withSpace) }
    return UInt16(
      clamping: index.firsts[text] == needle.bytes[0]
        ? max(bounds.atStart, bounds.elsewhere) : bounds.elsewhere)
  }

  /// Raises points, of 64 texts, to the second bounds of those of a word of a bitmap.
  ///
  /// - Precondition: The texts were not asked about before, nor were any after them.
  mutating func raiseClosely(
    _ points: inout [UInt16], _ block: TextBlock, _ index: LetterIndex,
    _ word: (bits: UInt64, number: Int)
  ) {
    let needle = needle
    unsafe block.folded.withBuffers { bytes, ends in
      unsafe needle.rows.withUnsafeBufferPointer { rows in
        unsafe needle.bytes.withUnsafeBufferPointer { letters in
          unsafe index.letters.withUnsafeBufferPointer { bits in
            var rest = word.bits
            while rest != 0 {
              let place = rest.trailingZeroBitCount
              rest &= rest - 1
              let text = word.number << 6 + place
              if unsafe bits[text] & needle.letters != needle.letters { continue }
              let start = text == 0 ? 0 : unsafe Int(ends[text - 1])
              let range = unsafe start..<Int(ends[text])
              if unsafe range.count > FuzzyScorer.longest || bits[text] & LetterIndex.other != 0 {
                points[place] = max(points[place], first(of: text, index))
                continue
              }
              let common = index.common(from: last, to: text)
              let seen = unsafe read(bytes, range, from: common, rows, letters)
              last = text
              if found < places.count { continue }
              points[place] = max(points[place], second(of: text, index, seen))
            }
          }
        }
      }
    }
  }

  /// The second bound of the text that was read last.
  private mutating func second(of text: Int, _ index: LetterIndex, _ seen: UInt32) -> UInt16 {
    let bounds = bounds(starts: index.starts[text], pairs: seen)
    if index.letters[text] & LetterIndex.space != 0 { return UInt16(clamping: bounds.withSpace) }
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

  /// Reads the bytes of a text that the last one does not have in common with it; says which letters
  /// of the needle follow the one before in it.
  ///
  /// - Precondition: The range is within the bytes, and `common` not more than 255.
  @unsafe private mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, from common: Int,
    _ rows: UnsafeBufferPointer<UInt32>, _ letters: UnsafeBufferPointer<UInt8>
  ) -> UInt32 {
    precondition(
      common <= range.count && range.count < pairs.count, "\(common) of \(range.count) bytes")
    while found > 0 && places[found - 1] >= common { found -= 1 }
    var found = found
    let seen = unsafe pairs.withUnsafeMutableBufferPointer { pairs in
      unsafe places.withUnsafeMutableBufferPointer { places in
        var seen = common == 0 ? 0 : unsafe pairs[common]
        var before = common == 0 ? 0 : unsafe rows[Int(bytes[range.lowerBound + common - 1])]
        for at in common..<range.count {
          let byte = unsafe bytes[range.lowerBound + at]
          let row = unsafe rows[Int(byte)]
          seen |= row & before << 1
          unsafe pairs[at + 1] = seen
          before = row
          if unsafe found < places.count && byte == letters[found] {
            unsafe places[found] = Int32(truncatingIfNeeded: at)
            found += 1
          }
        }
        return seen
      }
    }
    self.found = found
    return seen
  }

  /// All letters of a needle may follow the one before.
  private static let allPairs = ~UInt32(1)

  /// The most that an alignment can earn, where some letters may earn something for their places, and
  /// some letters of the needle may follow the one before at once.
  @inline(__always)
  private mutating func bounds(starts: UInt32, pairs: UInt32) -> Bounds {
    let starts = starts & needle.letters
    let hash = Int(((starts &+ pairs &* 31) &* 0x9E37_79B1) >> 26)
    if known[hash].starts != starts || known[hash].pairs != pairs {
      known[hash] = Known(starts: starts, pairs: pairs, bounds: workedOut(starts, pairs))
    }
    return known[hash].bounds
  }

  private func workedOut(_ starts: UInt32, _ pairs: UInt32) -> Bounds {
    let part = LetterPlace.part.points
    let start = LetterPlace.start.points
    let begins = starts & needle.bits[0] != 0
    let (elsewhere, gaps) = most(starts, pairs, first: begins ? part : 0, others: part)
    return Bounds(
      atStart: most(starts, pairs, first: start, others: part).points, elsewhere: elsewhere,
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
