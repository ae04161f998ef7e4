/// A head that neighbouring texts of a block share.
struct LetterHead: Sendable {
  /// The index of the first text with this head.
  let first: UInt32
  /// The end offset, in `headBytes`, of the bytes that this head does not share with the previous
  /// one.
  let end: UInt32
  /// The letter bits of the head.
  let letters: UInt32
  /// The union of the tails' letter bits.
  var tails: UInt32 = 0
  /// The union of the word-start bits of the texts.
  var starts: UInt32 = 0
  /// The length in bytes.
  let length: UInt8
  /// The length of the common prefix with the previous head, in bytes.
  let common: UInt8
  /// The first byte; 0 if the head is empty.
  let byte: UInt8

  /// The maximum length of a head in bytes.
  static let longest = 255
}

/// Storage for the bytes of a head.
struct HeadBuffer {
  fileprivate var bytes = [UInt8](repeating: 0, count: LetterHead.longest)
}

extension LetterMaskIndex {
  /// Returns the texts that have a head.
  func texts(_ head: Int) -> Range<Int> {
    let end = head + 1 < heads.count ? Int(heads[head + 1].first) : tails.count
    return Int(heads[head].first)..<end
  }

  /// Returns the range, in `headBytes`, of the bytes that a head does not share with the previous
  /// one.
  func newBytes(_ head: Int) -> Range<Int> {
    (head == 0 ? 0 : Int(heads[head - 1].end))..<Int(heads[head].end)
  }

  /// Calls a function with the bytes of a head from an offset on: where they are stored, or, if
  /// some are stored with earlier heads, copied to a buffer.
  @inline(__always)
  @unsafe func withBytes(
    of head: Int, from place: Int, _ buffer: inout HeadBuffer,
    _ body: (_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Void
  ) {
    if place == Int(heads[head].common) {
      unsafe headBytes.withUnsafeBufferPointer { unsafe body($0, newBytes(head)) }
    } else {
      copyHead(head, from: place, to: &buffer.bytes)
      unsafe buffer.bytes.withUnsafeBufferPointer {
        unsafe body($0, place..<Int(heads[head].length))
      }
    }
  }

  /// Copies the bytes of a head from an offset on; those shared with earlier heads are stored
  /// there.
  private func copyHead(_ number: Int, from place: Int, to bytes: inout [UInt8]) {
    var (number, end) = (number, Int(heads[number].length))
    while end > place {
      let common = Int(heads[number].common)
      let part = max(place, common)..<max(end, common)
      let start = newBytes(number).lowerBound + part.lowerBound - common
      for at in part { bytes[at] = headBytes[start + at - part.lowerBound] }
      end = min(end, common)
      number -= 1
    }
  }

  /// Returns the index of a text's head; tries `guess` and the head after it first.
  ///
  /// - Complexity: O(log n) for n heads, O(1) if the guess is good
  func head(of text: Int, near guess: Int) -> Int {
    for head in guess..<min(guess + 2, heads.count) where texts(head).contains(text) { return head }
    return heads.indices.partitionPoint { heads[$0].first <= text } - 1
  }

  /// Returns the minimum length of the common prefix of texts with two heads; −1 stands for no
  /// head.
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

/// A reader of the letter bits of consecutive texts.
struct LetterReader {
  /// The bit of each byte.
  private let bits: [UInt32]
  /// The character class of each byte.
  private let kinds: [UInt8]
  /// A mask for each pair of character classes, the first one in the higher bits: all ones if the
  /// second byte may earn a position bonus, otherwise 0.
  private let places: [UInt32]
  /// The state after each slash in the head of the last text.
  private var levels: [Level] = []

  /// The bits of the bytes up to and including a slash.
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
      // A single byte does not tell the class of a non-ASCII character.
      let isUnknown = before == .other || kind == .other
      return isUnknown || BonusClass(kind, after: before) != .inside ? ~0 : 0
    }
  }

  /// The length of the last text's head, and its letter bits.
  var length: Int { levels.last?.length ?? 0 }
  var letters: UInt32 { levels.last?.letters ?? 0 }

  /// Returns the bits of a text's tail, the bits of all bytes that may earn a position bonus, and
  /// whether the head differs from the previous text's head.
  ///
  /// The first byte of the text counts as inside a word.
  ///
  /// - Precondition: Both ranges have the same length and are within their buffers. The first
  ///   `common` bytes equal those of the previous text.
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
