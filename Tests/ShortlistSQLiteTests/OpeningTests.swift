import Foundation
import GRDB
import Shortlist
import Synchronization
import Testing

@testable import ShortlistSQLite

@Suite("Opening a table")
struct OpeningTests {
  @Test("declared types are the types of attributes, if all values fit them")
  func types() async throws {
    let file = try Fixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, i INT, b BOOLEAN, d DATETIME, r REAL, n DECIMAL(9, 2),
      t VARCHAR(20), u, date_with_numbers DATE, int_with_text INT, b_with_2 BOOL)
      """,
      """
      INSERT INTO t VALUES (1, 9007199254740993, 1, '2024-01-01', 2, 3, 'a', 5, 20240101, 'x', 2),
      (2, -9223372036854775808, 0, NULL, 0.1, 2.5, 'b', 6, 1, 2, 1)
      """)
    let list = try await file.open()
    let types: [AttributeType] = [
      .integer, .integer, .boolean, .date, .number, .number, .text, .integer, .integer, .text,
      .integer,
    ]
    #expect(await list.schema.entries.map(\.type) == types)
    let rows = try await list.all
    let date = try #require(Timestamp("2024-01-01"))
    #expect(
      rows[0] == [
        .integer(1), .integer(9_007_199_254_740_993), .boolean(true), .date(date), .number(2),
        .number(3), .text("a"), .integer(5), .integer(20_240_101), .text("x"), .integer(2),
      ])
    #expect(rows[1][1] == .integer(Int.min) && rows[1][3] == .null && rows[1][5] == .number(2.5))
    #expect(rows[1][9] == .text("2"))
  }

  @Test("whole numbers among decimals stay exact where all are whole")
  func exactIntegers() async throws {
    let file = try Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n NUMERIC)",
      "INSERT INTO t VALUES (1, 9007199254740993), (2, 1)")
    let list = try await file.open()
    #expect(try await list.all[0][1] == .integer(9_007_199_254_740_993))
  }

  @Test("rows are identified and ordered by the primary key")
  func keys() async throws {
    let file = try Fixture(
      "CREATE TABLE number (k INTEGER PRIMARY KEY, n)", "INSERT INTO number VALUES (10, 1), (2, 2)",
      "CREATE TABLE text (k TEXT PRIMARY KEY, n)",
      "INSERT INTO text VALUES ('b', 1), ('a', 2), ('B', 3), ('ä', 4)",
      "CREATE TABLE pair (b TEXT, a INT, n, PRIMARY KEY (a, b))",
      "INSERT INTO pair VALUES ('x', 10, 1), ('y\"', 2, 2), ('x', 2, 3)",
      "CREATE TABLE keyed (a REAL, b TEXT, PRIMARY KEY (b, a)) WITHOUT ROWID",
      "INSERT INTO keyed VALUES (0.1, 'x'), (2, 'b')",
      "CREATE TABLE \"select\" (\"from\" TEXT, rowid INT)",
      "INSERT INTO \"select\" (_rowid_, \"from\", rowid) VALUES (7, 'a', 1), (3, 'b', 2)",
      "CREATE TABLE named (x, id TEXT)", "INSERT INTO named VALUES (1, 'q'), (2, 'p')",
      "CREATE VIEW looked AS SELECT n FROM number ORDER BY n DESC",
      "CREATE VIEW ided AS SELECT k AS id FROM number")
    let expected: [(String, [RowID])] = [
      ("number", [.integer(2), .integer(10)]),
      ("text", [.text("B"), .text("a"), .text("b"), .text("ä")]),
      ("pair", [.text("[2,\"x\"]"), .text("[2,\"y\\\"\"]"), .text("[10,\"x\"]")]),
      ("keyed", [.text("[\"b\",2]"), .text("[\"x\",0.1]")]),
      ("select", [.integer(3), .integer(7)]), ("named", [.text("p"), .text("q")]),
      ("looked", [.integer(1), .integer(2)]), ("ided", [.integer(2), .integer(10)]),
    ]
    for (table, ids) in expected {
      #expect(try await file.open(table).allIDs == ids, "\(table)")
    }
    #expect(try await file.open("number", id: "n").allIDs == [.integer(1), .integer(2)])
    #expect(try await file.open("select").schema.entries.map(\.name) == ["from", "rowid"])
  }

  @Test("texts may have NUL, be empty, and be lists by schema")
  func texts() async throws {
    let file = try Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, l TEXT)",
      "INSERT INTO t VALUES (1, 'a' || char(0) || 'b', '[ \"x\", \"y\" ]'), (2, '', NULL)")
    let list = try await file.open(schema: [.init(name: "l", type: .list)])
    #expect(
      try await list.all == [
        [.integer(1), .text("a\0b"), .list(["x", "y"])], [.integer(2), .text(""), .null],
      ])
  }

  @Test(
    "says what is wrong",
    arguments: [
      ("gone", nil, "there is no table gone (there are blob, dup, t, utf)"),
      ("blob", nil, "it holds a blob, which no attribute can hold"),
      ("utf", nil, "it is not UTF-8"), ("dup", "n", "the n 1 occurs twice"),
    ] as [(String, String?, String)])
  func errors(table: String, id: String?, reason: String) async throws {
    let file = try Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY)",
      "CREATE TABLE blob (id INTEGER PRIMARY KEY, b BLOB)",
      "INSERT INTO blob VALUES (1, 'text'), (2, x'00')",
      "CREATE TABLE utf (id INTEGER PRIMARY KEY, a TEXT)",
      "INSERT INTO utf VALUES (1, CAST(x'ff' AS TEXT))", "CREATE TABLE dup (n)",
      "INSERT INTO dup VALUES (1), (1)")
    let error = await #expect(throws: SourceError.self) { try await file.open(table, id: id) }
    #expect(error?.reason == reason && error?.path == file.path)
    if table == "blob" { #expect(error?.line == 2 && error?.column == 2) }
  }

  @Test("says what is no file, and no SQLite file")
  func files() async throws {
    let file = try Fixture("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    for path in [file.folder, file.folder + "/none.db", "/dev/null/x"] {
      await #expect(throws: SourceError.self) {
        try await LiveList.open(SQLiteTable(path: path, table: "t"))
      }
    }
    await #expect(throws: SourceError.self) {
      try await LiveList.open(SQLiteTable(path: "/bin/sh", table: "t"))
    }
    #expect(SQLiteTable.isSQLite(file.path) && !SQLiteTable.isSQLite("/bin/sh"))
    #expect(try SQLiteTable.tables(inFile: file.path) == ["t"])
  }

  @Test("an unknown id, and a schema that does not fit, are refused")
  func options() async throws {
    let file = try Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)", "INSERT INTO t VALUES (1, 'x')")
    await #expect(throws: InvalidRequestError.self) { try await file.open(id: "gone") }
    let error = await #expect(throws: SourceError.self) {
      try await file.open(schema: [.init(name: "a", type: .integer)])
    }
    #expect(error?.line == 1 && error?.column == 2)
  }

  @Test("a name with a NUL character in it is that of no table")
  func nulName() async throws {
    let file = try Fixture("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    for journal in [false, true] {
      let error = await #expect(throws: SourceError.self) {
        try await file.open("t\0x", journal: journal)
      }
      #expect(error?.reason == "the name of the table has a NUL character in it")
    }
    #expect(throws: SourceError.self) {
      try SQLiteTable.removeJournal(fromFile: file.path, table: "t\0x")
    }
  }

  @Test("a table whose columns have all names of the number of its rows is no view")
  func namesOfTheNumber() async throws {
    let file = try Fixture(
      "CREATE TABLE n (k INTEGER PRIMARY KEY, rowid TEXT, oid TEXT, _rowid_ TEXT)",
      "CREATE TABLE t (k TEXT PRIMARY KEY, rowid TEXT, OID TEXT, _rowid_ TEXT)",
      "CREATE TABLE u (rowid TEXT, Oid TEXT, _ROWID_ TEXT)",
      "INSERT INTO n VALUES (2, 'a', 'b', 'c')",
      "INSERT INTO t VALUES ('2', 'a', 'b', 'c')", "INSERT INTO u VALUES ('a', 'b', 'c')")
    for (table, id) in [("n", CellValue.integer(3)), ("t", .text("3"))] {
      for journal in [false, true] {
        let list = try await file.open(table, journal: journal)
        #expect(try await list.apply([.insert(["k": id])]).inserted == [RowID(id)])
        try file.run("UPDATE \(table) SET oid = 'new'", "REPLACE INTO \(table) (k) VALUES ('5')")
        _ = try await list.apply([.delete(try #require(RowID(id)))])
        #expect(try await list.all.map { $0[2] } == [.text("new"), .null])
        try file.run("DELETE FROM \(table) WHERE k = '5'")
      }
    }
    let list = try await file.open("u", journal: true)
    #expect(try await list.all == [[.text("a"), .text("b"), .text("c")]])
    let refusal = await #expect(throws: WriteError.self) {
      try await list.apply([.insert(["oid": .text("x")])])
    }
    #expect(refusal?.reason.hasPrefix("the rows of u cannot be told apart: it has no key") == true)
    try file.run("INSERT INTO u VALUES ('d', 'e', 'f')")
    await list.waitForCount(2)
  }

  @Test("virtual tables are read and followed, and not written")
  func virtualTables() async throws {
    let file = try Fixture(
      "CREATE VIRTUAL TABLE f USING fts5(name, body)", "INSERT INTO f VALUES ('a', 'one two')",
      "CREATE VIRTUAL TABLE r USING rtree(id, low, high)", "INSERT INTO r VALUES (5, 1, 2)")
    // The tables in which they keep their rows are not offered.
    #expect(try SQLiteTable.tables(inFile: file.path) == ["f", "r"])
    for (table, more) in [
      ("f", "INSERT INTO f VALUES ('b', 'three')"), ("r", "INSERT INTO r VALUES (6, 1.5, 2.5)"),
    ] {
      let list = try await file.open(table, journal: true)
      #expect(await list.count == 1)
      try file.run(more)
      await list.waitForCount(2)
      #expect(try await list.all == file.open(table).all)
      let refusal = await #expect(throws: WriteError.self) {
        try await list.apply([.insert([:])])
      }
      #expect(refusal?.reason == "\(table) is a virtual table, which cannot be written")
    }
  }

  @Test("a table may have as many columns as SQLite allows")
  func maxColumns() async throws {
    let names = (0..<1998).map { "c\($0)" }.joined(separator: ", ")
    let file = try Fixture(
      "CREATE TABLE one (k TEXT PRIMARY KEY, l, \(names))",
      "CREATE TABLE two (k TEXT, l INT, \(names), PRIMARY KEY (k, l))",
      "CREATE TABLE none (k TEXT, l INT, \(names))", "INSERT INTO one (k, c7) VALUES ('x', 7)",
      "INSERT INTO two (k, l, c7) VALUES ('x', 1, 7)", "INSERT INTO none (k) VALUES ('x')")
    for journal in [false, true] {
      let one = try await file.open("one", journal: journal)
      #expect(try await one.all[0].count == 2000)
      _ = try await one.apply([.update(["k": .text("x"), "c7": .integer(8)])])
      let two = try await file.open("two", journal: journal)
      _ = try await two.apply([.insert(["k": .text("y"), "l": .integer(2), "c7": .integer(9)])])
      try file.run("DELETE FROM two WHERE k = 'y'", "UPDATE one SET c7 = 7")
      _ = try await two.apply([])
      #expect(await two.count == 1)
    }
    let error = await #expect(throws: SourceError.self) { try await file.open("none") }
    #expect(
      error?.reason == """
        a table of 2000 columns needs a key: SQLite gives no more values of a row, and so not its number
        """)
    #expect(try await file.open("none", id: "k").count == 1)
  }

  @Test("a file whose name looks like an address is itself")
  func fileAddress() async throws {
    let file = try Fixture("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    let name = "file:a.db"
    try FileManager.default.copyItem(atPath: file.path, toPath: file.folder + "/" + name)
    try file.run("INSERT INTO t VALUES (1)")
    #expect(try await file.open().count == 1)
    #expect(OpenTable.sqlitePath(name) == "./file:a.db")
    #expect(OpenTable.sqlitePath("/x/file:a.db") == "/x/file:a.db")
  }

  @Test("a locked file is said to be, and can be given up")
  func locked() async throws {
    let file = try Fixture("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    try file.run("BEGIN EXCLUSIVE")
    // The callback cancels the opening at once. A later cancellation could be too late, because
    // the wait has a time limit.
    let waiting = Mutex<Task<LiveList, any Error>?>(nil)
    let table = SQLiteTable(
      path: file.path, table: "t", onLock: { waiting.withLock { $0?.cancel() } })
    let (stored, begin) = AsyncStream<Void>.makeStream()
    let opening = Task {
      for await _ in stored { break }
      return try await LiveList.open(table)
    }
    waiting.withLock { $0 = opening }
    begin.yield()
    await #expect(throws: CancellationError.self) { try await opening.value }
    try file.run("COMMIT")
    #expect(await (try file.open()).count == 0)
  }

  @Test("a view that takes long before its first row can be given up")
  func longView() async throws {
    let file = try Fixture(
      """
      CREATE VIEW t AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT max(i) FROM n
      """)
    let table = SQLiteTable(path: file.path, table: "t")
    let opening = Task { try await LiveList.open(table) }
    opening.cancel()
    await #expect(throws: CancellationError.self) { try await opening.value }
  }
}
