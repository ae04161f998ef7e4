import GRDB
import Shortlist
import ShortlistTestSupport
import Testing

@testable import ShortlistSQLite

@Suite("Comparing the pages of a table")
struct PagesTests {
  /// A file of small pages, so that few rows make many of them.
  private func fixture(isWAL: Bool, key: String = "INTEGER") throws -> Fixture {
    let file = try Fixture("PRAGMA page_size = 512")
    if isWAL { try file.run("PRAGMA journal_mode = WAL") }
    try file.run("CREATE TABLE t (id \(key) PRIMARY KEY, name TEXT, n INT)")
    return file
  }

  private func statement(_ random: inout SeededRandom) -> String {
    let id = random.next(below: 200) - 100
    let length = random.pick([3, 3, 3, 3, 30, 460, 470, 480, 3000])
    let name = "substr(hex(zeroblob(2000)), 1, \(length))"
    let n = random.next(below: 3)
    switch random.next(below: 7) {
    case 0: return "DELETE FROM t WHERE id = '\(id)'"
    case 1: return "DELETE FROM t WHERE id BETWEEN '\(id)' AND '\(id + 40)'"
    case 2: return "UPDATE t SET n = \(n) WHERE id = '\(id)'"
    case 3: return "UPDATE OR REPLACE t SET id = '\(id + 1)' WHERE id = '\(id)'"
    case 4: return "UPDATE t SET name = replace(name, '0', '\(n)') WHERE id = '\(id)'"
    default: return "INSERT OR REPLACE INTO t VALUES ('\(id)', \(name), \(n))"
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

  @Test("there is nothing to be told of what is stored by its key, or has another one")
  func otherKeys() throws {
    let file = try Fixture(
      "CREATE TABLE t (id TEXT PRIMARY KEY, n INT)",
      "CREATE TABLE u (id INTEGER PRIMARY KEY, n INT) WITHOUT ROWID",
      "CREATE TABLE v (id INT PRIMARY KEY, n INT)", "CREATE VIEW w AS SELECT * FROM v",
      "CREATE TABLE x (id TEXT, n INT, PRIMARY KEY (id, n))", "CREATE TABLE y (id TEXT UNIQUE)",
      "CREATE TABLE z (n INT)")
    try file.other.inDatabase { database in
      for name in ["t", "u", "v", "w", "x", "y", "z"] {
        let shape = try #require(try TableShape(of: name, in: database))
        let key = TableKey(of: shape, requestedID: nil)
        let pages = try TablePages(of: shape, by: key, in: database)
        #expect((pages != nil) == ["t", "z"].contains(name), "\(name)")
      }
    }
  }

  @Test(
    "what others commit between own writes is seen, also when it takes them back",
    arguments: ["INTEGER", "TEXT"], 1...8)
  func ownWrites(key: String, seed: Int) async throws {
    var random = SeededRandom(seed: seed)
    let file = try fixture(isWAL: seed % 2 == 0, key: key)
    func rowID(_ id: Int) -> RowID { key == "TEXT" ? .text("\(id)") : .integer(id) }
    func value(_ id: Int) -> CellValue { key == "TEXT" ? .text("\(id)") : .integer(id) }
    for id in -100..<100 { try file.run("INSERT INTO t VALUES ('\(id)', 'name', 0)") }
    let list = try await file.open()
    for step in 0..<60 {
      let id = random.next(below: 200) - 100
      let ids = try await list.allIDs
      if random.chance(0.4), ids.contains(rowID(id)) {
        let operation: RowOperation =
          random.chance(0.3)
          ? .delete(rowID(id)) : .update(["id": value(id), "n": .integer(1)])
        _ = try await list.apply([operation])
        // The page is then as it was.
        if random.chance(0.5) { try file.run("UPDATE t SET n = 0 WHERE id = '\(id)'") }
      }
      for _ in 0..<random.next(below: 3) { try file.run(statement(&random)) }
      try file.run("INSERT OR REPLACE INTO t VALUES ('1000', 'step', \(step))")
      let last: [CellValue] = [value(1000), .text("step"), .integer(step)]
      while try await !list.all.contains(last) { await Task.yield() }
      let fresh = try await file.open()
      #expect(try await list.all == fresh.all, "\(key), seed \(seed), step \(step)")
    }
  }

  @Test("rows without a key are not seen, and hide no other ones")
  func noKeys() async throws {
    let file = try fixture(isWAL: false, key: "TEXT")
    for id in 100..<200 { try file.run("INSERT INTO t VALUES ('\(id)', 'name', 0)") }
    let list = try await file.open()
    var expected = Set(100..<200)
    for step in 0..<20 {
      try file.run(
        "INSERT INTO t VALUES (NULL, 'none', 0)", "DELETE FROM t WHERE id = '\(100 + 3 * step)'")
      expected.remove(100 + 3 * step)
      await list.waitForCount(expected.count)
      if step % 3 == 0 { try file.run("DELETE FROM t WHERE id IS NULL") }
      #expect(try await list.allIDs == expected.sorted().map { .text("\($0)") }, "step \(step)")
    }
  }
}
