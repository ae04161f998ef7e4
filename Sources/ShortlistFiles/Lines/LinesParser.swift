import ShortlistCore

/// Reads lines: each is a row with one text, `line`, empty lines too.
package struct LinesParser: RowParser {
  private var scanner = LineScanner()
  private var column: Int?

  /// Creates a parser.
  package init() {}

  package var line: Int { scanner.line }

  package var isBetweenRows: Bool { true }

  package mutating func read<Sink: RowSink>(
    _ text: Span<UInt8>, into sink: inout Sink, afterRow: (inout Sink) throws -> Void
  ) throws {
    let column = declareColumn(in: &sink)
    var position = 0
    while let found = scanner.next(in: text, from: &position) {
      if let range = found.range {
        try add(text.extracting(range), column: column, to: &sink)
      } else {
        try add(scanner.copied.span, column: column, to: &sink)
      }
      try afterRow(&sink)
    }
  }

  package mutating func finish<Sink: RowSink>(into sink: inout Sink) throws {
    let column = declareColumn(in: &sink)
    if scanner.finish() != nil { try add(scanner.copied.span, column: column, to: &sink) }
  }

  /// The column of the text, which is there even if no line is.
  private mutating func declareColumn<Sink: RowSink>(in sink: inout Sink) -> Int {
    if let column { return column }
    let column = sink.column(named: "line")
    self.column = column
    return column
  }

  /// Adds the row of the line that has just ended.
  private func add<Sink: RowSink>(
    _ text: Span<UInt8>, column: Int, to sink: inout Sink
  ) throws {
    sink.beginRow(line: scanner.line - 1)
    try sink.append(.text, text, column: column)
    sink.endRow()
  }
}
