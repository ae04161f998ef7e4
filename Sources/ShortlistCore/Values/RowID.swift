/// The id of a row in a list: the value of its id attribute, or its row number.
///
/// `7` and `7.0` are the same id.
///
///     let (first, last) = (ann.id.rowID, bob.id.rowID)  // integers, as the ids of the contacts
///
/// A picker has the ids of its items everywhere; ``PickListID`` converts them. Records, selection
/// filters that are an app's own and stored shortlists have row ids.
public enum RowID: Hashable, Sendable {
  /// An integer.
  case integer(Int)
  /// A number that is not whole.
  case number(Double)
  /// A text, or the text of a date.
  case text(String)

  /// Creates the id for a number.
  public init(_ number: Double) {
    if let whole = Int(exactly: number) { self = .integer(whole) } else { self = .number(number) }
  }

  /// Creates the id for a value; nil if the value cannot identify a row.
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
  /// Returns whether two ids are equal; texts are compared by code points.
  public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.integer(let a), .integer(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.text(let a), .text(let b)): BinaryString(a) == BinaryString(b)
    default: false
    }
  }

  /// Hashes the id.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .integer(let integer): hasher.combine(integer)
    case .number(let number): hasher.combine(number)
    case .text(let text): hasher.combine(BinaryString(text))
    }
  }
}
