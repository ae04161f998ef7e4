import Shortlist
import ShortlistFiles
import ShortlistTerminal

/// Lines whose colors are no part of their text.
///
/// The attribute `line` has the text without the sequences that color it. The attribute `ansi` has
/// the line as it was read, if it has such sequences; otherwise it has no value.
struct ColoredLines: RowSource {
  /// The name of the attribute of the lines as they were read.
  static let attribute = "ansi"

  let source: FileSource

  var name: String { source.name }

  func read(
    into builder: inout TableBuilder,
    progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    var sink = Sink(builder: builder)
    try source.read(rowsInto: &sink) { sink, reached in try progress(&sink.builder, reached) }
    builder = sink.builder
    _ = builder.column(named: LinesParser.attribute)
    _ = builder.column(named: Self.attribute)
  }

  private struct Sink: RowSink {
    var builder: TableBuilder
    private var colors: Int?

    init(builder: TableBuilder) { self.builder = builder }

    var rowCount: Int { builder.rowCount }

    mutating func setColumns(_ names: [String], line: Int) throws {
      try builder.setColumns(names, line: line)
    }

    mutating func column(named name: String) -> Int {
      let column = builder.column(named: name)
      colors = builder.column(named: ColoredLines.attribute)
      return column
    }

    mutating func beginRow(line: Int) { builder.beginRow(line: line) }

    mutating func append(_ kind: CellKind, _ bytes: Span<UInt8>, column: Int) {
      guard let colors, bytes.indices.contains(where: { bytes[$0] == 0x1B }) else {
        return builder.append(kind, bytes, column: column)
      }
      let source = bytes.indices.map { bytes[$0] }
      let line = KeptBytes.bytes(of: String(decoding: source, as: UTF8.self))
      var style = Style.plain
      let text = Array(StyledText(line[...], style: &style).text.utf8)
      builder.append(kind, text.span, column: column)
      builder.append(kind, source.span, column: colors)
    }

    mutating func endRow() { builder.endRow() }
  }
}
