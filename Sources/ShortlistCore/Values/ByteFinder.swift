/// Finds a byte string in other bytes.
///
/// The search tests sixteen positions at a time. It compares the first byte of the needle in all
/// of them, and the last byte, which depends less on the first one than the second byte does. Only
/// where both match does it compare the rest.
struct ByteFinder: Sendable {
  /// The bytes to find; not empty.
  let needle: [UInt8]
  private let first: Block
  private let last: Block

  /// The number of positions tested at a time.
  private typealias Block = SIMD16<UInt8>

  init(_ needle: [UInt8]) {
    precondition(!needle.isEmpty, "an empty needle is everywhere")
    self.needle = needle
    first = Block(repeating: needle[0])
    last = Block(repeating: needle[needle.count - 1])
  }

  /// Returns the first offset of the needle in `bytes` at or after `start`; nil if there is none.
  func first(in bytes: Span<UInt8>, from start: Int) -> Int? {
    var first: Int?
    forEach(in: bytes, min(start, bytes.count)..<bytes.count) { place in
      first = place
      return nil
    }
    return first
  }

  /// Returns the first offset, at or after `start`, where the needle begins a word of a folded
  /// text.
  func firstAtWordStart(in text: Span<UInt8>, from start: Int) -> Int? {
    var first: Int?
    forEach(in: text, min(start, text.count)..<text.count) { found in
      if Folding.endsInsideWord(text, at: found) { return found + 1 }
      first = found
      return nil
    }
    return first
  }

  /// Calls `body` with offsets at which the needle occurs in `bytes`, in ascending order.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to search.
  ///   - places: The offsets at which the needle may begin.
  ///   - outsideWords: Whether the first offset, and offsets right after a lowercase ASCII letter
  ///     or a digit, may be skipped.
  ///   - body: Receives an offset; returns the later offset at or after which to continue, or nil
  ///     to stop.
  @inline(__always)
  func forEach(
    in bytes: Span<UInt8>, _ places: Range<Int>, outsideWords: Bool = false, _ body: (Int) -> Int?
  ) {
    let length = needle.count
    precondition(
      places.lowerBound >= 0 && places.upperBound <= bytes.count,
      "\(places) of \(bytes.count) bytes")
    unsafe bytes.withUnsafeBytes { raw in
      unsafe needle.withUnsafeBytes { needle in
        var wanted = places.lowerBound + (outsideWords ? 1 : 0)
        var at = wanted
        let lastBlock = raw.count - Block.scalarCount - (length - 1)
        while at < places.upperBound && at <= lastBlock {
          let firsts = unsafe raw.loadUnaligned(fromByteOffset: at, as: Block.self)
          let lasts = unsafe raw.loadUnaligned(fromByteOffset: at + length - 1, as: Block.self)
          var equal = (firsts .== first) .& (lasts .== last)
          if outsideWords {
            let before = unsafe raw.loadUnaligned(fromByteOffset: at - 1, as: Block.self)
            equal = equal .& Self.areOutsideWords(before)
          }
          let halves = Self.halves(equal)
          if halves[0] | halves[1] != 0 {
            for half in 0..<2 {
              var equal = UInt64(littleEndian: halves[half])
              while equal != 0 {
                let place = at + half * 8 + equal.trailingZeroBitCount >> 3
                if place >= places.upperBound { return }
                if place >= wanted, unsafe Self.isEqualBetweenEnds(raw, place, needle) {
                  guard let next = body(place) else { return }
                  wanted = next
                }
                equal &= equal - 1
              }
            }
          }
          at = max(at + Block.scalarCount, wanted)
        }
        while at < places.upperBound && at + length <= raw.count {
          if unsafe raw[at] == first[0] && raw[at + length - 1] == last[0]
            && Self.isEqualBetweenEnds(raw, at, needle)
          {
            guard let next = body(at) else { return }
            at = next
          } else {
            at += 1
          }
        }
      }
    }
  }

  /// Returns a mask of the bytes that are neither lowercase ASCII letters nor digits.
  ///
  /// The highest bit of each sum tells whether an ASCII byte is at least a limit. SIMD comparisons
  /// other than for equality are made lane by lane.
  @inline(__always)
  private static func areOutsideWords(_ bytes: Block) -> SIMDMask<Block.MaskStorage> {
    let letters = (bytes &+ (0x80 - 0x61)) & ~(bytes &+ (0x80 - 0x7B))
    let digits = (bytes &+ (0x80 - 0x30)) & ~(bytes &+ (0x80 - 0x3A))
    return ((letters | digits) & ~bytes & 0x80) .== Block()
  }

  /// Sets the lowest bit of each byte where a mask holds; returns eight bytes in each half.
  @inline(__always)
  private static func halves(_ mask: SIMDMask<Block.MaskStorage>) -> SIMD2<UInt64> {
    let bits = Block().replacing(with: 1, where: mask)
    return unsafe unsafeBitCast(bits, to: SIMD2<UInt64>.self)
  }

  /// Whether the needle is in `text` at `place`, given that its first and last bytes match.
  @inline(__always)
  @unsafe private static func isEqualBetweenEnds(
    _ text: UnsafeRawBufferPointer, _ place: Int, _ needle: UnsafeRawBufferPointer
  ) -> Bool {
    var index = 1
    while index < needle.count - 1 {
      if unsafe text[place + index] != needle[index] { return false }
      index += 1
      // In a text similar to a long needle, many positions get this far.
      if index == 16 { return unsafe isEqualByWords(text, place, needle) }
    }
    return true
  }

  /// Compares a needle of more than eight bytes, eight bytes at a time.
  @inline(never)
  @unsafe private static func isEqualByWords(
    _ text: UnsafeRawBufferPointer, _ place: Int, _ needle: UnsafeRawBufferPointer
  ) -> Bool {
    var index = 0
    while index < needle.count {
      // The last eight bytes overlap the previous ones.
      let at = min(index, needle.count - 8)
      let part = unsafe text.loadUnaligned(fromByteOffset: place + at, as: UInt64.self)
      if unsafe part != needle.loadUnaligned(fromByteOffset: at, as: UInt64.self) { return false }
      index += 8
    }
    return true
  }
}
