import ShortlistCore

/// The text of a growing source, in any format.
protocol GrowingText: Sendable {
  /// Whether the header has been read; false if the format has none.
  var hasHeader: Bool { get }
  /// Whether every begun row has ended; false once a row was rejected.
  var isBetweenRows: Bool { get }

  /// Parses the next block, keeping an incomplete record for later.
  ///
  /// - Throws: `SourceError` if the incomplete record is too long, also after the opening.
  mutating func read<Sink: RowSink>(_ block: Span<UInt8>, into sink: inout Sink) throws

  /// Ends the strict part of the text, which is the initial content.
  ///
  /// - Throws: `SourceError` if that part was malformed.
  mutating func endOpening() throws

  /// Ends the text. A last record without a line end still counts.
  mutating func finish<Sink: RowSink>(into sink: inout Sink) throws
}

/// A growing text and its parser.
private struct RecordText<Parser: FollowedParser>: GrowingText {
  var feed: TextFeed<Parser>
  var cutter: RecordCutter
  /// The maximum size of an incomplete record in bytes.
  let recordLimit: Int

  var hasHeader: Bool { feed.hasHeader }
  var isBetweenRows: Bool { feed.isBetweenRows }

  mutating func read<Sink: RowSink>(_ block: Span<UInt8>, into sink: inout Sink) throws {
    try cutter.append(block) { text in try feed.read(text, into: &sink) { _ in } }
    if cutter.withheld > recordLimit {
      throw recordTooLong(recordLimit, feed.name, line: feed.lineEnds + 1)
    }
  }

  mutating func endOpening() throws {
    try feed.check()
    feed.becomeLenient()
  }

  mutating func finish<Sink: RowSink>(into sink: inout Sink) throws {
    let rest = cutter.finish()
    try feed.read(rest.span, into: &sink) { _ in }
    try feed.finish(into: &sink)
  }
}

extension FileSource {
  /// Returns an empty text in the file's format.
  ///
  /// - Parameter looksAhead: See `TextFeed`.
  /// - Returns: The text, which is strict until `endOpening()`.
  func growingText(looksAhead: Bool) -> any GrowingText {
    func text<Parser: FollowedParser>(
      _ parser: Parser, delimiter: UInt8? = nil
    ) -> any GrowingText {
      RecordText(
        feed: TextFeed(
          name: name, invalidUTF8: invalidUTF8, looksAhead: looksAhead, keepsMark: keepsMark,
          parser: parser),
        cutter: RecordCutter(delimiter: delimiter), recordLimit: pieceSizes.record)
    }
    func delimited(by delimiter: UInt8) -> any GrowingText {
      text(delimitedParser(delimiter), delimiter: delimiter)
    }
    return switch format {
    case .csv: delimited(by: delimiter)
    case .tsv: delimited(by: Byte.tab)
    case .lines: text(linesParser)
    case .jsonl: text(JSONLinesParser(name: name))
    case .json: preconditionFailure("a JSON array cannot be followed")
    }
  }
}
