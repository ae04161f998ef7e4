/// A needle of ASCII letters, prepared for searching blocks of texts.
struct FuzzyNeedle: Sendable {
  /// The letters.
  let bytes: [UInt8]
  /// The bits of all letters, as defined by `LetterMaskIndex`.
  let letters: UInt32
  /// The bit of each letter.
  let bits: [UInt32]
  /// For each byte value, the letters of the needle that equal it: bit 0 for the first letter.
  let rows: [UInt32]
  /// The combined bits of the letters from each one on; 0 at the end.
  let rests: [UInt32]
  /// All letters that have a predecessor: bit 1 for the second letter.
  let followers: UInt32
  /// Each letter, repeated in all lanes.
  private let lanes: [LetterBlock.Bytes]

  /// The maximum number of letters; longer needles are compared one text at a time.
  static let maxLetters = 32

  /// Creates the needle; nil if it is longer than `maxLetters` bytes or not ASCII.
  init?(_ needle: Needle) {
    guard needle.bytes.count <= Self.maxLetters, needle.bytes.allSatisfy({ $0 < 0x80 }) else {
      return nil
    }
    bytes = needle.bytes
    bits = bytes.map(LetterMaskIndex.bit)
    letters = bits.reduce(0, |)
    rests = (0...bytes.count).map { [bits] in bits[$0...].reduce(0, |) }
    followers = UInt32(truncatingIfNeeded: (UInt64(1) << UInt64(bytes.count)) - 1) & ~1
    lanes = bytes.map { LetterBlock.Bytes(repeating: $0) }
    var rows = [UInt32](repeating: 0, count: 256)
    for (row, byte) in bytes.enumerated() { rows[Int(byte)] |= 1 << UInt32(row) }
    self.rows = rows
  }

  /// Finds the letters from number `found` on, each at its earliest position.
  ///
  /// - Parameters:
  ///   - found: The number of letters found before.
  ///   - bytes: The bytes.
  ///   - range: The range of the bytes to search.
  ///   - body: Called with each letter found and its position.
  /// - Returns: The number of letters found in total.
  @inline(__always)
  @unsafe func find(
    from found: Int, in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>,
    _ body: (_ row: Int, _ place: Int) -> Void
  ) -> Int {
    unsafe lanes.withUnsafeBufferPointer { letters in
      var found = found
      var at = range.lowerBound
      while at < range.upperBound && found < letters.count {
        let block = unsafe LetterBlock(bytes, at)
        var places = Self.places(range.upperBound - at, most: LetterBlock.count)
        while found < letters.count {
          let equal = unsafe block.places(of: letters[found]) & places
          if equal == 0 { break }
          body(found, at + equal.trailingZeroBitCount)
          found += 1
          places &= Self.places(after: equal)
        }
        at += LetterBlock.count
      }
      return found
    }
  }

  /// Returns the position of the first letter in a range of bytes, or the end of the range.
  ///
  /// - Precondition: The range is within the bytes.
  @inline(__always)
  @unsafe func firstLetter(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
    let letter = lanes[0]
    var at = range.lowerBound
    while at < range.upperBound {
      let places = unsafe LetterBlock(bytes, at).places(of: letter)
      if places != 0 { return min(at + places.trailingZeroBitCount, range.upperBound) }
      at += LetterBlock.count
    }
    return range.upperBound
  }

  /// Whether all letters may stand together in a range of bytes: each directly after the one
  /// before, or with one byte between them.
  ///
  /// Each two neighbours are looked for by themselves, the last ones first: neighbouring texts
  /// often share their beginnings, so that the ends tell more.
  ///
  /// - Precondition: The range is within the bytes.
  @inline(__always)
  @unsafe func mayStandTogether(
    in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Bool {
    unsafe lanes.withUnsafeBufferPointer { letters in
      for row in letters.indices.dropFirst().reversed() {
        var isFound = false
        var at = range.lowerBound
        while at < range.upperBound && !isFound {
          isFound =
            unsafe LetterBlock(bytes, at).hasPair(
              letters[row - 1], LetterBlock(bytes, at + 1), LetterBlock(bytes, at + 2),
              letters[row])
          at += LetterBlock.count
        }
        if !isFound { return false }
      }
      return true
    }
  }

  /// A mask of the first `count` positions of `most`.
  @inline(__always)
  private static func places(_ count: Int, most: Int) -> UInt32 {
    ~0 >> UInt32(32 - min(count, most))
  }

  /// A mask of the positions after the first one that is set; 0 if none is set.
  @inline(__always)
  private static func places(after places: UInt32) -> UInt32 { ~(places ^ (places &- 1)) }
}

extension FuzzyNeedle {
  /// Marks the texts of a block that contain the letters in order.
  ///
  /// Each head is read once for all of its texts. A tail is read only if it has all remaining
  /// letters.
  ///
  /// - Parameters:
  ///   - texts: The texts.
  ///   - rows: A bitmap of the texts to test.
  ///   - hits: The bitmap to which matching texts are added.
  /// - Complexity: O(texts + bytes that are read)
  func mark(_ texts: IndexedTexts, among rows: [UInt64], in hits: inout [UInt64]) {
    precondition(
      hits.count == rows.count && rows.count * 64 >= texts.block.count
        && rows.count * 64 < texts.block.count + 64,
      "bitmaps of \(rows.count) and \(hits.count) words for \(texts.block.count) texts")
    let index = texts.index
    var tails: [Tail] = []
    var reader = HeadReader(self)
    var buffer = HeadBuffer()
    unsafe texts.block.folded.withBuffers { bytes, ends in
      for number in index.heads.indices {
        let head = index.heads[number]
        let range = index.texts(number)
        if letters & ~(head.letters | head.tails) != 0 || !rows.hasBits(range) {
          reader.skip(head)
          continue
        }
        let found = reader.read(number, of: index, &buffer)
        let rest = rests[found]
        if rest & ~head.tails != 0 { continue }
        let isDecided =
          rest == 0 || found == self.bytes.count - 1 && LetterMaskIndex.isExact(self.bytes[found])
        var text = range.lowerBound
        while text < range.upperBound {
          let word = text >> 6
          let part = text..<min(range.upperBound, (word + 1) << 6)
          var asked = rows[word] & ~hits[word] & Self.bits(of: part)
          if asked != 0 && rest != 0 { asked &= index.having(rest, part) }
          text = part.upperBound
          if isDecided {
            hits[word] |= asked
            continue
          }
          while asked != 0 {
            let text = UInt32(word << 6 + asked.trailingZeroBitCount)
            tails.append(Tail(text: text, head: head.length, found: UInt8(found)))
            asked &= asked - 1
          }
          if tails.count >= Self.mostTails { unsafe read(&tails, bytes, ends, &hits) }
        }
      }
      unsafe read(&tails, bytes, ends, &hits)
    }
  }

