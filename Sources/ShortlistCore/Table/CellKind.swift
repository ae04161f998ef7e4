/// What a source knows of a cell besides its bytes.
///
/// A file of delimited text knows nothing: its cells are `plain`, and a column gets the first type
/// that all of them fit. JSON says what each value is.
public enum CellKind: UInt8, Sendable {
  /// No value; the bytes are ignored.
  case null
  /// Text of unknown type, from delimited text. An empty plain cell is null.
  case plain
  /// A text, whatever it looks like.
  case text
  /// A whole number of 64 bits in JSON's grammar, without fraction and exponent.
  case integer
  /// Any other finite number in JSON's grammar.
  case number
  /// `true` or `false`.
  case boolean
  /// A JSON array of strings, as compact JSON text.
  case list
  /// Another JSON array or an object, as compact JSON text.
  case json
}

extension CellValue {
  /// How a source says what the value is.
  package var cellKind: CellKind {
    switch self {
    case .null: .null
    case .text, .date: .text
    case .integer: .integer
    case .number: .number
    case .boolean: .boolean
    case .list: .list
    }
  }
}
