import ShortlistCore

/// How a list holds values that no attribute can hold: blobs, and texts that are not UTF-8.
enum OddValues: Sendable {
  /// They are errors when the table is opened, and null in later changes.
  case refused
  /// A text states the size of a blob, and bytes that are not UTF-8 are kept (`KeptBytes`).
  case described
  /// A text has all bytes, so that the value can be found again: a blob is an SQL literal, and
  /// bytes that are not UTF-8 are kept.
  case spelled

  /// Returns the SQL literal of a blob, such as `X'00FF'`.
  ///
  /// - Complexity: O(n) for n bytes
  static func literal(of bytes: Span<UInt8>) -> String {
    var literal: [UInt8] = Array("X'".utf8)
    literal.reserveCapacity(2 * bytes.count + 3)
    for place in bytes.indices {
      literal.append(digits[Int(bytes[place] >> 4)])
      literal.append(digits[Int(bytes[place] & 15)])
    }
    return String(decoding: literal, as: UTF8.self) + "'"
  }

  /// Returns the bytes of a blob with an SQL literal; nil if the text is none.
  ///
  /// - Complexity: O(n) for n bytes
  static func bytes(ofLiteral text: String) -> [UInt8]? {
    let literal = Array(text.utf8)
    guard literal.starts(with: "X'".utf8), literal.last == UInt8(ascii: "'"),
      literal.count >= 3, literal.count % 2 == 1
    else { return nil }
    var bytes: [UInt8] = []
    for place in stride(from: 2, to: literal.count - 1, by: 2) {
      guard let high = digits.firstIndex(of: literal[place]),
        let low = digits.firstIndex(of: literal[place + 1])
      else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
}
