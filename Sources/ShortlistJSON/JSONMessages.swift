/// The messages of a JSON text: the elements of an array, or the one value that it is.
public struct JSONMessages: Sendable {
  /// A message, and how its members are written.
  public struct Message: Sendable {
    /// The message.
    public let value: JSON
    /// Where in the text the value of each member is, if the message is an object: in the order of its
    /// members.
    public let places: [Range<Int>]
  }

  /// The messages in order.
  public private(set) var messages: [Message] = []
  /// Whether the text is an array.
  public private(set) var isArray = false
  /// Whether there are more messages than were wanted, which were not looked at.
  public private(set) var isCut = false

  /// Reads a text by the rules of `JSON.parse`.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8, without a byte order mark.
  ///   - limit: How many elements of an array are read.
  /// - Throws: The first error of the text.
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
  /// Where in the text the value of a member is; nil if there is no such member.
  public func place(of name: String) -> Range<Int>? {
    guard case .object(let object) = value else { return nil }
    return object.index(of: name).map { places[$0] }
  }
}

extension JSONParser {
  /// Reads the value at the cursor, and where the values of its members are.
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
