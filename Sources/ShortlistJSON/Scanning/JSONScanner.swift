/// A scanner of JSON rows that creates no `JSON` values.
///
/// It walks the objects of a text and passes each member as bytes, mostly as ranges of the text.
/// Reuse one scanner for many texts to reuse its buffers:
///
///     var scanner = JSONScanner()
///     for line in lines {
///       scanner.start()
///       guard try scanner.beginObject(in: line) else { throw … }
///       while try scanner.nextMember(in: line, { name, kind, value in … }) {}
///       try scanner.end(in: line)
///     }
///
/// Pass the same bytes to all operations on one text. They parse by the rules of `JSON.parse`, and
/// throw `JSONError`s with offsets in these bytes. After an error, only `start` is valid.
public struct JSONScanner: Sendable {
  private var cursor = JSONCursor()
  /// Whether the next member is the first of its object.
  private var isFirst = true
  private var nameScratch: [UInt8] = []
  private var valueScratch: [UInt8] = []
  private var elementScratch: [UInt8] = []

  /// Creates a scanner at the start of a text.
  public init() {}

  /// The offset of the next byte.
  public var offset: Int { cursor.offset }

  /// Restarts at the start of a text, or at an offset before a value.
  public mutating func start(at offset: Int = 0) {
    cursor.offset = offset
    isFirst = true
  }

  /// Enters the object that comes next; returns false without moving if there is none.
  public mutating func beginObject(in bytes: Span<UInt8>) -> Bool {
    isFirst = true
    return cursor.skip(.openBrace, in: bytes)
  }

  /// Reads the next member of the current object.
  ///
  /// At the end it leaves the object.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - body: Receives the decoded name of the member, and the kind and the bytes of its value;
  ///     see `JSONKind`.
  /// - Returns: Whether there was a member.
  /// - Throws: `JSONError`; rethrows errors of `body`.
  public mutating func nextMember(
    in bytes: Span<UInt8>,
    _ body: (_ name: Span<UInt8>, _ kind: JSONKind, _ value: Span<UInt8>) throws -> Void
  ) throws -> Bool {
    guard try next(in: bytes) else { return false }
    let name = try cursor.string("the name of a member", in: bytes, scratch: &nameScratch)
    try cursor.expect(.colon, "a colon", in: bytes)
    let (kind, value) = try self.value(in: bytes)
    try Self.withBytes(of: name, in: bytes, nameScratch) { name in
      try Self.withBytes(of: value, in: bytes, valueScratch) { value in
        try body(name, kind, value)
      }
    }
    return true
  }

  /// Skips white space, after which the text must end.
  public mutating func end(in bytes: Span<UInt8>) throws(JSONError) {
    try cursor.expectEnd(in: bytes)
  }

  private static func withBytes(
    of text: JSONCursor.Text, in bytes: Span<UInt8>, _ scratch: [UInt8],
    _ body: (Span<UInt8>) throws -> Void
  ) rethrows {
    switch text {
    case .plain(let range): try body(bytes.extracting(range))
    case .decoded: try body(scratch.span)
    }
  }

  /// Advances to the next member of the current object; returns false after its end.
  private mutating func next(in bytes: Span<UInt8>) throws(JSONError) -> Bool {
    defer { isFirst = false }
    if isFirst {
      if cursor.skip(.closeBrace, in: bytes) { return false }
    } else if !cursor.skip(.comma, in: bytes) {
      try cursor.expect(.closeBrace, "a comma or }", in: bytes)
      return false
    }
    return true
  }
}

// Values
extension JSONScanner {
  private mutating func value(
    in bytes: Span<UInt8>
  ) throws(JSONError) -> (JSONKind, JSONCursor.Text) {
    let first = cursor.peek(in: bytes)
    let start = cursor.offset
    switch first {
    case .quote: return (.string, try cursor.string(in: bytes, scratch: &valueScratch))
    case .minus, .some(.zero ... .nine): return try number(in: bytes)
    case UInt8(ascii: "n"):
      try cursor.word("null", in: bytes)
      return (.null, .plain(start..<start))
    case UInt8(ascii: "t"):
      try cursor.word("true", in: bytes)
      return (.boolean, .plain(start..<cursor.offset))
    case UInt8(ascii: "f"):
      try cursor.word("false", in: bytes)
      return (.boolean, .plain(start..<cursor.offset))
    case .openBracket:
      if try listOfStrings(in: bytes) { return (.list, .decoded) }
    default: break
    }
    var parser = JSONParser(at: cursor)
    let value = try parser.value(in: bytes)
    cursor = parser.cursor
    valueScratch.removeAll(keepingCapacity: true)
    return (value.writeCell(into: &valueScratch), .decoded)
  }

  private mutating func number(
    in bytes: Span<UInt8>
  ) throws(JSONError) -> (JSONKind, JSONCursor.Text) {
    let number = try cursor.number(in: bytes)
    let integer = number.integer
    if integer != nil, integer != 0 { return (.integer, .plain(number.range)) }
    if integer == nil, let shortest = number.shortest(in: bytes) {
      return (.number, .plain(shortest))
    }
    valueScratch.removeAll(keepingCapacity: true)
    if integer == 0 {
      valueScratch.append(.zero)
      return (.integer, .decoded)
    }
    try cursor.double(number, in: bytes).writeJSON(into: &valueScratch)
    return (.number, .decoded)
  }

  private static func append(
    _ text: JSONCursor.Text, in bytes: Span<UInt8>, _ scratch: [UInt8], to list: inout [UInt8]
  ) {
    switch text {
    case .plain(let range): bytes.extracting(range).writeJSON(into: &list)
    case .decoded: scratch.span.writeJSON(into: &list)
    }
  }

  /// Reads the array at the cursor as compact text; returns false without moving if it is not a
  /// list of strings.
  private mutating func listOfStrings(in bytes: Span<UInt8>) throws(JSONError) -> Bool {
    let start = cursor.offset
    cursor.offset += 1
    valueScratch.removeAll(keepingCapacity: true)
    valueScratch.append(.openBracket)
    if !cursor.skip(.closeBracket, in: bytes) {
      repeat {
        guard cursor.peek(in: bytes) == .quote else {
          cursor.offset = start
          return false
        }
        if valueScratch.count > 1 { valueScratch.append(.comma) }
        let element = try cursor.string(in: bytes, scratch: &elementScratch)
        Self.append(element, in: bytes, elementScratch, to: &valueScratch)
      } while cursor.skip(.comma, in: bytes)
      try cursor.expect(.closeBracket, "a comma or ]", in: bytes)
    }
    valueScratch.append(.closeBracket)
    return true
  }
}
