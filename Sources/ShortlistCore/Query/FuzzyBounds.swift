/// What the texts of a block can earn at most for a needle.
///
/// There are three bounds, each tighter than the one before. The first one is of all texts with the
/// same head, by the letters that begin words in any of them, and by how far the needle reaches at
/// least. The second one is by the letters that begin words in a text. The third one knows besides
/// which letters of the needle follow each other somewhere in the text: where two do not, there is a
/// gap between them.
///
/// Third bounds are best asked for texts in ascending order, so that what two neighbours have in common
/// is read once.
struct FuzzyBounds {
  private let needle: FuzzyNeedle
  private let texts: IndexedTexts
  /// The first bound of each head, and how many letters an alignment leaves out at least there that
  /// begins at the start of a text.
  private var heads: [(most: UInt16, skipped: UInt8)] = []
  /// The head of the text asked about last: its number, and the texts that have it.
  private var head = (number: 0, texts: 0..<0)
  /// Bounds that were worked out, by a hash of what they are of.
  private var known: [Known]
  /// The last text looked at closely and the number of its head, -1 for none.
  private var last = (text: -1, head: -1)
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

  init(_ needle: FuzzyNeedle, _ texts: IndexedTexts) {
    self.needle = needle
    self.texts = texts
    places = Array(repeating: 0, count: needle.bytes.count)
    known = []
    // No letter of a needle follows one before the first: such pairs do not exist.
    let none = Known(
      starts: 0, pairs: 1, bounds: Bounds(atStart: 0, elsewhere: 0, withSpace: 0, gaps: 0))
    known = Array(repeating: none, count: 256)
  }

  /// The most points that any text can have for a needle.
  static func most(of needle: Needle) -> UInt16 {
    let start = LetterPlace.start.points
    let letters = Int32(needle.scalars.count) * (FuzzyAligner.letter + start)
    return UInt16(clamping: letters + start)
  }

  /// Finds the first bounds of the texts of a bitmap; says the greatest one of each word.
  ///
  /// - Parameters:
  ///   - rows: The bitmap.
  ///   - floor: Bounds below this are taken for 0, here and when they are asked for later.
  /// - Returns: The bounds by the numbers of words.
  mutating func most(of rows: [UInt64], floor: UInt16) -> [UInt16] {
    let (texts, needle) = (texts, needle)
    var most = [UInt16](repeating: 0, count: rows.count)
    heads = Array(repeating: (0, 0), count: texts.index.heads.count)
    var reader = HeadReader(needle)
    for number in texts.index.heads.indices {
      let head = texts.index.heads[number]
      let letters = head.letters | head.tails
      if needle.letters & ~letters != 0 {
        reader.skip(head)
        continue
      }
      let bounds = bounds(starts: head.starts, pairs: Self.allPairs)
      let mayBegin = head.length == 0 || head.byte == needle.bytes[0]
      var bound = mayBegin ? max(bounds.atStart, bounds.elsewhere) : bounds.elsewhere
      if letters & LetterIndex.space != 0 { bound = bounds.withSpace }
      let range = texts.index.texts(number)
      if bound < floor || !rows.hasBits(range) {
        reader.skip(head)
        continue
      }
      var skipped: Int32 = 0
      if mayBegin && letters & LetterIndex.space == 0 && bounds.atStart > bounds.elsewhere {
        let found = reader.read(number, of: texts.index)
        let reach = found == needle.bytes.count ? reader.lastPlace + 1 : Int(head.length)
        skipped = Int32(reach - found)
        bound = max(bounds.atStart - cost(skipping: skipped, bounds.gaps), bounds.elsewhere)
      } else {
        reader.skip(head)
      }
      heads[number] = (UInt16(clamping: bound), UInt8(clamping: skipped))
      for word in range.lowerBound >> 6...(range.upperBound - 1) >> 6 {
        most[word] = max(most[word], heads[number].most)
      }
    }
    return most
  }

