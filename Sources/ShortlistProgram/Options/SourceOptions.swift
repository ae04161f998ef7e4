public import ArgumentParser
import Shortlist
public import ShortlistFiles
import ShortlistJSON
public import ShortlistPostgres
public import ShortlistSQLite
import ShortlistTerminal

/// The source of the rows.
struct SourceOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      """
      A file, several files with the same columns, a directory, - for standard input (default if it \
      is no terminal), or the URL of a PostgreSQL database.
      """,
      discussion: """
        The format is taken from the extension: .csv .tsv .jsonl .ndjson .json .txt. Other files are \
        JSON or JSON lines if they begin so, and else lines of text. What is compressed with gzip or \
        zstd is decompressed: rows.csv.gz. The screen offers the tables of an SQLite file; a URL \
        (postgresql://user@host/database) and the other commands need --table. What shortlist index \
        wrote opens at once. A directory gives the paths of the files in \
        it and below it, except those that git ignores; with --format csv, tsv, jsonl or json, it gives \
        the rows of its files of this format.
        """, valueName: "source"),
    completion: .file(
      extensions: [
        "csv", "tsv", "jsonl", "ndjson", "json", "txt", "gz", "zst", "db", "sqlite", "sqlite3",
        "shortlist",
      ]))
  var given: [String] = []

  @Option(help: "The format: csv, tsv, jsonl, json or lines (default for standard input: lines).")
  var format: FileFormat?

  @Option(
    help: ArgumentHelp(
      "The table or view of an SQLite file or a PostgreSQL database.",
      discussion: "What others commit to it shows up in the list.", valueName: "name"))
  var table: String?

  @Flag(
    help: ArgumentHelp(
      "Let triggers in the SQLite file or the database record what changes.",
      discussion: """
        Changes of others then cost what they change, and not a look at the whole table. The triggers \
        stay there, with a table shortlist_journal_… of about 100,000 entries at most; shortlist \
        remove-journal takes them away.
        """))
  var journal = false

  @Option(
    help: ArgumentHelp(
      "Which rows of a table of a PostgreSQL server are read: automatic (default), all or visible.",
      discussion: """
        With visible, all rows stay on the server, which is asked for those that are shown. \
        automatic does so if the server estimates more than 2,000,000 rows.
        """))
  var fetch: PostgresTable.Fetch?

  @Option(
    help: ArgumentHelp(
      "What a write to the SQLite file outlasts: full (default) or normal.",
      discussion: """
        A write that was answered outlasts the end of the program, with full also a power failure.
        """))
  var synchronous: Synchronous?

  @Option(
    help: ArgumentHelp(
      """
      The attribute that identifies a row (default: the primary key of a table, else one called id, \
      else the row's number).
      """,
      valueName: "attribute"))
  var id: String?

  @Option(
    help: ArgumentHelp(
      "Types that override those found: text, integer, number, boolean, date, list.",
      valueName: "attribute:type,…"),
    transform: { text in try ProgramError.parsing("--schema") { try SchemaArgument(text) } })
  var schema: SchemaArgument?

  @Flag(
    help: ArgumentHelp(
      "Replace bytes that are not valid UTF-8.",
      discussion:
        "Lines keep them by default: what comes out is what came in. Other formats refuse them."
    ))
  var lossy = false

  @Flag(
    name: .customLong("read0"),
    help: "Lines end with NUL, as those of find -print0, and may have line ends in them.")
  var read0 = false

  @Option(
    name: [.customShort("d", allowingJoined: true), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "What is between the cells of CSV or the fields of lines, such as ; or \\t.",
      discussion: """
        For CSV one ASCII character. By default, blanks are between fields of lines. For lines, a \
        regular expression without groups, such as '[: ]+'.
        """, valueName: "text"),
    transform: { text in try ProgramError.parsing("--delimiter") { try DelimiterArgument(text) } })
  var delimiter: DelimiterArgument?

  @Flag(
    name: .customLong("no-header"),
    help: "The first line of CSV is a row; the columns are called 1, 2 and so on.")
  var hasNoHeader = false

  @Option(help: "What of a directory is listed: files (default), directories or all.")
  var walk: DirectorySource.Kind?

  @Flag(
    name: .customLong("no-ignore"),
    help: ArgumentHelp(
      "List also what git ignores in a directory.",
      discussion: "And what is in .git, .hg, .jj, .svn and node_modules."))
  var includesIgnored = false

  @Option(
    name: .customLong("walker-skip"),
    help: ArgumentHelp(
      "Names of directories that are not listed either, nor what is in them.",
      valueName: "name,…"))
  var walkerSkip: NamesArgument?

  @Option(
    help: ArgumentHelp(
      "The memory for the columns of an index file, such as 512M or 2G.",
      discussion: """
        By default, a list uses up to a quarter of the machine's memory, and shortlist index 1G. \
        Columns that are used beyond it are read again. Other sources ignore it.
        """,
      valueName: "size"),
    transform: { text in try ProgramError.parsing("--memory") { try MemoryArgument(text) } })
  var memory: MemoryArgument?

  /// The path of the source, or `-`; where nobody pipes anything in, the current directory.
  var source: String { given.first ?? (isInputTerminal ? "." : "-") }

  /// The options for opening the list.
  var tableOptions: TableOptions {
    var options = TableOptions(id: id, schema: schema?.entries ?? [])
    options.dates = .civil
    options.keepsLongIntegers = true
    options.infersDatesInTexts = table == nil && !PostgresTable.isURL(source) && !isSQLite
    return options
  }

  /// Returns the source.
  ///
  /// - Parameter onLock: Called with the path of a locked table file; by default, writes to
  ///   standard error.
  /// - Returns: The source to open.
  /// - Throws: `ProgramError` if the format is neither given nor recognised.
  func open(
    onLock: @escaping @Sendable (String) -> Void = StandardError.reportLocked
  ) throws -> any RowSource {
    if let table = try table ?? onlyTable() { return try openTable(table, onLock) }
    if given.count > 1 || hasFilesOfDirectory {
      return JoinedFiles(try files(), name: given.isEmpty ? source : given.joined(separator: ", "))
    }
    try refuseMistypedNames()
    if isIndexFile { return try indexFile() }
    if let directory = try directory() { return directory }
    let file = try file(source, knownFormat())
    if !hasNoHeader { return file }
    if !file.format.isDelimited {
      throw ProgramError("--no-header: this is for csv and tsv, not for \(file.format.rawValue)")
    }
    return HeaderlessRows(source: file)
  }

  /// Whether the rows are those of the files of a directory.
  private var hasFilesOfDirectory: Bool { isDirectory && !(format == nil || format == .lines) }

  /// Whether the rows are the paths of files in a directory.
  private var hasPaths: Bool { isDirectory && !hasFilesOfDirectory }

  /// Whether the source is a directory.
  private var isDirectory: Bool { table == nil && DirectorySource.isDirectory(source) }

  /// Whether the source is an index file, which its first bytes tell.
  private var isIndexFile: Bool {
    table == nil && given.count == 1 && source != "-" && FileSource.isIndexFile(source)
  }

  /// Returns the index file; refuses options about text, which it does not have.
  private func indexFile() throws -> FileSource {
    let options = [
      ("format", format != nil), ("lossy", lossy), ("read0", read0), ("journal", journal),
      ("no-header", hasNoHeader), ("delimiter", delimiter != nil), ("fetch", fetch != nil),
      ("synchronous", synchronous != nil),
    ]
    if let option = options.first(where: \.1)?.0 {
      throw ProgramError("--\(option): \(source) is an index file")
    }
    var file = FileSource(path: source, format: .csv)
    file.memory = memory?.bytes
    return file
  }

  /// Returns the files, which must have the same format.
  private func files() throws -> [FileSource] {
    try refuseMistypedNames()
    if table != nil || hasNoHeader {
      throw ProgramError("--\(table != nil ? "table" : "no-header"): this is for one file")
    }
    let files = try (given.isEmpty ? [source] : given).flatMap { path in
      if path == "-" || PostgresTable.isURL(path) || SQLiteTable.isSQLite(path) {
        throw ProgramError(
          "\(path): several sources are read as one list only if all are files of rows")
      }
      if !DirectorySource.isDirectory(path) { return [try file(path)] }
      guard let format, format != .lines else {
        throw ProgramError(
          "\(path) is a directory: say with --format csv, tsv, jsonl or json which of its files are "
            + "read as one list")
      }
      return try directory(path, .files).files(of: format).map { try file($0.name, format) }
    }
    // An index file has columns, whatever it was made of.
    let texts = files.filter { !$0.isIndexFile }
    if let other = texts.first(where: { $0.format != texts[0].format }) {
      throw ProgramError(
        "\(other.name) is \(other.format.rawValue), but \(texts[0].name) is "
          + "\(texts[0].format.rawValue): several files need one format (--format)")
    }
    return files
  }

  /// Returns one of several files.
  private func file(_ path: String) throws -> FileSource {
    if FileSource.isIndexFile(path) { return FileSource(path: path, format: .csv) }
    return try file(path, format ?? FileFormat(path: path) ?? FileFormat(contentsOf: path))
  }

  /// Refuses a word that is no file but was probably meant as something else.
  private func refuseMistypedNames() throws {
    if let problem = given.lazy.compactMap(ArgumentAdvice.problem(withFile:)).first {
      throw ProgramError(problem)
    }
  }

  /// Returns a file of a format, with the options about its text.
  private func file(_ path: String, _ format: FileFormat) throws -> FileSource {
    var file = FileSource(path: path, format: format, invalidUTF8: invalidUTF8(in: format))
    file.isForgiving = true
    if read0 {
      if format != .lines {
        throw ProgramError("--read0: this is for lines, not for \(format.rawValue)")
      }
      file.lineEnd = 0
    }
    if let delimiter, format != .lines {
      if format != .csv {
        throw ProgramError("--delimiter: this is for csv and lines, not for \(format.rawValue)")
      }
      guard let byte = delimiter.byte else {
        throw ProgramError(
          "--delimiter: one ASCII character expected for csv, not \(delimiter.text)")
      }
      file.delimiter = byte
    }
    return file
  }

  private func openTable(
    _ name: String, _ onLock: @escaping @Sendable (String) -> Void
  ) throws -> any RowSource {
    if format != nil { throw ProgramError("--format: a table has none") }
    if lossy { throw ProgramError("--lossy: texts of a table are not replaced") }
    if read0 { throw ProgramError("--read0: a table has no lines") }
    try refuseDelimited("a table")
    if PostgresTable.isURL(source) {
      if synchronous != nil { throw ProgramError("--synchronous: this is for SQLite files") }
      return PostgresTable(
        url: source, table: name, keepsJournal: journal, fetch: fetch ?? .automatic)
    }
    if fetch != nil { throw ProgramError("--fetch: this is for tables of PostgreSQL servers") }
    return SQLiteTable(
      path: source, table: name, keepsJournal: journal, synchronous: synchronous ?? .full,
      describesBlobs: true,
      onLock: { [source] in onLock(source) })
  }

  /// Opens the list of the rows of a source, in memory or where they are.
  ///
  /// - Throws: The errors of the list.
  func openList(_ rows: any RowSource, query: ListQuery) async throws -> any ListProtocol {
    if let remote = try await remote(rows, query) {
      if let notice = remote.notice { StandardError.write("shortlist: \(notice)\n") }
      return try await remote.rows.openRemoteList(
        options: tableOptions, query: query, estimating: false)
    }
    return try await LiveList.open(rows, options: tableOptions, query: query)
  }

  /// Returns the source as one whose rows stay on their server, with the reason unless that was
  /// requested; nil if the rows are read.
  ///
  /// It prints a notice if many rows are read.
  func remote(
    _ rows: any RowSource, _ query: ListQuery
  ) async throws -> (rows: any RemoteSource, notice: String?)? {
    guard let source = rows as? any RemoteSource else { return nil }
    switch try await source.place(options: tableOptions, query: query) {
    case .memory(let estimate):
      if let estimate {
        StandardError.write(
          "shortlist: about \(estimate.grouped) rows are read, because a server cannot search like this\n"
        )
      }
      return nil
    case .server(let estimate): return (source, estimate.map(Self.notice))
    }
  }

  /// Returns why rows stay on their server.
  private static func notice(estimate rows: Int) -> String {
    "about \(rows.grouped) rows stay on the server; --fetch all reads them"
  }

  /// Returns the source, followed as it grows.
  ///
  /// - Parameter onLock: Called with the path of a locked table file; by default, writes to
  ///   standard error.
  /// - Returns: The source to open.
  /// - Throws: `ProgramError` if the format is neither given nor recognised, or cannot be followed.
  func openFollowed(
    onLock: @escaping @Sendable (String) -> Void = StandardError.reportLocked
  ) throws -> any RowSource {
    // A table always reports changes.
    if let table = try table ?? onlyTable() { return try openTable(table, onLock) }
    if given.count > 1 {
      throw ProgramError("--follow: this is for one source, not for several files")
    }
    if try directory() != nil { throw ProgramError("--follow: \(source) is a directory") }
    if isIndexFile {
      throw ProgramError("--follow: \(source) is an index file, which does not grow")
    }
    let format = try knownFormat()
    if hasNoHeader { throw ProgramError("--no-header: this is not for csv that is followed") }
    if read0 { throw ProgramError("--read0: input that ends lines with NUL cannot be followed") }
    if format == .json {
      throw ProgramError(
        "--follow: \(source) is one JSON array, which ends with its last row; jsonl can be followed"
      )
    }
    return FollowedFile(try file(source, format))
  }

  /// Refuses the options of delimited text.
  private func refuseDelimited(_ what: String) throws {
    if delimiter == nil && !hasNoHeader { return }
    throw ProgramError("--\(hasNoHeader ? "no-header" : "delimiter"): this is not for \(what)")
  }

  /// The source, if it is a directory.
  private func directory() throws -> DirectorySource? {
    guard isDirectory else {
      // The person's own defaults, and fzf's --walker, are for directories alone.
      let isTyped = CommandLine.arguments.contains { $0.prefix { $0 != "=" } == "--walk" }
      if walk != nil && isTyped { throw ProgramError("--walk: \(source) is no directory") }
      if includesIgnored { throw ProgramError("--no-ignore: \(source) is no directory") }
      return nil
    }
    if hasNoHeader { try refuseDelimited("a directory") }
    if lossy || read0 || journal || synchronous != nil || fetch != nil {
      let option =
        lossy
        ? "lossy" : read0 ? "read0" : journal ? "journal" : fetch != nil ? "fetch" : "synchronous"
      throw ProgramError("--\(option): \(source) is a directory")
    }
    return directory(source, walk ?? .files)
  }

  private func directory(_ path: String, _ kind: DirectorySource.Kind) -> DirectorySource {
    var directory = DirectorySource(path: path, kind: kind, includesIgnored: includesIgnored)
    directory.skippedNames = walkerSkip?.names ?? []
    let settings = environment("XDG_CONFIG_HOME")
    directory.userIgnoreFile =
      (settings.isEmpty ? environment("HOME") + "/.config" : settings) + "/git/ignore"
    return directory
  }

  /// The only table of the source; nil if it has several or none.
  private func onlyTable() throws -> String? {
    if format != nil || given.count > 1 { return nil }
    if PostgresTable.isURL(source) {
      let names = try PostgresTable.tables(at: source)
      return names.count == 1 ? names[0] : nil
    }
    guard isSQLite else { return nil }
    let names = try SQLiteTable.tables(inFile: source)
    return names.count == 1 ? names[0] : nil
  }

  /// Whether the source is an SQLite file, whose name says nothing else.
  private var isSQLite: Bool {
    source != "-" && FileFormat(path: source) == nil && SQLiteTable.isSQLite(source)
  }

  /// Returns what a table can be chosen from; nil if one is named or the source has none.
  ///
  /// The first attribute is the name.
  func tables() throws -> [JSON]? {
    guard table == nil && format == nil && given.count < 2 else { return nil }
    if PostgresTable.isURL(source) {
      return try PostgresTable.tables(at: source).map { ["table": .string($0)] }
    }
    if !isSQLite { return nil }
    return try SQLiteTable.summaries(inFile: source).map { summary in
      [
        "table": .string(summary.name), "kind": summary.isView ? "view" : "table",
        "rows": summary.rows.map { .integer($0) } ?? .null,
        "columns": summary.columns.map { .integer($0) } ?? .null,
      ]
    }
  }

  private func invalidUTF8(in format: FileFormat) -> InvalidUTF8 {
    lossy ? .replaced : format == .lines ? .kept : .refused
  }

  /// Returns whether a row is written before all rows are read as it is written afterwards.
  func isFinalWhileReading(_ output: OutputFormat) -> Bool {
    if hasPaths { return output != .ids }
    guard table == nil, let format = try? knownFormat() else { return false }
    return switch output {
    case .ids: false
    case .lines, .csv: true
    case .json, .jsonl: format == .lines
    }
  }

  /// Whether the rows are lines.
  var hasLines: Bool {
    if isDirectory { return hasPaths }
    return table == nil && given.count < 2 && (try? knownFormat()) == .lines
  }

  /// Whether the rows are lines of a file or of standard input.
  var hasLinesOfFile: Bool { hasLines && !isDirectory }

  /// The format of the output of a command that replaces the list: that of the list, or else lines.
  var formatOfOutput: FileFormat {
    if table != nil || hasPaths || isIndexFile { return .lines }
    return (try? knownFormat()) ?? .lines
  }

  private func knownFormat() throws -> FileFormat {
    // Its columns are those of a table, whatever its rows came from.
    if table == nil && source != "-" && FileSource.isIndexFile(source) { return .csv }
    if journal { throw ProgramError("--journal: this is for a table; name it with --table") }
    if fetch != nil { throw ProgramError("--fetch: this is for a table; name it with --table") }
    if synchronous != nil {
      throw ProgramError("--synchronous: this is for a table; name it with --table")
    }
    if PostgresTable.isURL(source) {
      let names = try PostgresTable.tables(at: source)
      throw ProgramError(
        "\(PostgresTable(url: source, table: "").name): say which table with --table"
          + (names.isEmpty ? " (there is none)" : SimilarName.list(names)))
    }
    guard let format = format ?? (source == "-" ? .lines : FileFormat(path: source)) else {
      if SQLiteTable.isSQLite(source) {
        let names = try SQLiteTable.tables(inFile: source)
        throw ProgramError(
          "\(source): say which table with --table"
            + (names.isEmpty ? " (there is none)" : SimilarName.list(names))
        )
      }
      return FileFormat(contentsOf: source)
    }
    return format
  }
}

