extension JSON {
  /// Parses a JSON text, strictly as in RFC 8259.
  ///
  /// Text after the value, invalid UTF-8, numbers too large for a double, and nesting deeper than
  /// 256 levels are errors. An unpaired surrogate escape becomes U+FFFD.
  ///
  /// - Parameter bytes: UTF-8, without a byte order mark.
  /// - Returns: The value.
  /// - Throws: The first error in the text.
  /// - Complexity: O(*n*) for *n* bytes.
  public static func parse(_ bytes: Span<UInt8>) throws(JSONError) -> JSON {
    var parser = JSONParser()
    let value = try parser.value(in: bytes)
    try parser.cursor.expectEnd(in: bytes)
    return value
  }

  /// Parses a JSON text as `parse(_:)` for bytes does.
  public static func parse(_ text: String) throws(JSONError) -> JSON {
    try parse(Array(text.utf8).span)
  }
}

/// A parser of complete values.
struct JSONParser {
  var cursor = JSONCursor()
  private var scratch: [UInt8] = []

  init(at cursor: JSONCursor = JSONCursor()) { self.cursor = cursor }

  /// Parses the value at the cursor, after white space.
  ///
  /// `depth` is the number of enclosing objects and arrays.
  mutating func value(in bytes: Span<UInt8>, depth: Int = 0) throws(JSONError) -> JSON {
    switch cursor.peek(in: bytes) {
    case .openBrace: return .object(try object(in: bytes, depth: depth + 1))
    case .openBracket: return .array(try array(in: bytes, depth: depth + 1))
    case .quote: return .string(try string("a string", in: bytes))
    case UInt8(ascii: "n"):
      try cursor.word("null", in: bytes)
      return .null
    case UInt8(ascii: "t"):
      try cursor.word("true", in: bytes)
      return .boolean(true)
    case UInt8(ascii: "f"):
      try cursor.word("false", in: bytes)
      return .boolean(false)
    case .minus, .some(.zero ... .nine):
      let number = try cursor.number(in: bytes)
      if let integer = number.integer { return .integer(integer) }
      return .number(try cursor.double(number, in: bytes))
    default: throw cursor.error("a value is missing", in: bytes)
    }
  }

  private mutating func string(_ what: String, in bytes: Span<UInt8>) throws(JSONError) -> String {
    switch try cursor.string(what, in: bytes, scratch: &scratch) {
    case .plain(let range): bytes.extracting(range).text
    case .decoded: scratch.span.text
    }
  }

  private mutating func array(in bytes: Span<UInt8>, depth: Int) throws(JSONError) -> [JSON] {
    try enter(depth, in: bytes)
    var elements: [JSON] = []
    if cursor.skip(.closeBracket, in: bytes) { return elements }
    repeat {
      elements.append(try value(in: bytes, depth: depth))
    } while cursor.skip(
      .comma, in: bytes)
    try cursor.expect(.closeBracket, "a comma or ]", in: bytes)
    return elements
  }

  /// Parses the object at the cursor, calling `body` with the range of each member's value.
  mutating func object(
    in bytes: Span<UInt8>, depth: Int,
    _ body: (_ index: Int, _ place: Range<Int>) -> Void = { _, _ in }
  ) throws(JSONError) -> JSONObject {
    try enter(depth, in: bytes)
    var object = JSONObject()
    if cursor.skip(.closeBrace, in: bytes) { return object }
    repeat {
      let name = try string("the name of a member", in: bytes)
      try cursor.expect(.colon, "a colon", in: bytes)
      _ = cursor.peek(in: bytes)
      let start = cursor.offset
      let index = object.set(name, to: try value(in: bytes, depth: depth))
      body(index, start..<cursor.offset)
    } while cursor.skip(.comma, in: bytes)
    try cursor.expect(.closeBrace, "a comma or }", in: bytes)
    return object
  }

  private mutating func enter(_ depth: Int, in bytes: Span<UInt8>) throws(JSONError) {
    guard depth <= JSONCursor.deepest else {
      throw cursor.error("nested deeper than \(JSONCursor.deepest)", in: bytes)
    }
    cursor.offset += 1
  }
}
