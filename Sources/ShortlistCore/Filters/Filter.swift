/// A condition on rows.
///
/// `Filter.init(parsing:schema:)` parses filter text. The `description` of a filter is filter text
/// that parses back to the same filter.
///
///     shop.filters.add(shop.rowFilter(\.price < 20 && \.kind == .tea))
public indirect enum Filter: Hashable, Sendable {
  /// All of the filters hold.
  case all([Filter])
  /// At least one of the filters holds.
  case any([Filter])
  /// The filter does not hold.
  case not(Filter)
  /// The attribute has no value.
  case isNull(String)
  /// The attribute has a value.
  case isNotNull(String)
  /// The attribute equals the value; texts compare folded, and a list matches by any of its
  /// elements.
  case equals(String, CellValue)
  /// The shown value contains the text, both folded; a list matches by any of its elements.
  case contains(String, String)
  /// The comparison with a number or date holds; false for null.
  case compares(String, Comparison, CellValue)
  /// The value lies between two ends, both included; a nil end is open. False for null.
  case inRange(String, CellValue?, CellValue?)

  /// A comparison of a value with an operand.
  ///
  ///     shop.filters.add(.compares(shop.name(of: \.price), .less, 20))
  public enum Comparison: String, Sendable, CaseIterable {
    /// Less than; for a day, before it begins.
    case less = "<"
    /// Less than or equal; for a day, before it ends.
    case lessOrEqual = "<="
    /// Equal; for a day, within it.
    case equal = "="
    /// Not equal; for a day, outside of it.
    case notEqual = "!="
    /// Greater than or equal; for a day, at or after its beginning.
    case greaterOrEqual = ">="
    /// Greater than; for a day, at or after its end.
    case greater = ">"
  }
}

extension Filter {
  /// Returns a filter for rows with a tag, that is, a value of the attribute `_tags`.
  public static func tag(_ name: String) -> Filter { .equals("_tags", .text(name)) }

  /// Whether two filters are equal; names compare by code points, as attributes do.
  public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.all(let a), .all(let b)), (.any(let a), .any(let b)): a == b
    case (.not(let a), .not(let b)): a == b
    case (.isNull(let a), .isNull(let b)), (.isNotNull(let a), .isNotNull(let b)):
      BinaryString(a) == BinaryString(b)
    case (.equals(let a, let value), .equals(let b, let other)):
      BinaryString(a) == BinaryString(b) && value == other
    case (.contains(let a, let text), .contains(let b, let other)):
      BinaryString(a) == BinaryString(b) && BinaryString(text) == BinaryString(other)
    case (.compares(let a, let comparison, let value), .compares(let b, let second, let other)):
      BinaryString(a) == BinaryString(b) && comparison == second && value == other
    case (.inRange(let a, let lower, let upper), .inRange(let b, let first, let last)):
      BinaryString(a) == BinaryString(b) && lower == first && upper == last
    default: false
    }
  }
}

extension Filter: CustomStringConvertible {
  /// The filter as filter text.
  public var description: String {
    switch self {
    case .all(let parts): Self.joined(parts, " AND ")
    case .any(let parts): Self.joined(parts, " OR ")
    case .not(let part): "NOT " + part.description
    case .isNull(let name), .equals(let name, .null): Self.quoted(name) + ":null"
    case .isNotNull(let name): Self.quoted(name) + ":*"
    case .equals(let name, let value): Self.quoted(name) + ":" + Self.operand(value)
    case .contains(let name, let text): Self.quoted(name) + "~" + Self.quoted(text)
    case .compares(let name, let comparison, let value):
      Self.quoted(name) + ":" + comparison.rawValue + Self.operand(value)
    case .inRange(let name, let lower, let upper):
      Self.quoted(name) + ":" + (lower.map(Self.operand) ?? "") + ".."
        + (upper.map(Self.operand) ?? "")
    }
  }

  private static func joined(_ parts: [Filter], _ separator: String) -> String {
    "(" + parts.map(\.description).joined(separator: separator) + ")"
  }

  private static func operand(_ value: CellValue) -> String {
    switch value {
    case .text, .date: quoted(value.text)
    default: value.text
    }
  }

  /// Returns a text as a quoted string of filter text.
  static func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { out.unicodeScalars.append("\\") }
      out.unicodeScalars.append(scalar)
    }
    return out + "\""
  }
}
