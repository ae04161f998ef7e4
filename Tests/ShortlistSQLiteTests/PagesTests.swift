import GRDB
import Shortlist
import ShortlistTestSupport
import Testing

@testable import ShortlistSQLite

@Suite("Comparing the pages of a table")
struct PagesTests {
  /// A file of small pages, so that few rows make many of them.
  private func fixture(isWAL: Bool) throws -> Fixture {
    let file = try Fixture("PRAGMA page_size = 512")
    if isWAL { try file.run("PRAGMA journal_mode = WAL") }
    try file.run("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, n INT)")
    return file
  }

  private func statement(_ random: inout SeededRandom) -> String {
    let id = random.next(below: 200) - 100
    let length = random.pick([3, 3, 3, 3, 30, 460, 470, 480, 3000])
    let name = "substr(hex(zeroblob(2000)), 1, \(length))"
    let n = random.next(below: 3)
    switch random.next(below: 7) {
    case 0: return "DELETE FROM t WHERE id = \(id)"
    case 1: return "DELETE FROM t WHERE id BETWEEN \(id) AND \(id + 40)"
    case 2: return "UPDATE t SET n = \(n) WHERE id = \(id)"
    case 3: return "UPDATE OR REPLACE t SET id = \(id + 1) WHERE id = \(id)"
    case 4: return "UPDATE t SET name = replace(name, '0', '\(n)') WHERE id = \(id)"
    default: return "INSERT OR REPLACE INTO t VALUES (\(id), \(name), \(n))"
    }
  }

  /// The rows of a table by their numbers, as one text each.
  private func rows(_ database: Database) throws -> [Int: String] {
    let rows = try GRDB.Row.fetchAll(database, sql: "SELECT id, quote(name) || quote(n) FROM t")
    return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
  }

  private func pages(_ database: Database) throws -> TablePages? {
    try TablePages(
      of: try #require(try TableShape(of: "t", in: database)), by: .column("id"), in: database)
  }

  @Test("finds all rows that differ between two states", arguments: [false, true], 1...6)
  func randomStates(isWAL: Bool, seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let file = try fixture(isWAL: isWAL)
    var states: [(rows: [Int: String], pages: TablePages)] = []
    for step in 0..<60 {
      for _ in 0..<random.pick([1, 1, 2, 20]) { try file.run(statement(&random)) }
      if random.chance(0.05) { try file.run("VACUUM") }
      let (found, after) = try file.other.inDatabase {
        (try rows($0), try #require(try pages($0)))
      }
      let note: Comment = "WAL \(isWAL), seed \(seed), step \(step)"
      #expect(after.rowCount == found.count, note)
      #expect(after.differences(from: after) == [], note)
      for state in states.suffix(5) {
        let ranges = after.differences(from: state.pages)
        let ids = Set(found.keys).union(state.rows.keys)
        for id in ids where found[id] != state.rows[id] {
          #expect(ranges.contains { $0.contains(id) }, "row \(id), \(note)")
        }
      }
      states.append((found, after))
    }
  }

  @Test("one row that differs leads to one page of many")
  func oneRow() throws {
    let file = try fixture(isWAL: false)
    for id in 1...1000 { try file.run("INSERT INTO t VALUES (\(id), 'name', 0)") }
    let before = try file.other.inDatabase { try #require(try pages($0)) }
    #expect(before.leaves.count > 20)
    try file.run("UPDATE t SET n = 2 WHERE id = 500")
    let after = try file.other.inDatabase { try #require(try pages($0)) }
    let ranges = after.differences(from: before)
    #expect(ranges.count == 1 && ranges[0].contains(500) && ranges[0].count < 50)
  }

  @Test("there is nothing to be told of what has another key, or is stored by it")
  func otherKeys() throws {
    let file = try Fixture(
      "CREATE TABLE t (id TEXT PRIMARY KEY, n INT)",
      "CREATE TABLE u (id INTEGER PRIMARY KEY, n INT) WITHOUT ROWID",
      "CREATE TABLE v (id INT PRIMARY KEY, n INT)", "CREATE VIEW w AS SELECT * FROM v")
    try file.other.inDatabase { database in
      for name in ["t", "u", "v", "w"] {
        let shape = try #require(try TableShape(of: name, in: database))
        let key = TableKey(of: shape, asked: nil)
        #expect(try TablePages(of: shape, by: key, in: database) == nil, "\(name)")
      }
    }
  }

  @Test(
    "what others commit between own writes is seen, also when it takes them back",
    arguments: [false, true], 1...6)
  func ownWrites(isWAL: Bool, seed: Int) async throws {
    var random = SeededRandom(seed: seed)
    let file = try fixture(isWAL: isWAL)
    for id in -100..<100 { try file.run("INSERT INTO t VALUES (\(id), 'name', 0)") }
    let list = try await file.open()
    for step in 0..<60 {
      let id = random.next(below: 200) - 100
      let before = try await list.all
      if random.chance(0.4), before.contains(where: { $0[0] == .integer(id) }) {
        _ = try await list.apply([
          random.chance(0.3)
            ? .delete(.integer(id)) : .update(["id": .integer(id), "n": .integer(1)])
        ])
        // The page is then as it was.
        if random.chance(0.5) { try file.run("UPDATE t SET n = 0 WHERE id = \(id)") }
      }
      for _ in 0..<random.next(below: 3) { try file.run(statement(&random)) }
      try file.run("INSERT OR REPLACE INTO t VALUES (1000, 'step', \(step))")
      let last: [Value] = [.integer(1000), .text("step"), .integer(step)]
      while try await list.all.last != last { await Task.yield() }
      let fresh = try await file.open()
      #expect(try await list.all == fresh.all, "WAL \(isWAL), seed \(seed), step \(step)")
    }
  }
}
