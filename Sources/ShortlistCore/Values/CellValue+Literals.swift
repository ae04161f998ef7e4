extension CellValue: ExpressibleByStringLiteral {
  /// Creates a text.
  public init(stringLiteral text: String) { self = .text(text) }
}

extension CellValue: ExpressibleByIntegerLiteral {
  /// Creates an integer.
  public init(integerLiteral integer: Int) { self = .integer(integer) }
}

extension CellValue: ExpressibleByFloatLiteral {
  /// Creates a number.
  public init(floatLiteral number: Double) { self = .number(number) }
}

extension CellValue: ExpressibleByBooleanLiteral {
  /// Creates a Boolean.
  public init(booleanLiteral boolean: Bool) { self = .boolean(boolean) }
}

extension CellValue: ExpressibleByArrayLiteral {
  /// Creates a list of texts.
  public init(arrayLiteral texts: String...) { self = .list(texts) }
}
