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
    for _ in 0..<5 {
      stepping.append(try Stopwatch.microseconds { try step(path) })
      let clock = ContinuousClock()
      let start = clock.now
      let list = try await LiveList.open(SQLiteTable(path: path, table: "t"))
      opening.append(start.duration(to: clock.now).microseconds)
      precondition(await list.count == files.rows)
    }
    TablesCommand.tell("\nOpening")
    TablesCommand.tell("  SQLite alone  \(TablesCommand.text(stepping))")
    TablesCommand.tell("  a list        \(TablesCommand.text(opening))")
    TablesCommand.tell("  ratio         \(ratio(opening, stepping))")
  }

  private func step(_ path: String) throws {
    try Files.open(path).read { database in
      let statement = try database.makeStatement(sql: "SELECT id, name, kind, n, x FROM t")
      let handle = unsafe statement.sqliteStatement
      var (count, sum) = (0, 0)
      while unsafe sqlite3_step(handle) == SQLITE_ROW {
        for column in 0..<CInt(5) {
          switch unsafe sqlite3_column_type(handle, column) {
          case SQLITE_INTEGER: sum &+= Int(unsafe sqlite3_column_int64(handle, column))
          case SQLITE_FLOAT: sum &+= unsafe sqlite3_column_double(handle, column).hashValue & 1
          default:
            let text = unsafe sqlite3_column_text(handle, column)
            let length = Int(unsafe sqlite3_column_bytes(handle, column))
            for byte in unsafe UnsafeBufferPointer(start: text, count: length) { sum &+= Int(byte) }
          }
        }
        count += 1
      }
      precondition(count == files.rows && sum != 0)
    }
  }
}

/// The ratio of two medians.
func ratio(_ one: [Double], _ other: [Double]) -> String {
  let value = Statistics(one).median / Statistics(other).median
  return "\((value * 100).rounded() / 100)"
}
