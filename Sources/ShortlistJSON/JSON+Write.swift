extension JSON {
  /// Appends the value as compact JSON text in UTF-8.
  ///
  /// A number becomes the shortest text that parses to the same double, without `.0` for whole
  /// numbers below 1e16; a number that is not finite becomes `null`. Strings are escaped only where
  /// necessary.
  public func write(into bytes: inout [UInt8]) { write(into: &bytes, keepsFractions: false) }

  /// Appends the value as the bytes of a table cell, and returns the kind of the cell.
  ///
  /// `JSONScanner` produces the same from the text of the value.
  public func writeCell(into bytes: inout [UInt8]) -> JSONKind {
    switch self {
    case .null: return .null
    case .boolean, .integer, .number: break
    case .string(let text):
      bytes.append(contentsOf: text.utf8)
      return .string
    case .array, .object:
      write(into: &bytes, keepsFractions: true)
      return isListOfStrings ? .list : .other
    }
    write(into: &bytes)
    switch self {
    case .boolean: return .boolean
    case .integer: return .integer
    default: return .number
    }
  }

  /// Appends the value; if `keepsFractions` is true, a whole `number` ends in `.0`.
  func write(into bytes: inout [UInt8], keepsFractions: Bool) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .boolean(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let value): bytes.append(contentsOf: String(value).utf8)
    case .number(let value): value.writeJSON(into: &bytes, keepsFractions: keepsFractions)
    case .string(let text): text.writeJSON(into: &bytes)
    case .array(let elements):
      bytes.append(.openBracket)
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(.comma) }
        element.write(into: &bytes, keepsFractions: keepsFractions)
      }
      bytes.append(.closeBracket)
    case .object(let object):
      bytes.append(.openBrace)
      for (index, member) in object.members.enumerated() {
        if index > 0 { bytes.append(.comma) }
        member.name.writeJSON(into: &bytes)
        bytes.append(.colon)
        member.value.write(into: &bytes, keepsFractions: keepsFractions)
      }
      bytes.append(.closeBrace)
    }
  }

  private var isListOfStrings: Bool {
    guard case .array(let elements) = self else { return false }
    return elements.allSatisfy { if case .string = $0 { true } else { false } }
  }
}

extension Double {
  /// Appends the shortest text that parses to the same number.
  func writeJSON(into bytes: inout [UInt8], keepsFractions: Bool = false) {
    if !isFinite {
      bytes.append(contentsOf: "null".utf8)
    } else if abs(self) < 1e16, Double(Int(self)) == self {
      bytes.append(contentsOf: String(Int(self)).utf8)
      if keepsFractions { bytes.append(contentsOf: ".0".utf8) }
    } else {
      bytes.append(contentsOf: description.utf8)
    }
  }
}

extension String {
  func writeJSON(into bytes: inout [UInt8]) {
    var text = self
    text.withUTF8 { utf8 in unsafe Span(_unsafeElements: utf8).writeJSON(into: &bytes) }
  }
}

extension Span<UInt8> {
  /// Appends this UTF-8 text as a JSON string.
  func writeJSON(into bytes: inout [UInt8]) {
    bytes.append(.quote)
    var run = 0
    for place in indices {
      let byte = self[place]
      guard byte < .space || byte == .quote || byte == .backslash else { continue }
      extracting(run..<place).append(to: &bytes)
      run = place + 1
      byte.writeEscaped(into: &bytes)
    }
    extracting(run..<count).append(to: &bytes)
    bytes.append(.quote)
  }
}

extension UInt8 {
  fileprivate func writeEscaped(into bytes: inout [UInt8]) {
    bytes.append(.backslash)
    switch self {
    case .quote, .backslash: bytes.append(self)
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case .tab: bytes.append(UInt8(ascii: "t"))
    case .newline: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case .carriageReturn: bytes.append(UInt8(ascii: "r"))
    default:
      let digits = String(self, radix: 16)
      bytes.append(contentsOf: (self < 16 ? "u000" : "u00").utf8)
      bytes.append(contentsOf: digits.utf8)
    }
  }
}
