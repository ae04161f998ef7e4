/// What a language tag (BCP 47) says of the order of texts: `sv`, `sr-Latn`, `de-u-co-phonebk`,
/// `cs-u-kn`.
struct LanguageTag: Hashable, Sendable {
  /// The language, with a script or a kind of order that makes a difference; empty if it has no
  /// order of its own.
  let order: String
  /// Whether a run of digits counts as one number.
  let isNumeric: Bool

  /// The order of all languages that have none of their own.
  static let none = LanguageTag(order: "", isNumeric: false)

  /// Parses a tag, in which underscores may stand for hyphens; nil if it is none.
  init?(_ text: String) {
    let parts = text.lowercased().split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    let isWellFormed = parts.allSatisfy { part in
      1...8 ~= part.utf8.count
        && part.utf8.allSatisfy { Self.isLetter($0) || NaturalOrder.isDigit($0) }
    }
    guard let language = parts.first, isWellFormed, 2...3 ~= language.utf8.count,
      language.utf8.allSatisfy(Self.isLetter)
    else { return nil }
    let keywords = parts.drop { $0 != "u" }
    func value(of key: String) -> Substring? {
      guard let place = keywords.firstIndex(of: key[...]) else { return nil }
      return keywords[place...].dropFirst().first { $0.utf8.count > 2 } ?? ""
    }
    let variants = [value(of: "co"), parts.dropFirst().first].compactMap { $0 }
    order =
      (variants.map { "\(language)-\($0)" } + ["\(language)"]).first {
        Alphabet.rules[$0] != nil
      } ?? ""
    isNumeric = keywords.contains("kn") && value(of: "kn") != "false"
  }

  private init(order: String, isNumeric: Bool) {
    self.order = order
    self.isNumeric = isNumeric
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "a") < 26 }
}
