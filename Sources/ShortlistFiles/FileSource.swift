public import ShortlistCore

/// The rows of a file or of standard input.
///
/// It reads the text in blocks and parses each as it comes, so that apart from the rows it keeps
/// only the current block and the current record. It splits a regular file, unless it is a JSON
/// array, into pieces between records, which the builder's workers parse in parallel. A file that
/// is compressed with gzip or zstd is decompressed as it is read, whatever its name is.
///
/// A list of an index file, whatever its format is said to be, reads only what it needs.
public struct FileSource: RowSource {
  /// The path of the file; nil for standard input.
  public let path: String?
  /// The format of the file.
  public let format: FileFormat
  /// What becomes of invalid UTF-8.
  public let invalidUTF8: InvalidUTF8
  /// The byte that ends a line in `lines`: a line feed, or NUL for file names.
  public var lineEnd = UInt8(ascii: "\n")
  /// The ASCII character between the cells of `csv`.
  package var delimiter = Byte.comma
  /// Whether delimited text may have columns of the same name and empty cells beyond the header.
  package var isForgiving = false
  /// The memory in bytes that the columns of an index file may use; nil for the usual one.
  package var memory: Int?
  /// The sizes of the parts in which a regular file is read.
  package var pieceSizes = PieceSizes()

  /// Creates a source; it opens the file only when it is read.
  ///
  /// - Parameters:
  ///   - path: A path, or `-` for standard input.
  ///   - format: The format of the file.
  ///   - invalidUTF8: What becomes of invalid UTF-8.
  public init(path: String, format: FileFormat, invalidUTF8: InvalidUTF8 = .refused) {
    self.path = path == "-" ? nil : path
    self.format = format
    self.invalidUTF8 = invalidUTF8
  }

  /// Whether the source is a pipe or a device, which may block and may never end.
  public var isPipeOrDevice: Bool { path.map(InputFile.isPipeOrDevice) ?? true }

  /// The path, or `standard input`.
  public var name: String { path ?? "standard input" }

  /// Reads all rows into `builder`.
  ///
  /// Besides the builder's memory, it uses a block and the longest record.
  ///
  /// - Parameters:
  ///   - builder: The builder that receives the rows.
  ///   - progress: Called between rows, about once for each block: 64 KiB at first, 8 MiB later.
  /// - Throws: `SourceError` if the file cannot be read or is malformed; rethrows errors of
  ///   `builder` and `progress`.
  public func read(
    into builder: inout TableBuilder,
    progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    switch format {
    case .csv: try readDelimited(by: delimiter, into: &builder, progress)
    case .tsv: try readDelimited(by: Byte.tab, into: &builder, progress)
    case .lines where lineEnd == Byte.lineFeed:
      try readPieces(linesParser, into: &builder, progress)
    case .lines: try read(linesParser, into: &builder, progress)
    case .jsonl: try readPieces(JSONLinesParser(name: name), into: &builder, progress)
    case .json: try read(rowsInto: &builder, progress: progress)
    }
    if format == .lines && builder.rowCount == 0 { builder.declareLines() }
  }

  /// Reads all rows into any sink.
  package func read<Sink: RowSink>(
    rowsInto sink: inout Sink, progress: (inout Sink, LoadProgress) throws -> Void
  ) throws {
    switch format {
    case .csv: try read(delimitedParser(delimiter), into: &sink, progress)
    case .tsv: try read(delimitedParser(Byte.tab), into: &sink, progress)
    case .lines: try read(linesParser, into: &sink, progress)
    case .jsonl: try read(JSONLinesParser(name: name), into: &sink, progress)
    case .json: try read(JSONArrayParser(name: name), into: &sink, progress)
    }
  }

  /// Whether a byte order mark is part of the first line.
  var keepsMark: Bool { format == .lines && invalidUTF8 == .kept }

  /// The parser of lines.
  var linesParser: LinesParser {
    LinesParser(
      end: lineEnd, keepsReturns: invalidUTF8 == .kept || lineEnd != Byte.lineFeed)
  }

  private func readDelimited(
    by delimiter: UInt8, into builder: inout TableBuilder,
    _ progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    try readPieces(delimitedParser(delimiter), delimiter: delimiter, into: &builder, progress)
  }

  /// Returns the parser of text with a delimiter.
  func delimitedParser(_ delimiter: UInt8) -> DelimitedParser {
    DelimitedParser(name: name, delimiter: delimiter, isForgiving: isForgiving)
  }

  /// Reads a regular file in pieces, and any other source as a stream.
  private func readPieces<Parser: PieceParser>(
    _ parser: Parser, delimiter: UInt8? = nil, into builder: inout TableBuilder,
    _ progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    try naming {
      let file = try open()
      guard file.size != nil || file.isCompressedFile else {
        return try read(file, parser, into: &builder, progress)
      }
      let feed = TextFeed(
        name: name, invalidUTF8: invalidUTF8, keepsMark: keepsMark, recordLimit: pieceSizes.record,
        parser: parser)
      var reader = PieceReader(file, feed, delimiter: delimiter, sizes: pieceSizes)
      try reader.read(into: &builder, progress: progress)
    }
  }

