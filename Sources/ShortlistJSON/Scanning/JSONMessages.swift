/// The messages of a JSON text: the elements of an array, or a single value.
public struct JSONMessages: Sendable {
  /// A message, and where its members are in the text.
  public struct Message: Sendable {
    /// The message.
    public let value: JSON
    /// The range in the text of each member's value, in member order; empty if the message is not
    /// an object.
    public let places: [Range<Int>]
  }

  /// The messages in order.
  public private(set) var messages: [Message] = []
  /// Whether the text is an array.
  public private(set) var isArray = false
  /// Whether the text has more messages than the limit; these were not parsed.
  public private(set) var isCut = false

  /// Parses a text by the rules of `JSON.parse`.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8, without a byte order mark.
  ///   - limit: The maximum number of array elements to parse.
  /// - Throws: The first error in the text.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(_ bytes: Span<UInt8>, atMost limit: Int) throws(JSONError) {
    var parser = JSONParser()
    guard parser.cursor.skip(.openBracket, in: bytes) else {
      messages = [try parser.message(in: bytes, depth: 0)]
      try parser.cursor.expectEnd(in: bytes)
      return
    }
    isArray = true
    if !parser.cursor.skip(.closeBracket, in: bytes) {
      repeat {
        if messages.count == limit {
          isCut = true
          return
        }
        messages.append(try parser.message(in: bytes, depth: 1))
      } while parser.cursor.skip(.comma, in: bytes)
      try parser.cursor.expect(.closeBracket, "a comma or ]", in: bytes)
    }
    try parser.cursor.expectEnd(in: bytes)
  }
}

extension JSONMessages.Message {
  /// Returns the range in the text of a member's value; nil if there is no such member.
  public func place(of name: String) -> Range<Int>? {
    guard case .object(let object) = value else { return nil }
    return object.index(of: name).map { places[$0] }
  }
}

extension JSONParser {
  /// Parses the value at the cursor, and records where the values of its members are.
  fileprivate mutating func message(
    in bytes: Span<UInt8>, depth: Int
  ) throws(JSONError) -> JSONMessages.Message {
    guard cursor.peek(in: bytes) == .openBrace else {
      return JSONMessages.Message(value: try value(in: bytes, depth: depth), places: [])
    }
    var places: [Range<Int>] = []
    let object = try object(in: bytes, depth: depth + 1) { index, place in
      if index == places.count { places.append(place) } else { places[index] = place }
    }
    return JSONMessages.Message(value: .object(object), places: places)
  }
}
