/// The bonus class of a character's position in a fuzzy match.
///
/// The values follow fzf: a word after white space scores highest, then a word after a path
/// separator or a comma, then a word after any other punctuation, then a camel-case hump.
enum BonusClass: Int, CaseIterable, Sendable {
  /// Inside a word.
  case inside
  /// A capital after a small letter, or a digit after a letter (a camel-case hump).
  case hump
  /// The start of a word after punctuation, or the punctuation itself.
  case word
  /// The start of a word after one of `/,:;|`.
  case part
  /// The start of a word after white space or at the start of the text.
  case start

  /// The bonus points of the position.
  var points: Int32 {
    switch self {
    case .inside: 0
    case .hump: 7
    case .word: 8
    case .part: 9
    case .start: 10
    }
  }

  /// The minimum bonus of each letter in a consecutive run that began at such a position.
  var runPoints: Int32 { max(4, points) }

  /// Whether such a position restarts a consecutive run that began at a position with fewer points.
  var beginsRun: Bool { points >= 8 }
}

/// The character classes that determine a position's bonus.
enum CharacterClass: UInt8, Sendable {
  case small
  case capital
  case digit
  /// White space; the position before a text counts as white space.
  case space
  /// One of `/,:;|`.
  case separator
  /// Any other ASCII character, such as punctuation.
  case sign
  /// A byte of a non-ASCII character; only the whole code point determines its class.
  case other

  /// The number of classes.
  static let count = 7

  /// Whether it is a class of ASCII characters other than letters and digits.
  var isSign: Bool {
    switch self {
    case .space, .separator, .sign: true
    case .small, .capital, .digit, .other: false
    }
  }

  /// The class of a UTF-8 byte.
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

  /// The class of a code point.
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

  /// Whether the class belongs to words.
  var isWord: Bool { self == .small || self == .capital || self == .digit || self == .other }
}

extension BonusClass {
  /// The bonus class of a character, given the character before it.
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
