import GRDB
import Shortlist
import ShortlistSQLite
import Workloads

/// From the end of a commit by another connection until a list tells of it, and what of that is not
/// waiting until it is noticed that something was committed.
struct Foreign {
  let files: Files
  let isWAL: Bool
  let journal: Bool

  func measure() async throws {
    let path = try files.copy("foreign", isWAL: isWAL)
    let table = NoticedTable(SQLiteTable(path: path, table: "t", keepsJournal: journal))
    let list = try await LiveList.open(table)
    _ = try await list.setRange(.fixed(length: 50))
    let other = try Files.open(path)
    var updates = list.updates.makeAsyncIterator()
    let clock = ContinuousClock()
    var random = SeededRandom(seed: 3)
    var (delays, costs): ([Double], [Double]) = ([], [])
    for turn in 0..<(journal ? 200 : 40) {
      let id = 1 + random.next(below: files.rows)
      _ = table.takeNoticed()
      try await other.write { database in
        try database.execute(
          sql: "UPDATE t SET name = ? WHERE id = ?", arguments: ["turn \(turn)", id])
      }
      let start = clock.now
      guard await updates.next() != nil else { fatalError("the list has stopped") }
      let end = clock.now
      delays.append(max(0, start.duration(to: end).microseconds))
      if let noticed = table.takeNoticed() {
        costs.append(noticed.duration(to: end).microseconds)
      }
    }
    let name =
      "\(isWAL ? "write-ahead log" : "rollback journal"), "
      + (journal ? "with" : "without") + " a journal of changes"
    TablesCommand.tell("\nA commit by another connection until it is told, \(name)")
    TablesCommand.tell("  in all             \(TablesCommand.text(delays))")
    TablesCommand.tell("  from its noticing  \(TablesCommand.text(costs))")
  }
}
