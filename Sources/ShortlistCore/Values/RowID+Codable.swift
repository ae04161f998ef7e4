extension RowID: Codable {
  /// Encodes the id as a number or a string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    }
  }

  /// Decodes an id from a number or a string.
  ///
  /// - Throws: `DecodingError` for anything else.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // Decode `Int` first: `Double` would round an integer beyond 2^53.
    if let integer = try? container.decode(Int.self) {
      self = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      self.init(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }
}
