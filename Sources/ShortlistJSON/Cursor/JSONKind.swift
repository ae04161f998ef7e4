/// The kind of a JSON value as a table cell.
public enum JSONKind: UInt8, Sendable {
  /// `null`; it has no bytes.
  case null
  /// A string; its bytes are the decoded text.
  case string
  /// A number without fraction or exponent that fits in 64 bits; its bytes are its digits.
  case integer
  /// Any other number; its bytes are the shortest text that parses to the same double, without `.0`
  /// (`1`, `0.5`, `1e+16`).
  case number
  /// A boolean; its bytes are `true` or `false`.
  case boolean
  /// An array of strings; its bytes are compact JSON text.
  case list
  /// Any other array, or an object; its bytes are compact JSON text in which a number written with
  /// a fraction or an exponent keeps one.
  case other
}
