import Shortlist

/// A text made safe to draw, as graphemes with their widths.
///
/// The result cannot control the terminal. Controls, line ends and bidirectional formatting
/// characters are replaced by symbols, and so are bytes that are not UTF-8. Invisible characters
/// between graphemes are dropped. A combining mark without a base gets a dotted circle.
package struct SanitizedText: Hashable, Sendable {
  /// A grapheme to draw.
  package struct Glyph: Hashable, Sendable {
    /// The text to send.
    package var text: String
    /// Its width in columns, at least 1.
    package var width: Int
    /// Whether it replaces a character that is not sent.
    package var isSymbol: Bool
    /// The offset of its grapheme in the source text, in UTF-16 code units.
    package var source: Int
  }

  /// The graphemes in order.
  package internal(set) var glyphs: [Glyph] = []
  /// The total width in columns.
  package internal(set) var width = 0
  /// Whether the text continues beyond the limit.
  package private(set) var isCut = false

  /// Sanitizes a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isASCII: Whether symbols are limited to ASCII characters (`^[` for escape).
  ///   - tabStop: The distance of the columns to which tabs reach; nil to show them as symbols.
  ///   - limit: The approximate number of columns after which the text is cut.
  /// - Complexity: O(`limit`)
  package init(
    _ text: String, isASCII: Bool = false, tabStop: Int? = nil, limit: Int = 4096
  ) {
    var source = 0
    var seen = 0
    for character in text {
      // Count zero-width characters too: a cell may have a million of them.
      if seen >= limit {
        isCut = true
        return
      }
      seen += 1
      if let byte = character.utf8.first, character.utf8.count == 1, byte >= 0x20, byte != 0x7F {
        add(Glyph(text: String(character), width: 1, isSymbol: false, source: source))
        source += 1
      } else if let tabStop, character == "\t" {
        for _ in 0..<tabStop - width % tabStop {
          add(Glyph(text: " ", width: 1, isSymbol: false, source: source))
        }
        source += 1
      } else {
        addSpecial(character, isASCII: isASCII, source: source)
        source += character.utf16.count
      }
      seen = max(seen, width)
    }
  }

  private mutating func add(_ glyph: Glyph) {
    glyphs.append(glyph)
    width += glyph.width
  }

  private mutating func addSpecial(_ character: Character, isASCII: Bool, source: Int) {
    if character.unicodeScalars.contains(where: { $0.mustNotBeSent }) {
      var source = source
      for scalar in character.unicodeScalars {
        if scalar.mustNotBeSent {
          addSymbol(scalar, isASCII: isASCII, source: source)
        } else {
          addPlain(String.UnicodeScalarView([scalar]), isASCII: isASCII, source: source)
        }
        source += scalar.value > 0xFFFF ? 2 : 1
      }
    } else {
      // One grapheme can be a megabyte of combining marks.
      let scalars = String.UnicodeScalarView(character.unicodeScalars.prefix(32))
      addPlain(scalars, isASCII: isASCII, source: source)
    }
  }

  private mutating func addSymbol(_ scalar: Unicode.Scalar, isASCII: Bool, source: Int) {
    for symbol in scalar.symbol(isASCII: isASCII) {
      add(Glyph(text: String(symbol), width: 1, isSymbol: true, source: source))
    }
  }

  private mutating func addPlain(
    _ scalars: String.UnicodeScalarView, isASCII: Bool, source: Int
  ) {
    guard let first = scalars.first else { return }
    let text = String(scalars)
    if first.displayWidth > 0 {
      add(Glyph(text: text, width: scalars.graphemeWidth, isSymbol: false, source: source))
      return
    }
    switch first.properties.generalCategory {
    case .format: break
    case .nonspacingMark, .enclosingMark, .spacingMark:
      let width = 1 + scalars.graphemeWidth
      add(Glyph(text: "\u{25CC}" + text, width: width, isSymbol: false, source: source))
    default:
      // A vowel or final consonant of a Hangul syllable without an initial one.
      for scalar in scalars { addSymbol(scalar, isASCII: isASCII, source: source) }
    }
  }
}

extension Unicode.Scalar {
  /// Whether a terminal might interpret this scalar, break the line at it or reorder text.
  var mustNotBeSent: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F,
      0xFFF9...0xFFFB, 0x1D173...0x1D17A, KeptBytes.characters:
      true
    default: false
    }
  }

  /// Returns the symbol that replaces this scalar: `␛` (or `^[`), `\u{202E}`.
  func symbol(isASCII: Bool) -> String {
    switch value {
    case KeptBytes.characters: return "\\x" + String(value & 0xFF, radix: 16, uppercase: true)
    case 0..<0x20, 0x7F:
      if isASCII { return "^" + String(Character(Unicode.Scalar(UInt8(value ^ 0x40)))) }
      let picture = value == 0x7F ? 0x2421 : 0x2400 + value
      return Unicode.Scalar(picture).map { String(Character($0)) } ?? "?"
    default: return "\\u{" + String(value, radix: 16, uppercase: true) + "}"
    }
  }
}
