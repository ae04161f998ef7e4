extension RowID: Codable {
  /// Encodes a number or a text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    }
  }

  /// Decodes a number or a text.
  ///
  /// - Throws: `DecodingError` for anything else.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // A whole number beyond 2^53 would not survive as a `Double`, so `Int` comes first.
    if let integer = try? container.decode(Int.self) {
      self = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      self.init(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }
}
