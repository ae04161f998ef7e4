import GRDB
import GRDBSQLite
import Shortlist
import ShortlistCore

/// A prepared statement on a connection, stepped through without anything in between.
///
/// It must not outlive the connection, nor leave the queue that the connection is used on.
@safe final class Statement {
  private let handle: OpaquePointer
  private let connection: OpaquePointer
  /// The statement of the connection that this one is for a time; nil if it is its own.
  private let kept: GRDB.Statement?

  /// Takes a statement that the connection keeps, and prepares it if it is the first time.
  ///
  /// There must be no other use of it meanwhile.
  ///
  /// - Throws: `SQLiteFailure`
  init(kept sql: String, on database: Database) throws {
    guard let connection = unsafe database.sqliteConnection else {
      throw SQLiteFailure(code: SQLITE_MISUSE, reason: "the connection is closed")
    }
    let statement: GRDB.Statement
    do { statement = try database.cachedStatement(sql: sql) } catch let error as DatabaseError {
      throw SQLiteFailure(error)
    }
    kept = statement
    unsafe (handle = statement.sqliteStatement)
    unsafe (self.connection = connection)
    reset()
  }

  /// Prepares a statement.
  ///
  /// - Throws: `SQLiteFailure`
  init(_ sql: String, on database: Database) throws {
    guard let connection = unsafe database.sqliteConnection else {
      throw SQLiteFailure(code: SQLITE_MISUSE, reason: "the connection is closed")
    }
    var prepared: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(connection, sql, -1, &prepared, nil)
    guard code == SQLITE_OK, let prepared = unsafe prepared else {
      throw SQLiteFailure(code: code, reason: unsafe String(cString: sqlite3_errmsg(connection)))
    }
    kept = nil
    unsafe (handle = prepared)
    unsafe (self.connection = connection)
  }

  deinit {
    if kept == nil {
      unsafe sqlite3_finalize(handle)
    } else {
      unsafe sqlite3_reset(handle)
      unsafe sqlite3_clear_bindings(handle)
    }
  }

  /// Runs a statement that gives no rows.
  static func run(_ sql: String, on database: Database) throws {
    let statement = try Statement(sql, on: database)
    while try statement.step() {}
  }

  /// Goes to the next row; false if there is none.
  ///
  /// - Throws: `SQLiteFailure`
  func step() throws -> Bool {
    let code = unsafe sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw failure(code)
  }

  /// Makes it ready to be stepped through again.
  func reset() { unsafe sqlite3_reset(handle) }

  private func failure(_ code: CInt) -> SQLiteFailure {
    SQLiteFailure(
      code: unsafe sqlite3_extended_errcode(connection),
      reason: unsafe String(cString: sqlite3_errmsg(connection)))
  }

  // MARK: Binding

  /// Binds the value of the parameter at a 1-based place.
  func bind(_ value: CellValue, at place: Int) throws {
    let place = CInt(place)
    let code: CInt
    switch value {
    case .null: code = unsafe sqlite3_bind_null(handle, place)
    case .integer(let integer): code = unsafe sqlite3_bind_int64(handle, place, Int64(integer))
    case .number(let number): code = unsafe sqlite3_bind_double(handle, place, number)
    case .boolean(let boolean): code = unsafe sqlite3_bind_int64(handle, place, boolean ? 1 : 0)
    case .text, .date, .list:
      // A byte more, so that an empty text has an address too: without one it would be null.
      let bytes = Array(value.text.utf8) + [0]
      code = unsafe bytes.withUnsafeBytes { bytes in
        unsafe sqlite3_bind_text64(
          handle, place, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
          UInt64(bytes.count - 1), Self.transient, UInt8(SQLITE_UTF8))
      }
    }
    if code != SQLITE_OK { throw failure(code) }
  }

  /// Binds what another statement has in a column, as it is.
  func bind(_ cell: Cell, at place: Int) throws {
    let code = unsafe cell.bind(to: handle, at: CInt(place))
    if code != SQLITE_OK { throw failure(code) }
  }

  /// Tells SQLite to copy a text.
  @unsafe private static var transient: sqlite3_destructor_type {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  // MARK: Reading

  /// How often it went on to a row of a table that it has no index for, and so had to look at; counted
  /// anew from then on.
  func takeScannedRows() -> Int {
    Int(unsafe sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1))
  }

  /// The number of columns.
  var columnCount: Int { Int(unsafe sqlite3_column_count(handle)) }

  /// What the row has in a column.
  subscript(column: Int) -> Cell {
    // A column that is there always has a value.
    unsafe Cell(sqlite3_column_value(handle, CInt(column)))
  }

  /// What kind of value the row has in a column: `SQLITE_INTEGER` and so on.
  func kind(_ column: Int) -> CInt { self[column].kind }

  /// The whole number in a column.
  func integer(_ column: Int) -> Int { self[column].integer }

  /// The text in a column.
  func text(_ column: Int) -> String {
    self[column].withText { bytes in
      unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }
}

extension Database {
  /// Makes statements fail as soon as a flag is set, which must live until this is called again.
  func stopsStatements(when flag: CancellationFlag?) {
    guard let flag else { return unsafe sqlite3_progress_handler(sqliteConnection, 0, nil, nil) }
    // Some 10,000 steps of SQLite's take less than a millisecond.
    unsafe sqlite3_progress_handler(
      sqliteConnection, 10_000,
      { flag in
        guard let flag = unsafe flag else { return 0 }
        let isSet = unsafe Unmanaged<CancellationFlag>.fromOpaque(flag).takeUnretainedValue().isSet
        return isSet ? 1 : 0
      }, Unmanaged.passUnretained(flag).toOpaque())
  }

  /// Takes back a transaction, if there is one.
  ///
  /// To say so takes memory, which may be there a moment later; GRDB ends the process if a transaction is
  /// left.
  func endTransaction() {
    for _ in 0..<100 where isInsideTransaction { try? rollback() }
  }

  /// The most columns that a row of a statement can have.
  var mostColumns: Int { Int(unsafe sqlite3_limit(sqliteConnection, SQLITE_LIMIT_COLUMN, -1)) }

  /// The rows that the last statement changed.
  var changedRows: Int { changesCount }

  /// The whole number that a statement without parameters gives, which is kept for the next time.
  func integer(_ sql: String) throws -> Int {
    let statement = try Statement(kept: sql, on: self)
    return try statement.step() ? statement.integer(0) : 0
  }
}