  private func read<Parser: RowParser, Sink: RowSink>(
    _ parser: Parser, into sink: inout Sink,
    _ progress: (inout Sink, LoadProgress) throws -> Void
  ) throws {
    try naming { try read(try open(), parser, into: &sink, progress) }
  }

  private func open() throws(InputError) -> InputFile {
    let file = try InputFile(path: path, textLimit: pieceSizes.text)
    if file.isIndexFile { throw .isIndex }
    return file
  }

  /// Runs `body`, adding the name of the source to system errors.
  private func naming(_ body: () throws -> Void) throws {
    do { try body() } catch let error as InputError {
      throw SourceError(path: name, line: error.line, reason: error.reason)
    }
  }

  private func read<Parser: RowParser, Sink: RowSink>(
    _ file: consuming InputFile, _ parser: Parser, into sink: inout Sink,
    _ progress: (inout Sink, LoadProgress) throws -> Void
  ) throws {
    var feed = TextFeed(
      name: name, invalidUTF8: invalidUTF8, looksAhead: file.size != nil, keepsMark: keepsMark,
      recordLimit: pieceSizes.record, parser: parser)
    var check = ReadCheck(file)
    do {
      try read(file, by: &feed, &check, into: &sink, progress)
    } catch let error as SourceError {
      // If the file changed meanwhile, report that instead.
      try check.check(file)
      throw error
    }
  }

  private func read<Parser: RowParser, Sink: RowSink>(
    _ file: borrowing InputFile, by feed: inout TextFeed<Parser>, _ check: inout ReadCheck,
    into sink: inout Sink, _ progress: (inout Sink, LoadProgress) throws -> Void
  ) throws {
    var block = [UInt8](repeating: 0, count: Self.blockSize)
    var reached = LoadProgress(rows: 0, bytes: 0, totalBytes: file.size)
    var isReportDue = false
    func report(_ sink: inout Sink) throws {
      isReportDue = false
      reached.rows = sink.rowCount
      try progress(&sink, reached)
    }
    while true {
      // While a pipe is silent, report progress so that the caller can show what came so far.
      while file.size == nil && feed.isBetweenRows && !file.hasInput(within: 50) {
        try report(&sink)
      }
      guard let count = try file.read(into: &block, at: file.start + reached.bytes) else {
        _ = file.hasInput(within: 50)
        continue
      }
      if count == 0 { break }
      reached.bytes += count
      check.update(block.span.extracting(0..<count))
      try feed.read(block.span.extracting(0..<count), into: &sink) { sink in
        if isReportDue { try report(&sink) }
      }
      // Report a pipe's rows at once, but finish a row first.
      if feed.isBetweenRows { try report(&sink) } else { isReportDue = true }
    }
    try check.check(file, endLine: feed.lineEnds + 1)
    try feed.finish(into: &sink)
    try report(&sink)
  }

  /// The size of a block in bytes.
  private static let blockSize = 256 << 10
}

extension FileSource: TableSource {
  /// Whether the file is an index file, which its first bytes tell.
  package var isIndexFile: Bool { path.map(Self.isIndexFile) ?? false }

  /// Returns whether the file at a path is an index file, which its first bytes tell.
  package static func isIndexFile(_ path: String) -> Bool { IndexFile.isIndexFile(path) }

  /// Reads all rows of an index file, as one of several files.
  func readIndexFile(
    into builder: inout TableBuilder,
    progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    // Each part is needed once.
    let table = try IndexFile.open(name, memory: Self.joinedMemory)
    try table.append(to: &builder) { builder in
      try progress(&builder, LoadProgress(rows: builder.rowCount, bytes: 0))
    }
  }

  /// The memory in bytes for the columns of an index file that is one of several files.
  private static let joinedMemory = 64 << 20

  /// Returns the table of an index file; nil for any other file.
  ///
  /// - Throws: `SourceError` if the index file cannot be used; `InvalidRequestError` for an id or
  ///   types other than its own.
  package func table(options: TableOptions) throws -> RowTable? {
    guard let path, isIndexFile else { return nil }
    let table = try IndexFile.open(path, memory: memory ?? IndexFile.usualMemory)
    if let id = options.id, id != table.idAttribute {
      let own = table.idAttribute.map { "the attribute \($0)" } ?? "their numbers"
      throw InvalidRequestError(
        "id: the rows of \(path) are identified by \(own); shortlist index --id makes another file")
    }
    for entry in options.schema {
      guard let type = table.schema.type(of: entry.name) else {
        throw InvalidRequestError("schema: \(table.schema.unknown(entry.name))")
      }
      if type != entry.type {
        throw InvalidRequestError(
          "schema: \(entry.name) is of type \(type.rawValue) in \(path); "
            + "shortlist index --schema makes another file")
      }
    }
    return table
  }
}
