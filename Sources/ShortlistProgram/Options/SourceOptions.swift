public import ArgumentParser
import Shortlist
public import ShortlistFiles
public import ShortlistSQLite

/// The source of the rows.
struct SourceOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A file, or - for standard input.",
      discussion: """
        The format is taken from the extension: .csv .tsv .jsonl .ndjson .json .txt. An SQLite file \
        needs --table.
        """),
    completion: .file(
      extensions: ["csv", "tsv", "jsonl", "ndjson", "json", "txt", "db", "sqlite", "sqlite3"]))
  var source: String

  @Option(help: "The format: csv, tsv, jsonl, json or lines (default for standard input: lines).")
  var format: FileFormat?

  @Option(
    help: ArgumentHelp(
      "The table or view of an SQLite file.",
      discussion: "What others commit to it shows up in the list.", valueName: "name"))
  var table: String?

  @Flag(
    help: ArgumentHelp(
      "Let triggers in the SQLite file record what changes.",
      discussion: """
        Changes of others then cost what they change, and not a look at the whole file. The triggers \
        stay in the file, with a table shortlist_journal_… of at most 100,000 entries.
        """))
  var journal = false

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
      valueName: "attribute:type,…"))
  var schema: SchemaArgument?

  @Flag(help: "Replace invalid UTF-8 instead of refusing it.")
  var lossy = false

  /// The options for opening the list.
  var tableOptions: TableOptions { TableOptions(id: id, schema: schema?.entries ?? []) }

  /// Returns the source.
  ///
  /// - Parameter onLock: Called with the path of a locked table file; by default, writes to
  ///   standard error.
  /// - Returns: The source to open.
  /// - Throws: `Failure` if the format is neither given nor recognised.
  func open(
    onLock: @escaping @Sendable (String) -> Void = StandardError.sayLocked
  ) throws -> any RowSource {
    if let table { return try openTable(table, onLock) }
    return FileSource(path: source, format: try knownFormat(), isLossy: lossy)
  }

  private func openTable(
    _ name: String, _ onLock: @escaping @Sendable (String) -> Void
  ) throws -> SQLiteTable {
    if format != nil { throw Failure("--format: a table has none") }
    if lossy { throw Failure("--lossy: texts of a table are not replaced") }
    return SQLiteTable(
      path: source, table: name, keepsJournal: journal, synchronous: synchronous ?? .full,
      onLock: { [source] in onLock(source) })
  }

  /// Returns the source, followed as it grows.
  ///
  /// - Parameter onLock: Called with the path of a locked table file; by default, writes to
  ///   standard error.
  /// - Returns: The source to open.
  /// - Throws: `Failure` if the format is neither given nor recognised, or cannot be followed.
  func openFollowed(
    onLock: @escaping @Sendable (String) -> Void = StandardError.sayLocked
  ) throws -> any RowSource {
    // A table always reports changes.
    if let table { return try openTable(table, onLock) }
    let format = try knownFormat()
    if format == .json {
      throw Failure(
        "--follow: \(source) is one JSON array, which ends with its last row; jsonl can be followed"
      )
    }
    return try FollowedFile(path: source, format: format, isLossy: lossy)
  }

  private func knownFormat() throws -> FileFormat {
    if journal { throw Failure("--journal: this is for a table; name it with --table") }
    if synchronous != nil {
      throw Failure("--synchronous: this is for a table; name it with --table")
    }
    guard let format = format ?? (source == "-" ? .lines : FileFormat(path: source)) else {
      if SQLiteTable.isSQLite(source) {
        let names = try SQLiteTable.tables(inFile: source)
        throw Failure(
          "\(source): say which table with --table"
            + (names.isEmpty ? " (there is none)" : " (there are \(names.joined(separator: ", ")))")
        )
      }
      throw Failure("\(source): say what it is with --format csv, tsv, jsonl, json or lines")
    }
    return format
  }
}

extension FileFormat: ExpressibleByArgument {}

extension Synchronous: ExpressibleByArgument {}

/// The types of attributes, as `name:type,name:type`.
struct SchemaArgument: ExpressibleByArgument {
  var entries: [ListSchema.Entry] = []

  init?(argument: String) {
    for part in argument.split(separator: ",") {
      guard let colon = part.lastIndex(of: ":"), colon > part.startIndex,
        let type = AttributeType(rawValue: String(part[part.index(after: colon)...]))
      else { return nil }
      entries.append(.init(name: String(part[..<colon]), type: type))
    }
  }
}
