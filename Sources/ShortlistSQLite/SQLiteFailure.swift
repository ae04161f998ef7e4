import GRDB
import GRDBSQLite
import ShortlistCore

/// What SQLite said went wrong.
struct SQLiteFailure: Error {
  /// The result code.
  let code: CInt
  /// The reason in SQLite's words.
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

  /// Whether another connection has locked what was asked for.
  var isLocked: Bool { code & 0xff == SQLITE_BUSY || code & 0xff == SQLITE_LOCKED }

  /// The failure as an error of a source.
  func asSourceError(path: String) -> SourceError { SourceError(path: path, reason: reason) }
}

/// Names the file in what SQLite reports.
func naming<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let failure as SQLiteFailure {
    throw failure.asSourceError(path: path)
  } catch let error as DatabaseError {
    throw SQLiteFailure(error).asSourceError(path: path)
  } catch let moved as FileMoved {
    throw SourceError(path: path, reason: moved.reason)
  }
}
