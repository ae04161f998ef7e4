import GRDBSQLite

/// A connection that opens a file and reads nothing by itself.
///
/// SQLite refuses to read a file whose header counts pages that are not there yet, which is how a writer
/// leaves it when it is ended in the middle. The header and the locks of such a file can be looked at still.
@safe final class FileProbe {
  private let connection: OpaquePointer

  /// Opens a file that is there.
  ///
  /// - Throws: `SQLiteFailure`
  init(_ path: String) throws {
    var opened: OpaquePointer?
    let code = unsafe sqlite3_open_v2(
      OpenTable.sqlitePath(path), &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened = unsafe opened else {
      let reason = unsafe String(cString: sqlite3_errstr(code))
      unsafe sqlite3_close(opened)
      throw SQLiteFailure(code: code, reason: reason)
    }
    unsafe (connection = opened)
  }

  deinit { unsafe sqlite3_close(connection) }

  /// The file, as long as the probe is held.
  var file: MainFile? { unsafe MainFile(ofConnection: connection) }
}
