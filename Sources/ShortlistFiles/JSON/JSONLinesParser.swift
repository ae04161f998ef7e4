import ShortlistCore

/// A parser of JSON lines: each nonblank line is an object, a row.
package struct JSONLinesParser: PieceParser {
  private var scanner = LineScanner()
  private var rows: JSONRowReader
  private var isLenient = false

  /// Creates a parser.
  ///
  /// - Parameter name: The name of the source in errors.
  package init(name: String) { rows = JSONRowReader(name: name) }

  package var isBetweenRows: Bool { true }

  package var hasHeader: Bool { false }

  package var pending: PendingRecord? { scanner.pending }

  /// Skips lines that are not objects from now on.
  package mutating func becomeLenient() { isLenient = true }

  package func atRow() -> JSONLinesParser? { JSONLinesParser(name: rows.name) }

  package mutating func read<Sink: RowSink>(
    _ text: Span<UInt8>, into sink: inout Sink, afterRow: (inout Sink) throws -> Void
  ) throws {
    var position = 0
    while let found = scanner.next(in: text, from: &position) {
      if let range = found.range {
        try add(text.extracting(range), to: &sink)
      } else {
        let copied = scanner.copied
        try add(copied.span, to: &sink)
      }
      try afterRow(&sink)
    }
  }

  package mutating func finish<Sink: RowSink>(into sink: inout Sink) throws {
    guard scanner.finish() != nil else { return }
    let copied = scanner.copied
    try add(copied.span, to: &sink)
  }

  /// Adds a row for the line that has just ended.
  private mutating func add<Sink: RowSink>(_ text: Span<UInt8>, to sink: inout Sink) throws {
    guard !text.isBlank else { return }
    let line = scanner.line - 1
    do {
      try rows.read(text, row: line, line: line, into: &sink)
    } catch is SourceError where isLenient {}
  }
}
