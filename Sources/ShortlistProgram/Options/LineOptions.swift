import ArgumentParser
import Shortlist
import ShortlistFiles
import ShortlistTerminal

/// How lines are shown and searched.
struct LineOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Show the colors of lines instead of the sequences that set them.",
      discussion: "The search and the result are without them."))
  var ansi = false

  @Option(
    name: [.customShort("n", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "Search only these fields of lines, as 2, -1, 2.. or 1,3.",
      discussion: "Fields have blanks between them, or what --delimiter says.",
      valueName: "field,…"),
    transform: { text in try ProgramError.parsing("--nth") { try FieldsArgument(text) } })
  var nth: FieldsArgument?

  @Option(
    name: .customLong("with-nth"), parsing: .unconditional,
    help: ArgumentHelp(
      "Show only these fields of lines; the whole lines are put out.",
      discussion: "Or a text with fields in braces: '{2}: {1}'. {n} is the index of the line.",
      valueName: "field,…|text"),
    transform: { text in try ProgramError.parsing("--with-nth") { try TemplateArgument(text) } })
  var withNth: TemplateArgument?

  @Option(
    name: .customLong("accept-nth"), parsing: .unconditional,
    help: ArgumentHelp(
      "Put out only these fields of picked lines, or a text with them.",
      valueName: "field,…|text"),
    transform: { text in try ProgramError.parsing("--accept-nth") { try TemplateArgument(text) } })
  var acceptNth: TemplateArgument?

  @Option(
    name: .customLong("id-nth"), parsing: .unconditional,
    help: ArgumentHelp(
      "The fields that identify a line, so that it stays marked after a reload.",
      discussion: "With --track, the cursor stays on it, too.", valueName: "field,…"),
    transform: { text in try ProgramError.parsing("--id-nth") { try FieldsArgument(text) } })
  var idNth: FieldsArgument?

  @Option(
    name: .customLong("header-lines"),
    help: ArgumentHelp("Show the first lines above the rows; they are no rows.", valueName: "n"))
  var headerLines = 0

  @Flag(help: "Show the last line first.")
  var tac = false

  func validate() throws {
    if !(0...1000).contains(headerLines) {
      throw ValidationError("--header-lines: 0 to 1000 expected, not \(headerLines)")
    }
  }

  /// Whether the person's own defaults have options of lines, and the command line has none.
  static var areDefaults: Bool {
    func has(_ words: [String]) -> Bool {
      words.contains { word in
        let name = word.prefix { $0 != "=" }
        return ["--ansi", "--nth", "-n", "--with-nth", "--id-nth", "--header-lines", "--tac"]
          .contains(name)
          || word.hasPrefix("-n") && FieldRange.ranges(word.dropFirst(2)) != nil
      }
    }
    return has(Arguments.defaults.flatMap(Arguments.words))
      && !has(Array(CommandLine.arguments.dropFirst()))
  }

  /// Returns how lines are shown and searched.
  func settings(delimiter: DelimiterArgument?) -> LineSettings {
    var settings = LineSettings()
    settings.fields = LineFields(divider: delimiter?.divider)
    settings.hasColors = ansi
    settings.searchedFields = nth?.ranges ?? []
    settings.shownFields = withNth?.template ?? FieldTemplate()
    settings.identityFields = idNth?.ranges ?? []
    settings.isReversed = tac
    settings.head = headerLines > 0 ? LineHead(count: headerLines) : nil
    return settings
  }
}

