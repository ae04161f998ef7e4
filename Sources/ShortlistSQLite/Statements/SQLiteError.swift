import GRDB
import GRDBSQLite
import ShortlistCore

/// An error that SQLite reports.
struct SQLiteError: Error {
  /// The result code.
  let code: CInt
  /// SQLite's error message.
  let reason: String

  init(code: CInt, reason: String) {
    self.code = code
    self.reason = reason
  }

  init(_ error: DatabaseError) {
    self.init(
      code: error.extendedResultCode.rawValue,
      reason: error.message ?? "SQLite error \(error.extendedResultCode.rawValue)")
  }

  /// Whether another connection's lock caused the failure.
  var isLocked: Bool { code & 0xff == SQLITE_BUSY || code & 0xff == SQLITE_LOCKED }

  /// Returns the failure as a `SourceError` with a path.
  func asSourceError(path: String) -> SourceError { SourceError(path: path, reason: reason) }
}

/// Runs `body`, converting SQLite errors to `SourceError`s that name the file.
func naming<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let failure as SQLiteError {
    throw failure.asSourceError(path: path)
  } catch let error as DatabaseError {
    throw SQLiteError(error).asSourceError(path: path)
  } catch let moved as FileMovedError {
    throw SourceError(path: path, reason: moved.reason)
  }
}
