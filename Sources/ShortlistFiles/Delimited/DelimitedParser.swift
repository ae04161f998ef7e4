import ShortlistCore

/// Reads delimited text: a record with the names of the columns, then rows.
///
/// Records of one empty cell are skipped. Rows may be shorter than the first record, not longer.
package struct DelimitedParser: RowParser {
  private let name: String
  private var scanner: DelimitedScanner
  private var header: [String] = []
  /// The number of columns; nil while the header is read.
  private var columnCount: Int?
  /// The column of the next cell.
  private var column = 0
  /// The line at which the record under way starts.
  private var recordLine = 1

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - name: What the source is called in errors.
  ///   - delimiter: The ASCII character between cells.
  package init(name: String, delimiter: UInt8) {
    self.name = name
    scanner = DelimitedScanner(delimiter: delimiter)
  }

  package var isBetweenRows: Bool { column == 0 || columnCount == nil }

  package mutating func read<Sink: RowSink>(
    _ text: Span<UInt8>, into sink: inout Sink, afterRow: (inout Sink) throws -> Void
  ) throws {
    var position = 0
    while let cell = scanner.next(in: text, from: &position) {
      if let range = cell.range {
        try take(text.extracting(range), endsRecord: cell.endsRecord, into: &sink, afterRow)
      } else {
        try takeCopied(endsRecord: cell.endsRecord, into: &sink, afterRow)
      }
    }
  }

  package mutating func finish<Sink: RowSink>(into sink: inout Sink) throws {
    switch scanner.finish() {
    case .unclosedQuote: throw error("a quote is not closed")
    case .cell: try takeCopied(endsRecord: true, into: &sink) { _ in }
    case .nothing:
      let none: [UInt8] = []
      if column > 0 { try take(none.span, endsRecord: true, into: &sink) { _ in } }
    }
    if columnCount == nil { try sink.setColumns([], line: 1) }
  }

  private mutating func takeCopied<Sink: RowSink>(
    endsRecord: Bool, into sink: inout Sink, _ afterRow: (inout Sink) throws -> Void
  ) throws {
    let bytes = scanner.copied
    try take(bytes.span, endsRecord: endsRecord, into: &sink, afterRow)
  }

  @inline(__always)
  private mutating func take<Sink: RowSink>(
    _ bytes: Span<UInt8>, endsRecord: Bool, into sink: inout Sink,
    _ afterRow: (inout Sink) throws -> Void
  ) throws {
    if endsRecord && column == 0 && bytes.isEmpty {
      beginRecord()
    } else if let columnCount {
      if column == 0 { sink.beginRow(line: recordLine) }
      guard column < columnCount else { throw error("a row longer than the header") }
      if !bytes.isEmpty { sink.append(.plain, bytes, column: column) }
      column &+= 1
      guard endsRecord else { return }
      sink.endRow()
      beginRecord()
      try afterRow(&sink)
    } else {
      header.append(String(bytes))
      column &+= 1
      guard endsRecord else { return }
      try sink.setColumns(header, line: recordLine)
      columnCount = header.count
      beginRecord()
    }
  }

  private mutating func beginRecord() {
    column = 0
    recordLine = scanner.line
  }

  private func error(_ reason: String) -> SourceError {
    SourceError(path: name, line: recordLine, reason: reason)
  }
}
