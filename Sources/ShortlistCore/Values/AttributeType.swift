/// The type of an attribute's values.
///
///     for field in shop.fields where field.type.isOrdered { print(field.name) }  // price, added
public enum AttributeType: String, Sendable, CaseIterable, Codable {
  /// Any text.
  case text
  /// A 64-bit integer.
  case integer
  /// A double-precision number.
  case number
  /// True or false.
  case boolean
  /// An ISO 8601 day or instant, kept as written.
  case date
  /// A list of texts.
  case list

  /// Whether filters support ranges and comparisons for this type.
  public var isOrdered: Bool {
    switch self {
    case .integer, .number, .date: true
    case .text, .boolean, .list: false
    }
  }

  /// Whether a search includes attributes of this type if the query names no attributes.
  public var isSearchedByDefault: Bool {
    switch self {
    case .text, .list: true
    case .integer, .number, .boolean, .date: false
    }
  }
}
