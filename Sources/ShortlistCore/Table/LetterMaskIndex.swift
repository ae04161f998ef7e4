import Synchronization

/// What a fuzzy search knows of each text of a block before it reads the text.
///
/// A text has a head, which is all up to and with its last slash, and a tail. Neighbours with the same
/// head are taken together: in a list of paths, a folder is read once for all its files. For each text
/// nine bytes are kept: which letters its tail has, which letters begin a word, and how it begins.
struct LetterMaskIndex: Sendable {
  /// The bits (`bit(of:)`) of the bytes that the tail of a text has, folded.
  private(set) var tails: [UInt32] = []
  /// The bits of those that may earn something for their place somewhere in the text.
  private(set) var starts: [UInt32] = []
  /// The first byte of a text, folded; 0 if it is empty.
  private(set) var firsts: [UInt8] = []
  /// The heads, in the order of the texts; none of them is without texts.
  private(set) var heads: [LetterHead] = []
  /// Of one head after the other the bytes that it does not have in common with the one before.
  private(set) var headBytes: [UInt8] = []

  /// The bit of texts that have white space, or something outside ASCII.
  static let space: UInt32 = 1 << 30
  /// The bit of texts that have something outside ASCII.
  static let other: UInt32 = 1 << 31

  /// The bit that stands for a byte of a folded text.
  ///
  /// Each small letter has a bit of its own, other bytes share some.
  static func bit(of byte: UInt8) -> UInt32 {
    switch CharacterClass(byte) {
    case .small, .capital: 1 << UInt32(byte & 31 - 1)
    case .digit: 1 << UInt32(26 + byte & 1)
    case .sign, .separator: 1 << UInt32(28 + byte & 1)
    case .space: space
    case .other: space | other
    }
  }

  /// Whether the bit of a byte stands for nothing else.
  static func isExact(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }

  /// Looks at all texts of a block.
  ///
  /// - Complexity: O(texts + bytes that a text does not have in common with the one before)
  init(_ shown: Arena, folded: Arena) {
    precondition(shown.count == folded.count, "\(shown.count) texts are folded to \(folded.count)")
    tails.reserveCapacity(shown.count)
    starts.reserveCapacity(shown.count)
    firsts.reserveCapacity(shown.count)
    unsafe shown.withBuffers { shown, shownEnds in
      unsafe folded.withBuffers { folded, foldedEnds in
        var reader = LetterReader()
        var before = (shown: 0..<0, folded: 0..<0)
        for text in shownEnds.indices {
          let shownRange = unsafe before.shown.upperBound..<Int(shownEnds[text])
          let range = unsafe before.folded.upperBound..<Int(foldedEnds[text])
          let isAligned = shownRange.count == range.count
          var common = 0
          if isAligned && before.shown.count == before.folded.count {
            common = unsafe Self.common(shown, before.shown, shownRange)
            if unsafe common > 0 && shown.baseAddress != folded.baseAddress {
              common = min(common, unsafe Self.common(folded, before.folded, range))
            }
          }
          // Where lengths differ, places cannot be told by the shown bytes.
          let found = unsafe reader.read(
            folded, range, isAligned ? shown : folded, isAligned ? shownRange : range,
            from: common, hasHead: isAligned)
          if heads.isEmpty || found.hasNewHead {
            common = min(common, reader.length, heads.last.map { Int($0.length) } ?? 0)
            unsafe begin(
              at: text, common, folded, range.lowerBound..<range.lowerBound + reader.length,
              reader.letters)
          }
          let starts = isAligned ? found.starts : reader.letters | found.tail
          tails.append(found.tail)
          self.starts.append(starts)
          firsts.append(range.isEmpty ? 0 : unsafe folded[range.lowerBound])
          heads[heads.count - 1].tails |= found.tail
          heads[heads.count - 1].starts |= starts
          before = (shownRange, range)
        }
      }
    }
    if heads.count > max(1, tails.count / 2) { leaveOutHeads() }
  }

  /// Begins a head that the texts from `text` on have.
  @unsafe private mutating func begin(
    at text: Int, _ common: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>,
    _ letters: UInt32
  ) {
    unsafe headBytes.append(contentsOf: bytes[range.dropFirst(common)])
    heads.append(
      LetterHead(
        first: UInt32(text), end: UInt32(headBytes.count), letters: letters,
        length: UInt8(range.count), common: UInt8(common),
        byte: range.isEmpty ? 0 : unsafe bytes[range.lowerBound]))
  }

  /// Takes texts whole: heads that hardly any two neighbours share are not worth looking at.
  private mutating func leaveOutHeads() {
    var whole = LetterHead(first: 0, end: 0, letters: 0, length: 0, common: 0, byte: 0)
    for (number, head) in heads.enumerated() {
      for text in texts(number) { tails[text] |= head.letters }
      whole.tails |= head.tails | head.letters
      whole.starts |= head.starts
    }
    heads = [whole]
    headBytes = []
  }

  /// How many bytes two parts begin with in common, 255 at most.
  @unsafe private static func common(
    _ bytes: UnsafeBufferPointer<UInt8>, _ a: Range<Int>, _ b: Range<Int>
  ) -> Int {
    let most = min(a.count, b.count, LetterHead.longest)
    let raw = UnsafeRawBufferPointer(bytes)
    var count = 0
    while count + 8 <= most {
      let differing = unsafe UInt64(
        littleEndian: raw.loadUnaligned(fromByteOffset: a.lowerBound + count, as: UInt64.self)
          ^ raw.loadUnaligned(fromByteOffset: b.lowerBound + count, as: UInt64.self))
      if differing != 0 { return count + differing.trailingZeroBitCount / 8 }
      count += 8
    }
    while unsafe count < most && bytes[a.lowerBound + count] == bytes[b.lowerBound + count] {
      count += 1
    }
    return count
  }
}

/// Texts, and what fuzzy searches know of them.
struct IndexedTexts: Sendable {
  /// The texts.
  let block: TextBlock
  /// What is known of them.
  let index: LetterMaskIndex
}

/// An index that is made when it is first wanted, and then shared by all copies of its owner.
struct LazyLetterIndex: Sendable {
  private final class Made: Sendable {
    let index = Mutex<LetterMaskIndex?>(nil)
  }

  private var made = Made()

  /// A block with its index.
  ///
  /// - Precondition: The block is the same in every call, but for texts appended in between, which are
  ///   noted.
  /// - Complexity: O(1), and O(bytes) once after a text was appended
  func texts(of block: TextBlock) -> IndexedTexts {
    made.index.withLock { index in
      let known = index ?? LetterMaskIndex(block.shown, folded: block.folded)
      index = known
      return IndexedTexts(block: block, index: known)
    }
  }

  /// What is known so far; nil if nobody has asked yet.
  var known: LetterMaskIndex? { made.index.withLock(\.self) }

  /// Notes that a text is appended; another copy of the owner may get another one.
  mutating func noteAppending() {
    if !isKnownUniquelyReferenced(&made) || made.index.withLock({ $0 != nil }) { made = Made() }
  }
}
