/// Upper bounds of the points that the texts of a block can earn for a needle.
///
/// There are three bounds, each tighter than the previous one:
///
/// - The first bound covers all texts with the same head. It uses the letters that begin words in
///   any of them, the minimum extent of the needle, and whether the needle can also be found after
///   the first byte.
/// - The second bound uses the letters that begin words in one text, and the letters of its tail.
/// - The third bound uses which letters of the needle follow each other somewhere in the text.
///
/// Letters that do not follow each other are separated by a gap. The first two bounds know which do
/// so in the head, and which do so in any of the 64 tails of a bitmap word.
///
/// Each bound also tells, as far as it knows, whether the letters are scattered: whether any of
/// them is farther from the one before than a sign between two words.
///
/// A text goes on to the next bound only if this one is not below the points of the best rows so
/// far:
///
///     all texts ──▶ first bound ──▶ second bound ──▶ third bound ──▶ alignment
///                   one per head    letters of       bytes after     exact points
///                                   the text         the shared
///                                                    prefix
///
/// Request third bounds in ascending order of texts, so that the common prefix of neighbours is
/// read once.
struct FuzzyBounds {
  /// The minimum number of letters for which heads are read for pairs; with fewer letters, pairs
  /// exclude too few texts.
  private static let minLettersWithPairs = 5

  private let needle: FuzzyNeedle
  private let texts: IndexedTexts
  private var heads: [HeadBound] = []
  /// What was found of letters that stand together, by head; nil where no text has all of them, and
  /// empty if the search does not need it.
  private var joinedHeads: [JoinedReader.State?] = []
  /// For each bitmap word, the letters of the needle that may follow their predecessor in a tail.
  private var followers: [UInt32] = []
  private var headBuffer = HeadBuffer()
  /// The head of the text requested last: its number, the texts that share it, and what a text must
  /// have for all letters to stand together.
  private var head = (number: 0, texts: 0..<0, rest: JoinedReader.Rest.none)
  private var alignments: AlignmentBounds
  /// The last text read for a third bound and the number of its head; -1 for none.
  private var last = (text: -1, head: -1)
  /// For each prefix length of that text, the letters of the needle that follow their predecessor
  /// within the prefix.
  private var pairs = [UInt32](repeating: 0, count: FuzzyScorer.longest + 1)
  /// The earliest offsets at which the letters of the needle occur in order in that text.
  private var places: [Int32]
  private var found = 0
  /// The reader that tells which letters are scattered; nil if the search does not need it.
  private var joinedReader: JoinedReader?
  /// The floors of the shortest texts.
  private var floors = Floors(joined: .none, scattered: .none)

  /// Bounds below these count as 0: one for texts whose letters may be joined, and one for texts
  /// whose letters are scattered.
  struct Floors {
    let joined: FuzzyPoints
    let scattered: FuzzyPoints
  }

  /// The floors of all texts, and those of texts that are longer than a number of bytes.
  struct FloorsByLength {
    let all: Floors
    let longer: Floors
    let length: Int
  }

  /// The maximum bound of each bitmap word, of texts whose letters may be joined and of the others.
  struct WordBounds {
    var joined: [FuzzyPoints]
    var scattered: [FuzzyPoints]
  }

  /// The bound that the texts with the same head share.
  private struct HeadBound {
    /// The first bound.
    var most = FuzzyPoints.none
    /// The minimum number of letters skipped by an alignment that begins at the start of a text.
    var skipped: UInt8 = 0
    /// The bits of the letters that a tail must have for an alignment that begins elsewhere.
    var rest: UInt32 = 0
    /// The letters of the needle that may follow their predecessor in the head.
    var pairs: UInt32
  }

  init(_ needle: FuzzyNeedle, _ texts: IndexedTexts, prefersJoined: Bool) {
    self.needle = needle
    // A single letter is never scattered.
    joinedReader = prefersJoined && needle.bytes.count > 1 ? JoinedReader(needle) : nil
    self.texts = texts
    places = Array(repeating: 0, count: needle.bytes.count)
    alignments = AlignmentBounds(needle)
  }

