/// The pairs of bytes that stand together in each 64 texts: next to each other, or with a sign
/// between them.
///
/// Each pair sets one of 512 bits, so that more pairs may be found than there are.
struct BytePairs: Sendable {
  /// The bits of all groups of 64 texts.
  private(set) var bits: [UInt64]

  /// The number of words that a group takes.
  private static let words = 512 / 64

  /// Returns the bit of a pair, from the top of a product (Fibonacci hashing: Knuth, The Art of
  /// Computer Programming, volume 3, section 6.4).
  @inline(__always)
  private static func bit(of first: UInt8, _ second: UInt8) -> Int {
    let product = (UInt32(first) << 8 | UInt32(second)) &* 0x9E37_79B1
    return Int(product >> (32 - 9))
  }

  /// The head that the next text has.
  private var head = 0
  /// The number of texts whose pairs are there.
  private(set) var texts = 0

  /// Builds the pairs of the tails of folded texts, which have an index.
  ///
  /// - Parameters:
  ///   - index: The index.
  ///   - folded: The texts.
  ///   - end: The number of texts that are read now; `insert(from:folded:upTo:)` reads the others.
  /// - Complexity: O(bytes)
  init(_ index: LetterMaskIndex, folded: Arena, upTo end: Int = .max) {
    bits = Array(repeating: 0, count: (folded.count + 63) / 64 * Self.words)
    insert(from: index, folded: folded, upTo: end)
  }

  /// Inserts the pairs of further texts, up to a number of texts.
  ///
  /// - Complexity: O(bytes)
  mutating func insert(from index: LetterMaskIndex, folded: Arena, upTo end: Int) {
    let isSign = (UInt8.min...UInt8.max).map { CharacterClass($0).isSign }
    let end = min(end, folded.count)
    while texts < end {
      let sharing = index.texts(head)
      for text in texts..<min(sharing.upperBound, end) {
        folded.with(text) {
          insertNeighbours(in: $0, from: Int(index.heads[head].length), text >> 6, isSign)
        }
      }
      texts = min(sharing.upperBound, end)
      if texts == sharing.upperBound { head += 1 }
    }
  }

  /// Inserts the pairs of the bytes from an offset on: of neighbours, and of bytes with a sign
  /// between them.
  @inline(__always)
  private mutating func insertNeighbours(
    in text: Span<UInt8>, from start: Int, _ group: Int, _ isSign: [Bool]
  ) {
    if start >= text.count { return }
    let first = group * Self.words
    var last = text[start]
    var beforeSign: UInt8?
    for at in start + 1..<text.count {
      let byte = text[at]
      let bit = Self.bit(of: last, byte)
      bits[first + bit >> 6] |= 1 << UInt64(bit & 63)
      if let beforeSign {
        let bit = Self.bit(of: beforeSign, byte)
        bits[first + bit >> 6] |= 1 << UInt64(bit & 63)
      }
      beforeSign = isSign[Int(byte)] ? last : nil
      last = byte
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
