import GRDB
import ShortlistCore
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A table of an open file, and how much of what others committed is known.
///
/// All but opening happens on the queue of the file, or of the connection that writes.
final class OpenTable: Sendable {
  /// What it is a table of.
  let file: DatabaseFile
  let key: TableKey
  /// Waits for others who have locked the file: to read it, and to write it.
  let (wait, writeWait): (LockWait, LockWait)
  /// How many rows there were when it was opened.
  let rowCount: Int
  private let synchronous: Synchronous
  /// The connection that writes, once something was written.
  private let writer = Mutex<Writer?>(nil)

  /// A connection that writes.
  struct Writer: Sendable {
    let queue: DatabaseQueue
    /// The write-ahead log that it writes to, once it does.
    let log = Log()
  }

  /// Which file the write-ahead log of a connection is.
  final class Log: Sendable {
    let identity = Mutex<FileIdentity?>(nil)
  }

  /// How far what was committed is known.
  struct Position {
    /// What the table looks like.
    var shape: TableShape
    /// `PRAGMA schema_version` at that time.
    var schemaVersion: Int
    /// The version of the file at that time; nil if it is not known for sure.
    var version: FileVersion?
    /// Whether there is a journal that notes all that must be.
    var hasJournal: Bool
    /// The last entry of the journal, if there is one.
    var journal: Int?
    /// What the pages of the table are like, where there is no journal and that can be told.
    var pages: TablePages?
  }

  let position: Mutex<Position>
  /// The version of the schema for which the journal of own writes was made; nil if there is none.
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

  /// The connection that writes, which is opened when it is wanted first.
  ///
  /// - Throws: `SourceError`, `FileMoved`
  func connectWriter() throws -> Writer {
    if let writer = writer.withLock(\.self) { return writer }
    let opened = Writer(queue: try Self.connect(to: file.path, writeWait, synchronous))
    try file.check()
    return writer.withLock { writer in
      writer = writer ?? opened
      return writer ?? opened
    }
  }

  /// How connections are made.
  static func configuration(_ wait: LockWait, _ synchronous: Synchronous) -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .callback { wait.goOn(afterTries: $0) }
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA synchronous = \(synchronous.pragma)")
      // The journal of own writes needs no file.
      try database.execute(sql: "PRAGMA temp_store = MEMORY")
    }
    // The file is somebody else's, and its views and triggers may be old.
    configuration.acceptsDoubleQuotedStringLiterals = true
    configuration.label = "SQLite"
    return configuration
  }

  /// Opens a file that is there.
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

  /// Refuses a path at which there can be no database.
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

  /// A path as SQLite takes it for one: what begins as an address would be that of another file.
  static func sqlitePath(_ path: String) -> String {
    path.utf8.starts(with: "file:".utf8) ? "./" + path : path
  }
}
