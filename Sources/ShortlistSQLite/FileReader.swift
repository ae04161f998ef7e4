import GRDB
import GRDBSQLite
import Shortlist
import ShortlistCore
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A state of a file that is being read.
struct Reading {
  let database: Database
  /// Which state it is.
  let version: FileVersion
  /// Whether the file itself has all pages, and nobody changes them.
  let isDirect: Bool
  /// Another connection that sees the same, if one was asked for.
  let second: SecondConnection?
}

/// The file at a path is not the one that was opened.
struct FileMoved: Error {
  /// Whether there is another one.
  let isReplaced: Bool

  /// The reason in words.
  var reason: String {
    isReplaced
      ? "the file was replaced by another one" : "the file is gone: it was removed or renamed"
  }
}

/// Reads a file without keeping others from writing to it.
///
/// With a rollback journal, whoever reads under SQLite's locks makes the commits of others wait, or fail.
/// So the file is read without locks, by connections that take it for one that never changes; and what was
/// read counts only if the file was not written to meanwhile. A write-ahead log lets others write while it
/// is read.
final class FileReader {
  let path: String
  /// What to do while others write.
  private let patience: Patience
  /// Looks at the header, and at locks.
  private var probe: FileProbe?
  /// Reads the state that the file was in.
  private var direct: (queue: DatabaseQueue, stamp: FileStamp)?
  /// Reads through the log.
  private var log: (queue: DatabaseQueue, identity: FileIdentity?)?
  /// Which file it is.
  private let identity: FileIdentity

  /// So often it is tried to read the file while nobody writes to it, before it is locked.
  private static let mostTries = 5

  init(_ path: String, _ identity: FileIdentity, _ wait: LockWait) {
    self.path = path
    self.identity = identity
    patience = Patience(wait)
  }

  /// Who waits from now on.
  func wait(by wait: LockWait) { patience.wait.withLock { $0 = wait } }

  // MARK: Versions

  /// The version that the file has now.
  ///
  /// - Throws: `FileMoved`, `SQLiteFailure`, `DatabaseError`
  func version() throws -> FileVersion {
    let stamp = try stamp()
    guard stamp.isLogged, let queue = try logReader() else { return .plain(stamp) }
    return try queue.unsafeRead { try Self.logVersion(of: $0) }
  }

  private static func logVersion(of database: Database) throws -> FileVersion {
    if let header = MainFile(of: database)?.logHeader { return .logged(header) }
    return .logged([UInt32(truncatingIfNeeded: try database.integer("PRAGMA data_version"))])
  }

  /// What the file looks like from outside.
  func stamp() throws -> FileStamp {
    try check()
    let probe = try probe ?? FileProbe(path)
    self.probe = probe
    guard let file = probe.file, let stamp = FileStamp(of: file, at: path) else {
      throw FileMoved(isReplaced: false)
    }
    if stamp.status.identity != identity { throw FileMoved(isReplaced: true) }
    return stamp
  }

  private func check() throws {
    guard let status = FileStatus(of: path) else { throw FileMoved(isReplaced: false) }
    if status.identity != identity { throw FileMoved(isReplaced: true) }
  }

  /// Whether nobody is writing to the file, nor has left it half written.
  private var isQuiet: Bool {
    guard let file = probe?.file else { return false }
    return !file.isReserved && !hasJournal
  }

  /// Whether there is a rollback journal that counts: not one that is empty, or struck out.
  private var hasJournal: Bool {
    guard let journal = unsafe fopen(path + "-journal", "rb") else { return errno != ENOENT }
    defer { unsafe fclose(journal) }
    let byte = unsafe fgetc(journal)
    return byte != EOF && byte != 0
  }

  // MARK: Reading

  /// Calls `body` with a state of the file.
  ///
  /// - Parameters:
  ///   - wantsSecond: Whether a second connection is wanted.
  ///   - body: May be called several times; only what it returns the last time counts.
  /// - Returns: What `body` returns.
  /// - Throws: `FileMoved`; `SQLiteFailure` if the file is locked for too long; what `body` throws.
  func read<Result>(
    withSecond wantsSecond: Bool = false, _ body: (Reading) throws -> Result
  ) throws -> Result {
    var (waits, failures) = (0, 0)
    /// What the file looked like under a lock: as long as it does, it is whole, whoever has locked it.
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
        if failures == Self.mostTries { return try readLocked(body) }
        continue
      }
      guard patience.goOn(afterTries: waits) else {
        throw SQLiteFailure(code: SQLITE_BUSY, reason: "database is locked")
      }
      waits += 1
      if waits % 16 == 0 { anchor = try stampUnderLock() }
    }
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

  /// Reads under SQLite's locks, which others have to wait for: it is the last resort where others write
  /// so often that the file is never left alone for as long as reading takes.
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

  /// What the file looks like at a moment at which nobody can write to it; nil if somebody does.
  ///
  /// If a writer was ended in the middle, the file is first made as it was before.
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
    } catch let failure as SQLiteFailure where failure.isLocked {
      return nil
    }
  }

  // MARK: Connections

  /// A connection that takes no locks.
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

  /// The name by which SQLite opens a file that never changes.
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
    if waits { configuration.busyMode = .callback { [patience] in patience.goOn(afterTries: $0) } }
    return try DatabaseQueue(path: OpenTable.sqlitePath(path), configuration: configuration)
  }

  /// The connection that reads through the log; nil if there is no log, and none can be made.
  private func logReader() throws -> DatabaseQueue? {
    let identity = FileStatus(of: path + "-wal")?.identity
    // A log that was taken away is one that nobody writes to any more.
    if let log, log.identity == identity { return log.queue }
    log = nil
    var configuration = Self.configuration
    configuration.readonly = true
    configuration.busyMode = .callback { [patience] in patience.goOn(afterTries: $0) }
    do {
      let queue = try DatabaseQueue(path: OpenTable.sqlitePath(path), configuration: configuration)
      try queue.unsafeRead { _ = try $0.integer("PRAGMA schema_version") }
      log = (queue, FileStatus(of: path + "-wal")?.identity)
      return queue
    } catch let error as DatabaseError {
      // Nobody can write to a file on read-only media, so that its log need not be watched.
      let isReadOnly = [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode)
      guard isReadOnly, unsafe access(path, W_OK) != 0 else { throw error }
      try OpenTable.checkLogOnMedia(of: path)
      return nil
    }
  }
}

/// Waits for others on behalf of whoever reads at the time.
private final class Patience: Sendable {
  let wait: Mutex<LockWait>

  init(_ wait: LockWait) { self.wait = Mutex(wait) }

  func goOn(afterTries tries: Int) -> Bool { wait.withLock(\.self).goOn(afterTries: tries) }

  /// What says that nobody waits any more.
  var flag: CancellationFlag? { wait.withLock(\.self).flag }

  var isCancelled: Bool { flag?.isSet == true }
}
