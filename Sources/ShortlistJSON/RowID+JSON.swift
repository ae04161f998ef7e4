package import ShortlistCore

extension RowID {
  /// Reads an id; nil if a JSON value is neither a number nor a text.
  package init?(_ json: JSON) {
    switch json {
    case .integer(let integer): self = .integer(integer)
    case .number(let number): self.init(number)
    case .string(let text): self = .text(text)
    case .null, .boolean, .array, .object: return nil
    }
  }

  /// The id as in source data.
  package var json: JSON {
    switch self {
    case .integer(let integer): .integer(integer)
    case .number(let number): .number(number)
    case .text(let text): .string(text)
    }
  }
}
