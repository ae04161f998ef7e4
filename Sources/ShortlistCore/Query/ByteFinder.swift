/// Finds a run of bytes in others.
///
/// Sixteen places are tried at a time: the first byte of the needle is compared in all of them at once,
/// and the last one, which is less often what follows by itself than the second; only where both agree
/// is the rest compared.
struct ByteFinder: Sendable {
  /// What is looked for; not empty.
  let needle: [UInt8]
  private let first: Block
  private let last: Block

  /// So many places as are tried at a time.
  private typealias Block = SIMD16<UInt8>

  init(_ needle: [UInt8]) {
    precondition(!needle.isEmpty, "an empty needle is everywhere")
    self.needle = needle
    first = Block(repeating: needle[0])
    last = Block(repeating: needle[needle.count - 1])
  }

  /// Where the needle first occurs in `bytes` at or after `start`, nil if it does not.
  func first(in bytes: Span<UInt8>, from start: Int) -> Int? {
    var first: Int?
    forEach(in: bytes, min(start, bytes.count)..<bytes.count) { place in
      first = place
      return nil
    }
    return first
  }

  /// Where the needle first begins a word of a folded text, at or after `start`.
  func firstAtWordStart(in text: Span<UInt8>, from start: Int) -> Int? {
    var first: Int?
    forEach(in: text, min(start, text.count)..<text.count) { found in
      if Folding.endsInsideWord(text, at: found) { return found + 1 }
      first = found
      return nil
    }
    return first
  }

  /// Calls `body` with places where the needle occurs in `bytes`, in ascending order.
  ///
  /// - Parameters:
  ///   - bytes: Where to look.
  ///   - places: Where it may begin.
  ///   - outsideWords: Whether the first place, and those right behind a small ASCII letter or a digit, may
  ///     be left out.
  ///   - body: Given a place, says at or after which later place to go on; nil to end.
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

  /// Which bytes are neither small ASCII letters nor digits.
  ///
  /// The highest bit of a sum tells whether an ASCII byte is at least so great: other comparisons than for
  /// equality are made one by one.
  @inline(__always)
  private static func areOutsideWords(_ bytes: Block) -> SIMDMask<Block.MaskStorage> {
    let letters = (bytes &+ (0x80 - 0x61)) & ~(bytes &+ (0x80 - 0x7B))
    let digits = (bytes &+ (0x80 - 0x30)) & ~(bytes &+ (0x80 - 0x3A))
    return ((letters | digits) & ~bytes & 0x80) .== Block()
  }

  /// The lowest bit of each byte where a mask holds, eight bytes each.
  @inline(__always)
  private static func halves(_ mask: SIMDMask<Block.MaskStorage>) -> SIMD2<UInt64> {
    let bits = Block().replacing(with: 1, where: mask)
    return unsafe unsafeBitCast(bits, to: SIMD2<UInt64>.self)
  }

  /// Whether the needle is in `text` at `place`, if its first and its last byte are.
  @inline(__always)
  @unsafe private static func isEqualBetweenEnds(
    _ text: UnsafeRawBufferPointer, _ place: Int, _ needle: UnsafeRawBufferPointer
  ) -> Bool {
    var index = 1
    while index < needle.count - 1 {
      if unsafe text[place + index] != needle[index] { return false }
      index += 1
      // A long needle in a text that is like it is compared at every place.
      if index == 16 { return unsafe isEqualByWords(text, place, needle) }
    }
    return true
  }

  /// The same for a needle of more than eight bytes, which are compared eight at once.
  @inline(never)
  @unsafe private static func isEqualByWords(
    _ text: UnsafeRawBufferPointer, _ place: Int, _ needle: UnsafeRawBufferPointer
  ) -> Bool {
    var index = 0
    while index < needle.count {
      // The last eight bytes overlap with those before them.
      let at = min(index, needle.count - 8)
      let part = unsafe text.loadUnaligned(fromByteOffset: place + at, as: UInt64.self)
      if unsafe part != needle.loadUnaligned(fromByteOffset: at, as: UInt64.self) { return false }
      index += 8
    }
    return true
  }
}