extension FileFormat: ExpressibleByArgument {}

extension DirectorySource.Kind: ExpressibleByArgument {}

extension Synchronous: ExpressibleByArgument {}

extension PostgresTable.Fetch: ExpressibleByArgument {}

/// The types of attributes, as `name:type,name:type`.
struct SchemaArgument {
  var entries: [ListSchema.Entry] = []

  /// Parses names and types.
  ///
  /// - Throws: `SyntaxError` for the first part that is none.
  init(_ text: String) throws {
    for part in text.split(separator: ",") {
      guard let colon = part.lastIndex(of: ":"), colon > part.startIndex else {
        throw SyntaxError("attribute:type expected, not \(part)", at: part)
      }
      let word = part[part.index(after: colon)...]
      let name = word.lowercased()
      guard let type = Self.types[name] ?? AttributeType(rawValue: name) else {
        throw SyntaxError(unknown: "type", word, among: AttributeType.allCases.map(\.rawValue))
      }
      entries.append(.init(name: String(part[..<colon]), type: type))
    }
  }

  /// Other names of types.
  private static let types: [String: AttributeType] = [
    "int": .integer, "bool": .boolean, "float": .number, "double": .number, "real": .number,
    "string": .text, "str": .text, "datetime": .date, "timestamp": .date,
  ]
}

/// A text between fields, or `\\t`.
struct DelimiterArgument {
  let text: String
  /// The same between fields of lines.
  let divider: FieldDivider

  /// Parses a text.
  ///
  /// - Throws: `SyntaxError` for a regular expression that is not supported.
  init(_ argument: String) throws(SyntaxError) {
    text = argument == "\\t" ? "\t" : argument
    divider = try FieldDivider(text)
  }

  /// The character, if it can be between cells.
  var byte: UInt8? {
    guard text.utf8.count == 1, let byte = text.utf8.first, byte < 0x80,
      ![0, 0x0A, 0x0D, 0x22].contains(byte)
    else { return nil }
    return byte
  }
}
