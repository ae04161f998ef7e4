/// Finds a run of bytes in others.
///
/// Eight places are tried at a time: the first two bytes of the needle are compared in all of them
/// by one subtraction on a word of eight bytes (the test for a zero byte in a word); only where
/// both agree is the rest compared.
struct ByteFinder: Sendable {
  /// What is looked for; not empty.
  let needle: [UInt8]
  private let first: UInt64
  private let second: UInt64

  init(_ needle: [UInt8]) {
    precondition(!needle.isEmpty, "an empty needle is everywhere")
    self.needle = needle
    self.first = UInt64(needle[0]) &* Self.ones
    self.second = UInt64(needle[needle.count > 1 ? 1 : 0]) &* Self.ones
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// Where the needle first occurs in `bytes` at or after `start`, nil if it does not.
  func first(in bytes: Span<UInt8>, from start: Int) -> Int? {
    let length = needle.count
    guard start >= 0, start + length <= bytes.count else { return nil }
    let step = length > 1 ? 1 : 0
    return unsafe bytes.withUnsafeBytes { raw in
      unsafe needle.withUnsafeBytes { needle in
        var at = start
        let lastWord = raw.count - 8 - step
        while at <= lastWord {
          let a = unsafe raw.loadUnaligned(fromByteOffset: at, as: UInt64.self) ^ first
          let b = unsafe raw.loadUnaligned(fromByteOffset: at + step, as: UInt64.self) ^ second
          let differing = UInt64(littleEndian: a | b)
          var equal = (differing &- Self.ones) & ~differing & (Self.ones << 7)
          while equal != 0 {
            let place = at + equal.trailingZeroBitCount >> 3
            if unsafe Self.isEqual(raw, place, needle) { return place }
            equal &= equal - 1
          }
          at += 8
        }
        while at + length <= raw.count {
          if unsafe Self.isEqual(raw, at, needle) { return at }
          at += 1
        }
        return nil
      }
    }
  }

  /// Whether the needle is in `text` at `place`.
  @inline(__always)
  @unsafe private static func isEqual(
    _ text: UnsafeRawBufferPointer, _ place: Int, _ needle: UnsafeRawBufferPointer
  ) -> Bool {
    guard place + needle.count <= text.count else { return false }
    for index in 0..<needle.count where unsafe text[place + index] != needle[index] {
      return false
    }
    return true
  }
}
