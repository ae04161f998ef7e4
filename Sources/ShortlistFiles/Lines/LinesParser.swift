import ShortlistCore

/// A parser of plain lines: each line, even an empty one, is a row with the text `line`.
package struct LinesParser: PieceParser {
  /// The name of the only attribute.
  package static let attribute = "line"

  private let empty: LineScanner
  private var scanner: LineScanner
  private var column: Int?

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - end: The byte that ends a line.
  ///   - keepsReturns: Whether a carriage return at the end of a line belongs to it.
  package init(end: UInt8 = UInt8(ascii: "\n"), keepsReturns: Bool = false) {
    empty = LineScanner(end: end, keepsReturns: keepsReturns)
    scanner = empty
  }

  package var isBetweenRows: Bool { true }

  package var hasHeader: Bool { false }

  package var pending: PendingRecord? { scanner.pending }

  /// Does nothing, because any text is valid lines.
  package mutating func becomeLenient() {}

  package func atRow() -> LinesParser? {
    var parser = self
    parser.scanner = empty
    parser.column = nil
    return parser
  }

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

  /// Returns the column of the text, adding it even if no line follows.
  private mutating func declareColumn<Sink: RowSink>(in sink: inout Sink) -> Int {
    if let column { return column }
    let column = sink.column(named: Self.attribute)
    self.column = column
    return column
  }

  /// Adds a row for the line that has just ended.
  private func add<Sink: RowSink>(
    _ text: Span<UInt8>, column: Int, to sink: inout Sink
  ) {
    sink.beginRow(line: scanner.line - 1)
    sink.append(.text, text, column: column)
    sink.endRow()
  }
}

extension TableBuilder {
  /// Adds the `line` attribute to the table of an empty text.
  ///
  /// It discards the requested id and schema: without lines, neither can be wrong.
  mutating func declareLines() {
    self = TableBuilder(path: path)
    _ = column(named: LinesParser.attribute)
  }
}
