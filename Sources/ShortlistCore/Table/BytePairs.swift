/// The pairs of bytes that stand together in each 64 texts: next to each other, or with a sign between
/// them.
///
/// Each pair sets one of 512 bits, so that more pairs may be found than there are.
struct BytePairs: Sendable {
  /// The bits of all groups of 64 texts.
  private(set) var bits: [UInt64] = []

  /// The number of words that a group takes.
  private static let words = 512 / 64

  /// Returns the bit of a pair, from the top of a product (Fibonacci hashing: Knuth, The Art of
  /// Computer Programming, volume 3, section 6.4).
  @inline(__always)
  private static func bit(of first: UInt8, _ second: UInt8) -> Int {
    let product = (UInt32(first) << 8 | UInt32(second)) &* 0x9E37_79B1
    return Int(product >> (32 - 9))
  }

  /// Begins the next group.
  mutating func beginGroup() { bits.append(contentsOf: repeatElement(0, count: Self.words)) }

  /// Inserts all pairs into all groups.
  mutating func insertAll() { bits = Array(repeating: ~0, count: bits.count) }

  /// Inserts, into the last group, the pairs that end at each byte of a range: with the byte before,
  /// and with the byte before that if a sign is between them.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - text: The range of a text; other bytes are not part of a pair.
  ///   - start: The offset of the first byte at which a pair may end.
  ///   - isSign: Whether a byte value is a sign.
  /// - Precondition: A group was begun, and the range of the text is within the bytes.
  @unsafe mutating func insertNeighbours(
    in bytes: UnsafeBufferPointer<UInt8>, _ text: Range<Int>, from start: Int, _ isSign: [Bool]
  ) {
    let start = max(start, text.lowerBound + 1)
    if start >= text.upperBound { return }
    let group = bits.count - Self.words
    unsafe bits.withUnsafeMutableBufferPointer { bits in
      func insert(_ first: UInt8, _ second: UInt8) {
        let bit = Self.bit(of: first, second)
        unsafe bits[group + bit >> 6] |= 1 << UInt64(bit & 63)
      }
      var last = unsafe bytes[start - 1]
      var beforeSign: UInt8?
      if isSign[Int(last)] && start > text.lowerBound + 1 {
        beforeSign = unsafe bytes[start - 2]
      }
      for at in start..<text.upperBound {
        let byte = unsafe bytes[at]
        insert(last, byte)
        if let beforeSign { insert(beforeSign, byte) }
        beforeSign = isSign[Int(byte)] ? last : nil
        last = byte
      }
    }
  }

  /// Returns, for each group, the letters of a needle that may follow their predecessor: bit 1 for
  /// the second letter.
  ///
  /// - Precondition: The needle has at most 32 letters.
  /// - Complexity: O(groups × letters)
  func followers(in needle: [UInt8]) -> [UInt32] {
    let count = bits.count / Self.words
    var followers = [UInt32](repeating: 0, count: count)
    for row in needle.indices.dropFirst() {
      let bit = Self.bit(of: needle[row - 1], needle[row])
      for group in 0..<count {
        let word = bits[group * Self.words + bit >> 6]
        followers[group] |= UInt32(word >> UInt64(bit & 63) & 1) << UInt32(row)
      }
    }
    return followers
  }
}
