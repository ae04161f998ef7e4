package import ShortlistCore
package import ShortlistTerminal

/// The parsed argument of `--window`: `fixed:50+10`, `flexible:50@end,max=1000`.
///
/// The kind and the length come first, with an optional offset after `+` and an end of the section
/// after `@`. Further parts follow, separated by commas.
package struct WindowSpec: Hashable, Sendable {
  /// The range.
  package let range: RangeOptions

  /// Parses an argument.
  ///
  /// - Throws: `SyntaxError` for the first invalid part.
  package init(_ text: String) throws(SyntaxError) {
    var parts = Parts()
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let isFlexible = try parts.parseFirst(words[0])
    for word in words.dropFirst() { try parts.parse(word, isFlexible: isFlexible) }
    range = try parts.range(isFlexible: isFlexible)
  }

  /// The parts parsed so far.
  private struct Parts {
    private var length = 0
    private var numbers: [String: Int] = [:]
    private var places: [String: Substring] = [:]
    private var pin: RangeOptions.Pin?
    private var grow: RangeOptions.GrowOptions?

    /// Parses the kind, the length, and their suffixes.
    ///
    /// - Returns: Whether the kind is flexible.
    mutating func parseFirst(_ word: Substring) throws(SyntaxError) -> Bool {
      // A length alone is that of a fixed window.
      let isLength = word.first?.isNumber == true
      let (kind, rest) = isLength ? ("fixed", word) : Self.cut(word, at: ":")
      guard ["fixed", "flexible"].contains(kind) else {
        throw Self.unexpected(kind, for: "kind", "fixed or flexible")
      }
      guard let rest else {
        throw SyntaxError(
          "length: :length expected after \(kind), as in \(kind):50", at: word[word.endIndex...])
      }
      let (numbers, pin) = Self.cut(rest, at: "@")
      let (length, offset) = Self.cut(numbers, at: "+")
      self.length = try Self.number(length, for: "length")
      if let offset { try parseNumber(offset, for: "offset") }
      if let pin { try parsePin(pin) }
      return kind == "flexible"
    }

    /// Parses a part after the first.
    mutating func parse(_ word: Substring, isFlexible: Bool) throws(SyntaxError) {
      if word.first == "@" { return try parsePin(word.dropFirst()) }
      let (name, value) = Self.cut(word, at: "=")
      let known = isFlexible ? ["offset", "min", "max", "grow"] : ["offset"]
      guard let value, known.contains(String(name)) else {
        if ["min", "max", "grow"].contains(name) && !isFlexible {
          throw SyntaxError(
            "\(name): a fixed window has none, only a flexible one", at: name)
        }
        let names = known.map { $0 + "=, " }.joined()
        throw Self.unexpected(word, for: "after the length", names + "@beginning or @end")
      }
      if name == "grow" { try parseGrow(value) } else { try parseNumber(value, for: String(name)) }
    }

    private mutating func parseNumber(_ text: Substring, for name: String) throws(SyntaxError) {
      if numbers[name] != nil { throw SyntaxError("\(name): said twice", at: text) }
      numbers[name] = try Self.number(text, for: name)
      places[name] = text
    }

    private mutating func parsePin(_ text: Substring) throws(SyntaxError) {
      if pin != nil { throw SyntaxError("@\(text): an end is said twice", at: text) }
      guard let pin = RangeOptions.Pin(rawValue: String(text)) else {
        throw SyntaxError("end: @beginning or @end expected, not \"@\(text)\"", at: text)
      }
      self.pin = pin
    }

    private mutating func parseGrow(_ text: Substring) throws(SyntaxError) {
      if grow != nil { throw SyntaxError("grow: said twice", at: text) }
      switch text {
      case "pinSide": grow = .pinSide
      case "nonPinSide": grow = .nonPinSide
      case "both": grow = .both
      case "inRangeOnly": grow = .inRangeOnly
      default:
        throw Self.unexpected(text, for: "grow", "pinSide, nonPinSide, both or inRangeOnly")
      }
    }

    /// Returns the range made of the parsed parts.
    func range(isFlexible: Bool) throws(SyntaxError) -> RangeOptions {
      let offset = numbers["offset"] ?? 0
      let pin = pin ?? .beginning
      if !isFlexible { return .fixed(length: length, offset: offset, from: pin) }
      let (least, most) = (numbers["min"] ?? 0, numbers["max"] ?? .max)
      if least > most {
        throw SyntaxError(
          "max: no less than min expected, but \(most) < \(least)", at: places["max"] ?? "")
      }
      return .flexible(
        length: length, offset: offset, from: pin, growOptions: grow ?? .pinSide,
        minLength: least, maxLength: most)
    }

    // MARK: Words

    /// Splits a text at the first separator; the second part is nil if there is none.
    private static func cut(
      _ text: Substring, at separator: Character
    ) -> (Substring, Substring?) {
      guard let index = text.firstIndex(of: separator) else { return (text, nil) }
      return (text[..<index], text[text.index(after: index)...])
    }

    private static func number(_ text: Substring, for part: String) throws(SyntaxError) -> Int {
      guard let number = Int(text), text.allSatisfy({ $0.isASCII && $0.isNumber }) else {
        throw unexpected(text, for: part, "a whole number")
      }
      return number
    }

    private static func unexpected(
      _ text: Substring, for part: String, _ expected: String
    ) -> SyntaxError {
      SyntaxError("\(part): \(expected) expected, not \"\(text)\"", at: text)
    }
  }
}
