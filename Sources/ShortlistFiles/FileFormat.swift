/// How a file holds its rows.
public enum FileFormat: String, CaseIterable, Sendable {
  /// Delimited text with commas, after RFC 4180; the first record names the columns.
  case csv
  /// Delimited text with tabs, otherwise like `csv`.
  case tsv
  /// One JSON object a line.
  case jsonl
  /// One JSON array of objects.
  case json
  /// One text a line, as the attribute `line`.
  case lines

  /// Whether the first record names the columns.
  var isDelimited: Bool { self == .csv || self == .tsv }

  /// The format that a file name extension stands for, in capitals or not, without its dot.
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

  /// The format that the extension of `path` stands for.
  ///
  /// A name that begins with its only dot has no extension.
  public init?(path: String) {
    let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
      .drop { $0 == "." }
    guard let dot = name.lastIndex(of: ".") else { return nil }
    self.init(pathExtension: String(name[name.index(after: dot)...]))
  }
}
