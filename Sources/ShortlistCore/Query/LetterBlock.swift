/// Sixteen bytes that are compared at once.
struct LetterBlock {
  private let bytes: Bytes

  /// A byte in each lane.
  typealias Bytes = SIMD16<UInt8>

  /// The number of bytes.
  static let count = Bytes.scalarCount

  /// Creates a block of zeros.
  init() { bytes = Bytes() }

  /// Loads the bytes from an offset on; zeros past the end.
  ///
  /// - Precondition: The offset is not negative.
  @inline(__always)
  @unsafe init(_ buffer: UnsafeBufferPointer<UInt8>, _ place: Int) {
    let raw = UnsafeRawBufferPointer(buffer)
    if place + Self.count <= raw.count {
      bytes = unsafe raw.loadUnaligned(fromByteOffset: place, as: Bytes.self)
    } else {
      var bytes = Bytes()
      for lane in 0..<max(0, raw.count - place) { bytes[lane] = unsafe raw[place + lane] }
      self.bytes = bytes
    }
  }

  /// Returns the positions of a letter, given in all lanes: bit 0 for the first byte.
  @inline(__always)
  func places(of letter: Bytes) -> UInt32 {
    let bits = Bytes(1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128)
    let equal = unsafe unsafeBitCast(bytes .== letter, to: Bytes.self) & bits
    let halves = unsafe unsafeBitCast(equal, to: SIMD2<UInt64>.self)
    // The product sums the bytes in its top byte; they have no bit in common.
    let ones: UInt64 = 0x0101_0101_0101_0101
    let low = (UInt64(littleEndian: halves[0]) &* ones) >> 56
    let high = (UInt64(littleEndian: halves[1]) &* ones) >> 56
    return UInt32(truncatingIfNeeded: low | high << 8)
  }

  /// Whether a letter is directly before another one, or before a byte that is before it; `next`
  /// and `second` are the blocks one and two bytes farther on.
  @inline(__always)
  func hasPair(_ letter: Bytes, _ next: Self, _ second: Self, _ follower: Bytes) -> Bool {
    let equal = bytes .== letter .& (next.bytes .== follower .| second.bytes .== follower)
    let halves = unsafe unsafeBitCast(equal, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] != 0
  }
}
