/// The value of one cell.
///
/// Equality compares texts by code points; filters and searches are less strict.
///
///     let record = ListRecord(id: 7, ["name": "Ann", "phone": .null, "tags": ["friend"]])
///     record["name"].text  // Ann
public enum CellValue: Hashable, Sendable {
  /// No value.
  case null
  /// A text.
  case text(String)
  /// An integer.
  case integer(Int)
  /// A number; always finite.
  case number(Double)
  /// A Boolean.
  case boolean(Bool)
  /// A day or an instant, with its original text.
  case date(Timestamp)
  /// A list of texts.
  case list([String])
}

extension CellValue {
  /// Returns whether two values are equal; texts are compared by code points.
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
