import ShortlistCore

/// The text of a source that grows, whatever its format.
protocol GrowingText: Sendable {
  /// Whether the header has been read, where the format has one.
  var hasHeader: Bool { get }
  /// Whether the rows begun so far are ended, as they may not be once one was refused.
  var isBetweenRows: Bool { get }

  /// Reads on; what does not make a whole record yet is kept for later.
  mutating func read<Sink: RowSink>(_ block: Span<UInt8>, into sink: inout Sink) throws

  /// Ends the strict part of the text, what was there when the source was opened.
  ///
  /// - Throws: `SourceError` if it was not of the format.
  mutating func endOpening() throws

  /// Ends the text: a last record without line end is a record too.
  mutating func finish<Sink: RowSink>(into sink: inout Sink) throws
}

/// A text that grows, and its parser.
private struct RecordText<Parser: FollowedParser>: GrowingText {
  var feed: TextFeed<Parser>
  var cutter: RecordCutter

  var hasHeader: Bool { feed.hasHeader }
  var isBetweenRows: Bool { feed.isBetweenRows }

  mutating func read<Sink: RowSink>(_ block: Span<UInt8>, into sink: inout Sink) throws {
    try cutter.take(block) { text in try feed.read(text, into: &sink) { _ in } }
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
  /// A text of the file's format, from its start.
  ///
  /// - Parameter looksAhead: See `TextFeed`.
  /// - Returns: The text, which is strict until its opening is ended.
  func growingText(looksAhead: Bool) -> any GrowingText {
    func text<Parser: FollowedParser>(
      _ parser: Parser, delimiter: UInt8? = nil
    ) -> any GrowingText {
      RecordText(
        feed: TextFeed(name: name, isLossy: isLossy, looksAhead: looksAhead, parser: parser),
        cutter: RecordCutter(delimiter: delimiter))
    }
    func delimited(by delimiter: UInt8) -> any GrowingText {
      text(DelimitedParser(name: name, delimiter: delimiter), delimiter: delimiter)
    }
    return switch format {
    case .csv: delimited(by: Byte.comma)
    case .tsv: delimited(by: Byte.tab)
    case .lines: text(LinesParser())
    case .jsonl: text(JSONLinesParser(name: name))
    case .json: preconditionFailure("a JSON array cannot be followed")
    }
  }
}
