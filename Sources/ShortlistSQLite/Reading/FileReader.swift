import GRDB
import GRDBSQLite
import Shortlist
import ShortlistCore
import Synchronization
import ShortlistPlatform

/// A consistent snapshot of a file, open for reading.
struct Reading {
  let database: Database
  /// The version of the file that the snapshot shows.
  let version: FileVersion
  /// Whether the file itself holds all pages, and no writer changes them.
  let isDirect: Bool
  /// A second connection that sees the same snapshot, if requested and available.
  let second: SecondConnection?
}

/// Reads a file without blocking writers.
///
/// With a rollback journal, a reader that holds SQLite's shared lock makes other connections'
/// commits wait or fail. This type therefore opens the file as immutable, without locks, and
/// discards a read if the file was written meanwhile. With a write-ahead log, readers do not block
/// writers, so it reads in an ordinary transaction.
final class FileReader {
  let path: String
  /// The wait policy while other connections hold locks.
  private let patience: Patience
  /// Inspects the header and the locks.
  private var probe: FileProbe?
  /// The lock-free connection, and the stamp of the file when it was opened.
  private var direct: (queue: DatabaseQueue, stamp: FileStamp)?
  /// The connection that reads through the write-ahead log.
  private var log: (queue: DatabaseQueue, identity: FileIdentity?)?
  /// The identity of the file that was opened.
  private let identity: FileIdentity

  /// How many lock-free attempts are made at least, and for how long, before the file is read under
  /// a lock.
  private static let tries = (count: 5, time: Duration.seconds(2))

  init(_ path: String, _ identity: FileIdentity, _ wait: LockWait) {
    self.path = path
    self.identity = identity
    patience = Patience(wait)
  }

  /// Sets the wait policy for subsequent reads.
  func wait(by wait: LockWait) { patience.wait.withLock { $0 = wait } }

  // MARK: Versions

  /// The current version of the file.
  ///
  /// - Throws: `FileMovedError`, `SQLiteError`, `DatabaseError`
  func version() throws -> FileVersion {
    let stamp = try stamp()
    guard stamp.isLogged, let queue = try logReader() else { return .plain(stamp) }
    return try queue.unsafeRead { try Self.logVersion(of: $0) }
  }

  private static func logVersion(of database: Database) throws -> FileVersion {
    if let header = MainFile(of: database)?.logHeader { return .logged(header) }
    return .logged([UInt32(truncatingIfNeeded: try database.integer("PRAGMA data_version"))])
  }

  /// Returns the current stamp of the file.
  ///
  /// - Throws: `FileMovedError`, `SQLiteError`
  func stamp() throws -> FileStamp {
    try check()
    let probe = try probe ?? FileProbe(path)
    self.probe = probe
    guard let file = probe.file, let stamp = FileStamp(of: file, at: path) else {
      throw FileMovedError(isReplaced: false)
    }
    if stamp.status.identity != identity { throw FileMovedError(isReplaced: true) }
    return stamp
  }

  private func check() throws {
    guard let status = FileStatus(of: path) else { throw FileMovedError(isReplaced: false) }
    if status.identity != identity { throw FileMovedError(isReplaced: true) }
  }

  /// Whether no connection is writing to the file, and none has left it half written.
  private var isQuiet: Bool {
    guard let file = probe?.file else { return false }
    return !file.isReserved && !hasJournal
  }

  /// Whether there is a hot rollback journal: one that is neither empty nor has a zeroed header.
  private var hasJournal: Bool {
    guard let journal = unsafe fopen(path + "-journal", "rb") else { return errno != ENOENT }
    defer { unsafe fclose(journal) }
    let byte = unsafe fgetc(journal)
    return byte != EOF && byte != 0
  }

  // MARK: Reading

