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
  package var isDelimited: Bool { self == .csv || self == .tsv }

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
  /// A name whose only dot comes first has no extension. Before `.gz`, `.zst` and `.zstd`, the
  /// extension of the decompressed file counts, as in `rows.csv.gz`.
  public init?(path: String) {
    var name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
      .drop { $0 == "." }
    func cutExtension() -> String? {
      guard let dot = name.lastIndex(of: ".") else { return nil }
      defer { name = name[..<dot] }
      return String(name[name.index(after: dot)...])
    }
    guard var last = cutExtension() else { return nil }
    if ["gz", "zst", "zstd"].contains(last.lowercased()) {
      guard let before = cutExtension() else { return nil }
      last = before
    }
    self.init(pathExtension: last)
  }

  /// Creates the format that a regular file looks like: JSON, JSON lines, or else lines.
  ///
  /// It looks at the first 4 KiB. A file that cannot be read, and anything that is no regular file,
  /// counts as lines.
  public init(contentsOf path: String) {
    var start = [UInt8](repeating: 0, count: 4096)
    var count = 0
    if let file = try? InputFile(path: path), file.isRegular {
      count = (try? file.read(into: &start, at: 0)) ?? 0
    }
    let text = start[..<count].drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let next = text.dropFirst().first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let line = text.prefix { $0 != Byte.lineFeed }
    let last = line.last { ![0x20, 0x09, 0x0D].contains($0) }
    switch (text.first, next) {
    case (UInt8(ascii: "["), UInt8(ascii: "{")?), (UInt8(ascii: "["), UInt8(ascii: "]")?):
      self = .json
    case (UInt8(ascii: "{"), UInt8(ascii: "\"")?), (UInt8(ascii: "{"), UInt8(ascii: "}")?):
      let isWhole = line.count < text.count || count < start.count
      self = !isWhole || last == UInt8(ascii: "}") ? .jsonl : .lines
    default: self = .lines
    }
  }
}
