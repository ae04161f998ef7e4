import GRDB
import GRDBSQLite
import Shortlist
import ShortlistSQLite
import Workloads

/// Opening a list, beside stepping through the same rows and reading every column.
struct Opening {
  let files: Files

  func measure() async throws {
    let path = try files.copy("opening", isWAL: false)
    var (stepping, opening): ([Double], [Double]) = ([], [])
    for _ in 0..<15 {
      stepping.append(try Stopwatch.microseconds { try step(path) })
      let clock = ContinuousClock()
      let start = clock.now
      let list = try await LiveList.open(SQLiteTable(path: path, table: "t"))
      opening.append(start.duration(to: clock.now).microseconds)
      let count = await list.count
      precondition(count == files.rows)
    }
    TablesCommand.tell("\nOpening")
    TablesCommand.tell("  SQLite alone  \(TablesCommand.text(stepping))")
    TablesCommand.tell("  a list        \(TablesCommand.text(opening))")
    TablesCommand.tell("  ratio         \(ratio(opening, stepping))")
  }

  private func step(_ path: String) throws {
    try Files.open(path).read { (database: Database) throws -> Void in
      let statement = try database.makeStatement(sql: "SELECT id, name, kind, n, x FROM t")
      let count = unsafe step(statement.sqliteStatement)
      precondition(count == files.rows)
    }
  }

  /// Reads all columns of all rows of a statement; returns how many rows there are.
  @unsafe private func step(_ statement: OpaquePointer) -> Int {
    var count = 0
    var sum: UInt64 = 0
    while unsafe sqlite3_step(statement) == SQLITE_ROW {
      for column: CInt in 0..<5 {
        let kind = unsafe sqlite3_column_type(statement, column)
        if kind == SQLITE_INTEGER {
          sum &+= UInt64(bitPattern: unsafe sqlite3_column_int64(statement, column))
        } else if kind == SQLITE_FLOAT {
          sum ^= unsafe sqlite3_column_double(statement, column).bitPattern
        } else {
          let text = unsafe sqlite3_column_text(statement, column)
          let length = Int(unsafe sqlite3_column_bytes(statement, column))
          let bytes = unsafe UnsafeBufferPointer(start: text, count: length)
          unsafe bytes.forEach { sum &+= UInt64($0) }
        }
      }
      count += 1
    }
    precondition(sum != 0)
    return count
  }
}

/// The ratio of two medians.
func ratio(_ one: [Double], _ other: [Double]) -> String {
  let value = Statistics(one).median / Statistics(other).median
  return "\((value * 100).rounded() / 100)"
}
