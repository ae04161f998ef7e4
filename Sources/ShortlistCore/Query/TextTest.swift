/// How a needle is compared with a folded text.
package enum TextTest: Hashable, Sendable {
  /// The text has the letters of the needle in order.
  case letters
  /// The text contains the needle.
  case anywhere
  /// The needle begins a word of the text.
  case wordStart
  /// The needle begins and ends at the borders of words.
  case word
  /// The text begins with the needle.
  case start
  /// The text ends with the needle.
  case end
  /// The text equals the needle.
  case whole
  /// The text has all words of the needle with at most so many typos each.
  ///
  /// Where `ofWholeWords` holds, a beginning of a longer word does not count, unless a word cannot
  /// have typos.
  case typos(most: Int, ofWholeWords: Bool)
}

extension TextTest {
  /// The maximum number of typos in a word.
  package var maxTypos: Int { if case .typos(let most, _) = self { most } else { 0 } }
  /// Whether typos are allowed.
  package var allowsTypos: Bool { maxTypos > 0 }
}

extension Needle {
  /// Whether a folded text passes a test.
  func matches(_ text: Span<UInt8>, _ test: TextTest) -> Bool {
    switch test {
    case .letters: isSubsequence(of: text)
    case .anywhere: finder.first(in: text, from: 0) != nil
    case .wordStart: finder.firstAtWordStart(in: text, from: 0) != nil
    case .word: firstWord(in: text, from: 0) != nil
    case .start: isPrefix(of: text)
    case .end: isSuffix(of: text)
    case .whole: bytes.count == text.count && isPrefix(of: text)
    case .typos: hasWords(in: text, test)
    }
  }

  /// Whether a text has all words with typos.
  ///
  /// Apart, so that the other tests stay small enough for the loops over rows.
  @inline(never)
  private func hasWords(in text: Span<UInt8>, _ test: TextTest) -> Bool {
    typoWords(test).allSatisfy { $0.occurs(in: text) }
  }

  /// Returns where in a text that passes a test the needle occurs; `letters` counts as `anywhere`.
  func places(in text: Span<UInt8>, _ test: TextTest) -> [Range<Int>] {
    switch test {
    case .start, .whole: return matches(text, test) ? [0..<bytes.count] : []
    case .end: return isSuffix(of: text) ? [text.count - bytes.count..<text.count] : []
    case .typos:
      let words = matches(text, test) ? typoWords(test) : []
      return words.flatMap { $0.places(in: text) }
    case .letters, .anywhere, .wordStart, .word: break
    }
    var places: [Range<Int>] = []
    var at = 0
    while true {
      let found =
        switch test {
        case .wordStart: finder.firstAtWordStart(in: text, from: at)
        case .word: firstWord(in: text, from: at)
        default: finder.first(in: text, from: at)
        }
      guard let found else { return places }
      places.append(found..<found + bytes.count)
      at = found + bytes.count
    }
  }

  /// Whether every text that passes a test with this needle also passes `widerTest` with `wider`.
  func isNarrower(_ test: TextTest, than wider: Needle, _ widerTest: TextTest) -> Bool {
    switch widerTest {
    case .letters: !test.allowsTypos && wider.matches(bytes.span, .letters)
    case .anywhere:
      test != .letters && !test.allowsTypos && wider.matches(bytes.span, .anywhere)
    case .wordStart:
      [.wordStart, .word, .start, .whole].contains(test) && bytes.starts(with: wider.bytes)
    case .word: test == .word && bytes == wider.bytes
    case .start: (test == .start || test == .whole) && bytes.starts(with: wider.bytes)
    case .end: (test == .end || test == .whole) && wider.isSuffix(of: bytes.span)
    case .whole: test == .whole && bytes == wider.bytes
    case .typos: test == widerTest && bytes == wider.bytes
    }
  }

  /// Returns where the needle begins a word if single signs or spaces between words are left out,
  /// as in `r-base` for `rbase`; empty if it does not.
  func joinedPlaces(in text: Span<UInt8>) -> [Range<Int>] {
    for start in 0..<text.count {
      guard text[start] == bytes[0], !Folding.endsInsideWord(text, at: start) else { continue }
      var places = [start..<start]
      var at = start
      var next = 0
      while at < text.count && next < bytes.count {
        if text[at] == bytes[next] {
          next += 1
        } else if text[at] < 0x80, !Folding.isWordCharacter(UInt32(text[at])),
          places[places.count - 1].lowerBound < at
        {
          places[places.count - 1] = places[places.count - 1].lowerBound..<at
          places.append(at + 1..<at + 1)
        } else {
          break
        }
        at += 1
      }
      if next == bytes.count {
        places[places.count - 1] = places[places.count - 1].lowerBound..<at
        return places
      }
    }
    return []
  }

  private func firstWord(in text: Span<UInt8>, from start: Int) -> Int? {
    var at = start
    while let found = finder.firstAtWordStart(in: text, from: at) {
      let end = found + bytes.count
      let endsWord =
        end == text.count || !Folding.isWordCharacter(text.scalar(at: end).scalar)
        || !Folding.endsInsideWord(text, at: end)
      if endsWord { return found }
      at = found + 1
    }
    return nil
  }

  private func isPrefix(of text: Span<UInt8>) -> Bool {
    guard text.count >= bytes.count else { return false }
    // Texts that begin alike, such as paths, differ late.
    for index in bytes.indices.reversed() where text[index] != bytes[index] { return false }
    return true
  }

  private func isSuffix(of text: Span<UInt8>) -> Bool {
    let start = text.count - bytes.count
    guard start >= 0 else { return false }
    for index in bytes.indices where text[start + index] != bytes[index] { return false }
    return true
  }

  /// Whether the letters occur in order.
  ///
  /// Comparing bytes suffices: in UTF-8, a one-byte letter is never part of a longer one, and a
  /// longer one never begins in the middle of another.
  private func isSubsequence(of text: Span<UInt8>) -> Bool {
    if letters.count == bytes.count {
      var next = 0
      for index in 0..<text.count where text[index] == bytes[next] {
        next += 1
        if next == bytes.count { return true }
      }
      return false
    }
    var at = 0
    for letter in letters {
      guard let found = ByteFinder(letter).first(in: text, from: at) else { return false }
      at = found + letter.count
    }
    return true
  }
}