  /// Calls `body` with a consistent snapshot of the file.
  ///
  /// - Parameters:
  ///   - wantsSecond: Whether `body` can use a second connection.
  ///   - body: The work. It may run several times; only the result of the last run counts.
  /// - Returns: What `body` returns.
  /// - Throws: `FileMovedError`; `SQLiteError` if the file is locked for too long; what `body`
  ///   throws.
  func read<Result>(
    withSecond wantsSecond: Bool = false, _ body: (Reading) throws -> Result
  ) throws -> Result {
    var (waits, failures) = (0, 0)
    /// The time of the first attempt that found a writer.
    var start: ContinuousClock.Instant?
    /// The last stamp seen while a writer held a lock, and the number of waits since it changed.
    var (seen, waitsSinceCommit): (FileStamp?, Int) = (nil, 0)
    /// The stamp of the file taken under a lock. While the stamp stays the same, the file is
    /// consistent, whatever locks other connections hold.
    var anchor: FileStamp?
    while true {
      let stamp = try stamp()
      if stamp.isLogged, let queue = try logReader() {
        return try readLog(queue, withSecond: wantsSecond, body)
      }
      let isSettled = stamp.status.isSettled
      if stamp == anchor || isQuiet {
        let result = Swift.Result { try readDirectly(stamp, withSecond: wantsSecond, body) }
        if case .failure(let error) = result, error is CancellationError { throw error }
        let isWhole = isSettled || stamp == anchor || isQuiet
        if isWhole, try self.stamp() == stamp { return try result.get() }
        direct = nil
        failures += 1
        if patience.isCancelled { throw CancellationError() }
        if failures >= Self.tries.count && isOverdue(since: start ?? .now) {
          return try readLocked(body)
        }
        start = start ?? .now
        // Commits in quick succession leave a gap soon.
        usleep(UInt32(1000 * min(failures, 20)))
        continue
      }
      guard patience.shouldRetry(afterTries: waits) else {
        throw SQLiteError(code: SQLITE_BUSY, reason: "database is locked")
      }
      waits += 1
      start = start ?? .now
      waitsSinceCommit = stamp == seen ? waitsSinceCommit + 1 : 1
      seen = stamp
      // Either one transaction takes long, or others follow each other without a gap.
      if waitsSinceCommit % 16 == 0 || waits % 16 == 0 && isOverdue(since: start ?? .now) {
        anchor = try stampUnderLock()
      }
    }
  }

  private func isOverdue(since start: ContinuousClock.Instant) -> Bool {
    .now - start >= Self.tries.time
  }

  private func readDirectly<Result>(
    _ stamp: FileStamp, withSecond: Bool, _ body: (Reading) throws -> Result
  ) throws -> Result {
    if direct?.stamp != stamp { direct = nil }
    let queue = try direct?.queue ?? Self.connect(to: path)
    direct = (queue, stamp)
    let second = withSecond ? SecondConnection(to: path, of: stamp.status.size) : nil
    return try queue.unsafeRead { database in
      database.stopsStatements(when: patience.flag)
      defer { database.stopsStatements(when: nil) }
      return try body(
        Reading(
          database: database, version: .plain(stamp), isDirect: true, second: second))
    }
  }

  private func readLog<Result>(
    _ queue: DatabaseQueue, withSecond: Bool, _ body: (Reading) throws -> Result
  ) throws -> Result {
    try queue.unsafeRead { database in
      database.stopsStatements(when: patience.flag)
      defer { database.stopsStatements(when: nil) }
      var tries = 0
      while true {
        let second = withSecond ? try SecondConnection(to: path, beside: database) : nil
        let version = try Self.logVersion(of: database)
        try database.beginTransaction(.deferred)
        defer { database.endTransaction() }
        _ = try database.integer("PRAGMA schema_version")
        tries += 1
        if try tries < 100 && Self.logVersion(of: database) != version { continue }
        return try body(
          Reading(database: database, version: version, isDirect: false, second: second))
      }
    }
  }

