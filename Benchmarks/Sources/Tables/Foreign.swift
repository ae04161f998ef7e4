import GRDB
import Shortlist
import ShortlistSQLite
import Workloads

/// From the end of a commit by another connection until a list tells of it.
struct Foreign {
  let files: Files
  let isWAL: Bool
  let journal: Bool

  func measure() async throws {
    let path = try files.copy("foreign", isWAL: isWAL)
    let list = try await LiveList.open(
      SQLiteTable(path: path, table: "t", keepsJournal: journal))
    _ = try await list.setRange(.fixed(length: 50))
    let other = try Files.open(path)
    var updates = list.updates.makeAsyncIterator()
    let clock = ContinuousClock()
    var random = SeededRandom(seed: 3)
    var delays: [Double] = []
    for turn in 0..<(journal ? 60 : 15) {
      let id = 1 + random.next(below: files.rows)
      try await other.write { database in
        try database.execute(
          sql: "UPDATE t SET name = ? WHERE id = ?", arguments: ["turn \(turn)", id])
      }
      let start = clock.now
      guard await updates.next() != nil else { fatalError("the list has stopped") }
      delays.append(start.duration(to: clock.now).microseconds)
    }
    let name =
      "\(isWAL ? "write-ahead log" : "rollback journal"), "
      + (journal ? "with" : "without") + " a journal of changes"
    TablesCommand.tell("\nA commit by another connection until it is told, \(name)")
    TablesCommand.tell("  \(TablesCommand.text(delays))")
  }
}