  /// Returns the maximum points that any text can have for a needle.
  static func most(of needle: Needle) -> FuzzyPoints {
    let start = Int(BonusClass.start.points)
    return FuzzyPoints(
      clamping: needle.scalars.count * (Int(FuzzyAligner.letter) + start) + start)
  }

  /// Computes the first bounds of the texts in a bitmap; returns the greatest one of each word.
  ///
  /// - Parameters:
  ///   - rows: The bitmap.
  ///   - floors: Bounds below these count as 0, here and in later requests.
  /// - Returns: The bounds by word number.
  mutating func most(of rows: [UInt64], _ floors: FloorsByLength) -> WordBounds {
    let (texts, needle) = (texts, needle)
    self.floors = floors.all
    let none = [FuzzyPoints](repeating: .none, count: rows.count)
    var most = WordBounds(joined: none, scattered: none)
    heads = Array(
      repeating: HeadBound(pairs: needle.followers), count: texts.index.heads.count)
    if joinedReader != nil { joinedHeads = Array(repeating: nil, count: heads.count) }
    followers =
      texts.pairs?.followers(in: needle.bytes)
      ?? Array(repeating: needle.followers, count: rows.count)
    head.texts = 0..<0
    var readers = Readers(needle)
    let readsPairs = texts.pairs != nil && needle.bytes.count >= Self.minLettersWithPairs
    for number in texts.index.heads.indices {
      let head = texts.index.heads[number]
      let range = texts.index.texts(number)
      let letters = head.letters | head.tails
      let floors = Int(head.length) > floors.length ? floors.longer : floors.all
      let (joined, scattered) = (Int32(floors.joined.value), Int32(floors.scattered.value))
      let floor = min(joined, scattered)
      var bounds = alignments.bounds(starts: head.starts)
      let mayBegin = head.length == 0 || head.byte == needle.bytes[0]
      let isRead = mayBegin && letters & LetterMaskIndex.space == 0
      var bound = bounds.most(letters, mayBegin: isRead)
      var isWanted = needle.letters & ~letters == 0 && bound >= floor && rows.hasBits(range)
      let words = range.lowerBound >> 6...(range.upperBound - 1) >> 6
      var pairs = PairReader.Followers.all
      if isWanted && readsPairs && letters & LetterMaskIndex.other == 0 {
        pairs = readers.pairs.read(number, of: texts.index, &headBuffer)
        heads[number].pairs = pairs.directly
        for word in words { pairs.add(followers[word]) }
        bounds = alignments.bounds(starts: head.starts, pairs: pairs.directly & needle.followers)
        bound = bounds.most(letters, mayBegin: isRead)
        isWanted = bound >= floor
      } else {
        readers.pairs.skip(head)
      }
      let mayJoin = isWanted && bound >= joined
      if !mayJoin { joinedReader?.skip(head) }
      let rest = mayJoin ? readJoined(number, words, pairs) : nil
      let isJoined = rest != nil
      let needed = isJoined ? floor : scattered
      if !isWanted || bound < needed {
        readers.skip(head)
        continue
      }
      if isRead { bound = read(number, bounds, needed, &readers) } else { readers.skip(head) }
      if bound < needed { continue }
      let points = FuzzyPoints(clamping: bound)
      for word in words {
        if rest?.mayBe(in: head.tails, starts: head.starts, followers[word]) == true {
          most.joined[word] = max(most.joined[word], points)
        } else {
          most.scattered[word] = max(most.scattered[word], points)
        }
      }
      heads[number].most = points
    }
    return most
  }

  /// Reads the next head for letters that stand together; returns what texts must have for that,
  /// and nil if no text with this head, in bitmap words with these numbers, has it.
  ///
  /// All texts with this head have no other pairs than `pairs`.
  private mutating func readJoined(
    _ number: Int, _ words: ClosedRange<Int>, _ pairs: PairReader.Followers
  ) -> JoinedReader.Rest? {
    if joinedReader == nil { return JoinedReader.Rest.none }
    let head = texts.index.heads[number]
    if needle.followers & ~pairs.together != 0 {
      joinedReader?.skip(head)
      return nil
    }
    guard let state = joinedReader?.read(number, of: texts.index, &headBuffer),
      let rest = joinedReader?.rest(after: state)
    else { return nil }
    for word in words
    where rest.mayBe(in: head.tails, starts: head.starts, followers[word]) {
      joinedHeads[number] = state
      return rest
    }
    return nil
  }

