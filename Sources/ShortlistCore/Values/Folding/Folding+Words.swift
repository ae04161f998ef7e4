extension Folding {
  /// Returns whether a scalar is a letter or a number (general category L or N), and thus part of a
  /// word.
  ///
  /// - Complexity: O(1).
  package static func isWordCharacter(_ scalar: UInt32) -> Bool {
    if scalar < 0x80 {
      // Setting bit 5 lowercases capitals; no other ASCII character becomes a letter.
      return (scalar | 0x20) &- 0x61 < 26 || scalar &- 0x30 < 10
    }
    return WordTable.shared.contains(scalar)
  }

  /// Returns whether the character that ends at an offset is part of a word.
  ///
  /// If this is false, a word found at the offset begins there; at offset 0 it is false. The offset
  /// is in bytes, at the start of a character or at the end of the text.
  ///
  /// - Complexity: O(1).
  /// - Precondition: `bytes` is valid UTF-8.
  package static func endsInsideWord(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
    guard offset > 0 else { return false }
    let last = bytes[offset - 1]
    return isWordCharacter(last < 0x80 ? UInt32(last) : bytes.scalar(before: offset).scalar)
  }

  /// Returns the words of a folded text: the maximal runs of letters and numbers, as ranges of
  /// bytes, in order.
  ///
  /// - Complexity: O(*n*).
  /// - Precondition: `folded` is valid UTF-8.
  package static func words(of folded: Span<UInt8>) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var position = 0
    while let word = nextWord(in: folded, from: position) {
      words.append(word)
      position = word.upperBound
    }
    return words
  }

  /// Returns the first word of a folded text that begins at or after an offset, as a range of
  /// bytes.
  ///
  /// Use it to iterate over the words of many texts: unlike ``words(of:)`` it allocates no array.
  /// The offset is in bytes: 0, then the end of the previous word.
  ///
  /// - Returns: The range, or nil if there are no more words.
  /// - Complexity: O(*n*) in the distance to the end of the word.
  /// - Precondition: `folded` is valid UTF-8.
  package static func nextWord(in folded: Span<UInt8>, from offset: Int) -> Range<Int>? {
    var position = offset
    while position < folded.count {
      let (scalar, length) = folded.scalar(at: position)
      let start = position
      position += length
      guard isWordCharacter(scalar) else { continue }
      while position < folded.count {
        let (scalar, length) = folded.scalar(at: position)
        guard isWordCharacter(scalar) else { break }
        position += length
      }
      return start..<position
    }
    return nil
  }

  /// Returns the range of bytes of a text without the white space at its ends.
  ///
  /// White space is what Unicode defines as such, and the separators U+001C...U+001F.
  ///
  /// - Complexity: O(*k*) in the white space at the ends.
  /// - Precondition: `folded` is valid UTF-8.
  package static func trimmed(_ folded: Span<UInt8>) -> Range<Int> {
    var start = 0
    while start < folded.count {
      let (scalar, length) = folded.scalar(at: start)
      guard isWhiteSpace(scalar) else { break }
      start += length
    }
    var end = folded.count
    while end > start {
      let (scalar, length) = folded.scalar(before: end)
      guard isWhiteSpace(scalar) else { break }
      end -= length
    }
    return start..<end
  }

  /// Returns whether a scalar is white space, or one of the separators U+001C...U+001F.
  static func isWhiteSpace(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x09...0x0D, 0x1C...0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F,
      0x205F, 0x3000:
      true
    default:
      false
    }
  }
}
