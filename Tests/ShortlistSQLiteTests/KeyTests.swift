import GRDB
import Shortlist
import ShortlistSQLite
import Testing

@Suite struct KeyTests {
  /// Tables in which a new row takes the place of one whose key differs.
  private static let tables = [
    "id TEXT COLLATE NOCASE PRIMARY KEY ON CONFLICT REPLACE, x",
    "id TEXT COLLATE NOCASE PRIMARY KEY ON CONFLICT REPLACE, x) WITHOUT ROWID --",
    "id TEXT COLLATE RTRIM PRIMARY KEY ON CONFLICT REPLACE, x",
    "id TEXT COLLATE NOCASE, x, UNIQUE (id COLLATE BINARY), UNIQUE (id) ON CONFLICT REPLACE",
    "id TEXT PRIMARY KEY, x, UNIQUE (id COLLATE NOCASE) ON CONFLICT REPLACE",
  ]

  @Test(arguments: tables, [false, true])
  func `a row gives way to one with a key that is the same only for the table`(
    columns: String, journal: Bool
  ) async throws {
    let (old, new) = columns.contains("RTRIM") ? ("abc  ", "abc") : ("Abc", "abc")
    let file = try Fixture(
      "CREATE TABLE t (\(columns))", "INSERT INTO t VALUES ('\(old)', 'old'), ('z', 'z')")
    let list = try await file.open(journal: journal)
    try file.run("INSERT OR REPLACE INTO t VALUES ('\(new)', 'new')")
    _ = try await list.apply([])
    #expect(try await list.all == [[.text(new), .text("new")], [.text("z"), .text("z")]])
    #expect(try await list.apply([.insert(["id": .text(old)])]).inserted == [.text(old)])
    #expect(try await list.all == [[.text(old), .null], [.text("z"), .text("z")]])
    try file.run("UPDATE OR REPLACE t SET id = '\(new)' WHERE id = 'z'")
    _ = try await list.apply([])
    #expect(try await list.all == [[.text(new), .text("z")]])
    // No row is found by a key that is another one.
    await #expect(throws: WriteError(index: 0, reason: "there is no row \(old)")) {
      try await list.apply([.delete(.text(old))])
    }
    #expect(try await list.all == file.open().all)
  }

  /// The row 2 takes the key of the row 1, which goes, and takes along the rows below it, also the
  /// row 2.
  @Test(
    arguments: ["k REAL PRIMARY KEY", "k INTEGER PRIMARY KEY", "k INT UNIQUE"], [false, true])
  func `a row that is deleted while it takes the key of another one takes that along`(
    key: String, journal: Bool
  ) async throws {
    let file = try Fixture(
      """
      CREATE TABLE t (\(key) ON CONFLICT REPLACE,
      parent REFERENCES t (k) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED)
      """, "INSERT INTO t VALUES (1, NULL), (2, 1), (3, NULL)")
    let list = try await file.open(id: "k", journal: journal)
    try file.run("UPDATE t SET k = 1, parent = 3 WHERE k = 2")
    _ = try await list.apply([])
    #expect(try await list.all.count == 1)
    #expect(try await list.all == file.open(id: "k").all)
  }

  @Test(arguments: [false, true], [1, 9])
  func `a second row with an id stops the list, until the id is another one`(
    journal: Bool, id: Int
  ) async throws {
    let file = try Fixture(
      "CREATE TABLE t (k INT, x TEXT)", "INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c')")
    let list = try await file.open(id: "k", journal: journal)
    var updates = list.updates.makeAsyncIterator()
    try file.run("INSERT INTO t VALUES (\(id), 'd'), (\(id), 'e')")
    let update = try #require(await updates.next())
    guard case .stopped = update.loading else {
      Issue.record("\(update.loading)")
      return
    }
    #expect(await list.stopReason == "the k \(id) occurs twice")
    #expect(await list.count == 3)
    await #expect(throws: WriteError(index: 0, reason: "the k \(id) occurs twice")) {
      try await list.apply([.update(["k": .integer(id), "x": .text("which?")])])
    }
    try file.run("UPDATE t SET k = 4 WHERE x = 'd'", "UPDATE t SET k = 5 WHERE x = 'e'")
    await list.waitForCount(5)
    #expect(await list.stopReason == nil)
    #expect(try await list.all == file.open(id: "k").all)
  }

  @Test(arguments: ["", "WITHOUT ROWID"], [false, true])
  func `so does one with a key of several columns`(storage: String, journal: Bool) async throws {
    let file = try Fixture(
      """
      CREATE TABLE t (a TEXT COLLATE NOCASE, b INT, x TEXT, PRIMARY KEY (a, b) ON CONFLICT REPLACE)
      \(storage)
      """, "INSERT INTO t VALUES ('Abc', 1, 'old'), ('z', 1, 'z')")
    let list = try await file.open(journal: journal)
    try file.run("REPLACE INTO t VALUES ('abc', 1, 'new')")
    _ = try await list.apply([])
    #expect(try await list.allIDs == [.text("[\"abc\",1]"), .text("[\"z\",1]")])
    let id = RowID.text("[\"ABC\",1]")
    let outcome = try await list.apply([.insert(["a": .text("ABC"), "b": .integer(1)])])
    #expect(outcome.inserted == [id])
    #expect(try await list.allIDs == [id, .text("[\"z\",1]")])
    await #expect(throws: WriteError.self) {
      try await list.apply([.update(["a": .text("abc"), "b": .integer(1), "x": .text("no")])])
    }
    await #expect(throws: WriteError(index: 0, reason: "there is a row [\"ABC\",1] already")) {
      try await list.apply([.insert(["a": .text("ABC"), "b": .integer(1)])])
    }
    #expect(try await list.all == file.open().all)
  }

  @Test(
    arguments: ["TEXT PRIMARY KEY", "INT PRIMARY KEY", "TEXT, PRIMARY KEY (id, x)"], [false, true])
  func `a row gives way to one with its number`(key: String, journal: Bool) async throws {
    let parts = key.split(separator: ", ", maxSplits: 1)
    let rest = parts.count > 1 ? ", \(parts[1])" : ""
    let file = try Fixture(
      "CREATE TABLE t (id \(parts[0]), x TEXT\(rest))",
      "INSERT INTO t (rowid, id, x) VALUES (5, '1', 'a'), (6, '2', 'b')")
    let list = try await file.open(journal: journal)
    try file.run("REPLACE INTO t (rowid, id, x) VALUES (5, '3', 'c')")
    _ = try await list.apply([])
    #expect(try await list.all.map { $0[1].text } == ["b", "c"])
    try file.run("UPDATE OR REPLACE t SET rowid = 5 WHERE rowid = 6")
    _ = try await list.apply([])
    #expect(try await list.all.map { $0[1].text } == ["b"])
  }

  @Test(arguments: [false, true])
  func `rows that must differ in a generated column, in part, or by an expression, give way`(
    journal: Bool
  ) async throws {
    for rule in [
      "CREATE UNIQUE INDEX u ON t (g)", "CREATE UNIQUE INDEX u ON t (n) WHERE id > 1",
      "CREATE UNIQUE INDEX u ON t (n COLLATE NOCASE)", "CREATE UNIQUE INDEX u ON t (lower(n))",
      "CREATE UNIQUE INDEX u ON t (v)",
    ] {
      let file = try Fixture(
        """
        CREATE TABLE t (id INTEGER PRIMARY KEY, n TEXT, g AS (n || '!') STORED, v AS (upper(n)))
        """, rule, "INSERT INTO t VALUES (2, 'a'), (3, 'b'), (4, 'c')")
      let list = try await file.open(journal: journal)
      try file.run("REPLACE INTO t VALUES (9, 'a')", "UPDATE OR REPLACE t SET n = 'b' WHERE id = 4")
      _ = try await list.apply([])
      #expect(try await list.allIDs == [.integer(4), .integer(9)], "\(rule)")
      #expect(try await list.all == file.open().all)
      await #expect(throws: WriteError.self, "\(rule)") {
        try await list.apply([.insert(["id": .integer(10), "n": .text("a")])])
      }
    }
  }

  @Test(arguments: [false, true])
  func `an index that is made later makes rows give way, too`(journal: Bool) async throws {
    let file = try Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n TEXT)",
      "CREATE TABLE u (n TEXT)",
      "CREATE TRIGGER tr AFTER UPDATE ON t WHEN NEW.n = 'go' BEGIN REPLACE INTO t VALUES (7, 'a'); END",
      "INSERT INTO t VALUES (1, 'a'), (2, 'b')")
    let list = try await file.open(journal: journal)
    _ = try await list.apply([.insert(["id": .integer(3), "n": .text("c")])])
    try file.run("CREATE UNIQUE INDEX u1 ON t (n)")
    _ = try await list.apply([.update(["id": .integer(2), "n": .text("go")])])
    #expect(try await list.allIDs == [.integer(2), .integer(3), .integer(7)])
  }

  @Test func `a key that the table does not have is no reason to write triggers`() async throws {
    let file = try Fixture("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    await #expect(throws: (any Error).self) { try await file.open(id: "gone", journal: true) }
    try file.run("INSERT INTO t VALUES (1)")
  }

  @Test func `infinite numbers are null, and apart from each other in keys`() async throws {
    let file = try Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, r REAL, x TEXT)",
      "INSERT INTO t VALUES (1, 1.5, 'a'), (2, 9e999, 'b'), (3, -9e999, 'c')",
      "CREATE TABLE k (r REAL, x, n TEXT, PRIMARY KEY (r, x))",
      "INSERT INTO k VALUES (9e999, 'x', 'a'), (-9e999, 'x', 'b'), (NULL, 'x', 'c'), (2, 'x', 'd')")
    let list = try await file.open()
    #expect(await list.schema.entries[1].type == .number)
    #expect(try await list.all.map { $0[1] } == [.number(1.5), .null, .null])
    try file.run("UPDATE t SET x = 'd'", "UPDATE t SET r = -9e999 WHERE id = 1")
    let outcome = try await list.apply([.update(["id": .integer(2), "r": .integer(2)])])
    #expect(outcome.changes?.description == "*0:1(2)")
    #expect(try await list.all.map { $0[1] } == [.null, .number(2), .null])
    let keyed = try await file.open("k")
    let ids = ["[[\"-Infinity\"],\"x\"]", "[2,\"x\"]", "[[\"Infinity\"],\"x\"]", "[null,\"x\"]"]
    #expect(Set(try await keyed.allIDs) == Set(ids.map { .text($0) }))
    _ = try await keyed.apply([
      .update(["id": .text(ids[0]), "n": .text("low")]), .delete(.text(ids[2])),
    ])
    #expect(try await keyed.all == file.open("k").all)
    let texts = try await file.other.read {
      try String.fetchAll($0, sql: "SELECT n FROM k ORDER BY r")
    }
    #expect(texts == ["c", "low", "d"])
  }
}
