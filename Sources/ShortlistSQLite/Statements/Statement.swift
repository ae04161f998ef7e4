import GRDB
import GRDBSQLite
import Shortlist
import ShortlistCore

/// A prepared statement that is stepped through SQLite's C interface directly.
///
/// It must not outlive the connection or leave the connection's queue.
@safe final class Statement {
  private let handle: OpaquePointer
  private let connection: OpaquePointer
  /// The cached statement that this one borrows; nil if it owns its handle.
  private let kept: GRDB.Statement?

  /// Borrows a statement from the connection's cache, preparing it on first use.
  ///
  /// No one else may use the same statement meanwhile.
  ///
  /// - Throws: `SQLiteError`
  init(kept sql: String, on database: Database) throws {
    guard let connection = unsafe database.sqliteConnection else {
      throw SQLiteError(code: SQLITE_MISUSE, reason: "the connection is closed")
    }
    let statement: GRDB.Statement
    do { statement = try database.cachedStatement(sql: sql) } catch let error as DatabaseError {
      throw SQLiteError(error)
    }
    kept = statement
    unsafe (handle = statement.sqliteStatement)
    unsafe (self.connection = connection)
    reset()
  }

  /// Prepares a statement.
  ///
  /// - Throws: `SQLiteError`
  init(_ sql: String, on database: Database) throws {
    guard let connection = unsafe database.sqliteConnection else {
      throw SQLiteError(code: SQLITE_MISUSE, reason: "the connection is closed")
    }
    var prepared: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(connection, sql, -1, &prepared, nil)
    guard code == SQLITE_OK, let prepared = unsafe prepared else {
      throw SQLiteError(code: code, reason: unsafe String(cString: sqlite3_errmsg(connection)))
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

  /// Runs a statement that returns no rows.
  static func run(_ sql: String, on database: Database) throws {
    let statement = try Statement(sql, on: database)
    while try statement.step() {}
  }

  /// Steps to the next row; returns false if there is none.
  ///
  /// - Throws: `SQLiteError`
  func step() throws -> Bool {
    let code = unsafe sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw failure(code)
  }

  /// Resets the statement, so that it can be stepped again.
  func reset() { unsafe sqlite3_reset(handle) }

  private func failure(_ code: CInt) -> SQLiteError {
    SQLiteError(
      code: unsafe sqlite3_extended_errcode(connection),
      reason: unsafe String(cString: sqlite3_errmsg(connection)))
  }

  // MARK: Binding

  /// Binds a value to the parameter at a 1-based index.
  func bind(_ value: CellValue, at place: Int) throws {
    let place = CInt(place)
    let code: CInt
    switch value {
    case .null: code = unsafe sqlite3_bind_null(handle, place)
    case .integer(let integer): code = unsafe sqlite3_bind_int64(handle, place, Int64(integer))
    case .number(let number): code = unsafe sqlite3_bind_double(handle, place, number)
    case .boolean(let boolean): code = unsafe sqlite3_bind_int64(handle, place, boolean ? 1 : 0)
    case .text, .date, .list: return try bind(text: Array(value.text.utf8), at: Int(place))
    }
    if code != SQLITE_OK { throw failure(code) }
  }

  /// Binds the value that a text spells (`OddValues.spelled`).
  func bind(spelled text: String, at place: Int) throws {
    if let blob = OddValues.bytes(ofLiteral: text) {
      // The extra byte gives an empty blob an address; a null pointer would bind null.
      let code = unsafe (blob + [0]).withUnsafeBytes { bytes in
        unsafe sqlite3_bind_blob64(
          handle, CInt(place), bytes.baseAddress, UInt64(blob.count), Self.transient)
      }
      if code != SQLITE_OK { throw failure(code) }
    } else {
      try bind(text: KeptBytes.bytes(of: text), at: place)
    }
  }

  private func bind(text: [UInt8], at place: Int) throws {
    // The extra byte gives an empty text an address, as above.
    let code = unsafe (text + [0]).withUnsafeBytes { bytes in
      unsafe sqlite3_bind_text64(
        handle, CInt(place), bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
        UInt64(text.count), Self.transient, UInt8(SQLITE_UTF8))
    }
    if code != SQLITE_OK { throw failure(code) }
  }

  /// Binds a column value of another statement unchanged.
  func bind(_ cell: Cell, at place: Int) throws {
    let code = unsafe cell.bind(to: handle, at: CInt(place))
    if code != SQLITE_OK { throw failure(code) }
  }

  /// Makes SQLite copy the text.
  @unsafe private static var transient: sqlite3_destructor_type {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  // MARK: Reading

  /// Returns the number of full-scan steps, which no index could avoid, and resets the count.
  func drainScannedRows() -> Int {
    Int(unsafe sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1))
  }

  /// The number of columns.
  var columnCount: Int { Int(unsafe sqlite3_column_count(handle)) }

  /// The value in a column of the current row.
  subscript(column: Int) -> Cell {
    // SQLite returns a non-null handle for every valid column.
    unsafe Cell(sqlite3_column_value(handle, CInt(column)))
  }

  /// Returns the SQLite type code of a column: `SQLITE_INTEGER` and so on.
  func kind(_ column: Int) -> CInt { self[column].kind }

  /// Returns the integer in a column.
  func integer(_ column: Int) -> Int { self[column].integer }

  /// Returns the text in a column.
  func text(_ column: Int) -> String {
    self[column].withText { bytes in
      unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }
}

extension Database {
  /// Makes statements fail as soon as a flag is set.
  ///
  /// The flag must live until the next call of this method.
  func stopsStatements(when flag: CancellationFlag?) {
    guard let flag else { return unsafe sqlite3_progress_handler(sqliteConnection, 0, nil, nil) }
    // 10,000 virtual-machine steps take less than a millisecond.
    unsafe sqlite3_progress_handler(
      sqliteConnection, 10_000,
      { flag in
        guard let flag = unsafe flag else { return 0 }
        let isSet = unsafe Unmanaged<CancellationFlag>.fromOpaque(flag).takeUnretainedValue().isSet
        return isSet ? 1 : 0
      }, Unmanaged.passUnretained(flag).toOpaque())
  }

  /// Rolls back the current transaction, if any.
  ///
  /// A rollback allocates memory, which may fail for a moment, so it is retried: GRDB ends the
  /// process if a transaction is left open.
  func endTransaction() {
    for _ in 0..<100 where isInsideTransaction { try? rollback() }
  }

  /// The maximum number of columns of a result.
  var maxColumns: Int { Int(unsafe sqlite3_limit(sqliteConnection, SQLITE_LIMIT_COLUMN, -1)) }

  /// The number of rows that the last statement changed.
  var changedRows: Int { changesCount }

  /// Returns the integer that a statement without parameters yields; caches the statement.
  func integer(_ sql: String) throws -> Int {
    let statement = try Statement(kept: sql, on: self)
    return try statement.step() ? statement.integer(0) : 0
  }
}
