import GRDB
import GRDBSQLite
import ShortlistCore
import ShortlistPlatform

extension OpenTable {
  /// Opens a file in WAL mode on read-only media, where SQLite cannot create the shared-memory
  /// file.
  ///
  /// No one can write to such media, so the connection neither locks nor follows the file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - configuration: The configuration of the connection.
  ///   - failure: The error of the attempt to open the file normally.
  /// - Returns: The connection.
  /// - Throws: `failure` if the file is not on read-only media; `SourceError` if the log is not
  ///   empty.
  static func connectToMedia(
    _ path: String, _ configuration: Configuration, after failure: DatabaseError
  ) throws -> DatabaseQueue {
    guard configuration.readonly, failure.resultCode == .SQLITE_CANTOPEN, isOnReadOnlyMedia(path)
    else { throw failure }
    try checkLogOnMedia(of: path)
    return try DatabaseQueue(
      path: "file:\(escaped(sqlitePath(path)))?immutable=1", configuration: configuration)
  }

  /// Checks that a file on read-only media has no log content that is missing from the file itself.
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

  /// Percent-encodes a path for a URI.
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
