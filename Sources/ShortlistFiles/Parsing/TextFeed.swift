import ShortlistCore

/// Leads bytes to a parser as text: checked, without byte order mark, and if asked for with U+FFFD
/// in place of what is wrong.
package struct TextFeed<Parser: RowParser>: Sendable {
  private var parser: Parser
  /// What the source is called in errors.
  let name: String
  private let recordLimit: Int
  private var isLossy: Bool
  private var looksAhead: Bool
  private var checker = UTF8Checker()
  /// Line ends so far.
  package private(set) var lineEnds = 0
  /// What the parser refused, while the rest is only checked.
  private var refusal: SourceError?

  /// Creates a feed.
  ///
  /// - Parameters:
  ///   - name: What the source is called in errors.
  ///   - isLossy: Whether wrong bytes are replaced rather than refused.
  ///   - looksAhead: Whether the rest is checked before a refusal of the parser is reported. Text in
  ///     another encoding often looks like a mistake of another kind first, and what is wrong with
  ///     it is the encoding. Not for input that may have no end.
  ///   - recordLimit: The most bytes of a record that is not whole yet.
  ///   - parser: Takes the text.
  package init(
    name: String, isLossy: Bool, looksAhead: Bool = true,
    recordLimit: Int = PieceSizes.longestRecord, parser: Parser
  ) {
    self.name = name
    self.recordLimit = recordLimit
    self.isLossy = isLossy
    self.looksAhead = looksAhead && !isLossy
    self.parser = parser
  }

  /// Whether the rows begun so far are ended, as they may not be once the parser has refused one.
  package var isBetweenRows: Bool { refusal == nil && parser.isBetweenRows }

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
        try parse(bytes.extracting(range), into: &sink, afterRow: afterRow)
      case .scalar:
        let scalar = checker.scalar
        try parse(scalar.span, into: &sink, afterRow: afterRow)
      case .invalid: try replaceInvalid(into: &sink, afterRow: afterRow)
      }
    }
    if let pending = parser.pending, pending.bytes > recordLimit, refusal == nil {
      throw recordTooLong(recordLimit, name, line: pending.line)
    }
  }

  /// Tells what the parser refused so far, where the rest is only checked.
  ///
  /// - Throws: The refusal.
  package func check() throws {
    if let refusal { throw refusal }
  }

  /// Ends the bytes: whether the last of them are text is known then.
  package mutating func endBytes<Sink: RowSink>(into sink: inout Sink) throws {
    if checker.finish() { try replaceInvalid(into: &sink) { _ in } }
  }

  /// Ends the text.
  package mutating func finish<Sink: RowSink>(into sink: inout Sink) throws {
    try endBytes(into: &sink)
    try check()
    try parser.finish(into: &sink)
  }

  private mutating func parse<Sink: RowSink>(
    _ text: Span<UInt8>, into sink: inout Sink, afterRow: (inout Sink) throws -> Void
  ) throws {
    defer { lineEnds += text.lineFeeds }
    if refusal != nil { return }
    do {
      try parser.read(text, into: &sink, afterRow: afterRow)
    } catch let error as SourceError where looksAhead {
      refusal = error
    }
  }

  private mutating func replaceInvalid<Sink: RowSink>(
    into sink: inout Sink, afterRow: (inout Sink) throws -> Void
  ) throws {
    guard isLossy else {
      throw SourceError(path: name, line: lineEnds + 1, reason: "invalid UTF-8")
    }
    let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]
    try parse(replacement.span, into: &sink, afterRow: afterRow)
  }
}

/// The error for a record that does not end.
func recordTooLong(_ limit: Int, _ name: String, line: Int) -> SourceError {
  let most = limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit) bytes"
  return SourceError(
    path: name, line: line,
    reason: "a row that begins here is longer than \(most); is its end missing?")
}

extension TextFeed where Parser: FollowedParser {
  /// Whether the parser has read the header.
  package var hasHeader: Bool { parser.hasHeader }

  /// From here on, replaces what is wrong and passes over what is not of the format.
  package mutating func becomeLenient() {
    isLossy = true
    looksAhead = false
    parser.becomeLenient()
  }
}

extension TextFeed where Parser: PieceParser {
  /// A feed for text that goes on with a row; nil if the parser needs more of the text before, or
  /// has refused it.
  package func atRow() -> TextFeed? {
    guard refusal == nil, let parser = parser.atRow() else { return nil }
    var feed = self
    feed.parser = parser
    feed.lineEnds = 0
    feed.checker = UTF8Checker(isAtStart: false)
    return feed
  }
}
