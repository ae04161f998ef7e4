import GRDB
import ShortlistCore
import Synchronization
import ShortlistPlatform

/// A table of an open file, and its position in the history of commits.
///
/// Apart from opening, all work happens on the queue of the file or of the writing connection.
final class OpenTable: Sendable {
  /// The file of the table.
  let file: DatabaseFile
  let key: TableKey
  /// The lock waits for reading and for writing.
  let (wait, writeWait): (LockWait, LockWait)
  /// The number of rows when the table was opened.
  let rowCount: Int
  private let synchronous: Synchronous
  /// The writing connection, once one was needed.
  private let writer = Mutex<Writer?>(nil)

  /// A connection that writes.
  struct Writer: Sendable {
    let queue: DatabaseQueue
    /// The write-ahead log of the connection, once it has written.
    let log = Log()
  }

  /// The identity of a connection's write-ahead log.
  final class Log: Sendable {
    let identity = Mutex<FileIdentity?>(nil)
  }

  /// A position in the history of commits.
  struct Position {
    /// The shape of the table.
    var shape: TableShape
    /// `PRAGMA schema_version` at that time.
    var schemaVersion: Int
    /// The version of the file at that time; nil if uncertain.
    var version: FileVersion?
    /// Whether the file has an up-to-date journal.
    var hasJournal: Bool
    /// The last entry of the journal; nil without one.
    var journal: Int?
    /// The pages of the table, if there is no journal and they could be read.
    var pages: TablePages?
  }

  let position: Mutex<Position>
  /// The schema version for which the temporary journal was created; nil if there is none.
  let ownJournal = Mutex<Int?>(nil)

  init(
    _ file: DatabaseFile, key: TableKey, waits: (reading: LockWait, writing: LockWait),
    synchronous: Synchronous, rowCount: Int, position: Position
  ) {
    self.file = file
    self.key = key
    (wait, writeWait) = waits
    self.synchronous = synchronous
    self.rowCount = rowCount
    self.position = Mutex(position)
  }

  /// Whether the file cannot be written.
  var isReadOnly: Bool { unsafe access(file.path, W_OK) != 0 }

  /// Returns the writing connection, opening it on first use.
  ///
  /// - Throws: `SourceError`, `FileMovedError`
  func connectWriter() throws -> Writer {
    if let writer = writer.withLock(\.self) { return writer }
    let opened = Writer(queue: try Self.connect(to: file.path, writeWait, synchronous))
    try file.check()
    return writer.withLock { writer in
      writer = writer ?? opened
      return writer ?? opened
    }
  }

  /// Returns the configuration of a connection.
  static func configuration(_ wait: LockWait, _ synchronous: Synchronous) -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .callback { wait.shouldRetry(afterTries: $0) }
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA synchronous = \(synchronous.pragma)")
      // Keeps the temporary journal in memory.
      try database.execute(sql: "PRAGMA temp_store = MEMORY")
    }
    // Views and triggers of an old file may depend on this.
    configuration.acceptsDoubleQuotedStringLiterals = true
    configuration.label = "SQLite"
    return configuration
  }

  /// Opens an existing file.
  ///
  /// - Throws: `SourceError`
  static func connect(
    to path: String, _ wait: LockWait, _ synchronous: Synchronous = .full
  ) throws -> DatabaseQueue {
    try check(path)
    var configuration = configuration(wait, synchronous)
    configuration.readonly = unsafe access(path, W_OK) != 0
    return try naming(path) {
      do {
        return try DatabaseQueue(path: sqlitePath(path), configuration: configuration)
      } catch let failure as DatabaseError {
        return try connectToMedia(path, configuration, after: failure)
      }
    }
  }

  /// Checks that a path can lead to a database.
  ///
  /// - Throws: `SourceError`
  static func check(_ path: String) throws {
    if path.utf8.contains(0) {
      throw SourceError(path: path, reason: "the path has a NUL character in it")
    }
    var status = stat()
    if unsafe stat(path, &status) != 0 {
      throw SourceError(path: path, reason: unsafe String(cString: strerror(errno)).lowercased())
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw SourceError(path: path, reason: "is a directory")
    }
  }

  /// Returns a path for SQLite, which would read one that begins with `file:` as a URI.
  static func sqlitePath(_ path: String) -> String {
    path.utf8.starts(with: "file:".utf8) ? "./" + path : path
  }
}
