/// What a letter earns in a fuzzy search beyond the letter itself, for its place in a text.
///
/// The values are those that people know from fzf: a word after white space counts most, then one
/// after a path separator or a comma, then one after any other sign, then a hump.
enum BonusClass: Int, CaseIterable, Sendable {
  /// Amid a word.
  case inside
  /// A capital after a small letter, or a digit after a letter.
  case hump
  /// The start of a word after a sign, or the sign itself.
  case word
  /// The start of a word after one of `/,:;|`.
  case part
  /// The start of a word after white space, or of the text.
  case start

  /// The points of the place.
  var points: Int32 {
    switch self {
    case .inside: 0
    case .hump: 7
    case .word: 8
    case .part: 9
    case .start: 10
    }
  }

  /// What each letter of a run earns at least, if the run began at such a place.
  var runPoints: Int32 { max(4, points) }

  /// Whether a run goes on as if it had begun here, where it began at a lesser place.
  var beginsRun: Bool { points >= 8 }
}

/// The kinds of characters that decide what a place is.
enum CharacterClass: UInt8, Sendable {
  case small
  case capital
  case digit
  /// White space; what comes before a text is white space too.
  case space
  /// One of `/,:;|`.
  case separator
  /// Any other sign.
  case sign
  /// A character outside ASCII, of which only the code point tells more.
  case other

  /// The number of kinds.
  static let count = 7

  /// The kind of a byte of UTF-8.
  init(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): self = .small
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): self = .capital
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .digit
    case UInt8(ascii: " "), 9...13: self = .space
    case UInt8(ascii: "/"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: ";"),
      UInt8(ascii: "|"):
      self = .separator
    case 0x80...: self = .other
    default: self = .sign
    }
  }

  /// The kind of a code point.
  init(scalar: UInt32) {
    if scalar < 0x80 {
      self.init(UInt8(scalar))
    } else if Folding.isWordCharacter(scalar) {
      self = .small
    } else if Unicode.Scalar(scalar)?.isSpace == true {
      self = .space
    } else {
      self = .sign
    }
  }

  /// Whether words are made of such characters.
  var isWord: Bool { self == .small || self == .capital || self == .digit || self == .other }
}

extension BonusClass {
  /// The place of a character after another.
  init(_ kind: CharacterClass, after before: CharacterClass) {
    guard kind.isWord else {
      self = kind == .space ? .start : .word
      return
    }
    switch before {
    case .space: self = .start
    case .separator: self = .part
    case .sign: self = .word
    case .small where kind == .capital: self = .hump
    case .small where kind == .digit, .capital where kind == .digit, .other where kind == .digit:
      self = .hump
    case .small, .capital, .digit, .other: self = .inside
    }
  }
}
