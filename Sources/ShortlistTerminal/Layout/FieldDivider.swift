/// What is between the fields of lines: a text, or a regular expression such as `[: ]+`.
///
/// A single character stands for itself. A regular expression has characters, sets in brackets,
/// `.`, `\s` `\d` `\w` and their opposites, `\t`, the quantifiers `+ * ? {2,}` and alternatives
/// with `|` between them. It is matched with bytes.
package struct FieldDivider: Hashable, Sendable {
  /// A set of bytes.
  private struct Bytes: Hashable, Sendable {
    private var words = SIMD4<UInt64>()

    func contains(_ byte: UInt8) -> Bool { words[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1 }

    mutating func insert(_ byte: UInt8) { words[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }

    mutating func formUnion(_ other: Bytes) { words |= other.words }

    var inverted: Bytes {
      var bytes = self
      bytes.words = ~words
      return bytes
    }

    init(_ bytes: some Sequence<UInt8> = []) { for byte in bytes { insert(byte) } }
  }

  /// Bytes of a set, and how often they come.
  private struct Item: Hashable, Sendable {
    var bytes: Bytes
    var count = 1...1
  }

  /// The text.
  package let text: String
  private var alternatives: [[Item]] = []
  /// The bytes with which it can begin.
  private var first = Bytes()

  private static let signs = Set<Character>(#"\.+*?()|[]{}^$"#)

  /// Parses a text.
  ///
  /// - Throws: `SyntaxError` if it has groups or `^` and `$`, or if it is empty.
  package init(_ text: String) throws(SyntaxError) {
    self.text = text
    if text.isEmpty { throw SyntaxError("a text expected", at: text[...]) }
    if text.count == 1 || !text.contains(where: Self.signs.contains) {
      alternatives = [text.utf8.map { Item(bytes: Bytes([$0])) }]
    } else {
      var parser = Parser(rest: text[...])
      alternatives = try parser.parse()
    }
    for items in alternatives {
      for item in items {
        first.formUnion(item.bytes)
        if item.count.lowerBound > 0 { break }
      }
    }
  }

  /// Returns the length of what divides two fields at an index; nil if there is nothing of that.
  package func length(in line: [UInt8], at index: Int) -> Int? {
    if !first.contains(line[index]) { return nil }
    for items in alternatives {
      if let end = Self.end(of: items[...], in: line, at: index), end > index { return end - index }
    }
    return nil
  }

  private static func end(of items: ArraySlice<Item>, in line: [UInt8], at index: Int) -> Int? {
    guard let item = items.first else { return index }
    var last = index
    while last < line.count, last - index < item.count.upperBound, item.bytes.contains(line[last]) {
      last += 1
    }
    // As many as possible, but so that what follows is found.
    while last - index >= item.count.lowerBound {
      if let end = end(of: items.dropFirst(), in: line, at: last) { return end }
      last -= 1
    }
    return nil
  }

  // MARK: Parsing

  private struct Parser {
    var rest: Substring

    mutating func parse() throws(SyntaxError) -> [[Item]] {
      var alternatives: [[Item]] = [[]]
      while let character = rest.first {
        if character == "|" {
          rest.removeFirst()
          alternatives.append([])
          continue
        }
        var items = try items()
        if let count = try count() {
          if items.count > 1 {
            throw SyntaxError("a quantifier of an ASCII character or of a set expected", at: rest)
          }
          items[0].count = count
        }
        alternatives[alternatives.count - 1] += items
      }
      return alternatives
    }

    /// Parses a character or a set.
    private mutating func items() throws(SyntaxError) -> [Item] {
      let start = rest
      switch rest.removeFirst() {
      case "[": return [Item(bytes: try set(start))]
      case ".": return [Item(bytes: Bytes().inverted)]
      case "\\":
        guard let character = rest.popFirst() else {
          throw SyntaxError("a character expected after the backslash", at: start)
        }
        if let bytes = Self.named(character) { return [Item(bytes: bytes)] }
        return String(character).utf8.map { Item(bytes: Bytes([$0])) }
      case "(", ")", "^", "$", "+", "*", "?", "{":
        throw SyntaxError(
          "no group, anchor or quantifier is possible here; \\ before the sign takes it literally",
          at: start)
      case let character: return String(character).utf8.map { Item(bytes: Bytes([$0])) }
      }
    }

    private static func named(_ character: Character) -> Bytes? {
      let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
      let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map(\.self)
      let words = Bytes(digits.map(\.self) + letters + letters.map { $0 - 32 } + [0x5F])
      return switch character {
      case "t": Bytes([0x09])
      case "n": Bytes([0x0A])
      case "s": Bytes(" \t\n\r\u{C}".utf8)
      case "S": Bytes(" \t\n\r\u{C}".utf8).inverted
      case "d": Bytes(digits)
      case "D": Bytes(digits).inverted
      case "w": words
      case "W": words.inverted
      default: nil
      }
    }

    /// Parses a set after its bracket.
    private mutating func set(_ start: Substring) throws(SyntaxError) -> Bytes {
      var bytes = Bytes()
      let isInverted = rest.first == "^"
      if isInverted { rest.removeFirst() }
      var isFirst = true
      while let character = rest.popFirst() {
        if character == "]" && !isFirst { return isInverted ? bytes.inverted : bytes }
        isFirst = false
        if character == "\\", let escaped = rest.popFirst() {
          bytes.formUnion(Self.named(escaped) ?? Bytes(String(escaped).utf8))
        } else if rest.first == "-", let last = rest.dropFirst().first, last != "]",
          let low = character.asciiValue, let high = last.asciiValue, low <= high
        {
          rest.removeFirst(2)
          for byte in low...high { bytes.insert(byte) }
        } else if let byte = character.asciiValue {
          bytes.insert(byte)
        } else {
          throw SyntaxError("a set of ASCII characters expected", at: start)
        }
      }
      throw SyntaxError("a closing bracket expected", at: start)
    }

    /// Parses a quantifier; nil if there is none.
    private mutating func count() throws(SyntaxError) -> ClosedRange<Int>? {
      let start = rest
      switch rest.first {
      case "+":
        rest.removeFirst()
        return 1...Int.max
      case "*":
        rest.removeFirst()
        return 0...Int.max
      case "?":
        rest.removeFirst()
        return 0...1
      case "{":
        let inner = rest.dropFirst().prefix { $0 != "}" }
        let numbers = inner.split(separator: ",", omittingEmptySubsequences: false)
        guard inner.endIndex < rest.endIndex, 1...2 ~= numbers.count, let least = Int(numbers[0])
        else { throw SyntaxError("a number expected, as in {2} or {2,}", at: start) }
        let most = numbers.count == 1 ? least : numbers[1].isEmpty ? .max : Int(numbers[1])
        guard let most, most >= max(1, least), least >= 0 else {
          throw SyntaxError("a number expected, as in {2} or {2,}", at: start)
        }
        rest = rest[inner.endIndex...].dropFirst()
        return least...most
      default: return nil
      }
    }
  }
}
