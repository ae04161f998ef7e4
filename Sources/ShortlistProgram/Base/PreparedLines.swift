import Shortlist
import ShortlistFiles
import ShortlistTerminal

/// Lines with the attributes that `LineSettings` wants besides their text.
///
/// The attribute `line` is a line as it comes out: without the sequences that color it, if colors
/// are shown.
struct PreparedLines: RowSource {
  let source: FileSource
  let settings: LineSettings

  var name: String { source.name }

  func read(
    into builder: inout TableBuilder,
    progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    var sink = Sink(builder: builder, settings: settings)
    _ = sink.column(named: LinesParser.attribute)
    try source.read(rowsInto: &sink) { sink, reached in try progress(&sink.builder, reached) }
    builder = sink.builder
  }

  private struct Sink: RowSink {
    var builder: TableBuilder
    private let settings: LineSettings
    private var (colored, shown, searched, place): (Int?, Int?, Int?, Int?)
    /// The number of lines of the head that have not come yet.
    private var missing: Int
    private var number = 0
    /// The index of the row.
    private var index = 0

    init(builder: TableBuilder, settings: LineSettings) {
      self.builder = builder
      self.settings = settings
      missing = settings.head?.count ?? 0
    }

    var rowCount: Int { builder.rowCount }

    mutating func setColumns(_ names: [String], line: Int) throws {
      try builder.setColumns(names, line: line)
    }

    mutating func column(named name: String) -> Int {
      let column = builder.column(named: name)
      if settings.hasColors { colored = builder.column(named: LineSettings.colored) }
      if !settings.shownFields.isEmpty { shown = builder.column(named: LineSettings.shown) }
      if !settings.searchedFields.isEmpty {
        searched = builder.column(named: LineSettings.searched)
      }
      if settings.isReversed { place = builder.column(named: LineSettings.place) }
      return column
    }

    mutating func beginRow(line: Int) {
      if missing == 0 { builder.beginRow(line: line) }
    }

    mutating func append(_ kind: CellKind, _ bytes: Span<UInt8>, column: Int) {
      var text = bytes.indices.map { bytes[$0] }
      var colors: StyledText?
      if settings.hasColors && text.contains(0x1B) {
        let line = KeptBytes.bytes(of: String(decoding: text, as: UTF8.self))
        var style = Style.plain
        let styled = StyledText(line[...], style: &style)
        text = Array(styled.text.utf8)
        colors = styled
      }
      if missing == 0 { builder.append(kind, text.span, column: column) }
      if !settings.shownFields.isEmpty {
        let template = settings.shownFields
        colors = colors?.parts(template.pieces(of: text, settings.fields, index: index))
        text = template.text(of: text, settings.fields, index: index)
      }
      if missing > 0 {
        settings.head?.append(String(decoding: text, as: UTF8.self))
        return
      }
      if let shown { builder.append(kind, text.span, column: shown) }
      if let searched {
        let parts = settings.fields.parts(settings.searchedFields, of: text)
        let found = parts.flatMap { text[$0] }
        builder.append(kind, found.span, column: searched)
      }
      if let colored, let colors {
        let sequences = Array(colors.sequences.utf8)
        builder.append(kind, sequences.span, column: colored)
      }
      if let place {
        number += 1
        let digits = Array(String(number).utf8)
        builder.append(.integer, digits.span, column: place)
      }
    }

    mutating func endRow() {
      if missing > 0 {
        missing -= 1
      } else {
        builder.endRow()
        index += 1
      }
    }
  }
}
