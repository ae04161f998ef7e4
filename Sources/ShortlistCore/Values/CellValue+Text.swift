extension CellValue {
  /// The value as text, for section names and search; empty for null.
  public var text: String {
    switch self {
    case .null: ""
    case .text(let text): text
    case .integer(let integer): String(integer)
    case .number(let number): NumberText.text(number)
    case .boolean(let boolean): boolean ? "true" : "false"
    case .date(let date): date.text
    case .list(let elements): ListText.text(elements)
    }
  }

  /// Whether the value is null.
  public var isNull: Bool { self == .null }
}

/// Conversion between lists of texts and compact JSON text.
enum ListText {
  /// Returns the list as a JSON array.
  static func text(_ elements: [String]) -> String {
    "[" + elements.map(quoted).joined(separator: ",") + "]"
  }

  private static func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case "\u{8}": out += "\\b"
      case "\u{c}": out += "\\f"
      case _ where scalar.value < 0x20:
        let hex = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }

  /// Returns the elements of a JSON array of strings, or nil if the bytes are not one.
  static func elements(_ bytes: Span<UInt8>) -> [[UInt8]]? {
    guard bytes.count >= 2, bytes[0] == UInt8(ascii: "["),
      bytes[bytes.count - 1] == UInt8(ascii: "]")
    else { return nil }
    var found: [[UInt8]] = []
    var at = 1
    while at < bytes.count - 1 {
      if !found.isEmpty {
        guard bytes[at] == UInt8(ascii: ",") else { return nil }
        at += 1
      }
      guard let element = string(bytes, &at) else { return nil }
      found.append(element)
    }
    return found
  }

  private static func string(_ bytes: Span<UInt8>, _ at: inout Int) -> [UInt8]? {
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { return nil }
    at += 1
    var out: [UInt8] = []
    while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
      if bytes[at] == UInt8(ascii: "\\") {
        at += 1
        guard at < bytes.count, escape(bytes, &at, into: &out) else { return nil }
      } else {
        out.append(bytes[at])
        at += 1
      }
    }
    guard at < bytes.count else { return nil }
    at += 1
    return out
  }

  private static func escape(_ bytes: Span<UInt8>, _ at: inout Int, into out: inout [UInt8])
    -> Bool
  {
    let letter = bytes[at]
    at += 1
    switch letter {
    case UInt8(ascii: "n"): out.append(10)
    case UInt8(ascii: "r"): out.append(13)
    case UInt8(ascii: "t"): out.append(9)
    case UInt8(ascii: "b"): out.append(8)
    case UInt8(ascii: "f"): out.append(12)
    case UInt8(ascii: "u"):
      guard at + 4 <= bytes.count,
        let code = UInt32(bytes.extracting(at..<at + 4).text, radix: 16),
        let scalar = Unicode.Scalar(code)
      else { return false }
      out.append(contentsOf: String(scalar).utf8)
      at += 4
    default: out.append(letter)
    }
    return true
  }
}
