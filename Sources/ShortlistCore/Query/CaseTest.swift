/// Whether the case of letters counts in a search with signs.
package enum CaseRule: String, Hashable, Sendable {
  /// It does not.
  case ignored
  /// It does for words with an upper case letter.
  case smart
  /// It does.
  case exact

  /// Whether case counts in a word.
  func applies(to word: String) -> Bool {
    switch self {
    case .ignored: false
    case .smart: word.unicodeScalars.contains { $0.properties.isUppercase }
    case .exact: true
    }
  }
}

/// A condition on texts whose folded forms already match: they have the letters as they are typed,
/// with their accents and, unless it is ignored, their case.
struct CaseTest: Hashable, Sendable {
  private let word: [UInt8]
  private let test: TextTest
  private let ignoresCase: Bool
  private let isASCII: Bool

  init(_ word: String, _ test: TextTest, ignoresCase: Bool = false) {
    self.word = Array((ignoresCase ? word.lowercased() : word).utf8)
    self.test = test
    self.ignoresCase = ignoresCase
    isASCII = self.word.allSatisfy { $0 < 0x80 }
  }

  /// Whether a value has the letters; numbers and dates have no case.
  func holds(_ value: CellValue) -> Bool {
    switch value {
    case .null: false
    case .text(let text): holds(text)
    case .list(let texts): texts.contains(where: holds)
    case .integer, .number, .boolean, .date: true
    }
  }

  /// - Complexity: O(*n* · *m*) for *n* bytes of text and *m* of the word
  private func holds(_ text: String) -> Bool {
    if !ignoresCase { return holds(Array(text.utf8)[...]) }
    // Without accents, the folded forms say it all.
    if isASCII && text.utf8.allSatisfy({ $0 < 0x80 }) { return true }
    return holds(Array(text.lowercased().utf8)[...])
  }

  private func holds(_ bytes: ArraySlice<UInt8>) -> Bool {
    var bytes = bytes
    switch test {
    case .start, .whole: return bytes.starts(with: word)
    case .end: return bytes.reversed().starts(with: word.reversed())
    case .letters:
      var letters = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
      for letter in String(decoding: word, as: UTF8.self).unicodeScalars {
        guard let place = letters.firstIndex(of: letter) else { return false }
        letters = letters[letters.index(after: place)...]
      }
      return true
    // A word in which case counts has no typos.
    case .anywhere, .wordStart, .word, .typos:
      while let first = word.first, let place = bytes.firstIndex(of: first) {
        if bytes[place...].starts(with: word) { return true }
        bytes = bytes[(place + 1)...]
      }
      return word.isEmpty
    }
  }
}
