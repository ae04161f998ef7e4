package import ShortlistCore

/// The parsed argument of `--window`: `fixed:50+10`, `flexible:50@end,max=1000`.
///
/// The kind and the length come first, with an optional offset after `+` and an end of the section
/// after `@`. Further parts follow, separated by commas.
package struct WindowSpec: Hashable, Sendable {
  /// The error in a part of the argument.
  package struct Problem: Error, Hashable, CustomStringConvertible {
    /// The meaning of the part: `length`, `max`.
    package var part: String
    /// The error, or what is expected.
    package var reason: String

    /// A one-line message: `length: a whole number expected, not "x"`.
    package var description: String { "\(part): \(reason)" }
  }

  /// The range.
  package let range: RangeOptions

  /// Parses an argument.
  ///
  /// - Throws: `Problem` for the first invalid part.
  package init(_ text: String) throws(Problem) {
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
    private var pin: RangeOptions.Pin?
    private var grow: RangeOptions.GrowOptions?

    /// Parses the kind, the length, and their suffixes.
    ///
    /// - Returns: Whether the kind is flexible.
    mutating func parseFirst(_ word: Substring) throws(Problem) -> Bool {
      // A length alone is that of a fixed window.
      let isLength = word.first?.isNumber == true
      let (kind, rest) = isLength ? ("fixed", word) : Self.cut(word, at: ":")
      guard ["fixed", "flexible"].contains(kind) else {
        throw Self.unexpected(kind, for: "kind", "fixed or flexible")
      }
      guard let rest else {
        throw Problem(part: "length", reason: ":length expected after \(kind), as in \(kind):50")
      }
      let (numbers, pin) = Self.cut(rest, at: "@")
      let (length, offset) = Self.cut(numbers, at: "+")
      self.length = try Self.number(length, for: "length")
      if let offset { try parseNumber(offset, for: "offset") }
      if let pin { try parsePin(pin) }
      return kind == "flexible"
    }

    /// Parses a part after the first.
    mutating func parse(_ word: Substring, isFlexible: Bool) throws(Problem) {
      if word.first == "@" { return try parsePin(word.dropFirst()) }
      let (name, value) = Self.cut(word, at: "=")
      let known = isFlexible ? ["offset", "min", "max", "grow"] : ["offset"]
      guard let value, known.contains(String(name)) else {
        if ["min", "max", "grow"].contains(name) && !isFlexible {
          throw Problem(part: String(name), reason: "a fixed window has none, only a flexible one")
        }
        let names = known.map { $0 + "=, " }.joined()
        throw Self.unexpected(word, for: "after the length", names + "@beginning or @end")
      }
      if name == "grow" { try parseGrow(value) } else { try parseNumber(value, for: String(name)) }
    }

    private mutating func parseNumber(_ text: Substring, for name: String) throws(Problem) {
      if numbers[name] != nil { throw Problem(part: name, reason: "said twice") }
      numbers[name] = try Self.number(text, for: name)
    }

    private mutating func parsePin(_ text: Substring) throws(Problem) {
      if pin != nil { throw Problem(part: "@\(text)", reason: "an end is said twice") }
      guard let pin = RangeOptions.Pin(rawValue: String(text)) else {
        throw Self.unexpected("@" + text, for: "end", "@beginning or @end")
      }
      self.pin = pin
    }

    private mutating func parseGrow(_ text: Substring) throws(Problem) {
      if grow != nil { throw Problem(part: "grow", reason: "said twice") }
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
    func range(isFlexible: Bool) throws(Problem) -> RangeOptions {
      let offset = numbers["offset"] ?? 0
      let pin = pin ?? .beginning
      if !isFlexible { return .fixed(length: length, offset: offset, from: pin) }
      let (least, most) = (numbers["min"] ?? 0, numbers["max"] ?? .max)
      if least > most {
        throw Problem(part: "max", reason: "no less than min expected, but \(most) < \(least)")
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

    private static func number(_ text: Substring, for part: String) throws(Problem) -> Int {
      guard let number = Int(text), text.allSatisfy({ $0.isASCII && $0.isNumber }) else {
        throw unexpected(text, for: part, "a whole number")
      }
      return number
    }

    private static func unexpected(
      _ text: Substring, for part: String, _ expected: String
    ) -> Problem {
      Problem(part: part, reason: "\(expected) expected, not \"\(text)\"")
    }
  }
}
