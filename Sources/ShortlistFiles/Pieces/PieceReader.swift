import ShortlistCore

/// Reads the rows of a regular file in pieces of text, on several cores.
///
/// The text is read window after window; each is cut between records into pieces, of which parsers of
/// their own make batches of rows, and the batches are handed to the builder in order:
///
///     file ─▶ window ─┬▶ piece ─▶ parser ─▶ batch ─┬▶ builder
///                     ├▶ piece ─▶ parser ─▶ batch ─┤
///                     └▶ …                         ┘
///
/// The first piece, with the header, is read by itself; so is all that has no header yet.
struct PieceReader<Parser: PieceParser>: ~Copyable {
  private let file: InputFile
  private let cuts: RecordCuts
  private let sizes: PieceSizes
  private var window: TextWindow
  /// Reads the text until pieces can be read by themselves; nil from then on.
  private var head: TextFeed<Parser>?
  /// A feed for a piece.
  private var feed: TextFeed<Parser>
  private var reached: LoadProgress
  /// The line ends of the pieces that were read.
  private var lineEnds = 0
  /// What a parser refused, while the rest is only checked.
  private var refusal: (any Error)?
  private var check: ReadCheck
  private let name: String

  /// Creates a reader of a regular file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - feed: Reads text from its beginning.
  ///   - delimiter: What separates the cells of delimited text; nil for other text.
  ///   - sizes: How much is read at a time.
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
      // What is wrong with a file that changed under way is that it did.
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
      note(count)
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
      // A record longer than the window is looked at again, so what is added must grow with it.
      size = max(min(4 * size, sizes.window), window.count)
      if (head?.isBetweenRows ?? true) && refusal == nil {
        reached.rows = builder.rowCount
        try progress(&builder, reached)
      }
    }
    if let refusal { throw refusal }
  }

  /// Notes that bytes were added to the window.
  private mutating func note(_ count: Int) {
    let bytes = window.bytes
    check.take(bytes.span.extracting(window.count - count..<window.count))
  }

  /// The line at which the window begins.
  private var lineOfWindow: Int { (head?.lineEnds ?? lineEnds) + 1 }

  /// Reads pieces that end at these places of the window.
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
    try take(pieces, into: &builder)
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

  private mutating func take(_ pieces: [Piece], into builder: inout TableBuilder) throws {
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

  /// An error of a piece, with its line in the file.
  private func moved(_ error: any Error) -> any Error {
    guard var error = error as? SourceError else { return error }
    error.line = error.line.map { $0 + lineEnds }
    return error
  }
}
