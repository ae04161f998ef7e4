import Dispatch
import Foundation
import GRDB
import Shortlist
import ShortlistSQLite
import Synchronization
import Workloads

/// A window of 50 rows, from the writing of one row in it until what it shows then is delivered: a
/// list beside GRDB's observation of the same rows, each in a file of its own, by turns.
///
/// Both wait for the disk while SQLite carries out `COMMIT`, for the same number of bytes and with
/// the same settings. What they do besides is what is compared: all of it, and what comes after the
/// commit.
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
      tell("in all", times.observed.map(\.all), times.list.map(\.all))
      tell("COMMIT", times.observed.map(\.commit), times.list.map(\.commit))
      tell(
        "without COMMIT", times.observed.map { $0.all - $0.commit },
        times.list.map { $0.all - $0.commit })
      tell("after COMMIT", times.observed.map(\.after), times.list.map(\.after))
    }
  }

  private func tell(_ name: String, _ observed: [Double], _ list: [Double]) {
    let name = name.padding(toLength: 16, withPad: " ", startingAt: 0)
    TablesCommand.tell(
      "    \(name) observation \(TablesCommand.text(observed))  list "
        + "\(TablesCommand.text(list))  ratio \(ratio(observed, list))")
  }

  /// The times of a write, in microseconds.
  private struct Time {
    /// From the request until what is shown then is there.
    let all: Double
    /// Of it, what SQLite took for `COMMIT`.
    let commit: Double
    /// Of it, what came after that.
    let after: Double

    /// The times of the write that has just ended.
    init(since start: ContinuousClock.Instant) {
      let end = ContinuousClock().now
      guard let commit = CommitClock.commit else { fatalError("nothing was committed") }
      all = start.duration(to: end).microseconds
      self.commit = commit.start.duration(to: commit.end).microseconds
      after = commit.end.duration(to: end).microseconds
    }
  }

  private struct Times {
    var list: [Time] = []
    var observed: [Time] = []
  }

  private func measure(_ shown: Shown) async throws -> Times {
    let path = try files.copy("list", isWAL: isWAL)
    var query = ListQuery()
    (query.sort, query.filters) = (shown.sort, shown.filter)
    let list = try await LiveList.open(SQLiteTable(path: path, table: "t"), query: query)
    _ = try await list.setRange(.fixed(length: 50, from: shown.pin))

    let queue = try Files.open(try files.copy("observed", isWAL: isWAL))
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
      CommitClock.reset()
      var start = clock.now
      let outcome = try await list.apply([
        .update(["id": .integer(id), "name": .text("turn \(turn)")])
      ])
      let listed = Time(since: start)
      precondition(outcome.changes != nil)
      CommitClock.reset()
      start = clock.now
      try await queue.write { database in
        try database.execute(
          sql: "UPDATE t SET name = ? WHERE id = ?", arguments: ["turn \(turn)", id])
      }
      let rows = await iterator.next()
      let observed = Time(since: start)
      precondition(rows?.count == 50)
      // The first turns find nothing in the caches.
      if turn < 2 { continue }
      times.list.append(listed)
      times.observed.append(observed)
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
