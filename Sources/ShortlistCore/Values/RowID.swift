/// What identifies a row of a list: the value of its id attribute, or its number.
///
/// A whole number is the same id whether it was written as `7` or as `7.0`.
public enum RowID: Hashable, Sendable {
  /// A whole number.
  case integer(Int)
  /// A number that is not whole.
  case number(Double)
  /// A text (also that of a date).
  case text(String)

  /// The id that a number stands for.
  public init(_ number: Double) {
    if let whole = Int(exactly: number) { self = .integer(whole) } else { self = .number(number) }
  }

  /// The id that a value stands for, or nil where a value cannot identify a row.
  public init?(_ value: CellValue) {
    switch value {
    case .text(let text): self = .text(text)
    case .integer(let integer): self = .integer(integer)
    case .number(let number): self.init(number)
    case .date(let date): self = .text(date.text)
    case .null, .boolean, .list: return nil
    }
  }
}

extension RowID: CustomStringConvertible {
  /// The id as text, without quotes.
  public var description: String {
    switch self {
    case .integer(let integer): String(integer)
    case .number(let number): number.description
    case .text(let text): text
    }
  }
}

extension RowID {
  /// Whether two ids are the same; texts are compared code point by code point.
  public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.integer(let a), .integer(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.text(let a), .text(let b)): BinaryString(a) == BinaryString(b)
    default: false
    }
  }

  /// Feeds what makes the id.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .integer(let integer): hasher.combine(integer)
    case .number(let number): hasher.combine(number)
    case .text(let text): hasher.combine(BinaryString(text))
    }
  }
}
