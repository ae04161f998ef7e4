/// What the values of an attribute are.
public enum AttributeType: String, Sendable, CaseIterable, Codable {
  /// Any text.
  case text
  /// A whole number of 64 bits.
  case integer
  /// A double-precision number.
  case number
  /// True or false.
  case boolean
  /// An ISO 8601 day or instant, kept as written.
  case date
  /// A list of texts.
  case list

  /// Whether filters may ask for ranges and comparisons of such an attribute.
  public var isOrdered: Bool {
    switch self {
    case .integer, .number, .date: true
    case .text, .boolean, .list: false
    }
  }

  /// Whether a search looks at such an attribute unless it is told where to look.
  public var isSearchedByDefault: Bool {
    switch self {
    case .text, .list: true
    case .integer, .number, .boolean, .date: false
    }
  }
}
