/// The checksum of the parts of an index file: XXH64 with the seed 0.
///
/// It is computed at the speed of memory without special instructions, and its 64 bits make it
/// improbable that damage stays unnoticed.
enum Checksum {
  private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
    0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
    0x27D4_EB2F_1656_67C5
  )

  /// Returns the checksum of bytes.
  ///
  /// - Complexity: O(bytes)
  static func of(_ bytes: Span<UInt8>) -> UInt64 {
    unsafe bytes.withUnsafeBytes { unsafe of($0) }
  }

  @unsafe private static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    // Every load below is at most `bytes.count` minus its size.
    func word(_ at: Int) -> UInt64 {
      unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
    }
    var at = 0
    var sum: UInt64
    if bytes.count >= 32 {
      var (a, b) = (primes.0 &+ primes.1, primes.1)
      var (c, d) = (UInt64(0), 0 &- primes.0)
      while at + 32 <= bytes.count {
        a = round(a, word(at))
        b = round(b, word(at + 8))
        c = round(c, word(at + 16))
        d = round(d, word(at + 24))
        at += 32
      }
      sum = rotated(a, 1) &+ rotated(b, 7) &+ rotated(c, 12) &+ rotated(d, 18)
      for lane in [a, b, c, d] { sum = (sum ^ round(0, lane)) &* primes.0 &+ primes.3 }
    } else {
      sum = primes.4
    }
    sum &+= UInt64(bytes.count)
    while at + 8 <= bytes.count {
      sum = rotated(sum ^ round(0, word(at)), 27) &* primes.0 &+ primes.3
      at += 8
    }
    if at + 4 <= bytes.count {
      let half = unsafe UInt32(
        littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
      sum = rotated(sum ^ UInt64(half) &* primes.0, 23) &* primes.1 &+ primes.2
      at += 4
    }
    while at < bytes.count {
      sum = rotated(sum ^ UInt64(unsafe bytes[at]) &* primes.4, 11) &* primes.0
      at += 1
    }
    sum = (sum ^ sum >> 33) &* primes.1
    sum = (sum ^ sum >> 29) &* primes.2
    return sum ^ sum >> 32
  }

  @inline(__always)
  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotated(lane &+ word &* primes.1, 31) &* primes.0
  }

  @inline(__always)
  private static func rotated(_ number: UInt64, _ count: UInt64) -> UInt64 {
    number &<< count | number &>> (64 &- count)
  }
}
