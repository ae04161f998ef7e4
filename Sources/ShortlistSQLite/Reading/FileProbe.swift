import GRDBSQLite

/// A connection that opens a file without reading it.
///
/// SQLite refuses to read a file whose header counts pages that do not exist yet, which a crashed
/// writer can leave behind. A probe can still inspect the header and the locks of such a file.
@safe final class FileProbe {
  private let connection: OpaquePointer

  /// Opens an existing file.
  ///
  /// - Throws: `SQLiteError`
  init(_ path: String) throws {
    var opened: OpaquePointer?
    let code = unsafe sqlite3_open_v2(
      OpenTable.sqlitePath(path), &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened = unsafe opened else {
      let reason = unsafe String(cString: sqlite3_errstr(code))
      unsafe sqlite3_close(opened)
      throw SQLiteError(code: code, reason: reason)
    }
    unsafe (connection = opened)
  }

  deinit { unsafe sqlite3_close(connection) }

  /// The file; valid for the lifetime of the probe.
  var file: MainFile? { unsafe MainFile(ofConnection: connection) }
}
