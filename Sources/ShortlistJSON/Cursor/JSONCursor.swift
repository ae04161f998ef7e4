/// A cursor that tokenizes a JSON text.
///
/// Every operation receives the bytes, because a stored property cannot hold a span. An operation
/// that throws leaves the cursor somewhere inside the value.
struct JSONCursor {
  /// The offset of the next byte.
  var offset = 0

  /// The maximum nesting depth.
  ///
  /// A thread with a 128 KiB stack can parse, write and deallocate such a value.
  static let deepest = 256

  /// Returns an error at `offset`, or at the next byte.
  func error(_ reason: String, at offset: Int? = nil, in bytes: Span<UInt8>) -> JSONError {
    let place = min(offset ?? self.offset, bytes.count)
    var line = 1
    for index in 0..<place where bytes[index] == .newline { line += 1 }
    return JSONError(offset: place, line: line, reason: reason)
  }

  /// Skips white space and returns the next byte without consuming it; nil at the end.
  mutating func peek(in bytes: Span<UInt8>) -> UInt8? {
    while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case .space, .newline, .tab, .carriageReturn: offset += 1
      default: return byte
      }
    }
    return nil
  }

  /// Consumes `byte` if it comes next, after white space.
  mutating func skip(_ byte: UInt8, in bytes: Span<UInt8>) -> Bool {
    guard peek(in: bytes) == byte else { return false }
    offset += 1
    return true
  }

  /// Consumes `byte`, which must come next, after white space.
  mutating func expect(
    _ byte: UInt8, _ what: String, in bytes: Span<UInt8>
  ) throws(JSONError) {
    guard skip(byte, in: bytes) else { throw error("\(what) is missing", in: bytes) }
  }

  /// Skips white space, after which the text must end.
  mutating func expectEnd(in bytes: Span<UInt8>) throws(JSONError) {
    guard peek(in: bytes) == nil else { throw error("text after the value", in: bytes) }
  }

  /// Consumes `null`, `true` or `false`.
  mutating func word(_ word: StaticString, in bytes: Span<UInt8>) throws(JSONError) {
    var place = offset
    for index in 0..<word.utf8CodeUnitCount {
      guard place < bytes.count, unsafe bytes[place] == word.utf8Start[index] else {
        throw error("a value is missing", in: bytes)
      }
      place += 1
    }
    offset = place
  }
}

extension UInt8 {
  static var tab: UInt8 { 0x09 }
  static var newline: UInt8 { 0x0A }
  static var carriageReturn: UInt8 { 0x0D }
  static var space: UInt8 { 0x20 }
  static var quote: UInt8 { 0x22 }
  static var plus: UInt8 { 0x2B }
  static var comma: UInt8 { 0x2C }
  static var minus: UInt8 { 0x2D }
  static var point: UInt8 { 0x2E }
  static var slash: UInt8 { 0x2F }
  static var zero: UInt8 { 0x30 }
  static var nine: UInt8 { 0x39 }
  static var colon: UInt8 { 0x3A }
  static var openBracket: UInt8 { 0x5B }
  static var backslash: UInt8 { 0x5C }
  static var closeBracket: UInt8 { 0x5D }
  static var openBrace: UInt8 { 0x7B }
  static var closeBrace: UInt8 { 0x7D }

  /// The value of a decimal digit; nil for other bytes.
  var digit: UInt8? { self >= .zero && self <= .nine ? self - .zero : nil }
}

extension Span<UInt8> {
  /// The bytes as a string, with U+FFFD for invalid UTF-8.
  var text: String {
    unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