  /// What an alignment pays at least that begins at the start, and leaves out so many letters.
  private func cost(skipping skipped: Int32, _ gaps: Int32) -> Int32 {
    if skipped <= 0 { return 0 }
    let opened = gaps == 0 ? FuzzyAligner.gap - FuzzyAligner.longerGap : 0
    return opened + max(0, skipped - gaps) * FuzzyAligner.longerGap
  }

  /// The number of the head of a text.
  private mutating func head(of text: Int) -> Int {
    if !head.texts.contains(text) {
      head.number = texts.index.head(of: text, near: head.number)
      head.texts = texts.index.texts(head.number)
    }
    return head.number
  }

  /// Raises points, of 64 texts, to the second bounds of those of a word of a bitmap, of which the
  /// number is given too.
  ///
  /// - Precondition: The first bounds of these were found before.
  mutating func raise(_ points: inout [UInt16], _ word: (bits: UInt64, number: Int)) {
    var rest = word.bits
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest - 1
      let text = word.number << 6 + place
      let head = head(of: text)
      if heads[head].most <= points[place] { continue }
      let letters = texts.index.heads[head].letters | texts.index.tails[text]
      if needle.letters & ~letters != 0 { continue }
      points[place] = max(points[place], second(of: text, letters, heads[head].skipped))
    }
  }

  private mutating func second(of text: Int, _ letters: UInt32, _ skipped: UInt8) -> UInt16 {
    let bounds = bounds(starts: texts.index.starts[text], pairs: Self.allPairs)
    if letters & LetterIndex.space != 0 { return UInt16(clamping: bounds.withSpace) }
    if texts.index.firsts[text] != needle.bytes[0] { return UInt16(clamping: bounds.elsewhere) }
    let atStart = bounds.atStart - cost(skipping: Int32(skipped), bounds.gaps)
    return UInt16(clamping: max(atStart, bounds.elsewhere))
  }

  /// Raises points, of 64 texts, to the third bounds of those of a word of a bitmap, of which the
  /// number is given too.
  ///
  /// - Precondition: The first bounds of these were found before.
  mutating func raiseClosely(_ points: inout [UInt16], _ word: (bits: UInt64, number: Int)) {
    let (needle, block) = (needle, texts.block)
    unsafe block.folded.withBuffers { bytes, ends in
      unsafe needle.rows.withUnsafeBufferPointer { rows in
        unsafe needle.bytes.withUnsafeBufferPointer { bits in
          var rest = word.bits
          while rest != 0 {
            let place = rest.trailingZeroBitCount
            rest &= rest - 1
            let text = word.number << 6 + place
            let head = head(of: text)
            let letters = texts.index.heads[head].letters | texts.index.tails[text]
            if heads[head].most <= points[place] || needle.letters & ~letters != 0 { continue }
            let start = text == 0 ? 0 : unsafe Int(ends[text - 1])
            let range = unsafe start..<Int(ends[text])
            if range.count > FuzzyScorer.longest || letters & LetterIndex.other != 0 {
              points[place] = max(points[place], second(of: text, letters, 0))
            } else {
              let common = last.text < text ? texts.index.common(last.head, head) : 0
              let seen = unsafe read(bytes, range, from: common, rows, bits)
              last = (text, head)
              if found < places.count { continue }
              points[place] = max(points[place], third(of: text, letters, seen))
            }
          }
        }
      }
    }
  }

  /// The third bound of the text that was read last.
  private mutating func third(of text: Int, _ letters: UInt32, _ seen: UInt32) -> UInt16 {
    let bounds = bounds(starts: texts.index.starts[text], pairs: seen)
    if letters & LetterIndex.space != 0 { return UInt16(clamping: bounds.withSpace) }
    if texts.index.firsts[text] != needle.bytes[0] { return UInt16(clamping: bounds.elsewhere) }
    // What is skipped between the start and the earliest end.
    let skipped = places[found - 1] + 1 - Int32(found)
    return UInt16(
      clamping: max(bounds.atStart - cost(skipping: skipped, bounds.gaps), bounds.elsewhere))
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
    let hash = Int(((starts &+ pairs &* 31) &* 0x9E37_79B1) >> 24)
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
