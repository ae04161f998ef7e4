import Dispatch
import GRDB
import Shortlist
import ShortlistSQLite
import Synchronization
import Workloads

/// A window of 50 rows, from the writing of one row in it until what it shows then is delivered: a list
/// beside GRDB's observation of the same rows and a commit that nobody watches, each in a file of its
/// own, by turns.
///
/// The last is what the disk costs, and is taken from the others for the ratio.
struct Windows {
  let files: Files
  let isWAL: Bool

  /// What is shown, in both languages.
  private struct Shown {
    let name: String
    let sql: String
    var sort: [SortKey] = []
    var filter = ""
    var pin = RangeOptions.Pin.beginning
    /// How many commits are measured.
    let turns: Int
  }

  private static let shown = [
    Shown(name: "index order, first 50", sql: "ORDER BY id LIMIT 50", turns: 100),
    Shown(
      name: "filter and sort without index, first 50",
      sql: "WHERE kind = 'a' ORDER BY x, id LIMIT 50", sort: [SortKey("x")], filter: "kind:a",
      turns: 30),
    Shown(
      name: "sort without index, last 50", sql: "ORDER BY x DESC, id DESC LIMIT 50",
      sort: [SortKey("x")], pin: .end, turns: 30),
  ]

  func measure() async throws {
    TablesCommand.tell("\nA window of 50 rows, \(isWAL ? "write-ahead log" : "rollback journal")")
    for shown in Self.shown {
      let times = try await measure(shown)
      TablesCommand.tell("  \(shown.name)")
      TablesCommand.tell("    GRDB's observation  \(TablesCommand.text(times.observed))")
      TablesCommand.tell("    a list              \(TablesCommand.text(times.list))")
      TablesCommand.tell("    a commit alone      \(TablesCommand.text(times.alone))")
      TablesCommand.tell("    ratio               \(ratio(times.observed, times.list))")
      let alone = Statistics(times.alone).median
      // What is less than 50 µs more than a commit cannot be told from it.
      let beyond = [times.observed, times.list].map { max(50, Statistics($0).median - alone) }
      TablesCommand.tell("    beyond the commit   \(((beyond[0] / beyond[1]) * 10).rounded() / 10)")
    }
  }

  /// Times by turns, in microseconds.
  private struct Times {
    var list: [Double] = []
    var observed: [Double] = []
    var alone: [Double] = []
  }

  private func measure(_ shown: Shown) async throws -> Times {
    let path = try files.copy("list", isWAL: isWAL)
    var query = Query()
    (query.sort, query.filters) = (shown.sort, shown.filter)
    let list = try await LiveList.open(SQLiteTable(path: path, table: "t"), query: query)
    _ = try await list.setRange(.fixed(length: 50, from: shown.pin))

    let queue = try Files.open(try files.copy("observed", isWAL: isWAL))
    let unwatched = try Files.open(try files.copy("unwatched", isWAL: isWAL))
    let sql = "SELECT * FROM t " + shown.sql
    let observation = ValueObservation.tracking { try Line.fetchAll($0, sql: sql) }
    let (values, source) = AsyncStream<[Line]>.makeStream()
    let observer = observation.start(
      in: queue, scheduling: .async(onQueue: DispatchQueue(label: "observer")),
      onError: { fatalError("\($0)") }, onChange: { source.yield($0) })
    defer { observer.cancel() }
    var iterator = values.makeAsyncIterator()
    _ = await iterator.next()

    var random = SeededRandom(seed: 2)
    let clock = ContinuousClock()
    var times = Times()
    for turn in 0..<shown.turns + 2 {
      let ids = try await list.ids().ids
      guard case .integer(let id) = ids[random.next(below: ids.count)] else { continue }
      var start = clock.now
      let outcome = try await list.apply([
        .update(["id": .integer(id), "name": .text("turn \(turn)")])
      ])
      let one = start.duration(to: clock.now).microseconds
      precondition(outcome.changes != nil)
      start = clock.now
      try await queue.write { database in
        try database.execute(
          sql: "UPDATE t SET name = ? WHERE id = ?", arguments: ["turn \(turn)", id])
      }
      let rows = await iterator.next()
      let other = start.duration(to: clock.now).microseconds
      precondition(rows?.count == 50)
      start = clock.now
      try await unwatched.write { database in
        try database.execute(
          sql: "UPDATE t SET name = ? WHERE id = ?", arguments: ["turn \(turn)", id])
      }
      let commit = start.duration(to: clock.now).microseconds
      // The first turns find nothing in the caches.
      if turn < 2 { continue }
      times.list.append(one)
      times.observed.append(other)
      times.alone.append(commit)
    }
    return times
  }
}

/// A row as an observation delivers it.
private struct Line: FetchableRecord, Sendable {
  let id: Int
  let name: String
  let kind: String
  let n: Int
  let x: Double

  init(row: GRDB.Row) {
    (id, name, kind, n, x) = (row[0], row[1], row[2], row[3], row[4])
  }
}