  /// Returns the bits of texts within their bitmap word.
  private static func bits(of texts: Range<Int>) -> UInt64 {
    (UInt64.max >> UInt64(64 - texts.count)) << UInt64(texts.lowerBound & 63)
  }

  /// A tail that must be read.
  private struct Tail {
    /// The text, the length of its head, and the number of letters found in the head.
    let text: UInt32
    let head: UInt8
    let found: UInt8
    /// The offset of the tail, its length, and its first bytes.
    var start: UInt32 = 0
    var count: UInt32 = 0
    var first = (LetterBlock(), LetterBlock())

    /// The number of these bytes.
    static let firstCount = 2 * LetterBlock.count
  }

  /// The approximate number of tails to read at a time.
  private static let mostTails = 256

  /// Reads tails and marks the texts that match.
  ///
  /// The first bytes of all tails are loaded before any is searched, so that memory accesses
  /// overlap.
  @unsafe private func read(
    _ tails: inout [Tail], _ bytes: UnsafeBufferPointer<UInt8>,
    _ ends: UnsafeBufferPointer<UInt32>, _ hits: inout [UInt64]
  ) {
    unsafe tails.withUnsafeMutableBufferPointer { tails in
      for at in tails.indices {
        let (text, head) = unsafe (Int(tails[at].text), UInt32(tails[at].head))
        let start = unsafe (text == 0 ? 0 : ends[text - 1]) + head
        unsafe tails[at].start = start
        unsafe tails[at].count = ends[text] - start
      }
      for at in tails.indices {
        let start = unsafe Int(tails[at].start)
        unsafe tails[at].first = (
          LetterBlock(bytes, start), LetterBlock(bytes, start + LetterBlock.count)
        )
      }
      for at in tails.indices {
        let tail = unsafe tails[at]
        var found = findAtOnce(in: tail)
        if tail.count > Tail.firstCount && found < self.bytes.count {
          let rest = Int(tail.start) + Tail.firstCount..<Int(tail.start + tail.count)
          found = unsafe find(from: found, in: bytes, rest) { _, _ in }
        }
        let text = Int(tail.text)
        hits[text >> 6] |= (found == self.bytes.count ? 1 : 0) << UInt64(text & 63)
      }
    }
    tails.removeAll(keepingCapacity: true)
  }

  /// Searches the first bytes of a tail; returns the number of letters found in total.
  ///
  /// No branch depends on the bytes. Most tails that have all letters also have them in order.
  @inline(__always)
  private func findAtOnce(in tail: Tail) -> Int {
    unsafe lanes.withUnsafeBufferPointer { letters in
      var found = Int(tail.found)
      var places = Self.places(Int(tail.count), most: Tail.firstCount)
      for row in found..<letters.count {
        let letter = unsafe letters[row]
        let equal =
          places
          & (tail.first.0.places(of: letter)
            | tail.first.1.places(of: letter) << UInt32(LetterBlock.count))
        found += equal == 0 ? 0 : 1
        places &= Self.places(after: equal)
      }
      return found
    }
  }
}

extension LetterMaskIndex {
  /// Returns the texts, within one bitmap word, whose tails have all of the letters.
  @inline(__always)
  fileprivate func having(_ letters: UInt32, _ texts: Range<Int>) -> UInt64 {
    unsafe tails.withUnsafeBufferPointer { tails in
      var having: UInt64 = 0
      for text in texts {
        having |= unsafe (letters & ~tails[text] == 0 ? 1 : 0) << UInt64(text & 63)
      }
      return having
    }
  }
}

extension [UInt64] {
  /// Whether a bitmap has a bit set in a nonempty range.
  func hasBits(_ range: Range<Int>) -> Bool {
    let (first, last) = (range.lowerBound >> 6, (range.upperBound - 1) >> 6)
    let tail = UInt64.max >> UInt64(63 - (range.upperBound - 1) & 63)
    let head = UInt64.max << UInt64(range.lowerBound & 63)
    if first == last { return self[first] & head & tail != 0 }
    if self[first] & head != 0 || self[last] & tail != 0 { return true }
    return self[first + 1..<last].contains { $0 != 0 }
  }
}
