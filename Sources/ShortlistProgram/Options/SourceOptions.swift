public import ArgumentParser
import Shortlist
public import ShortlistFiles

/// Where rows come from.
struct SourceOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A file, or - for standard input.",
      discussion: "The format is taken from the extension: .csv .tsv .jsonl .ndjson .json .txt."),
    completion: .file(extensions: ["csv", "tsv", "jsonl", "ndjson", "json", "txt"]))
  var source: String

  @Option(help: "The format: csv, tsv, jsonl, json or lines (default for standard input: lines).")
  var format: FileFormat?

  @Option(
    help: ArgumentHelp(
      "The attribute that identifies a row (default: one called id, else the row's number).",
      valueName: "attribute"))
  var id: String?

  @Option(
    help: ArgumentHelp(
      "Types that override those found: text, integer, number, boolean, date, list.",
      valueName: "attribute:type,…"))
  var schema: SchemaArgument?

  @Flag(help: "Replace invalid UTF-8 instead of refusing it.")
  var lossy = false

  /// What the list is opened with.
  var tableOptions: TableOptions { TableOptions(id: id, schema: schema?.entries ?? []) }

  /// The source.
  ///
  /// - Throws: `Failure` if the format is not given and cannot be told.
  func open() throws -> FileSource {
    FileSource(path: source, format: try knownFormat(), isLossy: lossy)
  }

  /// The source with what is appended to it.
  ///
  /// - Throws: `Failure` if the format is not given and cannot be told, or can not be followed.
  func openFollowed() throws -> FollowedFile {
    let format = try knownFormat()
    if format == .json {
      throw Failure(
        "--follow: \(source) is one JSON array, which ends with its last row; jsonl can be followed"
      )
    }
    return try FollowedFile(path: source, format: format, isLossy: lossy)
  }

  private func knownFormat() throws -> FileFormat {
    guard let format = format ?? (source == "-" ? .lines : FileFormat(path: source)) else {
      throw Failure("\(source): say what it is with --format csv, tsv, jsonl, json or lines")
    }
    return format
  }
}

extension FileFormat: ExpressibleByArgument {}

/// Types of attributes, as `name:type,name:type`.
struct SchemaArgument: ExpressibleByArgument {
  var entries: [Schema.Entry] = []

  init?(argument: String) {
    for part in argument.split(separator: ",") {
      guard let colon = part.lastIndex(of: ":"), colon > part.startIndex,
        let type = AttributeType(rawValue: String(part[part.index(after: colon)...]))
      else { return nil }
      entries.append(.init(name: String(part[..<colon]), type: type))
    }
  }
}
