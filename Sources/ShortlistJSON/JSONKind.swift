/// What a JSON value is, as far as a cell of a table is concerned.
public enum JSONKind: UInt8, Sendable {
  /// `null`; it has no bytes.
  case null
  /// A text; its bytes are the text, decoded.
  case string
  /// A number without fraction and exponent that fits 64 bits; its bytes are its digits.
  case integer
  /// Another number; its bytes are the shortest text that reads back as the same double, without
  /// `.0` (`1`, `0.5`, `1e+16`).
  case number
  /// A truth value; its bytes are `true` or `false`.
  case boolean
  /// An array of texts; its bytes are compact JSON text.
  case list
  /// Another array, or an object; its bytes are compact JSON text in which a number that is
  /// written with a fraction or an exponent keeps a fraction or an exponent.
  case other
}
