/// The composition of Hangul syllables from jamo: leading consonants, vowels and trailing
/// consonants.
///
/// Once marks are removed, this is the only composition left in NFKC, and so the only part of
/// folding that spans scalars. In UTF-8, jamo and syllables have three bytes each.
enum HangulSyllable {
  private static let leading: Range<UInt32> = 0x1100..<0x1113
  private static let vowels: Range<UInt32> = 0x1161..<0x1176
  private static let trailing: Range<UInt32> = 0x11A8..<0x11C3
  private static let syllables: Range<UInt32> = 0xAC00..<0xD7A4
  /// The number of syllables with a given leading consonant and vowel: one per trailing consonant,
  /// and one without.
  private static let syllablesPerVowel: UInt32 = 28

  /// Returns whether a scalar is a vowel or a trailing consonant.
  @inline(__always)
  static func isLaterJamo(_ scalar: UInt32) -> Bool {
    vowels.contains(scalar) || trailing.contains(scalar)
  }

  /// Merges a vowel or a trailing consonant into the last scalar of `output` if they form a
  /// syllable.
  ///
  /// Bytes before `start`, where the text begins, stay untouched.
  ///
  /// - Returns: Whether it merged; the last three bytes are then the syllable.
  static func join(_ jamo: UInt32, to output: inout [UInt8], from start: Int) -> Bool {
    let position = output.count - 3
    guard position >= start, output[position] & 0xF0 == 0xE0 else { return false }
    let (last, _) = output.span.scalar(at: position)
    guard let syllable = syllable(of: last, and: jamo) else { return false }
    output[position] = 0xE0 | UInt8(syllable >> 12)
    output[position + 1] = 0x80 | UInt8(syllable >> 6 & 0x3F)
    output[position + 2] = 0x80 | UInt8(syllable & 0x3F)
    return true
  }

  private static func syllable(of last: UInt32, and jamo: UInt32) -> UInt32? {
    if leading.contains(last), vowels.contains(jamo) {
      let pair =
        (last - leading.lowerBound) * UInt32(vowels.count) + (jamo - vowels.lowerBound)
      return syllables.lowerBound + pair * syllablesPerVowel
    }
    if syllables.contains(last), (last - syllables.lowerBound) % syllablesPerVowel == 0,
      trailing.contains(jamo)
    {
      return last + (jamo - trailing.lowerBound) + 1
    }
    return nil
  }
}
