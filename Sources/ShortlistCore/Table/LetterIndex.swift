import Synchronization

/// What a fuzzy search knows of each text of a block before it reads the text.
///
/// That is ten bytes a text: which letters it has, which of them begin a word, how it begins, and how
/// much of it the text before has too, so that of a list of paths only the end of each is read.
struct LetterIndex: Sendable {
  /// The bits (`bit(of:)`) of the bytes that a text has, folded.
  private(set) var letters: [UInt32] = []
  /// The bits of those that may earn something for their place somewhere in the text.
  private(set) var starts: [UInt32] = []
  /// How many bytes at the beginning a text has in common with the text before, as shown and folded;
  /// 255 for more.
  ///
  /// It is 0 where folding changes the length of either.
  private(set) var shared: [UInt8] = []
  /// The first byte of a text, folded; 0 if it is empty.
  private(set) var firsts: [UInt8] = []

  /// The bit of texts that have white space, or something outside ASCII.
  static let space: UInt32 = 1 << 30
  /// The bit of texts that have something outside ASCII.
  static let other: UInt32 = 1 << 31

  /// The bit that stands for a byte of a folded text.
  ///
  /// Each small letter has a bit of its own, other bytes share some.
  static func bit(of byte: UInt8) -> UInt32 {
    switch LetterKind(byte) {
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
    letters.reserveCapacity(shown.count)
    starts.reserveCapacity(shown.count)
    shared.reserveCapacity(shown.count)
    firsts.reserveCapacity(shown.count)
    var reader = LetterReader()
    unsafe shown.withBuffers { shown, shownEnds in
      unsafe folded.withBuffers { folded, foldedEnds in
        var before = (shown: 0..<0, folded: 0..<0)
        for index in shownEnds.indices {
          let text = unsafe (
            shown: before.shown.upperBound..<Int(shownEnds[index]),
            folded: before.folded.upperBound..<Int(foldedEnds[index])
          )
          let isAligned = text.shown.count == text.folded.count
          var common = 0
          if isAligned && before.shown.count == before.folded.count {
            common = unsafe Self.common(shown, before.shown, text.shown)
            if unsafe common > 0 && shown.baseAddress != folded.baseAddress {
              common = min(common, unsafe Self.common(folded, before.folded, text.folded))
            }
          }
          // Where lengths differ, places cannot be told by the shown bytes.
          let found = unsafe reader.read(
            folded, text.folded, isAligned ? shown : folded,
            isAligned ? text.shown : text.folded, from: common)
          letters.append(found.letters)
          starts.append(isAligned ? found.starts : found.letters)
          shared.append(UInt8(common))
          firsts.append(text.folded.isEmpty ? 0 : unsafe folded[text.folded.lowerBound])
          before = text
        }
      }
    }
  }

  /// How many bytes two parts begin with in common, 255 at most.
  @unsafe private static func common(
    _ bytes: UnsafeBufferPointer<UInt8>, _ a: Range<Int>, _ b: Range<Int>
  ) -> Int {
    let most = min(a.count, b.count, 255)
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

/// Reads the bits of one text after the other.
private struct LetterReader {
  /// The bit of each byte.
  private let bits: [UInt32]
  /// The kind of each byte.
  private let kinds: [UInt8]
  /// All ones for the kinds of two bytes in a row, the first one in the higher bits, of which the
  /// second may earn something for its place.
  private let places: [UInt32]
  /// The bits of the first bytes of the text before, by their number.
  private var letters = [UInt32](repeating: 0, count: 256)
  private var starts = [UInt32](repeating: 0, count: 256)

  init() {
    bits = (UInt8.min...UInt8.max).map { LetterIndex.bit(of: $0) }
    kinds = (UInt8.min...UInt8.max).map { LetterKind($0).rawValue }
    places = (UInt8(0)..<64).map { pair in
      guard let before = LetterKind(rawValue: pair >> 3), let kind = LetterKind(rawValue: pair & 7)
      else { return 0 }
      // Of what is outside ASCII a byte does not tell the kind.
      let isUnknown = before == .other || kind == .other
      return isUnknown || LetterPlace(kind, after: before) != .inside ? ~0 : 0
    }
  }

  /// The bits of a text, and those of its bytes that may earn something for their places; the first
  /// byte counts as amid a word.
  ///
  /// - Precondition: The ranges are as long, and within the buffers. The first `common` bytes, 255 at
  ///   most, are those of the text before.
  @unsafe mutating func read(
    _ folded: UnsafeBufferPointer<UInt8>, _ foldedRange: Range<Int>,
    _ shown: UnsafeBufferPointer<UInt8>, _ shownRange: Range<Int>, from common: Int
  ) -> (letters: UInt32, starts: UInt32) {
    var (letters, starts) = (self.letters[common], self.starts[common])
    let last = common == 0 ? nil : unsafe shown[shownRange.lowerBound + common - 1]
    var kindBefore = Int(last.map { kinds[Int($0)] } ?? LetterKind.small.rawValue)
    for at in common..<foldedRange.count {
      let bit = unsafe bits[Int(folded[foldedRange.lowerBound + at])]
      let kind = unsafe Int(kinds[Int(shown[shownRange.lowerBound + at])])
      letters |= bit
      starts |= bit & places[kindBefore << 3 | kind]
      kindBefore = kind
      if at < 255 { (self.letters[at + 1], self.starts[at + 1]) = (letters, starts) }
    }
    return (letters, starts)
  }
}

/// Texts, and what fuzzy searches know of them.
struct IndexedTexts: Sendable {
  /// The texts.
  let block: TextBlock
  /// What is known of them.
  let index: LetterIndex
}

/// An index that is made when it is first wanted, and then shared by all copies of its owner.
struct LazyLetterIndex: Sendable {
  private final class Made: Sendable {
    let index = Mutex<LetterIndex?>(nil)
  }

  private var made = Made()

  /// A block with its index.
  ///
  /// - Precondition: The block is the same in every call, but for texts appended in between, which are
  ///   noted.
  /// - Complexity: O(1), and O(bytes) once after a text was appended
  func texts(of block: TextBlock) -> IndexedTexts {
    made.index.withLock { index in
      let known = index ?? LetterIndex(block.shown, folded: block.folded)
      index = known
      return IndexedTexts(block: block, index: known)
    }
  }

  /// Notes that a text is appended; another copy of the owner may get another one.
  mutating func noteAppending() {
    if !isKnownUniquelyReferenced(&made) || made.index.withLock({ $0 != nil }) { made = Made() }
  }
}
