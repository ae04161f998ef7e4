/// What a source knows about a cell besides its bytes.
///
/// Delimited text has no types: its cells are `plain`, and a column gets the first type that all of
/// its cells fit. JSON gives the type of each value.
///
///     func append(price: String, to builder: inout TableBuilder) {
///       let column = builder.column(named: "price")
///       builder.append(.number, Array(price.utf8).span, column: column)
///     }
public enum CellKind: UInt8, Sendable {
  /// No value; the bytes are ignored.
  case null
  /// Text of unknown type, from delimited text. An empty plain cell is null.
  case plain
  /// Text, even if it looks like another type.
  case text
  /// A 64-bit integer in JSON's grammar, without fraction or exponent.
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
  /// The cell kind that describes the value.
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
