extension Span<UInt8> {
  /// The bytes as an array.
  var array: [UInt8] { unsafe withUnsafeBufferPointer { unsafe Array($0) } }

  /// The bytes as text; they must be valid UTF-8.
  var text: String {
    unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Returns whether the bytes equal those of another span.
  func isSame(as other: Span<UInt8>) -> Bool {
    count == other.count && Bytes.compare(self, other) == 0
  }
}

extension Array<UInt8> {
  /// Appends the bytes of a span.
  mutating func append(_ span: Span<UInt8>) {
    unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}

/// Comparison and hashing of byte sequences.
package enum Bytes {
  /// Returns a negative number, zero or a positive number if `a` sorts before, with or after `b`,
  /// byte by byte; a prefix sorts first.
  static func compare(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Int {
    let common = Swift.min(a.count, b.count)
    let order = unsafe a.withUnsafeBufferPointer { a in
      unsafe b.withUnsafeBufferPointer { b in
        unsafe common == 0 ? 0 : Platform.compare(a, b, common)
      }
    }
    return order != 0 ? order : a.count - b.count
  }

  /// Returns a hash of the bytes that is stable across runs of the program (FNV-1a over words of
  /// eight bytes, with a final mix).
  ///
  /// - Complexity: O(bytes)
  package static func hash(_ bytes: Span<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ UInt64(truncatingIfNeeded: bytes.count)
    unsafe bytes.withUnsafeBytes { raw in
      var at = 0
      while at + 8 <= raw.count {
        let word = unsafe raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        hash = (hash ^ word) &* 0x9e37_79b9_7f4a_7c15
        hash ^= hash >> 32
        at += 8
      }
      while at < raw.count {
        hash = (hash ^ UInt64(unsafe raw[at])) &* 0x0000_0100_0000_01b3
        at += 1
      }
    }
    return mixed(hash)
  }

  /// Returns a hash of an integer.
  static func hash(_ integer: Int) -> UInt64 { mixed(UInt64(bitPattern: Int64(integer))) }

  /// Applies the final mix of SplitMix64.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}