  /// Readers of the next head: of letters in order in all its bytes, the same after the first byte,
  /// and of letters that follow each other.
  private struct Readers {
    var start: HeadReader
    var elsewhere: HeadReader
    var pairs: PairReader

    init(_ needle: FuzzyNeedle) {
      start = HeadReader(needle)
      elsewhere = HeadReader(needle, from: 1)
      pairs = PairReader(needle)
    }

    /// Skips the next head in the readers of letters in order.
    mutating func skip(_ head: LetterHead) {
      start.skip(head)
      elsewhere.skip(head)
    }
  }

  /// Reads the next head and returns the first bound of its texts, given the bounds without
  /// reading it.
  private mutating func read(
    _ number: Int, _ bounds: AlignmentBounds.Bounds, _ floor: Int32, _ readers: inout Readers
  ) -> Int32 {
    let head = texts.index.heads[number]
    let found = readers.start.read(number, of: texts.index, &headBuffer)
    let reach = found == needle.bytes.count ? readers.start.lastPlace + 1 : Int(head.length)
    heads[number].skipped = UInt8(clamping: reach - found)
    // Without a head, the bytes after the first one are unknown.
    if head.length > 0 && bounds.elsewhere >= floor {
      let found = readers.elsewhere.read(number, of: texts.index, &headBuffer)
      heads[number].rest = needle.rests[found]
    } else {
      readers.elsewhere.skip(head)
    }
    return atStartOrElsewhere(bounds, skipping: reach - found, number, head.tails)
  }

  /// Returns the maximum points of texts that share a head, have no white space, and may begin
  /// with the needle.
  ///
  /// An alignment from the start skips `skipped` letters; `tails` are the letters of the tails.
  @inline(__always)
  private func atStartOrElsewhere(
    _ bounds: AlignmentBounds.Bounds, skipping skipped: Int, _ head: Int, _ tails: UInt32
  ) -> Int32 {
    let atStart = bounds.atStart(skipping: skipped)
    return heads[head].rest & ~tails == 0 ? max(atStart, bounds.elsewhere) : atStart
  }

  /// Returns the number of the head of a text.
  private mutating func head(of text: Int) -> Int {
    if !head.texts.contains(text) {
      head.number = texts.index.head(of: text, near: head.number)
      head.texts = texts.index.texts(head.number)
      if let joinedReader {
        head.rest = joinedHeads[head.number].map { joinedReader.rest(after: $0) } ?? .unknown
      }
    }
    return head.number
  }

  /// Raises the points of 64 texts to the second bounds of the texts in a bitmap word, under a
  /// scale.
  ///
  /// - Precondition: The first bounds of these texts were computed.
  mutating func raise(
    _ points: inout [FuzzyPoints], _ word: (bits: UInt64, number: Int), _ scale: PointScale
  ) {
    let first = word.number << 6
    var rest = word.bits
    while rest != 0 {
      let head = head(of: first + rest.trailingZeroBitCount)
      let after = self.head.texts.upperBound - first
      var part = after < 64 ? rest & (1 << UInt64(after) &- 1) : rest
      rest &= ~part
      if heads[head].most == .none { continue }
      let most = scale.most(heads[head].most, isJoined: true)
      // Below the floor of scattered letters, only texts count whose letters may stand together.
      let mustJoin = heads[head].most < floors.scattered
      while part != 0 {
        let place = part.trailingZeroBitCount
        part &= part - 1
        let text = first + place
        if most <= points[place] { continue }
        if mustJoin && !mayBeJoined(text) { continue }
        let bound = second(of: text, head)
        let isJoined = !isScattered(text, head, bound)
        points[place] = max(points[place], scale.most(bound, isJoined: isJoined))
      }
    }
  }

