import ShortlistCore

/// Reads the rows of a regular file on several cores.
///
/// It reads the text window by window and splits each between records into pieces. A parser of its
/// own turns each piece into a batch of rows, and the builder receives the batches in order:
///
///     file ─▶ window ─┬▶ piece ─▶ parser ─▶ batch ─┬▶ builder
///                     ├▶ piece ─▶ parser ─▶ batch ─┤
///                     └▶ …                         ┘
///
/// The reader itself parses all text up to and including the piece with the header.
struct PieceReader<Parser: PieceParser>: ~Copyable {
  private let file: InputFile
  private let cuts: RecordCuts
  private let sizes: PieceSizes
  private var window: TextWindow
  /// The feed for the text up to the header; nil once pieces can be parsed independently.
  private var head: TextFeed<Parser>?
  /// The initial feed of a piece.
  private var feed: TextFeed<Parser>
  private var reached: LoadProgress
  /// The number of line ends in the pieces read so far.
  private var lineEnds = 0
  /// The first parser error, kept while the rest is only checked for valid UTF-8.
  private var refusal: (any Error)?
  private var check: ReadCheck
  private let name: String

  /// Creates a reader of a regular file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - feed: A feed for the text from its beginning.
  ///   - delimiter: The delimiter of delimited text; nil for other formats.
  ///   - sizes: The sizes of windows and pieces.
  init(
    _ file: consuming InputFile, _ feed: TextFeed<Parser>, delimiter: UInt8?, sizes: PieceSizes
  ) {
    window = TextWindow(at: file.start)
    check = ReadCheck(file)
    name = feed.name
    reached = LoadProgress(rows: 0, bytes: 0, totalBytes: file.size)
    cuts = RecordCuts(delimiter: delimiter, pieceSize: sizes.piece)
    head = feed
    self.feed = feed
    self.sizes = sizes
    self.file = file
  }

  /// Reads all rows.
  mutating func read(
    into builder: inout TableBuilder,
    progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    do {
      try readAll(into: &builder, progress: progress)
    } catch let error as SourceError {
      // If the file changed meanwhile, report that instead.
      try check.check(file)
      throw error
    }
  }

  private mutating func readAll(
    into builder: inout TableBuilder,
    progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    var size = sizes.firstWindow
    var isAtStart = true
    var isAtEnd = false
    while !isAtEnd {
      let count = try window.read(size, of: file, by: builder.workers)
      isAtEnd = count < size
      recordAppended(count)
      if isAtEnd { try check.check(file, endLine: lineOfWindow + window.lineFeeds) }
      let start = isAtStart && window.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      var ends = cuts.cuts(of: window.bytes.span.extracting(0..<window.count), from: start)
      if isAtEnd { ends.append(window.count) }
      reached.bytes += count
      try read(ends, isAtEnd: isAtEnd, into: &builder)
      window.removeFirst(ends.last ?? 0)
      isAtStart = isAtStart && ends.isEmpty
      if window.count > sizes.record {
        throw refusal ?? recordTooLong(sizes.record, name, line: lineOfWindow)
      }
      // A record longer than the window is scanned again from its start, so the window must grow
      // geometrically.
      size = max(min(4 * size, sizes.window), window.count)
      if (head?.isBetweenRows ?? true) && refusal == nil {
        reached.rows = builder.rowCount
        try progress(&builder, reached)
      }
    }
    if let refusal { throw refusal }
  }

  /// Records that bytes were added to the window.
  private mutating func recordAppended(_ count: Int) {
    let bytes = window.bytes
    check.update(bytes.span.extracting(window.count - count..<window.count))
  }

  /// The line on which the window begins.
  private var lineOfWindow: Int { (head?.lineEnds ?? lineEnds) + 1 }

  /// Parses the pieces that end at the given offsets of the window.
  private mutating func read(
    _ ends: [Int], isAtEnd: Bool, into builder: inout TableBuilder
  ) throws {
    var next = 0
    let bytes = window.bytes
    while next < ends.count, head != nil {
      let start = next == 0 ? 0 : ends[next - 1]
      try readHead(
        bytes.span.extracting(start..<ends[next]), isLast: isAtEnd && next == ends.count - 1,
        into: &builder)
      next += 1
    }
    guard next < ends.count else { return }
    let (first, feed, empty) = (next, feed, builder.batch())
    let pieces = builder.workers.map(ends.count - first) { index in
      let place = first + index
      let start = place == 0 ? 0 : ends[place - 1]
      return Piece(
        bytes.span.extracting(start..<ends[place]), feed, empty,
        isLast: isAtEnd && place == ends.count - 1)
    }
    try append(pieces, into: &builder)
  }

  private mutating func readHead(
    _ text: Span<UInt8>, isLast: Bool, into builder: inout TableBuilder
  ) throws {
    try head?.read(text, into: &builder) { _ in }
    if isLast {
      try head?.finish(into: &builder)
    } else if let feed = head?.atRow() {
      lineEnds = head?.lineEnds ?? 0
      self.feed = feed
      head = nil
    }
  }

  private mutating func append(_ pieces: [Piece], into builder: inout TableBuilder) throws {
    var batches: [RowBatch] = []
    for piece in pieces {
      if let failure = piece.failure { throw moved(failure) }
      if refusal == nil { refusal = piece.refusal.map { moved($0) } }
      batches.append(piece.batch)
      batches[batches.count - 1].moveLines(by: lineEnds)
      lineEnds += piece.lineEnds
    }
    if refusal == nil { builder.append(batches) }
  }

  /// Returns an error of a piece with its line in the file.
  private func moved(_ error: any Error) -> any Error {
    guard var error = error as? SourceError else { return error }
    error.line = error.line.map { $0 + lineEnds }
    return error
  }
}
