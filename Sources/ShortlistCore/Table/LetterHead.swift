/// A head that some neighbours among the texts of a block have in common.
struct LetterHead: Sendable {
  /// The first text.
  let first: UInt32
  /// Where the bytes end, among those of all heads, that it does not share with the head before.
  let end: UInt32
  /// The bits of its letters.
  let letters: UInt32
  /// The bits that any of the tails has.
  var tails: UInt32 = 0
  /// The bits that begin a word in any of the texts.
  var starts: UInt32 = 0
  /// The number of its bytes.
  let length: UInt8
  /// How many of them the head before begins with, too.
  let common: UInt8
  /// The first one; 0 if there is none.
  let byte: UInt8

  /// The most bytes that a head has.
  static let longest = 255
}

extension LetterMaskIndex {
  /// The texts that have a head.
  func texts(_ head: Int) -> Range<Int> {
    let end = head + 1 < heads.count ? Int(heads[head + 1].first) : tails.count
    return Int(heads[head].first)..<end
  }

  /// Where the bytes are, among those of all heads, that a head does not share with the one before.
  func newBytes(_ head: Int) -> Range<Int> {
    (head == 0 ? 0 : Int(heads[head - 1].end))..<Int(heads[head].end)
  }

  /// The number of the head of a text, looked for at `guess` and next to it first.
  ///
  /// - Complexity: O(log n) for n heads, O(1) where the guess is good
  func head(of text: Int, near guess: Int) -> Int {
    for head in guess..<min(guess + 2, heads.count) where texts(head).contains(text) { return head }
    return heads.indices.partitionPoint { heads[$0].first <= text } - 1
  }

  /// How many bytes texts with two heads have in common at least; -1 is no head.
  ///
  /// - Complexity: O(heads between them)
  func common(_ before: Int, _ head: Int) -> Int {
    if before == head { return Int(heads[head].length) }
    if before < 0 || before > head { return 0 }
    var common = Int(heads[before].length)
    var next = before + 1
    while next <= head && common > 0 {
      common = min(common, Int(heads[next].common))
      next += 1
    }
    return common
  }
}

/// Reads the bits of one text after the other.
struct LetterReader {
  /// The bit of each byte.
  private let bits: [UInt32]
  /// The kind of each byte.
  private let kinds: [UInt8]
  /// All ones for the kinds of two bytes in a row, the first one in the higher bits, of which the
  /// second may earn something for its place.
  private let places: [UInt32]
  /// What is known up to each slash in the head of the last text.
  private var levels: [Level] = []

  /// The bits of the bytes up to a slash.
  private struct Level {
    var length: Int
    var letters: UInt32
    var starts: UInt32
  }

  init() {
    bits = (UInt8.min...UInt8.max).map { LetterMaskIndex.bit(of: $0) }
    kinds = (UInt8.min...UInt8.max).map { CharacterClass($0).rawValue }
    places = (UInt8(0)..<64).map { pair in
      guard let before = CharacterClass(rawValue: pair >> 3),
        let kind = CharacterClass(rawValue: pair & 7)
      else { return 0 }
      // Of what is outside ASCII a byte does not tell the kind.
      let isUnknown = before == .other || kind == .other
      return isUnknown || BonusClass(kind, after: before) != .inside ? ~0 : 0
    }
  }

  /// The length of the head of the last text, and its bits.
  var length: Int { levels.last?.length ?? 0 }
  var letters: UInt32 { levels.last?.letters ?? 0 }

  /// The bits of the tail of a text, those of all its bytes that may earn something for their places
  /// (the first byte counts as amid a word), and whether its head is not that of the text before.
  ///
  /// - Precondition: The ranges are as long, and within the buffers. The first `common` bytes are
  ///   those of the text before.
  @unsafe mutating func read(
    _ folded: UnsafeBufferPointer<UInt8>, _ range: Range<Int>,
    _ shown: UnsafeBufferPointer<UInt8>, _ shownRange: Range<Int>, from common: Int, hasHead: Bool
  ) -> (tail: UInt32, starts: UInt32, hasNewHead: Bool) {
    var hasNewHead = false
    while let last = levels.last, last.length > common {
      levels.removeLast()
      hasNewHead = true
    }
    var tail: UInt32 = 0
    var starts = levels.last?.starts ?? 0
    var kindBefore = Int((length == 0 ? CharacterClass.small : .separator).rawValue)
    for at in length..<range.count {
      let byte = unsafe folded[range.lowerBound + at]
      let bit = bits[Int(byte)]
      let kind = unsafe Int(kinds[Int(shown[shownRange.lowerBound + at])])
      tail |= bit
      starts |= bit & places[kindBefore << 3 | kind]
      kindBefore = kind
      if byte == UInt8(ascii: "/") && at < LetterHead.longest && hasHead {
        levels.append(Level(length: at + 1, letters: letters | tail, starts: starts))
        tail = 0
        hasNewHead = true
      }
    }
    return (tail, starts, hasNewHead)
  }
}
