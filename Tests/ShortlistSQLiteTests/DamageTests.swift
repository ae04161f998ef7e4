import Foundation
import GRDB
import Shortlist
import ShortlistSQLite
import ShortlistTestSupport
import Testing

/// Damaged files and hostile schemas.
///
/// The reader reports an error or returns the rows that SQLite itself reads. It never crashes or
/// hangs.
///
/// `SHORTLIST_DAMAGED` makes more damaged files, `SHORTLIST_SEED` others.
@Suite(.timeLimit(.minutes(30))) struct DamageTests {
  @Test func `damaged files are refused, or read as SQLite reads them`() async throws {
    let first = Environment.number("SHORTLIST_SEED") ?? 1
    var opened = 0
    for seed in first..<first + (Environment.number("SHORTLIST_DAMAGED") ?? 150) {
      var random = SeededRandom(seed: seed)
      let file = try fixture(&random)
      try file.run("PRAGMA wal_checkpoint(TRUNCATE)")
      // The connection must not know anything of the file as it was.
      let path = file.folder + "/damaged.db"
      try FileManager.default.copyItem(atPath: file.path, toPath: path)
      var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      damage(&bytes, &random)
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      for table in ["t", "k"] where await use(path, table, random.chance(0.5), "seed \(seed)") {
        opened += 1
      }
      _ = try? SQLiteTable.tables(inFile: path)
    }
    print("damaged files: \(opened) tables opened")
    #expect(opened > 0)
  }

  @Test func `a file may be damaged while it is open`() async throws {
    let first = Environment.number("SHORTLIST_SEED") ?? 1
    for seed in first..<first + (Environment.number("SHORTLIST_DAMAGED") ?? 150) / 3 {
      var random = SeededRandom(seed: seed)
      let file = try fixture(&random)
      let journal = random.chance(0.5)
      let list = try await file.open(random.pick(["t", "k"]), journal: journal)
      try file.run("PRAGMA wal_checkpoint(TRUNCATE)")
      let handle = try FileHandle(forUpdating: URL(fileURLWithPath: file.path))
      // The first page, if it is whole, says that there is something new.
      var bytes = [UInt8](try #require(try handle.readToEnd()))
      damage(&bytes, &random)
      try handle.truncate(atOffset: UInt64(bytes.count))
      try handle.seek(toOffset: 0)
      try handle.write(contentsOf: Data(bytes))
      try? file.run("INSERT INTO t VALUES (1000, 'new', 1, NULL)")
      try? file.run("UPDATE k SET n = n + 1")
      await write(list)
      await write(list)
      try handle.close()
    }
  }

  private func fixture(_ random: inout SeededRandom) throws -> Fixture {
    let file = try Fixture(
      "PRAGMA page_size = \(random.pick([512, 1024, 4096]))",
      "PRAGMA auto_vacuum = \(random.pick([0, 1]))")
    if random.chance(0.5) { try file.run("PRAGMA journal_mode = WAL") }
    try file.run(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT, n INT, r REAL)",
      "CREATE TABLE k (a TEXT COLLATE NOCASE, b INT, n INT, PRIMARY KEY (a, b)) WITHOUT ROWID",
      "CREATE INDEX i ON t (x)", "CREATE UNIQUE INDEX u ON t (n, x)",
      "CREATE TRIGGER tr AFTER INSERT ON t BEGIN UPDATE k SET n = NEW.n; END",
      """
      WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < \(random.pick([3, 200])))
      INSERT INTO t SELECT i * 3, substr(hex(zeroblob(3000)), 1, i * i % 900) || i, i % 7, i / 3.0 FROM c
      """, "INSERT INTO k SELECT x, id, n FROM t WHERE length(x) < 200",
      "DELETE FROM t WHERE id % 7 = 2")
    return file
  }

  /// Changes some bytes, most of them where SQLite has what the file is like.
  private func damage(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    let pageSize = max(512, Int(bytes[16]) << 8 | Int(bytes[17]))
    switch random.next(below: 8) {
    case 0: bytes.removeLast(random.next(below: bytes.count - 100))
    case 1:
      let page = random.next(below: bytes.count / pageSize) * pageSize
      for place in page..<min(page + pageSize, bytes.count) {
        bytes[place] = random.pick([0, 0xff])
      }
    case 2:
      let (from, to) = (
        random.next(below: bytes.count / pageSize), random.next(below: bytes.count / pageSize)
      )
      for place in 0..<pageSize { bytes[to * pageSize + place] = bytes[from * pageSize + place] }
    default:
      for _ in 0..<random.pick([1, 1, 2, 5, 40]) {
        let page = random.next(below: bytes.count / pageSize) * pageSize
        let place = random.pick([
          random.next(below: bytes.count), random.next(below: 100),
          page + random.next(below: 40), page + random.next(below: pageSize),
        ])
        bytes[min(place, bytes.count - 1)] = random.pick([
          0, 1, 0x0d, 0x05, 0x7f, 0x80, 0xff, UInt8(random.next(below: 256)),
        ])
      }
    }
  }

  /// Does everything with a table; false if it cannot be opened.
  private func use(_ path: String, _ table: String, _ journal: Bool, _ note: String) async -> Bool {
    guard
      let list = try? await LiveList.open(
        SQLiteTable(path: path, table: table, keepsJournal: journal))
    else { return false }
    if let expected = rows(path, table) {
      let shown = (try? await list.all.map { $0.map(\.text).joined(separator: "|") }) ?? []
      #expect(shown.sorted() == expected, "\(table), \(note)")
    }
    await write(list)
    return true
  }

  /// The rows as another connection reads them; nil if the file is not what it should be.
  private func rows(_ path: String, _ table: String) -> [String]? {
    try? DatabaseQueue(path: path).inDatabase { database in
      let check = try String.fetchAll(database, sql: "PRAGMA integrity_check")
      guard check == ["ok"] else { return nil }
      let rows = try GRDB.Row.fetchAll(database, sql: "SELECT * FROM \(table)")
      return rows.map { row in
        row.databaseValues.map { value in
          switch value.storage {
          case .int64(let integer): "\(integer)"
          case .double(let number): CellValue.number(number).text
          case .string(let text): text
          default: ""
          }
        }.joined(separator: "|")
      }.sorted()
    }
  }

  /// Writes in all ways; what is refused is well.
  private func write(_ list: LiveList) async {
    _ = try? await list.apply([])
    let ids = (try? await list.allIDs) ?? []
    let names = await list.schema.entries.map(\.name)
    if let id = ids.first { _ = try? await list.apply([.delete(id)]) }
    if let id = ids.last {
      _ = try? await list.apply([.update(["id": id.asValue, "n": .integer(7)])])
    }
    for name in names {
      _ = try? await list.apply([.insert(.init([.init(name, .integer(5000))]))])
      _ = try? await list.apply([.insert(.init([.init(name, .text("x"))]))])
    }
    _ = try? await list.select(.all())
    _ = try? await list.saveSelection(as: "a")
    _ = try? await list.loadSelection("a")
    _ = try? await list.savedSelections()
    _ = try? await list.apply([])
  }

  /// Schemas that are odd, or made to do harm, as statements by which they are made.
  private static let schemas: [[String]] = [
    // A journal that is none, or holds what no journal of ours does.
    [
      "CREATE TABLE t (id INTEGER PRIMARY KEY)", "CREATE TABLE shortlist_journal_t (seq, k0)",
      "INSERT INTO shortlist_journal_t VALUES ('x', 'y'), (NULL, NULL), (x'00', 9e999)",
    ], ["CREATE TABLE t (id INTEGER PRIMARY KEY)", "CREATE VIEW shortlist_journal_t AS SELECT 1"],
    [
      "CREATE TABLE t (id INTEGER PRIMARY KEY)", "%journal",
      "INSERT INTO shortlist_journal_t (seq) VALUES (9223372036854775807)",
    ],
    [
      "CREATE TABLE t (id INTEGER PRIMARY KEY)", "%journal",
      "INSERT INTO shortlist_journal_t (seq, k0) VALUES (-9223372036854775808, 'x'), (0, x'ff')",
      "UPDATE sqlite_sequence SET seq = -5",
    ],
    [
      "CREATE TABLE t (id INTEGER PRIMARY KEY)", "%journal", "PRAGMA writable_schema = ON",
      "UPDATE sqlite_schema SET sql = replace(sql, 'AFTER INSERT', 'AFTER DELETE') WHERE type = 'trigger'",
    ],
    [
      "CREATE TABLE shortlist_written_t (id INTEGER PRIMARY KEY)",
      "CREATE TABLE t (id PRIMARY KEY)",
    ],
    // Triggers without end, and such as write what is ours.
    [
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n)", "PRAGMA recursive_triggers = ON",
      "CREATE TRIGGER tr AFTER INSERT ON t BEGIN INSERT INTO t (n) VALUES (1); END",
      "CREATE TRIGGER tr2 AFTER UPDATE ON t BEGIN UPDATE t SET n = n + 1; END",
    ],
    [
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n)", "CREATE TABLE u (x REFERENCES gone (y))",
      "CREATE TRIGGER tr AFTER INSERT ON t BEGIN DELETE FROM shortlist_saved; INSERT INTO u VALUES (1); END",
    ],
    [
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n REFERENCES nowhere)",
      "CREATE TRIGGER tr AFTER DELETE ON t BEGIN SELECT raise(rollback, 'no'); END",
      "INSERT INTO t VALUES (1, NULL)",
    ],
    // Expressions that fail.
    [
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n INT, g AS (abs(n)))",
      "INSERT INTO t VALUES (1, -9223372036854775808)",
    ],
    [
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n INT CHECK (abs(n) > 0), x DEFAULT (abs(-9223372036854775807 - 1)))"
    ],
    [
      "CREATE TABLE t (id INT GENERATED ALWAYS AS (n + 1) STORED UNIQUE, n INT)",
      "INSERT INTO t VALUES (1)",
    ],
    // Views.
    ["CREATE VIEW t AS SELECT * FROM gone"], ["CREATE VIEW t AS SELECT 1, 1, 1 AS id"],
    [
      "CREATE TABLE b (x)", "CREATE VIEW t AS SELECT x AS a, x AS A, x AS \"\" FROM b",
      "DROP TABLE b",
    ],
    [
      "CREATE TABLE b (x)", "CREATE VIEW t AS SELECT * FROM b",
      "CREATE TRIGGER tr INSTEAD OF INSERT ON t BEGIN INSERT INTO b VALUES (1); END",
    ],
    // Keys.
    [
      "CREATE TABLE t (a, b, PRIMARY KEY (a, b, a))",
      "INSERT INTO t VALUES (1, 2), (NULL, NULL), (NULL, NULL)",
    ],
    ["CREATE TABLE t (id BLOB PRIMARY KEY)", "INSERT INTO t VALUES (x'00')"],
    [
      "CREATE TABLE t (id, n, UNIQUE (n, n COLLATE NOCASE))",
      "INSERT INTO t VALUES ('1', 1), (1, 2), (1.0, 3)",
    ],
    [
      "CREATE TABLE t (id INTEGER PRIMARY KEY)",
      "INSERT INTO t VALUES (9223372036854775807), (-9223372036854775808), (0)",
    ], ["CREATE TABLE t (id REAL PRIMARY KEY)", "INSERT INTO t VALUES (9e999), (-9e999), (1e308)"],
    [
      "CREATE TABLE t (id TEXT PRIMARY KEY)",
      "INSERT INTO t VALUES (CAST(x'ff' AS TEXT)), ('\u{FFFD}')",
    ],
    ["CREATE TABLE t (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID", "INSERT INTO t VALUES ('a')"],
    [
      "CREATE TABLE t (\u{FFFD} TEXT PRIMARY KEY, \"x\u{FFFD}\")", "PRAGMA writable_schema = ON",
      "UPDATE sqlite_schema SET sql = CAST(replace(CAST(sql AS BLOB), x'efbfbd', x'ff') AS TEXT)",
    ],
    // Collations and modules that there are none of here.
    [
      "CREATE TABLE t (id TEXT PRIMARY KEY)", "INSERT INTO t VALUES ('a')",
      "PRAGMA writable_schema = ON",
      "UPDATE sqlite_schema SET sql = 'CREATE TABLE t (id TEXT COLLATE elsewhere PRIMARY KEY)' WHERE name = 't'",
    ],
    [
      "PRAGMA writable_schema = ON",
      "INSERT INTO sqlite_schema VALUES ('table', 't', 't', 0, 'CREATE VIRTUAL TABLE t USING elsewhere')",
    ],
    // A schema that does not say what is there.
    [
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n)", "CREATE INDEX i ON t (n)",
      "INSERT INTO t VALUES (1, 2), (3, 4)", "PRAGMA writable_schema = ON",
      "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'i') WHERE name = 't'",
    ],
    [
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n)", "PRAGMA writable_schema = ON",
      "UPDATE sqlite_schema SET rootpage = 1 WHERE name = 't'",
    ],
    [
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n)", "PRAGMA writable_schema = ON",
      "UPDATE sqlite_schema SET rootpage = 2147483647 WHERE name = 't'",
    ],
    [
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n)", "PRAGMA writable_schema = ON",
      "UPDATE sqlite_schema SET sql = 'CREATE TABLE t (id INTEGER PRIMARY KEY, n, more, and_more)'",
    ],
    [
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n)", "INSERT INTO t VALUES (1, 'a')",
      "PRAGMA writable_schema = ON",
      "UPDATE sqlite_schema SET sql = 'CREATE TABLE t (id TEXT PRIMARY KEY, n) WITHOUT ROWID'",
    ],
    [
      "CREATE TABLE t (id)", "PRAGMA writable_schema = ON",
      "UPDATE sqlite_schema SET sql = 'x' || sql",
    ],
    ["CREATE TABLE t (id)", "PRAGMA writable_schema = ON", "UPDATE sqlite_schema SET sql = NULL"],
    [
      "CREATE TABLE t (id)", "PRAGMA writable_schema = ON",
      "UPDATE sqlite_schema SET name = x'00ff'",
    ],
    // Types and names that are long or none.
    [
      "CREATE TABLE t (id \"\(String(repeating: "INT", count: 30_000))\", n \"' -- \")",
      "INSERT INTO t VALUES (1, 2)",
    ],
    ["CREATE TABLE t (\"\(String(repeating: "x", count: 100_000))\" PRIMARY KEY)"],
    [
      "CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT, n DATE, b BOOLEAN)",
      "INSERT INTO t VALUES (1, x'', 'x', 5)",
    ],
    // What belongs to SQLite.
    [
      "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT)", "INSERT INTO t VALUES (5)",
      "ANALYZE",
    ],
    ["CREATE VIRTUAL TABLE t USING fts5(a)", "INSERT INTO t VALUES ('x')"],
    ["CREATE VIRTUAL TABLE t USING rtree(a, b, c)", "INSERT INTO t VALUES (1, 2, 3)"],
  ]

  @Test(arguments: schemas.indices, [false, true])
  func `odd and hostile schemas do no harm`(index: Int, journal: Bool) async throws {
    let file = try Fixture()
    for statement in Self.schemas[index] {
      if statement == "%journal" {
        _ = try await file.open(journal: true)
      } else {
        try? file.run(statement)
      }
    }
    let found = try? SQLiteTable.tables(inFile: file.path)
    for table in (found ?? ["t"]) + [
      "sqlite_schema", "sqlite_sequence", "sqlite_stat1", "t_data", "t_node",
    ] {
      guard let list = try? await file.open(table, journal: journal) else { continue }
      await write(list)
      try? file.run("INSERT INTO t DEFAULT VALUES")
      try? file.run("DELETE FROM t")
      await write(list)
      _ = try? SQLiteTable.removeJournal(fromFile: file.path, table: table)
    }
  }
}

extension RowID {
  fileprivate var asValue: CellValue {
    switch self {
    case .integer(let integer): .integer(integer)
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    }
  }
}
