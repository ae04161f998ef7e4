extension Span<UInt8> {
  /// Returns the index of the first byte at or after `start` that is `a` or `b`; `count` if there
  /// is none.
  @inline(__always)
  func firstIndex(of a: UInt8, or b: UInt8, from start: Int) -> Int {
    var index = start
    while index &+ 8 <= count {
      let word = word(at: index)
      let found =
        Self.zeroBytes(in: word ^ Self.repeated(a)) | Self.zeroBytes(in: word ^ Self.repeated(b))
      if found != 0 { return index &+ found.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < count, self[index] != a, self[index] != b { index &+= 1 }
    return index
  }

  /// Returns the index of the first byte at or after `start` that is `byte`; `count` if there is
  /// none.
  @inline(__always)
  func firstIndex(of byte: UInt8, from start: Int) -> Int {
    firstIndex(of: byte, or: byte, from: start)
  }

  /// Returns the index of the first byte at or after `start` that is not ASCII; `count` if there is
  /// none.
  @inline(__always)
  func firstIndexBeyondASCII(from start: Int) -> Int {
    var index = start
    while index &+ 32 <= count {
      let first = word(at: index) | word(at: index &+ 8)
      let second = word(at: index &+ 16) | word(at: index &+ 24)
      if (first | second) & Self.highBits != 0 { break }
      index &+= 32
    }
    while index &+ 8 <= count {
      let found = word(at: index) & Self.highBits
      if found != 0 { return index &+ found.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < count, self[index] < 0x80 { index &+= 1 }
    return index
  }

  /// The number of line feeds.
  var lineFeeds: Int {
    var lineFeeds = 0
    for index in indices where self[index] == Byte.lineFeed { lineFeeds &+= 1 }
    return lineFeeds
  }

  /// The index after the last line feed; 0 if there is none.
  var endOfLastLine: Int {
    var end = count
    while end > 0, self[end - 1] != Byte.lineFeed { end -= 1 }
    return end
  }

  /// The index of the first byte that is not white space; `count` if there is none.
  var firstIndexOfNonBlank: Int {
    var index = 0
    while index < count, self[index] == UInt8(ascii: " ") || (9...13).contains(self[index]) {
      index += 1
    }
    return index
  }

  /// Whether all bytes are white space.
  var isBlank: Bool { firstIndexOfNonBlank == count }

  /// Returns whether `other` has the same bytes.
  func hasSameBytes(as other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index] != other[index] { return false }
    return true
  }

  /// Returns the eight bytes at `index` as a little-endian word.
  ///
  /// Traps if they are out of bounds.
  @inline(__always)
  private func word(at index: Int) -> UInt64 {
    // Any eight bytes form a valid `UInt64`; the call checks the bounds.
    unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// Returns a word with the top bit set in each byte that is zero in `word`.
  ///
  /// Bits above the lowest one that is set may be wrong.
  @inline(__always)
  private static func zeroBytes(in word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & highBits
  }

  @inline(__always)
  private static func repeated(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  @inline(__always)
  private static var highBits: UInt64 { 0x8080_8080_8080_8080 }
}

extension [UInt8] {
  /// Appends the bytes of `span` at `range`.
  mutating func append(_ span: Span<UInt8>, _ range: Range<Int>) {
    // The buffer is only read within the closure.
    unsafe span.extracting(range).withUnsafeBufferPointer { bytes in
      unsafe append(contentsOf: bytes)
    }
  }
}

extension String {
  /// Creates a string from UTF-8, replacing invalid bytes with U+FFFD.
  init(_ bytes: Span<UInt8>) {
    // The buffer is only read within the closure.
    self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}

/// ASCII bytes with a meaning in the formats.
enum Byte {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let quote = UInt8(ascii: "\"")
  static let comma = UInt8(ascii: ",")
  static let space = UInt8(ascii: " ")
  static let dot = UInt8(ascii: ".")
  static let slash = UInt8(ascii: "/")
  static let backslash = UInt8(ascii: "\\")
}
