/// The format of a file of rows.
public enum FileFormat: String, CaseIterable, Sendable {
  /// Comma-separated values as in RFC 4180; the first record names the columns.
  case csv
  /// Tab-separated values, otherwise like `csv`.
  case tsv
  /// One JSON object per line.
  case jsonl
  /// One JSON array of objects.
  case json
  /// One text per line, as the attribute `line`.
  case lines

  /// Whether the first record names the columns.
  var isDelimited: Bool { self == .csv || self == .tsv }

  /// Creates the format of a file name extension without its dot, ignoring case.
  public init?(pathExtension: String) {
    switch pathExtension.lowercased() {
    case "csv": self = .csv
    case "tsv": self = .tsv
    case "jsonl", "ndjson": self = .jsonl
    case "json": self = .json
    case "txt": self = .lines
    default: return nil
    }
  }

  /// Creates the format of a path's extension.
  ///
  /// A name whose only dot comes first has no extension.
  public init?(path: String) {
    let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
      .drop { $0 == "." }
    guard let dot = name.lastIndex(of: ".") else { return nil }
    self.init(pathExtension: String(name[name.index(after: dot)...]))
  }
}
