import GRDB
import GRDBSQLite
import ShortlistCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension OpenTable {
  /// Opens a file with a write-ahead log that is on read-only media, where SQLite cannot make the file
  /// that readers of the log share.
  ///
  /// Nobody else can write it there, so that nothing is locked, and nothing is followed.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - configuration: How the connection is made.
  ///   - failure: Why it could not be opened as all others are.
  /// - Returns: The connection.
  /// - Throws: That, if the file is on no such media; `SourceError` if the log has something that is
  ///   not in the file yet.
  static func connectToMedia(
    _ path: String, _ configuration: Configuration, after failure: DatabaseError
  ) throws -> DatabaseQueue {
    guard configuration.readonly, failure.resultCode == .SQLITE_CANTOPEN, isOnReadOnlyMedia(path)
    else { throw failure }
    try checkLogOnMedia(of: path)
    return try DatabaseQueue(
      path: "file:\(escaped(sqlitePath(path)))?immutable=1", configuration: configuration)
  }

  /// Refuses a file on read-only media whose log has something that is not in the file yet.
  ///
  /// - Throws: `SourceError`
  static func checkLogOnMedia(of path: String) throws {
    var log = stat()
    guard unsafe stat(path + "-wal", &log) == 0, log.st_size > 0 else { return }
    throw SourceError(
      path: path,
      reason: """
        has a write-ahead log, which cannot be read on read-only media: copy both to where they can \
        be written
        """)
  }

  private static func isOnReadOnlyMedia(_ path: String) -> Bool {
    var system = statvfs()
    return unsafe statvfs(path, &system) == 0 && UInt(system.f_flag) & UInt(ST_RDONLY) != 0
  }

  /// A path as a part of an address.
  private static func escaped(_ path: String) -> String {
    let plain = Set("/-._~".utf8)
    var text = ""
    for byte in path.utf8 {
      let isPlain =
        plain.contains(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 26
        || byte &- UInt8(ascii: "0") < 10
      let digits = String(byte, radix: 16)
      text += isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
    }
    return text
  }
}
