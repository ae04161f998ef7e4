import Shortlist

extension Value {
  /// The value as a person reads it in a table.
  var shown: String {
    switch self {
    case .null: ""
    case .text(let text): text
    case .integer(let integer): String(integer)
    case .number(let number): RowID(number).description
    case .boolean(let boolean): boolean ? "true" : "false"
    case .date(let date): date.text
    case .list(let elements): elements.joined(separator: ", ")
    }
  }
}