  /// Whether the letters are known to be scattered in a text with a head.
  ///
  /// The text is read only if `bound` is too low for scattered letters.
  @inline(__always)
  private mutating func isScattered(_ text: Int, _ head: Int, _ bound: FuzzyPoints) -> Bool {
    if joinedReader == nil { return false }
    if !mayBeJoined(text) { return true }
    if bound >= floors.scattered { return false }
    return bound < floors.joined || bound == .none || !isJoined(text, head)
  }

  /// Whether the letters may stand together in a text with the last head, as far as its letters
  /// tell.
  @inline(__always)
  private func mayBeJoined(_ text: Int) -> Bool {
    head.rest.mayBe(
      in: texts.index.tails[text], starts: texts.index.starts[text], followers[text >> 6])
  }

  /// Whether the letters stand together in a text with a head, which is read after the head.
  private mutating func isJoined(_ text: Int, _ head: Int) -> Bool {
    guard let state = joinedHeads[head] else { return false }
    let length = Int(texts.index.heads[head].length)
    let range = texts.block.folded.range(text)
    let tail = min(range.lowerBound + length, range.upperBound)..<range.upperBound
    return unsafe texts.block.folded.withBuffers { bytes, _ in
      unsafe joinedReader?.isFound(after: state, in: bytes, tail) ?? true
    }
  }

  /// Returns the second bound of a text with a head.
  @inline(__always)
  private mutating func second(of text: Int, _ head: Int) -> FuzzyPoints {
    let letters = texts.index.heads[head].letters | texts.index.tails[text]
    if needle.letters & ~letters != 0 { return .none }
    let pairs = letters & LetterMaskIndex.other == 0 ? heads[head].pairs | followers[text >> 6] : ~0
    let bounds = alignments.bounds(
      starts: texts.index.starts[text], pairs: pairs & needle.followers)
    return most(bounds, of: text, head, letters, skipping: Int(heads[head].skipped))
  }

  /// Returns the maximum points of a text, depending on where an alignment may begin.
  @inline(__always)
  private func most(
    _ bounds: AlignmentBounds.Bounds, of text: Int, _ head: Int, _ letters: UInt32,
    skipping skipped: Int
  ) -> FuzzyPoints {
    if letters & LetterMaskIndex.space != 0 { return FuzzyPoints(clamping: bounds.withSpace) }
    if texts.index.firsts[text] != needle.bytes[0] {
      return FuzzyPoints(clamping: bounds.elsewhere)
    }
    let tails = texts.index.tails[text]
    return FuzzyPoints(clamping: atStartOrElsewhere(bounds, skipping: skipped, head, tails))
  }

  /// Raises the points of 64 texts to the third bounds of the texts in a bitmap word.
  ///
  /// - Returns: A bitmap of texts whose letters are scattered.
  /// - Precondition: The first bounds of these texts were computed.
  mutating func raiseClosely(
    _ points: inout [FuzzyPoints], _ word: (bits: UInt64, number: Int)
  ) -> UInt64 {
    var scattered: UInt64 = 0
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
            let bound: FuzzyPoints
            if range.count > FuzzyScorer.longest || letters & LetterMaskIndex.other != 0 {
              bound = second(of: text, head)
            } else {
              let common = last.text < text ? texts.index.common(last.head, head) : 0
              let seen = unsafe read(bytes, range, from: common, rows, bits)
              last = (text, head)
              if found < places.count { continue }
              bound = third(of: text, head, letters, seen)
            }
            if isScattered(text, head, bound) { scattered |= 1 << UInt64(place) }
            points[place] = max(points[place], bound)
          }
        }
      }
    }
    return scattered
  }

  /// Returns the third bound of the text that was read last.
  private mutating func third(
    of text: Int, _ head: Int, _ letters: UInt32, _ seen: UInt32
  ) -> FuzzyPoints {
    let bounds = alignments.bounds(starts: texts.index.starts[text], pairs: seen)
    // The skipped letters lie between the start and the earliest end.
    let skipped = Int(places[found - 1]) + 1 - found
    return most(bounds, of: text, head, letters, skipping: skipped)
  }

  /// Reads the bytes of a text after the prefix it shares with the last one; returns the letters
  /// of the needle that follow their predecessor in it.
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
}
