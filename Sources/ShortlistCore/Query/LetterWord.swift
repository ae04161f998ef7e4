/// Eight bytes, compared at once.
struct LetterWord {
  private let bytes: UInt64

  /// A one in each byte.
  static let ones: UInt64 = 0x0101_0101_0101_0101

  /// Zeros.
  init() { bytes = 0 }

  /// The bytes from a place on; zeros past the end.
  ///
  /// - Precondition: The place is within the buffer, or at its end.
  @inline(__always)
  @unsafe init(_ buffer: UnsafeBufferPointer<UInt8>, _ place: Int) {
    let raw = UnsafeRawBufferPointer(buffer)
    if place + 8 <= raw.count {
      bytes = unsafe UInt64(
        littleEndian: raw.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    } else {
      var bytes: UInt64 = 0
      for at in place..<raw.count { bytes |= unsafe UInt64(raw[at]) << UInt64(8 * (at - place)) }
      self.bytes = bytes
    }
  }

  /// The highest bits of the bytes that are a letter, which is given eight times.
  @inline(__always)
  func places(of pattern: UInt64) -> UInt64 {
    let differing = bytes ^ pattern
    // Exact for all bytes: a sum of lower bits never reaches the next byte.
    return ~((differing & (Self.ones &* 0x7F)) &+ Self.ones &* 0x7F | differing)
      & (Self.ones &* 0x80)
  }

  /// The highest bits of so many bytes, of eight at most.
  @inline(__always)
  static func places(_ count: Int) -> UInt64 {
    let highest = ones &* 0x80
    return count >= 8 ? highest : highest & (1 << UInt64(8 * count) &- 1)
  }
}
