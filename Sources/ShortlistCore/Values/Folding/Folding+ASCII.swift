extension Folding {
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Returns a word with bit 0x80 set in each byte of `word` that is a capital, provided that all
  /// bytes are ASCII.
  @inline(__always)
  private static func capitals(in word: UInt64) -> UInt64 {
    // Adding 0x3F carries `A` and above into the high bit of each byte; adding 0x25 does so for
    // bytes above `Z`.
    let fromA = word &+ 0x3F3F_3F3F_3F3F_3F3F
    let aboveZ = word &+ 0x2525_2525_2525_2525
    return (fromA ^ aboveZ) & highBits
  }

  @inline(__always)
  private static func isCapital(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }

  /// Returns whether a text is ASCII without capitals, which folds to itself.
  ///
  /// This is a quick check for sharing storage between a text and its folded form. It returns false
  /// for other texts that fold to themselves.
  ///
  /// - Complexity: O(*n*), at memory speed.
  package static func isFolded(_ bytes: Span<UInt8>) -> Bool {
    unsafe bytes.withUnsafeBytes { source in
      var position = 0
      while position + 8 <= source.count {
        let word = unsafe source.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        // If the word is not all ASCII, the result of `capitals` is irrelevant.
        if (capitals(in: word) | word) & highBits != 0 { return false }
        position += 8
      }
      while position < source.count {
        let byte = unsafe source[position]
        if byte >= 0x80 || isCapital(byte) { return false }
        position += 1
      }
      return true
    }
  }

  /// Appends the ASCII characters of `bytes` from `start` on, in lowercase.
  ///
  /// - Returns: The offset of the first non-ASCII byte, or the length of `bytes`.
  static func appendASCII(
    of bytes: Span<UInt8>, from start: Int, to output: inout [UInt8]
  ) -> Int {
    var position = start
    // Return early: even an empty `append` writes to the storage that all empty arrays share.
    if start == bytes.count { return start }
    unsafe bytes.withUnsafeBytes { source in
      output.append(addingCapacity: source.count - start) { appended in
        unsafe appended.withUnsafeMutableBufferPointer { buffer, count in
          // The buffer has room for all of `source` from `start` on. Each store goes to the
          // position of its load, and each load stays within `source`.
          let target = UnsafeMutableRawBufferPointer(buffer)
          while position + 8 <= source.count {
            let word = unsafe source.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            if word & highBits != 0 { break }
            unsafe target.storeBytes(
              of: word | capitals(in: word) >> 2, toByteOffset: position - start, as: UInt64.self)
            position += 8
          }
          while position < source.count {
            let byte = unsafe source[position]
            if byte >= 0x80 { break }
            unsafe target[position - start] = isCapital(byte) ? byte | 0x20 : byte
            position += 1
          }
          count = position - start
        }
      }
    }
    return position
  }
}
