extension Filter {
  /// The filter in URL syntax, before percent-encoding.
  var urlText: String {
    switch self {
    case .all(let parts): Self.combined("and", parts)
    case .any(let parts): Self.combined("or", parts)
    case .not(let part): "-" + part.urlText
    case .isNull(let name): URLWord.text(name) + ":null"
    case .isNotNull(let name): URLWord.text(name) + ":*"
    case .equals(let name, let value): URLWord.text(name) + ":" + URLWord.operand(value)
    case .contains(let name, let text): URLWord.text(name) + "~" + URLWord.text(text)
    case .compares(let name, let comparison, let value):
      URLWord.text(name) + ":" + comparison.rawValue + URLWord.operand(value)
    case .inRange(let name, let lower, let upper):
      URLWord.text(name) + ":" + (lower.map(URLWord.operand) ?? "") + ".."
        + (upper.map(URLWord.operand) ?? "")
    }
  }

  private static func combined(_ operator: String, _ parts: [Filter]) -> String {
    `operator` + "(" + parts.map(\.urlText).joined(separator: ",") + ")"
  }
}

/// The syntax of names and values in a URL filter.
enum URLWord {
  /// Returns a value in URL syntax: plain if it parses back to itself, else quoted or in
  /// parentheses.
  static func operand(_ value: CellValue) -> String {
    switch value {
    case .null: "(null)"
    case .text(let text): self.text(text)
    case .list(let elements): "(" + elements.map(text).joined(separator: ",") + ")"
    case .number(let number): number.isNaN ? "nan" : number.description
    case .integer, .boolean, .date: value.text
    }
  }

  /// Returns a text, in quotes if it needs them.
  static func text(_ text: String) -> String {
    guard text.unicodeScalars.allSatisfy(isPlain), !needsQuotes(text), value(text) == .text(text)
    else { return Filter.quoted(text) }
    return text
  }

  /// Whether a word would have another meaning, or none, without quotes.
  static func needsQuotes(_ word: String) -> Bool {
    word.isEmpty || word == "null" || word.unicodeScalars.first == "-"
  }

  /// Returns the value of an unquoted word.
  static func value(_ word: String) -> CellValue {
    let bytes = Array(word.utf8)
    if let integer = NumberText.integer(bytes.span) { return .integer(integer) }
    if let number = NumberText.number(bytes.span) { return .number(number) }
    if let date = Timestamp(word) { return .date(date) }
    switch word {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "inf": return .number(.infinity)
    case "-inf": return .number(-.infinity)
    case "nan": return .number(.nan)
    default: return .text(word)
    }
  }

  /// Whether a code point may occur in an unquoted text.
  static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
    default: scalar.value >= 0x80
    }
  }
}
