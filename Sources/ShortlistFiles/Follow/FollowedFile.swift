public import ShortlistCore
import Synchronization

/// The rows of a growing file, of a pipe, or of standard input.
///
/// It reads a row once its line has ended. It reads the initial content as strictly as `FileSource`
/// does. After that, only a record of more than 256 MiB ends the following: invalid bytes become
/// U+FFFD, and it skips lines that are not JSON objects and surplus cells.
///
/// If a regular file is truncated, or another one replaces it at its path, it reads the file again
/// from the start. If the file is removed, it waits for a new one. It detects truncation by size
/// only: if a truncated file has outgrown the old position by the next poll, reading continues
/// there.
public final class FollowedFile: FollowedSource {
  private let source: FileSource
  /// The open input, from the first read to the end of the source.
  private let input = Mutex<FollowedInput?>(nil)
  /// Whether the initial content is being read.
  private let isOpening = Atomic(false)

  /// Creates a source; it opens the file only when it is read.
  ///
  /// - Parameters:
  ///   - path: A path, or `-` for standard input.
  ///   - format: The format of the file.
  ///   - invalidUTF8: What becomes of invalid UTF-8; what is appended is never refused for it.
  /// - Throws: `InvalidRequestError` if the format is `json`, because an array ends with its last
  ///   row.
  public convenience init(
    path: String, format: FileFormat, invalidUTF8: InvalidUTF8 = .refused
  ) throws(InvalidRequestError) {
    if format == .json {
      throw InvalidRequestError(
        "follow: a file of format json cannot be followed, as its array is closed; jsonl can")
    }
    self.init(FileSource(path: path, format: format, invalidUTF8: invalidUTF8))
  }

  /// Creates a source that reads a file as another one does.
  ///
  /// - Precondition: The format is not `json`.
  package init(_ source: FileSource) { self.source = source }

  /// The path, or `standard input`.
  public var name: String { source.name }

  /// Reads the initial rows.
  ///
  /// For a regular file these are all rows up to the last line end at the time it is opened. It
  /// reads a pipe to its end, or until there is a row or a header and the writer has either paused
  /// for a moment or written only a trickle for a second.
  ///
  /// Besides the builder's memory, it uses a block and the longest record.
  ///
  /// - Parameters:
  ///   - builder: The builder that receives the rows.
  ///   - progress: Called between rows, about once for each block, and while a pipe is silent.
  /// - Throws: `SourceError` if the file cannot be read or is malformed; rethrows errors of
  ///   `builder` and `progress`.
  public func read(
    into builder: inout TableBuilder,
    progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    try read(rowsInto: &builder, progress: progress)
    if source.format == .lines && builder.rowCount == 0 { builder.declareLines() }
  }

  /// Reads the initial rows into any sink.
  package func read<Sink: RowSink>(
    rowsInto sink: inout Sink, progress: (inout Sink, LoadProgress) throws -> Void
  ) throws {
    isOpening.store(true, ordering: .relaxed)
    defer { isOpening.store(false, ordering: .relaxed) }
    try input.withLock { input in
      input = nil
      try report {
        var opened = try FollowedInput(source)
        if try opened.read(into: &sink, progress) { input = consume opened }
      }
    }
  }

  /// Whether the initial rows are being read from something other than a regular file, such as a
  /// pipe.
  public var isWaiting: Bool { isOpening.load(ordering: .relaxed) && source.isPipeOrDevice }

  /// Waits up to 100 ms for appended rows, and reads them.
  ///
  /// One call reads little more than a megabyte; further calls return the rest. When the source is
  /// read again from the start, only the first batch is marked so, and it may be empty.
  ///
  /// - Parameter rows: The batch that receives the rows; it has the attributes of the initial
  ///   table.
  /// - Returns: Whether more rows may come. The last batch of a pipe may have rows, too.
  /// - Throws: `SourceError` if the file can no longer be read.
  package func readAppended(into rows: inout AppendedRows) throws -> Bool {
    try input.withLock { input in
      var goesOn = false
      try report { goesOn = try input?.readAppended(into: &rows) ?? false }
      if !goesOn { input = nil }
      return goesOn
    }
  }

  /// Runs `body`, adding the name of the source to system errors.
  private func report(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as InputError {
      throw SourceError(path: name, line: error.line, reason: error.reason)
    }
  }
}
