import ShortlistCore

/// A parser of delimited text: a record with the names of the columns, then rows.
///
/// It skips records that consist of one empty cell. A row may be shorter than the header, but not
/// longer. A forgiving parser also accepts empty cells beyond the header, such as those of a
/// delimiter at the end of each line, and columns of the same name.
package struct DelimitedParser: PieceParser {
  private let name: String
  private var scanner: DelimitedScanner
  private var header: [String] = []
  /// The columns of a row's cells; nil until the header is read.
  private var columns: [Int]?
  private var isLenient = false
  private let isForgiving: Bool
  /// The column of the next cell.
  private var column = 0
  /// The line on which the current record starts.
  private var recordLine = 1
  /// The number of bytes in the blocks after the one in which the current record started.
  private var recordBytes = 0

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - name: The name of the source in errors.
  ///   - delimiter: The ASCII delimiter between cells.
  ///   - isForgiving: Whether columns may have the same name, and rows empty cells beyond the
  ///     header.
  package init(name: String, delimiter: UInt8, isForgiving: Bool = false) {
    self.name = name
    self.isForgiving = isForgiving
    scanner = DelimitedScanner(delimiter: delimiter)
  }

  package var isBetweenRows: Bool { column == 0 || columns == nil }

  package var hasHeader: Bool { columns != nil }

  package var pending: PendingRecord? { PendingRecord(line: recordLine, bytes: recordBytes) }

  /// Ignores surplus cells from now on, and accepts an unclosed quote at the end.
  package mutating func becomeLenient() { isLenient = true }

  package func atRow() -> DelimitedParser? {
    guard let columns else { return nil }
    var parser = DelimitedParser(
      name: name, delimiter: scanner.delimiter, isForgiving: isForgiving)
    parser.columns = columns
    parser.header = header
    return parser
  }

  package mutating func read<Sink: RowSink>(
    _ text: Span<UInt8>, into sink: inout Sink, afterRow: (inout Sink) throws -> Void
  ) throws {
    var position = 0
    let line = recordLine
    defer { recordBytes = recordLine == line ? recordBytes + text.count : 0 }
    while let cell = scanner.next(in: text, from: &position) {
      if let range = cell.range {
        try append(text.extracting(range), endsRecord: cell.endsRecord, into: &sink, afterRow)
      } else {
        try appendCopied(endsRecord: cell.endsRecord, into: &sink, afterRow)
      }
    }
  }

  package mutating func finish<Sink: RowSink>(into sink: inout Sink) throws {
    switch scanner.finish() {
    case .unclosedQuote where !isLenient: throw error("a quote is not closed")
    case .cell, .unclosedQuote: try appendCopied(endsRecord: true, into: &sink) { _ in }
    case .nothing:
      let none: [UInt8] = []
      if column > 0 { try append(none.span, endsRecord: true, into: &sink) { _ in } }
    }
    if columns == nil { try sink.setColumns([], line: 1) }
  }

  private mutating func appendCopied<Sink: RowSink>(
    endsRecord: Bool, into sink: inout Sink, _ afterRow: (inout Sink) throws -> Void
  ) throws {
    let bytes = scanner.copied
    try append(bytes.span, endsRecord: endsRecord, into: &sink, afterRow)
  }

  @inline(__always)
  private mutating func append<Sink: RowSink>(
    _ bytes: Span<UInt8>, endsRecord: Bool, into sink: inout Sink,
    _ afterRow: (inout Sink) throws -> Void
  ) throws {
    if endsRecord && column == 0 && bytes.isEmpty {
      beginRecord()
    } else if let columns {
      if column == 0 { sink.beginRow(line: recordLine) }
      if column < columns.count {
        if !bytes.isEmpty { sink.append(.plain, bytes, column: columns[column]) }
      } else if !isLenient && !(isForgiving && bytes.isEmpty) {
        throw error("a row longer than the header" + advice)
      }
      column &+= 1
      guard endsRecord else { return }
      sink.endRow()
      beginRecord()
      try afterRow(&sink)
    } else {
      header.append(String(bytes))
      column &+= 1
      guard endsRecord else { return }
      if isForgiving { header = Self.distinct(header) }
      try sink.setColumns(header, line: recordLine)
      columns = header.map { sink.column(named: $0) }
      beginRecord()
    }
  }

  /// The question for the delimiter if the header looks as if another one separated its cells.
  private var advice: String {
    guard header.count == 1, let name = header.first, scanner.delimiter != UInt8(ascii: ";"),
      name.utf8.contains(UInt8(ascii: ";"))
    else { return "" }
    return "; is the delimiter ;?"
  }

  /// Returns the names with a number after those that were there before: `name`, `name_2`.
  private static func distinct(_ names: [String]) -> [String] {
    var known = Set(names.map { Array($0.utf8) })
    var counts: [[UInt8]: Int] = [:]
    return names.map { name in
      var count = counts[Array(name.utf8), default: 0] + 1
      defer { counts[Array(name.utf8)] = count }
      if count == 1 { return name }
      while !known.insert(Array("\(name)_\(count)".utf8)).inserted { count += 1 }
      return "\(name)_\(count)"
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