extension LineOptions {
  /// Returns picked lines as they are put out.
  ///
  /// - Throws: `ProgramError` if the rows are no lines.
  func accepted(
    _ rows: [(id: RowID, values: [CellValue])], _ settings: LineSettings, schema: ListSchema
  ) throws -> [(id: RowID, values: [CellValue])] {
    guard let acceptNth else { return rows }
    guard settings.shown(schema).entries.count == 1,
      let index = schema.index(of: LinesParser.attribute)
    else { throw ProgramError("--accept-nth: this is for lines; --columns is for tables") }
    let place = schema.index(of: LineSettings.place)
    return rows.map { row in
      let line = Array(row.values[index].text.utf8)
      let place =
        if let place, let number = Int(row.values[place].text) {
          number &- 1
        } else if case .integer(let number) = row.id { number &- 1 } else { 0 }
      let made = acceptNth.template.text(of: line, settings.fields, index: place)
      let text = acceptNth.template.isFields ? LineFields.trimmed(made) : made[...]
      var values = row.values
      values[index] = .text(String(decoding: text, as: UTF8.self))
      return (row.id, values)
    }
  }
}

extension LineSettings {
  /// The attribute that is put out; nil for all.
  var writtenAttributes: NamesArgument? {
    hiddenAttributes.isEmpty ? nil : NamesArgument(argument: LinesParser.attribute)
  }

  /// The attribute that is searched; nil for all.
  var searchedAttributes: NamesArgument? {
    if hiddenAttributes.isEmpty { return nil }
    return NamesArgument(argument: choice.searchedAttribute ?? LinesParser.attribute)
  }

  /// Lets bindings show and search other fields.
  mutating func offer(_ bindings: Bindings) {
    func choices(_ action: TextAction) -> [Substring] {
      bindings.texts(of: action).flatMap { $0.split(separator: "|") }
    }
    let (shown, searched) = (choices(.changeWithNth), choices(.changeNth))
    if shown.isEmpty && searched.isEmpty { return }
    offer(
      shown: shown.compactMap { FieldTemplate(String($0)) },
      searched: searched.compactMap { FieldRange.ranges($0) })
  }

  /// Chooses what is shown.
  func choose(_ options: inout PickOptions) {
    options.lines = self
    if !shownFields.isEmpty { options.columns = [Self.shown] }
  }

  /// Returns a query in the order of the lines.
  func ordered(_ query: ListQuery) -> ListQuery {
    var query = query
    if isReversed && query.sort.isEmpty { query.sort = [SortKey(Self.place, .descending)] }
    return query
  }

  /// Returns a source whose lines have the attributes that are wanted of them.
  ///
  /// - Throws: `ProgramError` if its rows are no lines of a file or of standard input.
  func prepare(_ rows: any RowSource) throws -> any RowSource {
    if hiddenAttributes.isEmpty && head == nil { return rows }
    // Names of files have no colors.
    if rows is DirectorySource && hiddenAttributes == [Self.colored] && head == nil { return rows }
    guard let file = rows as? FileSource, file.format == .lines else {
      throw ProgramError(
        "\(option): this is for lines of a file or of standard input, without --follow")
    }
    return PreparedLines(source: file, settings: self)
  }

  /// An option that is given.
  private var option: String {
    !searchedFields.isEmpty
      ? "--nth"
      : !shownFields.isEmpty
        ? "--with-nth"
        : !identityFields.isEmpty
          ? "--id-nth" : isReversed ? "--tac" : head != nil ? "--header-lines" : "--ansi"
  }
}

/// Fields of lines, as `2`, `-1`, `2..` or `1,3`.
struct FieldsArgument {
  let ranges: [FieldRange]

  init(_ text: String) throws {
    guard let ranges = FieldRange.ranges(text[...]) else {
      throw SyntaxError("fields expected, as in 2, -1, 2.. or 1,3, not \(text)", at: text[...])
    }
    self.ranges = ranges
  }
}

/// Fields of lines, or a text with fields in braces.
struct TemplateArgument {
  let template: FieldTemplate

  init(_ text: String) throws {
    guard let template = FieldTemplate(text) else {
      throw SyntaxError(
        "fields expected, as in 2, -1, 2.. or 1,3, or a text with {2}, not \(text)", at: text[...])
    }
    self.template = template
  }
}
