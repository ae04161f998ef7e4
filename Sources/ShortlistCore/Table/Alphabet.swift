import Synchronization

/// The alphabetical order of a language, as the bytes that texts are sorted by.
///
/// It has three levels, like the order of the Unicode Collation Algorithm (UTS #10). The letters
/// decide; between texts with the same letters the accents do, and then the case:
///
///     cote, Cote     c o t e │ 1 │ –          │ 1 │ case
///     coté           c o t e │ 1 │ 2 2 2 é    │ 1 │ case
///
/// Spaces come first, then signs, digits, and letters: Latin, then other scripts by code point. A
/// language has its own place for some letters (in Swedish å, ä and ö come after z), and for groups
/// of letters (in Czech ch comes after h). Other letters with an accent are sorted as the letter
/// without it. Chinese characters are in the order of their code points.
struct Alphabet: Sendable {
  /// The weights of ASCII characters.
  private var ascii = [UInt8](repeating: Self.control, count: 128)
  /// The letters and groups that have a place of their own, in lower case.
  private var letters: [String: Letter] = [:]
  /// The numbers of letters of the longest groups, by their first letter.
  private var groups: [String: Int] = [:]
  /// Whether a group begins with an ASCII character.
  private var beginsGroup = [Bool](repeating: false, count: 128)
  /// Whether a run of ASCII digits counts as one number.
  private let isNumeric: Bool

  /// A letter, or a group of letters.
  private struct Letter {
    var weights: [UInt8]
    /// Whether it is sorted as another letter, from which only the next level tells it apart.
    var isVariant = false
  }

  // The first bytes of weights. Letters leave room for those that languages add.
  private static let control: UInt8 = 3
  private static let firstSign: UInt8 = 4
  private static let otherSign: UInt8 = 0x2A
  private static let firstLetter: UInt8 = 0x40
  private static let letterDistance: UInt8 = 6
  private static let otherLetter: UInt8 = 0xE0
  /// The byte between the levels, and the one for no accent or for lower case.
  private static let (separator, usual): (UInt8, UInt8) = (1, 2)

  /// Spaces and signs in their order.
  private static let signs = "\t\n\u{B}\u{C}\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"
  /// The letters of scripts whose order is not that of their code points.
  private static let scripts = [
    "аәбвгѓғґдђеєжзѕиіїйјкќқлљмнњңоөпрстћуўүұфхһцчџшщъыьэюя",
    "ءآأؤإئابپةتثجچحخدذرزژسشصضطظعغفقكکگلمنهوىيی",
  ]

  /// The alphabets that were made.
  private static let made = Mutex<[LanguageTag: Alphabet]>([:])

  /// Returns the alphabet for a language tag.
  static func of(_ tag: LanguageTag) -> Alphabet {
    made.withLock { made in
      if let alphabet = made[tag] { return alphabet }
      let alphabet = Alphabet(tag)
      made[tag] = alphabet
      return alphabet
    }
  }

  private init(_ tag: LanguageTag) {
    isNumeric = tag.isNumeric
    for (index, sign) in Self.signs.utf8.enumerated() {
      ascii[Int(sign)] = Self.firstSign + UInt8(index)
    }
    for digit in UInt8(ascii: "0")...UInt8(ascii: "9") { ascii[Int(digit)] = digit }
    for letter in 0..<UInt8(26) {
      let weight = Self.firstLetter + letter * Self.letterDistance
      for first in [UInt8(ascii: "a"), UInt8(ascii: "A")] { ascii[Int(first + letter)] = weight }
    }
    for script in Self.scripts {
      let first = script.unicodeScalars.map(\.value).min().map { $0 & ~0xFF } ?? 0
      for (index, letter) in script.enumerated() {
        letters["\(letter)"] = Letter(weights: Self.weights(other: first + UInt32(index)))
      }
    }
    let rules = Self.commonRules + " " + (Self.rules[tag.order] ?? "")
    for chain in rules.split(separator: " ") { add(String(chain)) }
  }

  /// Adds letters after another one: `<` stands for the next place, `=` for the same one.
  private mutating func add(_ chain: String) {
    var weights: [UInt8] = []
    var isVariant = false
    for part in chain.split(whereSeparator: { $0 == "<" || $0 == "=" }) {
      let text = String(part)
      if weights.isEmpty {
        append(Array(text.utf8).span, to: &weights)
        weights = Array(weights.prefix { $0 != Self.separator })
        continue
      }
      isVariant = chain[chain.index(before: part.startIndex)] == "="
      if !isVariant, let last = weights.indices.last { weights[last] += 1 }
      if let byte = text.utf8.first, text.utf8.count == 1, let weight = weights.first {
        ascii[Int(byte)] = weight
        ascii[Int(text.uppercased().utf8.first ?? byte)] = weight
        continue
      }
      letters[text] = Letter(weights: weights, isVariant: isVariant)
      if text.count > 1 {
        let first = String(text.prefix(1))
        groups[first] = max(groups[first] ?? 0, text.count)
        for byte in (first + first.uppercased()).utf8 where byte < 0x80 {
          beginsGroup[Int(byte)] = true
        }
      }
    }
  }

