/// A needle of ASCII letters, ready to be looked for in blocks of texts.
struct FuzzyNeedle: Sendable {
  /// The letters.
  let bytes: [UInt8]
  /// The bits of all letters, as `LetterIndex` has them.
  let letters: UInt32
  /// The bit of each letter.
  let bits: [UInt32]
  /// For each byte which letters of the needle it is: bit 0 for the first one.
  let rows: [UInt32]

  /// More letters than this are compared one text at a time.
  private static let mostLetters = 32

  /// Nil for a needle that is longer, or not of ASCII.
  init?(_ needle: Needle) {
    guard needle.bytes.count <= Self.mostLetters, needle.bytes.allSatisfy({ $0 < 0x80 }) else {
      return nil
    }
    bytes = needle.bytes
    bits = bytes.map(LetterIndex.bit)
    letters = bits.reduce(0, |)
    var rows = [UInt32](repeating: 0, count: 256)
    for (row, byte) in bytes.enumerated() { rows[Int(byte)] |= 1 << UInt32(row) }
    self.rows = rows
  }

  /// Whether a text has the needle if it has its letters.
  var isDecidedByLetters: Bool { bytes.count == 1 && LetterIndex.isExact(bytes[0]) }
}

extension FuzzyNeedle {
  /// Marks the texts of a block that have the letters in order.
  ///
  /// A text is looked at only where its letters allow it, and only from where it differs from the one
  /// before: the places of letters found before that are kept.
  ///
  /// - Parameters:
  ///   - texts: The texts.
  ///   - rows: A bitmap of the texts asked about.
  ///   - hits: A bitmap that those that match are added to.
  /// - Complexity: O(texts + bytes that differ from text to text)
  func mark(_ texts: IndexedTexts, among rows: [UInt64], in hits: inout [UInt64]) {
    precondition(
      hits.count == rows.count && rows.count * 64 >= texts.block.count
        && rows.count * 64 < texts.block.count + 64,
      "bitmaps of \(rows.count) and \(hits.count) words for \(texts.block.count) texts")
    let index = texts.index
    unsafe texts.block.folded.withBuffers { text, ends in
      unsafe index.letters.withUnsafeBufferPointer { letters in
        unsafe index.shared.withUnsafeBufferPointer { shared in
          var scan = Scan()
          for word in rows.indices {
            var rest = rows[word] & ~hits[word]
            if rest == 0 {
              scan.common = 0
              continue
            }
            rest &= unsafe having(letters, from: word << 6)
            if isDecidedByLetters {
              hits[word] |= rest
            } else {
              hits[word] |= unsafe scan.matching(
                rest, from: word << 6, bytes, text, ends, shared)
            }
          }
        }
      }
    }
  }

  /// The texts of 64 that have all letters.
  @inline(__always)
  @unsafe private func having(
    _ letters: UnsafeBufferPointer<UInt32>, from first: Int
  ) -> UInt64 {
    var having: UInt64 = 0
    for place in 0..<min(64, letters.count - first) {
      let missing = unsafe self.letters & ~letters[first + place]
      having |= (missing == 0 ? 1 : 0) << UInt64(place)
    }
    return having
  }

  /// Goes from text to text, and knows where letters were found in the last one.
  private struct Scan {
    /// How many bytes at the beginning all texts since the last one looked at have in common with it.
    var common = 0
    /// How many letters were found in the last one.
    private var found = 0
    /// Where.
    private var places = [Int32](repeating: 0, count: FuzzyNeedle.mostLetters)

    /// The texts of 64, from `first` on, that have the letters in order, among some.
    @inline(__always)
    @unsafe mutating func matching(
      _ candidates: UInt64, from first: Int, _ needle: [UInt8],
      _ text: UnsafeBufferPointer<UInt8>, _ ends: UnsafeBufferPointer<UInt32>,
      _ shared: UnsafeBufferPointer<UInt8>
    ) -> UInt64 {
      let count = needle.count
      let last = min(64, ends.count - first)
      return unsafe needle.withUnsafeBufferPointer { needle in
        unsafe places.withUnsafeMutableBufferPointer { places in
          var matching: UInt64 = 0
          var (common, found) = (self.common, self.found)
          for place in 0..<last {
            let index = first + place
            common = min(common, unsafe Int(shared[index]))
            if candidates >> UInt64(place) & 1 == 0 { continue }
            while unsafe found > 0 && places[found - 1] >= common { found -= 1 }
            if found < count {
              let start = index == 0 ? 0 : unsafe Int(ends[index - 1])
              let end = unsafe Int(ends[index])
              var at = start + common
              while at < end {
                if unsafe text[at] == needle[found] {
                  unsafe places[found] = Int32(truncatingIfNeeded: at - start)
                  found += 1
                  if found == count { break }
                }
                at += 1
              }
            }
            if found == count { matching |= 1 << UInt64(place) }
            common = 255
          }
          self.common = common
          self.found = found
          return matching
        }
      }
    }
  }
}
