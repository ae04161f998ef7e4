public import ShortlistCore

/// The rows of a file, or of standard input.
///
/// The text is read in blocks and handed on as it comes: apart from the rows, no more is kept of it
/// than the block and the record under way. Of a regular file, but for a JSON array, a block is cut
/// between records into pieces, which are read by the workers of the builder.
public struct FileSource: RowSource {
  /// Where the rows are; nil for standard input.
  public let path: String?
  /// How the file holds its rows.
  public let format: FileFormat
  /// Whether bytes that are not UTF-8 are replaced by U+FFFD, rather than an error.
  public let isLossy: Bool
  /// How much of a regular file is read at a time.
  package var pieceSizes = PieceSizes()

  /// Creates a source, which opens nothing before it is read.
  ///
  /// - Parameters:
  ///   - path: A path, or `-` for standard input.
  ///   - format: How the file holds its rows.
  ///   - isLossy: Whether bytes that are not UTF-8 are replaced.
  public init(path: String, format: FileFormat, isLossy: Bool = false) {
    self.path = path == "-" ? nil : path
    self.format = format
    self.isLossy = isLossy
  }

  /// Whether the rows come from a pipe or a device: such a source may wait for others, and have no end.
  public var isPipeOrDevice: Bool { path.map(InputFile.isPipeOrDevice) ?? true }

  /// The path, or `standard input`.
  public var name: String { path ?? "standard input" }

  /// Reads all rows into `builder`.
  ///
  /// Memory besides the builder's: a block and the longest record.
  ///
  /// - Parameters:
  ///   - builder: Takes the rows.
  ///   - progress: Called between rows, about once a block: of 64 KiB at first, of 8 MiB later.
  /// - Throws: `SourceError` if the file cannot be read or is not of the format, and what `builder`
  ///   and `progress` throw.
  public func read(
    into builder: inout TableBuilder,
    progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    switch format {
    case .csv: try readDelimited(by: Byte.comma, into: &builder, progress)
    case .tsv: try readDelimited(by: Byte.tab, into: &builder, progress)
    case .lines: try readPieces(LinesParser(), into: &builder, progress)
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
    case .csv:
      try read(DelimitedParser(name: name, delimiter: Byte.comma), into: &sink, progress)
    case .tsv:
      try read(DelimitedParser(name: name, delimiter: Byte.tab), into: &sink, progress)
    case .lines: try read(LinesParser(), into: &sink, progress)
    case .jsonl: try read(JSONLinesParser(name: name), into: &sink, progress)
    case .json: try read(JSONArrayParser(name: name), into: &sink, progress)
    }
  }

  private func readDelimited(
    by delimiter: UInt8, into builder: inout TableBuilder,
    _ progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    try readPieces(
      DelimitedParser(name: name, delimiter: delimiter), delimiter: delimiter, into: &builder,
      progress)
  }

  /// Reads a regular file in pieces, or anything else as it comes.
  private func readPieces<Parser: PieceParser>(
    _ parser: Parser, delimiter: UInt8? = nil, into builder: inout TableBuilder,
    _ progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    try naming {
      let file = try InputFile(path: path)
      guard file.size != nil else { return try read(file, parser, into: &builder, progress) }
      let feed = TextFeed(
        name: name, isLossy: isLossy, recordLimit: pieceSizes.record, parser: parser)
      var reader = PieceReader(file, feed, delimiter: delimiter, sizes: pieceSizes)
      try reader.read(into: &builder, progress: progress)
    }
  }

  private func read<Parser: RowParser, Sink: RowSink>(
    _ parser: Parser, into sink: inout Sink,
    _ progress: (inout Sink, LoadProgress) throws -> Void
  ) throws {
    try naming { try read(try InputFile(path: path), parser, into: &sink, progress) }
  }

  /// Names the source in what the system reports.
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
      name: name, isLossy: isLossy, looksAhead: file.size != nil,
      recordLimit: pieceSizes.record, parser: parser)
    var check = ReadCheck(file)
    do {
      try read(file, by: &feed, &check, into: &sink, progress)
    } catch let error as SourceError {
      // What is wrong with a file that changed under way is that it did.
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
      // A pipe may be silent for long; meanwhile there is time for a look at what it brought.
      while file.size == nil && feed.isBetweenRows && !file.hasInput(within: 50) {
        try report(&sink)
      }
      let count = try file.read(into: &block, at: file.start + reached.bytes)
      if count == 0 { break }
      reached.bytes += count
      check.take(block.span.extracting(0..<count))
      try feed.read(block.span.extracting(0..<count), into: &sink) { sink in
        if isReportDue { try report(&sink) }
      }
      // Rows that a pipe brought so far are reported at once; a row under way is waited for.
      if feed.isBetweenRows { try report(&sink) } else { isReportDue = true }
    }
    try check.check(file, endLine: feed.lineEnds + 1)
    try feed.finish(into: &sink)
    try report(&sink)
  }

  /// How many bytes are read at a time.
  private static let blockSize = 256 << 10
}
