/// A needle of ASCII letters, ready to be looked for in blocks of texts.
struct FuzzyNeedle: Sendable {
  /// The letters.
  let bytes: [UInt8]
  /// The bits of all letters, as `LetterMaskIndex` has them.
  let letters: UInt32
  /// The bit of each letter.
  let bits: [UInt32]
  /// For each byte which letters of the needle it is: bit 0 for the first one.
  let rows: [UInt32]
  /// The bits of all letters from each one on; none at the end.
  let rests: [UInt32]
  /// Each letter in all lanes.
  private let lanes: [LetterBlock.Bytes]

  /// More letters than this are compared one text at a time.
  static let mostLetters = 32

  /// Nil for a needle that is longer, or not of ASCII.
  init?(_ needle: Needle) {
    guard needle.bytes.count <= Self.mostLetters, needle.bytes.allSatisfy({ $0 < 0x80 }) else {
      return nil
    }
    bytes = needle.bytes
    bits = bytes.map(LetterMaskIndex.bit)
    letters = bits.reduce(0, |)
    rests = (0...bytes.count).map { [bits] in bits[$0...].reduce(0, |) }
    lanes = bytes.map { LetterBlock.Bytes(repeating: $0) }
    var rows = [UInt32](repeating: 0, count: 256)
    for (row, byte) in bytes.enumerated() { rows[Int(byte)] |= 1 << UInt32(row) }
    self.rows = rows
  }

  /// Looks for the letters from number `found` on, each as soon as possible.
  ///
  /// - Parameters:
  ///   - found: How many letters were found before.
  ///   - bytes: The bytes.
  ///   - range: Where they are looked for in these.
  ///   - note: Is told of each letter that is found, and of its place.
  /// - Returns: How many letters are found now.
  @inline(__always)
  @unsafe func find(
    from found: Int, in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>,
    _ note: (_ row: Int, _ place: Int) -> Void
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
          note(found, at + equal.trailingZeroBitCount)
          found += 1
          places &= Self.places(after: equal)
        }
        at += LetterBlock.count
      }
      return found
    }
  }

  /// The first so many places of `most`.
  @inline(__always)
  private static func places(_ count: Int, most: Int) -> UInt32 {
    ~0 >> UInt32(32 - min(count, most))
  }

  /// The places after the first one of some; none if there is none.
  @inline(__always)
  private static func places(after places: UInt32) -> UInt32 { ~(places ^ (places &- 1)) }
}

extension FuzzyNeedle {
  /// Marks the texts of a block that have the letters in order.
  ///
  /// Heads are read once for all of their texts, and tails only if they have all letters that are left.
  ///
  /// - Parameters:
  ///   - texts: The texts.
  ///   - rows: A bitmap of the texts asked about.
  ///   - hits: A bitmap that those that match are added to.
  /// - Complexity: O(texts + bytes that are read)
  func mark(_ texts: IndexedTexts, among rows: [UInt64], in hits: inout [UInt64]) {
    precondition(
      hits.count == rows.count && rows.count * 64 >= texts.block.count
        && rows.count * 64 < texts.block.count + 64,
      "bitmaps of \(rows.count) and \(hits.count) words for \(texts.block.count) texts")
    let index = texts.index
    var tails: [Tail] = []
    var reader = HeadReader(self)
    unsafe texts.block.folded.withBuffers { bytes, ends in
      for number in index.heads.indices {
        let head = index.heads[number]
        let range = index.texts(number)
        if letters & ~(head.letters | head.tails) != 0 || !rows.hasBits(range) {
          reader.skip(head)
          continue
        }
        let found = reader.read(number, of: index)
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

  /// The bits of texts in their word of a bitmap.
  private static func bits(of texts: Range<Int>) -> UInt64 {
    (UInt64.max >> UInt64(64 - texts.count)) << UInt64(texts.lowerBound & 63)
  }

  /// A tail that has to be read.
  private struct Tail {
    /// The text, the length of its head, and how many letters were found in that.
    let text: UInt32
    let head: UInt8
    let found: UInt8
    /// Where the tail begins, how long it is, and its first bytes.
    var start: UInt32 = 0
    var count: UInt32 = 0
    var first = (LetterBlock(), LetterBlock())

    /// The number of these bytes.
    static let firstCount = 2 * LetterBlock.count
  }

  /// About so many tails are read at a time.
  private static let mostTails = 256

  /// Reads tails, and marks those texts of them that match.
  ///
  /// The first bytes of all are fetched before any is looked at: so none waits for the memory of another.
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

  /// Looks for letters in the first bytes of a tail; says how many are found now.
  ///
  /// No branch depends on the bytes. Most of the tails that have all letters have them in order, too.
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
  /// The texts of a part of a word of a bitmap of which the tails have all of some letters.
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
  /// Whether a bitmap has any bit in a range that is not empty.
  func hasBits(_ range: Range<Int>) -> Bool {
    let (first, last) = (range.lowerBound >> 6, (range.upperBound - 1) >> 6)
    let tail = UInt64.max >> UInt64(63 - (range.upperBound - 1) & 63)
    let head = UInt64.max << UInt64(range.lowerBound & 63)
    if first == last { return self[first] & head & tail != 0 }
    if self[first] & head != 0 || self[last] & tail != 0 { return true }
    return self[first + 1..<last].contains { $0 != 0 }
  }
}
