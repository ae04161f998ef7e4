/// One cell of a row.
///
/// Values are the same if they are so to the last code point; filters and searches are less strict.
public enum CellValue: Hashable, Sendable {
  /// No value.
  case null
  /// A text.
  case text(String)
  /// A whole number.
  case integer(Int)
  /// A number; always finite.
  case number(Double)
  /// A truth value.
  case boolean(Bool)
  /// A day or an instant, with the text it was written as.
  case date(Timestamp)
  /// A list of texts.
  case list([String])
}

extension CellValue {
  /// Whether two values are the same; texts are compared code point by code point.
  public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.text(let a), .text(let b)): BinaryString(a) == BinaryString(b)
    case (.integer(let a), .integer(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.boolean(let a), .boolean(let b)): a == b
    case (.date(let a), .date(let b)): a == b
    case (.list(let a), .list(let b)):
      a.count == b.count && zip(a, b).allSatisfy { BinaryString($0) == BinaryString($1) }
    default: false
    }
  }
}
