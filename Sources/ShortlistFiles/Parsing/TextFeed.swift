import ShortlistCore

/// Leads bytes to a parser as text: checked, without byte order mark, and if asked for with U+FFFD
/// in place of what is wrong.
package struct TextFeed<Parser: RowParser> {
  /// Takes the text.
  package private(set) var parser: Parser

  private let name: String
  private let isLossy: Bool
  private var checker = UTF8Checker()

  /// Creates a feed.
  ///
  /// - Parameters:
  ///   - name: What the source is called in errors.
  ///   - isLossy: Whether wrong bytes are replaced rather than refused.
  ///   - parser: Takes the text.
  package init(name: String, isLossy: Bool, parser: Parser) {
    self.name = name
    self.isLossy = isLossy
    self.parser = parser
  }

  /// Reads on; see `RowParser`.
  ///
  /// The text before a wrong byte has been read when it is refused.
  package mutating func read<Sink: RowSink>(
    _ bytes: Span<UInt8>, into sink: inout Sink, afterRow: (inout Sink) throws -> Void
  ) throws {
    var position = 0
    while let piece = checker.next(in: bytes, from: &position) {
      switch piece {
      case .text(let range):
        try parser.read(bytes.extracting(range), into: &sink, afterRow: afterRow)
      case .scalar:
        let scalar = checker.scalar
        try parser.read(scalar.span, into: &sink, afterRow: afterRow)
      case .invalid: try replaceInvalid(into: &sink, afterRow: afterRow)
      }
    }
  }

  /// Ends the text.
  package mutating func finish<Sink: RowSink>(into sink: inout Sink) throws {
    if checker.finish() { try replaceInvalid(into: &sink) { _ in } }
    try parser.finish(into: &sink)
  }

  private mutating func replaceInvalid<Sink: RowSink>(
    into sink: inout Sink, afterRow: (inout Sink) throws -> Void
  ) throws {
    guard isLossy else {
      throw SourceError(path: name, line: parser.line, reason: "invalid UTF-8")
    }
    let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]
    try parser.read(replacement.span, into: &sink, afterRow: afterRow)
  }
}
