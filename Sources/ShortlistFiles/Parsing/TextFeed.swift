import ShortlistCore

/// Feeds bytes to a parser as valid text.
///
/// It drops a byte order mark unless that is to be kept.
package struct TextFeed<Parser: RowParser>: Sendable {
  private var parser: Parser
  /// The name of the source in errors.
  let name: String
  private let recordLimit: Int
  private var invalidUTF8: InvalidUTF8
  private var looksAhead: Bool
  private var checker: UTF8Checker
  /// The number of line ends so far.
  package private(set) var lineEnds = 0
  /// The parser's error, kept while the rest of the text is only checked for valid UTF-8.
  private var refusal: SourceError?

  /// Creates a feed.
  ///
  /// - Parameters:
  ///   - name: The name of the source in errors.
  ///   - invalidUTF8: What becomes of invalid bytes.
  ///   - looksAhead: Whether to check the rest of the text before throwing the parser's error. Text
  ///     in another encoding often causes a syntax error first, but the useful error is that of the
  ///     encoding. Not for input that may never end.
  ///   - keepsMark: Whether a byte order mark is part of the text.
  ///   - recordLimit: The maximum size of an unfinished record in bytes.
  ///   - parser: The parser that receives the text.
  package init(
    name: String, invalidUTF8: InvalidUTF8, looksAhead: Bool = true, keepsMark: Bool = false,
    recordLimit: Int = PieceSizes.longestRecord, parser: Parser
  ) {
    self.name = name
    self.recordLimit = recordLimit
    self.invalidUTF8 = invalidUTF8
    self.looksAhead = looksAhead && invalidUTF8 == .refused
    checker = UTF8Checker(isAtStart: !keepsMark)
    self.parser = parser
  }

  /// Whether the parser is between rows; false once it has thrown.
  package var isBetweenRows: Bool { refusal == nil && parser.isBetweenRows }

  /// Parses the next block; see `RowParser`.
  ///
  /// When it throws for an invalid byte, it has parsed the text before that byte.
  package mutating func read<Sink: RowSink>(
    _ bytes: Span<UInt8>, into sink: inout Sink, afterRow: (inout Sink) throws -> Void
  ) throws {
    var position = 0
    while let piece = checker.next(in: bytes, from: &position) {
      switch piece {
      case .text(let range):
        try parse(bytes.extracting(range), into: &sink, afterRow: afterRow)
      case .scalar:
        let scalar = checker.scalar
        try parse(scalar.span, into: &sink, afterRow: afterRow)
      case .invalid: try handleInvalid(into: &sink, afterRow: afterRow)
      }
    }
    if let pending = parser.pending, pending.bytes > recordLimit, refusal == nil {
      throw recordTooLong(recordLimit, name, line: pending.line)
    }
  }

  /// Throws the parser's error, if one was kept.
  ///
  /// - Throws: The kept error.
  package func check() throws {
    if let refusal { throw refusal }
  }

  /// Ends the bytes; an unfinished scalar at the end is invalid.
  package mutating func endBytes<Sink: RowSink>(into sink: inout Sink) throws {
    if checker.finish() { try handleInvalid(into: &sink) { _ in } }
  }

  /// Ends the text.
  package mutating func finish<Sink: RowSink>(into sink: inout Sink) throws {
    try endBytes(into: &sink)
    try check()
    try parser.finish(into: &sink)
  }

  /// Parses valid text; keeps the characters in it that stand for kept bytes.
  private mutating func parse<Sink: RowSink>(
    _ text: Span<UInt8>, into sink: inout Sink, afterRow: (inout Sink) throws -> Void
  ) throws {
    guard invalidUTF8 == .kept else {
      return try parseAsIs(text, into: &sink, afterRow: afterRow)
    }
    var start = 0
    var position = text.firstIndex(of: 0xF4, from: 0)
    while position < text.count {
      if text[position + 1] == 0x8F && text[position + 2] >= 0xBC {
        try parseAsIs(text.extracting(start..<position), into: &sink, afterRow: afterRow)
        start = position + 4
        for index in position..<start {
          let kept = KeptBytes.utf8(of: text[index])
          try parseAsIs(kept.span, into: &sink, afterRow: afterRow)
        }
      }
      position = text.firstIndex(of: 0xF4, from: position + 4)
    }
    try parseAsIs(text.extracting(start..<text.count), into: &sink, afterRow: afterRow)
  }

  private mutating func parseAsIs<Sink: RowSink>(
    _ text: Span<UInt8>, into sink: inout Sink, afterRow: (inout Sink) throws -> Void
  ) throws {
    if text.isEmpty { return }
    defer { lineEnds += text.lineFeeds }
    if refusal != nil { return }
    do {
      try parser.read(text, into: &sink, afterRow: afterRow)
    } catch let error as SourceError where looksAhead {
      refusal = error
    }
  }

  private mutating func handleInvalid<Sink: RowSink>(
    into sink: inout Sink, afterRow: (inout Sink) throws -> Void
  ) throws {
    if invalidUTF8 == .refused {
      throw SourceError(path: name, line: lineEnds + 1, reason: "invalid UTF-8")
    }
    let text: [UInt8] =
      invalidUTF8 == .kept ? checker.invalid.flatMap(KeptBytes.utf8) : [0xEF, 0xBF, 0xBD]
    try parseAsIs(text.span, into: &sink, afterRow: afterRow)
  }
}

/// Returns the error for a record that is too long.
func recordTooLong(_ limit: Int, _ name: String, line: Int) -> SourceError {
  let most = limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit) bytes"
  return SourceError(
    path: name, line: line,
    reason: "a row that begins here is longer than \(most); is its end missing?")
}

extension TextFeed where Parser: FollowedParser {
  /// Whether the parser has read the header.
  package var hasHeader: Bool { parser.hasHeader }

  /// Replaces invalid bytes and skips malformed input from now on.
  package mutating func becomeLenient() {
    if invalidUTF8 == .refused { invalidUTF8 = .replaced }
    looksAhead = false
    parser.becomeLenient()
  }
}

extension TextFeed where Parser: PieceParser {
  /// Returns a feed for a piece that begins with a row; nil if the parser has not read the header
  /// yet, or has thrown.
  package func atRow() -> TextFeed? {
    guard refusal == nil, let parser = parser.atRow() else { return nil }
    var feed = self
    feed.parser = parser
    feed.lineEnds = 0
    feed.checker = UTF8Checker(isAtStart: false)
    return feed
  }
}
