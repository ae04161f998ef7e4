/// Something that rows are read from: a file, standard input, rows given in a request.
///
/// A source only hands over cells. What types they have, which rows match and what is visible is
/// none of its business.
public protocol RowSource: Sendable {
  /// What the source is called in messages: a path, `standard input`, `rows`.
  var name: String { get }

  /// Reads all rows into `builder`. Called once, from a thread that may block.
  ///
  /// - Parameters:
  ///   - builder: Takes the rows.
  ///   - progress: To be called between rows, again and again: once for what is read at a time. It
  ///     may look at the rows read so far, and throws to stop the reading.
  /// - Throws: `SourceError` if the source cannot be read, `InvalidRequest` if the builder refuses
  ///   an attribute asked for, and whatever `progress` throws.
  func read(
    into builder: inout TableBuilder,
    progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws

  /// Nobody wants the rows any more: reading need not wait for anything.
  ///
  /// It may come at any time, from any thread, also when all is read. What is read nevertheless is
  /// stopped by `progress`.
  func cancelReading()

  /// Whether what is being read or written now waits for others, or may have no end: the source waits for
  /// another program that has locked the file, or reads a pipe.
  ///
  /// Nobody waits for that who has nothing more to ask. It may be asked at any time, from any thread.
  var isWaiting: Bool { get }
}

extension RowSource {
  /// Does nothing: the source waits for nothing, or cannot stop.
  public func cancelReading() {}

  /// False: the source waits for nobody.
  public var isWaiting: Bool { false }
}

/// A source that rows may be appended to while a list shows it: a log, a pipe.
public protocol FollowedSource: RowSource {
  /// Waits for rows to be appended, and reads them.
  ///
  /// Called again and again after `read`, from a thread that may block, never from two at once. It
  /// returns at least every 100 ms, so that whoever follows can stop.
  ///
  /// - Parameter rows: Takes the rows that were appended since the last call; none if none were.
  /// - Returns: Whether more may come.
  /// - Throws: `SourceError` if the source cannot be read any more.
  func readAppended(into rows: inout AppendedRows) throws -> Bool
}

/// How far the reading of a source has come.
public struct LoadProgress: Hashable, Sendable {
  /// Rows read so far.
  public var rows: Int
  /// Bytes read so far.
  public var bytes: Int
  /// Bytes in all, or nil where that is not known (a pipe).
  public var totalBytes: Int?

  /// Creates a progress report.
  public init(rows: Int, bytes: Int, totalBytes: Int? = nil) {
    self.rows = rows
    self.bytes = bytes
    self.totalBytes = totalBytes
  }
}
