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

/// A table on an open connection, and how much of what others committed is known.
///
/// All but opening happens on the queue of the connection, one thing after the other.
final class OpenTable: Sendable {
  let path: String
  let queue: DatabaseQueue
  let key: TableKey
  /// Waits for others who have locked the file.
  let wait: LockWait
  /// How far what was committed is known.
  struct Position {
    /// What the table looks like.
    var shape: TableShape
    /// `PRAGMA schema_version` at that time.
    var schemaVersion: Int
    /// `PRAGMA data_version`: another one if another connection has committed.
    var dataVersion: Int
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
  /// What tells that the file is written to.
  let watch = Mutex<FileWatch?>(nil)

  init(
    path: String, queue: DatabaseQueue, key: TableKey, wait: LockWait, position: Position
  ) {
    self.path = path
    self.queue = queue
    self.key = key
    self.wait = wait
    self.position = Mutex(position)
  }

  /// Whether the file cannot be written.
  var isReadOnly: Bool { queue.configuration.readonly }

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

  /// A path as SQLite takes it for one: what begins as an address would be that of another file.
  static func sqlitePath(_ path: String) -> String {
    path.utf8.starts(with: "file:".utf8) ? "./" + path : path
  }
}
