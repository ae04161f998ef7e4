import Shortlist
import ShortlistFiles

/// Delimited text whose first record is a row; the columns are called `1`, `2` and so on.
struct HeaderlessRows: RowSource {
  let source: FileSource

  var name: String { source.name }

  func read(
    into builder: inout TableBuilder,
    progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    var sink = Sink(builder: builder)
    try source.read(rowsInto: &sink) { sink, reached in try progress(&sink.builder, reached) }
    builder = sink.builder
  }

  private struct Sink: RowSink {
    var builder: TableBuilder
    /// The columns that the parser has not asked for yet, which it does once, in their order.
    private var columns: ArraySlice<Int> = []

    init(builder: TableBuilder) { self.builder = builder }

    var rowCount: Int { builder.rowCount }

    mutating func setColumns(_ cells: [String], line: Int) throws {
      let names = cells.indices.map { String($0 + 1) }
      try builder.setColumns(names, line: line)
      let columns = names.map { builder.column(named: $0) }
      self.columns = columns[...]
      if cells.isEmpty { return }
      builder.beginRow(line: line)
      for (cell, column) in zip(cells, columns) where !cell.isEmpty {
        builder.append(.plain, Array(cell.utf8).span, column: column)
      }
      builder.endRow()
    }

    mutating func column(named name: String) -> Int {
      columns.popFirst() ?? builder.column(named: name)
    }

    mutating func beginRow(line: Int) { builder.beginRow(line: line) }

    mutating func append(_ kind: CellKind, _ bytes: Span<UInt8>, column: Int) {
      builder.append(kind, bytes, column: column)
    }

    mutating func endRow() { builder.endRow() }
  }
}
