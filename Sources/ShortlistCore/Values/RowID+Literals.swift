extension RowID: ExpressibleByStringLiteral {
  /// Creates a text.
  public init(stringLiteral text: String) { self = .text(text) }
}

extension RowID: ExpressibleByIntegerLiteral {
  /// Creates an integer.
  public init(integerLiteral integer: Int) { self = .integer(integer) }
}