  /// Appends the bytes that a text is sorted by.
  ///
  /// - Parameters:
  ///   - text: The text, which is not folded.
  ///   - limit: The number of bytes after which they may be cut.
  ///   - key: Receives the bytes.
  /// - Complexity: O(*n*); texts of ASCII letters that begin no group take the least time.
  func append(_ text: Span<UInt8>, limit: Int = .max, to key: inout [UInt8]) {
    let start = key.count
    var accents = Level()
    var cases = Level()
    var place = 0
    while place < text.count {
      if key.count - start >= limit { return }
      let byte = text[place]
      let isAlone = byte < 0x80 && (place + 1 == text.count || text[place + 1] < 0x80)
      if isAlone && isNumeric && NaturalOrder.isDigit(byte) {
        place = NaturalOrder.appendNumber(in: text, at: place, to: &key)
      } else if isAlone && !beginsGroup[Int(byte)] {
        key.append(ascii[Int(byte)])
        accents.append()
        cases.append(isUsual: byte &- UInt8(ascii: "A") >= 26)
        place += 1
      } else {
        place = appendLetter(of: text, at: place, to: &key, &accents, &cases)
      }
    }
    key.append(Self.separator)
    key += accents.bytes
    key.append(Self.separator)
    key += cases.bytes
  }

  /// Appends the letter or the group that begins at a place; returns where it ends.
  private func appendLetter(
    of text: Span<UInt8>, at place: Int, to key: inout [UInt8], _ accents: inout Level,
    _ cases: inout Level
  ) -> Int {
    let first = Self.letter(in: text, at: place)
    let small = first.text.lowercased()
    if let most = groups[small] {
      var (group, end) = (small, first.end)
      var found: (letter: Letter, end: Int)?
      for _ in 1..<most where end < text.count {
        let next = Self.letter(in: text, at: end)
        group += next.text.lowercased()
        end = next.end
        if let letter = letters[group] { found = (letter, end) }
      }
      if let found {
        key += found.letter.weights
        accents.append(found.letter.isVariant ? group : "")
        cases.append(isUsual: small == first.text)
        return found.end
      }
    }
    let letter = letters[first.text] ?? letters[small]
    if let letter {
      key += letter.weights
    } else if first.text.utf8.count == 1 {
      key.append(ascii[Int(text[place])])
    } else {
      for scalar in String(decoding: Folding.fold(first.text), as: UTF8.self).unicodeScalars {
        if scalar.isASCII {
          key.append(ascii[Int(scalar.value)])
        } else {
          key += letters["\(scalar)"]?.weights ?? Self.weights(of: scalar)
        }
      }
    }
    let isPlain = letter.map { !$0.isVariant } ?? (small.utf8.count == 1)
    accents.append(isPlain ? "" : small)
    cases.append(isUsual: small == first.text)
    return first.end
  }

  /// Returns the scalar at a place with the marks after it, and where they end.
  private static func letter(in text: Span<UInt8>, at place: Int) -> (text: String, end: Int) {
    var letter = ""
    var place = place
    while place < text.count {
      let (value, length) = text.scalar(at: place)
      guard let scalar = Unicode.Scalar(value) else { break }
      if !letter.isEmpty && scalar.properties.canonicalCombiningClass == .notReordered { break }
      letter.unicodeScalars.append(scalar)
      place += length
    }
    return (letter, place)
  }

  private static func weights(of scalar: Unicode.Scalar) -> [UInt8] {
    switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
      .modifierSymbol, .otherSymbol, .spaceSeparator, .lineSeparator, .paragraphSeparator:
      return [otherSign] + bytes(scalar.value)
    case .decimalNumber:
      return [UInt8(ascii: "0") + UInt8(scalar.properties.numericValue ?? 0)]
    default:
      // Katakana are sorted as the Hiragana that sound the same.
      let isKatakana = 0x30A1...0x30F6 ~= scalar.value
      return weights(other: isKatakana ? scalar.value - 0x60 : scalar.value)
    }
  }

  /// The weights of a letter that is not Latin, after which there is room for those that languages
  /// add.
  private static func weights(other code: UInt32) -> [UInt8] { [otherLetter] + bytes(code << 2) }

  private static func bytes(_ code: UInt32) -> [UInt8] {
    [16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
  }

  /// The bytes of the second or third level; usual ones at the end are left out.
  private struct Level {
    private(set) var bytes: [UInt8] = []
    private var usual = 0

    mutating func append(isUsual: Bool) {
      if isUsual { usual += 1 } else { append([Alphabet.usual + 1]) }
    }

    /// Appends a letter with an accent; an empty text stands for one without.
    mutating func append(_ letter: String = "") {
      if letter.isEmpty {
        usual += 1
      } else {
        append([Alphabet.usual + 1] + letter.unicodeScalars.flatMap { Alphabet.bytes($0.value) })
      }
    }

    private mutating func append(_ more: [UInt8]) {
      bytes += repeatElement(Alphabet.usual, count: usual) + more
      usual = 0
    }
  }
}
