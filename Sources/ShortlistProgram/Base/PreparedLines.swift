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

  /// A way to show and search lines, and the columns for it.
  private struct Target {
    let choice: LineSettings.Choice
    /// Whether something else is shown than in the way before.
    let isNew: Bool
    let (colored, shown, searched): (Int?, Int?, Int?)
  }

  private struct Sink: RowSink {
    var builder: TableBuilder
    private let settings: LineSettings
    /// The attributes of the ways to show and search lines.
    private var targets: [Target] = []
    private var place: Int?
    private var identity: Int?
    /// How many lines had the same fields that identify them.
    private var identities: [[UInt8]: Int] = [:]
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
      var before: LineSettings.Choice?
      for choice in settings.choices {
        targets.append(
          Target(
            choice: choice, isNew: choice.shownFields != before?.shownFields,
            colored: choice.colored.map { builder.column(named: $0) },
            shown: choice.shown.map { builder.column(named: $0) },
            searched: choice.searched.map { builder.column(named: $0) }))
        before = choice
      }
      if settings.numbersLines { place = builder.column(named: LineSettings.place) }
      if !settings.identityFields.isEmpty {
        identity = builder.column(named: LineSettings.identity)
      }
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
      var (made, madeColors) = (text, colors)
      for target in targets {
        if target.isNew {
          let template = target.choice.shownFields
          (made, madeColors) = (text, colors)
          if !template.isEmpty {
            madeColors = colors?.parts(template.pieces(of: text, settings.fields, index: index))
            made = template.text(of: text, settings.fields, index: index)
          }
          if missing > 0 {
            settings.head?.append(String(decoding: made, as: UTF8.self))
            return
          }
          if let shown = target.shown { builder.append(kind, made.span, column: shown) }
          if let colored = target.colored, let madeColors {
            let sequences = Array(madeColors.sequences.utf8)
            builder.append(kind, sequences.span, column: colored)
          }
        }
        if let searched = target.searched {
          let parts = settings.fields.parts(target.choice.searchedFields, of: made)
          let found = parts.flatMap { made[$0] }
          builder.append(kind, found.span, column: searched)
        }
      }
      if let identity, missing == 0 {
        builder.append(.text, self.identity(of: text).span, column: identity)
      }
      if let place {
        number += 1
        let digits = Array(String(number).utf8)
        builder.append(.integer, digits.span, column: place)
      }
    }

    /// Returns the fields that identify a line; of lines with the same ones, also their number.
    private mutating func identity(of text: [UInt8]) -> [UInt8] {
      let parts = settings.fields.parts(settings.identityFields, of: text)
      let fields = Array(LineFields.trimmed(parts.flatMap { text[$0] }))
      let number = identities[fields, default: 0] + 1
      identities[fields] = number
      // The sign does not occur in fields that a person reads.
      return number == 1 ? fields : fields + Array("\u{1F}\(number)".utf8)
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