  /// Reads under SQLite's shared lock, for which writers must wait.
  ///
  /// This is the last resort, for a file that others write so often that no lock-free read
  /// completes.
  private func readLocked<Result>(_ body: (Reading) throws -> Result) throws -> Result {
    try ordinaryConnection().unsafeRead { database in
      database.stopsStatements(when: patience.flag)
      defer { database.stopsStatements(when: nil) }
      try database.beginTransaction(.deferred)
      defer { database.endTransaction() }
      _ = try database.integer("PRAGMA schema_version")
      let stamp = try stamp()
      return try body(
        Reading(
          database: database, version: .plain(stamp), isDirect: !stamp.isLogged, second: nil))
    }
  }

  /// Returns the stamp of the file while no connection can write to it; nil if one does.
  ///
  /// If a writer crashed in the middle of a transaction, SQLite first rolls that transaction back.
  private func stampUnderLock() throws -> FileStamp? {
    do {
      return try ordinaryConnection(waits: false).unsafeRead { database in
        try database.beginTransaction(.deferred)
        defer { database.endTransaction() }
        _ = try database.integer("PRAGMA schema_version")
        return try stamp()
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      return nil
    } catch let failure as SQLiteError where failure.isLocked {
      return nil
    }
  }

  // MARK: Connections

  /// Opens a read-only connection that takes no locks.
  static func connect(to path: String) throws -> DatabaseQueue {
    var configuration = Self.configuration
    configuration.readonly = true
    return try DatabaseQueue(path: immutable(path), configuration: configuration)
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA temp_store = MEMORY") }
    configuration.acceptsDoubleQuotedStringLiterals = true
    configuration.label = "SQLite, reader"
    return configuration
  }

  /// Returns the URI by which SQLite opens the file as immutable.
  private static func immutable(_ path: String) -> String {
    var name = path.hasPrefix("/") ? "file://" : "file:"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16)
        name += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return name + "?immutable=1"
  }

  private func ordinaryConnection(waits: Bool = true) throws -> DatabaseQueue {
    var configuration = Self.configuration
    configuration.readonly = unsafe access(path, W_OK) != 0
    if waits {
      configuration.busyMode = .callback { [patience] in patience.shouldRetry(afterTries: $0) }
    }
    return try DatabaseQueue(path: OpenTable.sqlitePath(path), configuration: configuration)
  }

  /// Returns the connection that reads through the write-ahead log; nil if there is no log and none
  /// can be created.
  private func logReader() throws -> DatabaseQueue? {
    let identity = FileStatus(of: path + "-wal")?.identity
    // If the log was replaced or is gone, no one writes to the old one any more.
    if let log, log.identity == identity { return log.queue }
    log = nil
    var configuration = Self.configuration
    configuration.readonly = true
    configuration.busyMode = .callback { [patience] in patience.shouldRetry(afterTries: $0) }
    do {
      let queue = try DatabaseQueue(path: OpenTable.sqlitePath(path), configuration: configuration)
      try queue.unsafeRead { _ = try $0.integer("PRAGMA schema_version") }
      log = (queue, FileStatus(of: path + "-wal")?.identity)
      return queue
    } catch let error as DatabaseError {
      // On read-only media no one can write to the file, so there is no log to follow.
      let isReadOnly = [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode)
      guard isReadOnly, unsafe access(path, W_OK) != 0 else { throw error }
      try OpenTable.checkLogOnMedia(of: path)
      return nil
    }
  }
}

/// The wait policy of the current reader.
private final class Patience: Sendable {
  let wait: Mutex<LockWait>

  init(_ wait: LockWait) { self.wait = Mutex(wait) }

  func shouldRetry(afterTries tries: Int) -> Bool {
    wait.withLock(\.self).shouldRetry(afterTries: tries)
  }

  /// The flag that cancels the current read.
  var flag: CancellationFlag? { wait.withLock(\.self).flag }

  var isCancelled: Bool { flag?.isSet == true }
}
