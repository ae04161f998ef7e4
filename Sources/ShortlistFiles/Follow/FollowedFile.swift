public import ShortlistCore
import Synchronization

/// The rows of a file that grows, of a pipe, or of standard input.
///
/// A row is read once its line has ended. What is there at first is read as strictly as by
/// `FileSource`. After that nothing that is written ends the following: wrong bytes become U+FFFD,
/// lines that are no JSON object are left out, and so are surplus cells.
///
/// A regular file that is cut off, or replaced at its path by another one, is read anew. One that
/// is removed is waited for. A file is known to be cut off by its size: one that has outgrown what
/// was read of it by the next look is read on.
public final class FollowedFile: FollowedSource {
  private let source: FileSource
  /// What is open, from the reading of the source to its end.
  private let input = Mutex<FollowedInput?>(nil)
  /// Whether the rows are read that are there.
  private let isOpening = Atomic(false)

  /// Creates a source, which opens nothing before it is read.
  ///
  /// - Parameters:
  ///   - path: A path, or `-` for standard input.
  ///   - format: How the file holds its rows.
  ///   - isLossy: Whether bytes that are not UTF-8 are replaced in what is there at first, too.
  /// - Throws: `InvalidRequest` if the format is `json`: an array ends with its last row.
  public init(
    path: String, format: FileFormat, isLossy: Bool = false
  ) throws(InvalidRequest) {
    if format == .json {
      throw InvalidRequest(
        "follow: a file of format json cannot be followed, as its array is closed; jsonl can")
    }
    source = FileSource(path: path, format: format, isLossy: isLossy)
  }

  /// The path, or `standard input`.
  public var name: String { source.name }

  /// Reads the rows that are there.
  ///
  /// Of a regular file that is all up to the last line end it has when it is opened. A pipe is read
  /// to its end, or until there is a row, or a header, and its writer is silent for a moment or has
  /// brought no more than a trickle for a second.
  ///
  /// Memory besides the builder's: a block and the longest record.
  ///
  /// - Parameters:
  ///   - builder: Takes the rows.
  ///   - progress: Called between rows, about once a block, and while a pipe is silent.
  /// - Throws: `SourceError` if the file cannot be read or is not of the format, and what `builder`
  ///   and `progress` throw.
  public func read(
    into builder: inout TableBuilder,
    progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    try read(rowsInto: &builder, progress: progress)
    if source.format == .lines && builder.rowCount == 0 { builder.declareLines() }
  }

  /// Reads the rows that are there into any sink.
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

  /// Whether the rows that are there are read from something that is no regular file, such as a pipe.
  public var isWaiting: Bool { isOpening.load(ordering: .relaxed) && source.isPipeOrDevice }

  /// Waits for rows to be appended, at most 100 ms, and reads them.
  ///
  /// A batch holds the rows of little more than a megabyte; what is more comes with the next calls.
  /// When the source is read anew, only the first batch of it says so, and may be without rows.
  ///
  /// - Parameter rows: Takes the rows; its attributes are those of the table that was read.
  /// - Returns: Whether more may come. The batch in which a pipe ends may have rows.
  /// - Throws: `SourceError` if the file cannot be read any more.
  public func readAppended(into rows: inout AppendedRows) throws -> Bool {
    try input.withLock { input in
      var goesOn = false
      try report { goesOn = try input?.readAppended(into: &rows) ?? false }
      if !goesOn { input = nil }
      return goesOn
    }
  }

  /// Names the source in what the system reports.
  private func report(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as InputError {
      throw SourceError(path: name, line: error.line, reason: error.reason)
    }
  }
}
