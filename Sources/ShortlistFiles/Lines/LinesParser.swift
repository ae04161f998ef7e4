import ShortlistCore

/// Reads lines: each is a row with one text, `line`, empty lines too.
package struct LinesParser: PieceParser {
  /// The one attribute of lines.
  package static let attribute = "line"

  private var scanner = LineScanner()
  private var column: Int?

  /// Creates a parser.
  package init() {}

  package var isBetweenRows: Bool { true }

  package var hasHeader: Bool { false }

  package var pending: PendingRecord? { scanner.pending }

  /// Changes nothing: any text is lines.
  package mutating func becomeLenient() {}

  package func atRow() -> LinesParser? { LinesParser() }

  package mutating func read<Sink: RowSink>(
    _ text: Span<UInt8>, into sink: inout Sink, afterRow: (inout Sink) throws -> Void
  ) throws {
    let column = declareColumn(in: &sink)
    var position = 0
    while let found = scanner.next(in: text, from: &position) {
      if let range = found.range {
        add(text.extracting(range), column: column, to: &sink)
      } else {
        add(scanner.copied.span, column: column, to: &sink)
      }
      try afterRow(&sink)
    }
  }

  package mutating func finish<Sink: RowSink>(into sink: inout Sink) throws {
    let column = declareColumn(in: &sink)
    if scanner.finish() != nil { add(scanner.copied.span, column: column, to: &sink) }
  }

  /// The column of the text, which is there even if no line is.
  private mutating func declareColumn<Sink: RowSink>(in sink: inout Sink) -> Int {
    if let column { return column }
    let column = sink.column(named: Self.attribute)
    self.column = column
    return column
  }

  /// Adds the row of the line that has just ended.
  private func add<Sink: RowSink>(
    _ text: Span<UInt8>, column: Int, to sink: inout Sink
  ) {
    sink.beginRow(line: scanner.line - 1)
    sink.append(.text, text, column: column)
    sink.endRow()
  }
}

extension TableBuilder {
  /// Gives the table of a text without lines its attribute, which is there whatever is in the text:
  /// without lines there is nothing that an id or a schema could be wrong about.
  mutating func declareLines() {
    self = TableBuilder(path: path)
    _ = column(named: LinesParser.attribute)
  }
}
