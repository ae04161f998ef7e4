import ShortlistCore
import ShortlistSystem

/// An open file or pipe that is being followed, and the read position.
struct FollowedInput: ~Copyable, Sendable {
  private let source: FileSource
  private var file: InputFile
  private var text: any GrowingText
  /// The offset in a regular file, or the number of bytes read from a pipe.
  private var position: Int
  /// How many looks at a regular file in a row have found nothing.
  private var quietLooks = 0
  private var block = [UInt8](repeating: 0, count: Self.blockSize)

  /// Opens the source.
  init(_ source: FileSource) throws(InputError) {
    self.source = source
    file = try InputFile(path: source.path)
    position = file.start
    text = source.growingText(looksAhead: file.isRegular)
  }

  /// Reads the initial content.
  ///
  /// - Returns: Whether more may come.
  mutating func read<Sink: RowSink>(
    into sink: inout Sink, _ progress: (inout Sink, LoadProgress) throws -> Void
  ) throws -> Bool {
    if file.isIndexFile { throw InputError.isIndex }
    let goesOn =
      if file.isRegular {
        try readFile(upTo: file.status().size, into: &sink, progress)
      } else {
        try readPipe(into: &sink, progress)
      }
    try text.endOpening()
    if source.format.isDelimited && !text.hasHeader { try sink.setColumns([], line: 1) }
    return goesOn
  }

  /// Waits briefly for appended rows, and reads them.
  ///
  /// - Returns: Whether more may come.
  mutating func readAppended(into rows: inout AppendedRows) throws -> Bool {
    if !file.isRegular { return try readAppendedToPipe(into: &rows) }
    // Looking seldom at a file that has not grown for a second saves power.
    let isQuiet = quietLooks >= Self.looksOfASecond
    for look in 0..<(isQuiet ? 1 : 5) {
      if isQuiet || look > 0 { pause(milliseconds: isQuiet ? 100 : 20) }
      if try readAppendedToFile(into: &rows) {
        quietLooks = 0
        break
      }
      quietLooks += 1
    }
    return true
  }

  /// The approximate number of looks in a second at a file that grows.
  private static let looksOfASecond = 50

  /// The size of a block in bytes.
  private static let blockSize = 256 << 10
  /// The approximate number of bytes in a batch of appended rows.
  private static let batchSize = 1 << 20
}

// Regular files.
extension FollowedInput {
  private mutating func readFile<Sink: RowSink>(
    upTo size: Int, into sink: inout Sink,
    _ progress: (inout Sink, LoadProgress) throws -> Void
  ) throws -> Bool {
    let start = position
    var isRead = false
    while !isRead {
      isRead = try position >= size || readBlock(into: &sink) == 0
      if isRead { try text.endOpening() }
      guard text.isBetweenRows else { continue }
      let total = max(size, position) - start
      let reached = LoadProgress(
        rows: sink.rowCount, bytes: position - start, totalBytes: total)
      try progress(&sink, reached)
    }
    return true
  }

  /// Polls for appended text, and reads it.
  ///
  /// - Returns: Whether anything was read or the file was reopened.
  private mutating func readAppendedToFile(into rows: inout AppendedRows) throws -> Bool {
    // Check for replacement before the size, so that text written just before the replacement is
    // read.
    let isReplaced = source.path.map { file.isReplaced(at: $0) } ?? false
    let size = try file.status().size
    if size > position { return try readBatch(upTo: size, into: &rows) }
    if isReplaced {
      // Wait for an unreadable file as for a missing one.
      guard let other = try? InputFile(path: source.path) else { return false }
      file = other
    } else if size == position {
      return false
    }
    position = 0
    text = source.growingText(looksAhead: false)
    try text.endOpening()
    rows.isAnew = true
    _ = try readBatch(upTo: file.status().size, into: &rows)
    return true
  }

  private mutating func readBatch(
    upTo size: Int, into rows: inout AppendedRows
  ) throws -> Bool {
    let start = position
    while position < min(size, start + Self.batchSize), try readBlock(into: &rows) > 0 {}
    return position > start
  }

  private mutating func readBlock<Sink: RowSink>(into sink: inout Sink) throws -> Int {
    let count = try file.read(into: &block, at: position) ?? 0
    if let form = file.compressedForm {
      throw InputError(
        reason: "is compressed, which cannot be followed; pass it through \(form.command)")
    }
    let bytes = block
    try text.read(bytes.span.extracting(0..<count), into: &sink)
    position += count
    return count
  }
}

// Pipes, terminals and the like.
extension FollowedInput {
  private mutating func readPipe<Sink: RowSink>(
    into sink: inout Sink, _ progress: (inout Sink, LoadProgress) throws -> Void
  ) throws -> Bool {
    var opening: PipeOpening?
    var isOpened = false
    var goesOn = true
    while goesOn, !isOpened {
      var count = 0
      if file.hasInput(within: 50) {
        count = try readBlock(into: &sink)
        goesOn = count > 0
        if !goesOn { try text.finish(into: &sink) }
      }
      isOpened = opening?.listened(count, at: .now) ?? false
      if opening == nil && (text.hasHeader || sink.rowCount > 0) { opening = PipeOpening(at: .now) }
      try progress(&sink, LoadProgress(rows: sink.rowCount, bytes: position))
    }
    return goesOn
  }

  private mutating func readAppendedToPipe(into rows: inout AppendedRows) throws -> Bool {
    let start = position
    var isReady = file.hasInput(within: 100)
    while isReady {
      guard try readBlock(into: &rows) > 0 else {
        try text.finish(into: &rows)
        return false
      }
      isReady = position - start < Self.batchSize && file.hasInput(within: 0)
    }
    return true
  }
}
