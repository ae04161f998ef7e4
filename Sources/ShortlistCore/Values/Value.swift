/// One cell of a row.
public enum Value: Hashable, Sendable {
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

/// One row, as values in the order of the schema.
public typealias Row = [Value]
