/// A source of rows: a file, standard input, or rows in a request.
///
/// A source only delivers cells. It knows nothing of types, matches and visible rows.
///
///     struct Cities: RowSource {
///       let name = "cities"
///
///       func read(
///         into builder: inout TableBuilder,
///         progress: (inout TableBuilder, LoadProgress) throws -> Void
///       ) throws {
///         let column = builder.column(named: "city")
///         for (row, city) in ["Bonn", "Ulm"].enumerated() {
///           builder.beginRow(line: row + 1)
///           builder.append(.text, Array(city.utf8).span, column: column)
///           builder.endRow()
///         }
///       }
///     }
///     let cities = try await PickList(source: Cities())
public protocol RowSource: Sendable {
  /// The name of the source in messages: a path, `standard input`, `rows`.
  var name: String { get }

  /// Reads all rows into `builder`.
  ///
  /// Called once, from a thread that may block.
  ///
  /// - Parameters:
  ///   - builder: Receives the rows.
  ///   - progress: Call it between rows, once per portion that is read. It may inspect the rows
  ///     read so far. It throws to stop the reading.
  /// - Throws: `SourceError` if the source cannot be read, `InvalidRequestError` if the builder
  ///   refuses a requested attribute, and whatever `progress` throws.
  func read(
    into builder: inout TableBuilder,
    progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws

  /// Tells the source that the rows are no longer needed, so that it need not wait for more.
  ///
  /// The call may come at any time, from any thread, even after all rows have been read. If the
  /// source keeps reading, `progress` stops it.
  func cancelReading()

  /// Whether the current read or write waits for another process or may never end: another program
  /// has locked the file, or the source is a pipe.
  ///
  /// A client that has no further requests does not wait for such a source. Can be read at any
  /// time, from any thread.
  var isWaiting: Bool { get }
}

extension RowSource {
  /// Does nothing, for a source that never waits or cannot stop.
  public func cancelReading() {}

  /// False, for a source that never waits.
  public var isWaiting: Bool { false }
}

/// A source that may be an index file, which is a table already.
package protocol TableSource: RowSource {
  /// Returns the table, or nil if the rows must be read.
  ///
  /// Called once, before `read`, from a thread that may block.
  ///
  /// - Throws: `SourceError` if the index file cannot be opened, `InvalidRequestError` if it does
  ///   not have the requested id or types.
  func table(options: TableOptions) throws -> RowTable?
}

/// A source that can grow while a list shows it, such as a log or a pipe.
package protocol FollowedSource: RowSource {
  /// Waits for appended rows and reads them.
  ///
  /// Called repeatedly after `read`, from a thread that may block, never concurrently. It returns
  /// at least every 100 ms, so that the caller can stop following.
  ///
  /// - Parameter rows: Receives the rows that were appended since the last call, if any.
  /// - Returns: Whether more rows may follow.
  /// - Throws: `SourceError` if the source can no longer be read.
  func readAppended(into rows: inout AppendedRows) throws -> Bool
}

/// The progress of reading a source.
///
///     let progress = LoadProgress(rows: 4_096, bytes: 65_536, totalBytes: 131_072)
///     let share = progress.totalBytes.map { Double(progress.bytes) / Double($0) }  // 0.5
public struct LoadProgress: Hashable, Sendable {
  /// The number of rows read so far.
  public var rows: Int
  /// The number of bytes read so far.
  public var bytes: Int
  /// The total number of bytes, or nil if unknown, as for a pipe.
  public var totalBytes: Int?

  /// Creates a progress report.
  public init(rows: Int, bytes: Int, totalBytes: Int? = nil) {
    self.rows = rows
    self.bytes = bytes
    self.totalBytes = totalBytes
  }
}
