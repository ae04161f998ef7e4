import Shortlist
import Testing

@testable import ShortlistPostgres

@Suite("A journal of a table that changes", .enabled(if: TestServer.isThere), .serialized)
struct JournalTests {
  /// What others do to a table with a journal, its journal, or its schema.
  struct Alteration: CustomTestStringConvertible {
    /// The statements; `JOURNAL` stands for the name of the journal, `MINE` for that of the schema.
    var statements: [String]
    /// The names of the table and of a column to write by, and what that column's values begin
    /// with.
    var table = "t"
    var key = "id"
    var prefix = ""
    /// The statements that take back what the next test must not see.
    var end: [String] = []

    var testDescription: String { statements[0] }

    /// Returns statements that write rows by the numbers in `rows`, in each way.
    func writes(_ rows: Range<Int>) -> [String] {
      let quote = prefix.isEmpty ? "" : "'"
      let values = rows.map { "\(quote)\(prefix)\($0)\(quote)" }
      let new = "\(quote)\(prefix)1\(rows.lowerBound)"
      return [
        "INSERT INTO \(table) (\(key)) VALUES (\(new)0\(quote))",
        "UPDATE \(table) SET note = 'changed' WHERE \(key) = \(values[0])",
        "UPDATE \(table) SET \(key) = \(new)1\(quote) WHERE \(key) = \(values[1])",
        "DELETE FROM \(table) WHERE \(key) = \(values[2])",
      ]
    }
  }

  static let alterations = [
    Alteration(
      statements: [#"ALTER TABLE t RENAME COLUMN id TO "the 'id'""#], key: #""the 'id'""#),
    Alteration(
      statements: ["ALTER TABLE t RENAME COLUMN id TO x", "ALTER TABLE t RENAME COLUMN n TO id"],
      key: "x"),
    Alteration(statements: ["ALTER TABLE t ALTER COLUMN id TYPE bigint"]),
    Alteration(
      statements: ["ALTER TABLE t ALTER COLUMN id TYPE text USING 'k' || id"], prefix: "k"),
    Alteration(statements: ["ALTER TABLE t ALTER COLUMN n TYPE int USING n * 2"]),
    Alteration(statements: ["ALTER TABLE t DROP COLUMN n"]),
    Alteration(statements: ["ALTER TABLE t DROP COLUMN id"], key: "name", prefix: "n"),
    Alteration(statements: ["DROP TABLE JOURNAL"]),
    Alteration(statements: ["ALTER TABLE JOURNAL RENAME TO other"]),
    Alteration(
      statements: ["CREATE ROLE MINE", "ALTER FUNCTION JOURNAL OWNER TO MINE"],
      end: ["DROP OWNED BY MINE", "DROP ROLE MINE"]),
    Alteration(statements: ["ALTER TABLE t RENAME TO u"], table: "u"),
    Alteration(
      statements: ["CREATE SCHEMA other_MINE", "ALTER TABLE t SET SCHEMA other_MINE"],
      table: "other_MINE.t", end: ["DROP SCHEMA other_MINE CASCADE"]),
    Alteration(
      statements: ["ALTER SCHEMA MINE RENAME TO other_MINE"], table: "other_MINE.t",
      end: ["ALTER SCHEMA other_MINE RENAME TO MINE"]),
  ]

  @Test("no write is refused, and lists follow", arguments: alterations)
  func alteration(_ alteration: Alteration) async throws {
    let server = try Fixture(
      "CREATE TABLE t (n int, id int PRIMARY KEY, name text, note text)",
      "INSERT INTO t SELECT i, i, 'n' || i FROM generate_series(1, 30) i")
    func known(_ statement: String, journal: String = "") -> String {
      statement.replacing("JOURNAL", with: journal).replacing("MINE", with: server.schema)
    }
    let list = try await server.open(journal: true)
    // This session has called the triggers before.
    try server.run(Alteration(statements: []).writes(1..<4))
    let journal = try #require(try server.journal(of: "t"))
    for statement in alteration.statements {
      try server.run(
        known(statement, journal: journal + (statement.contains("FUNCTION") ? "()" : "")))
    }
    for write in alteration.writes(4..<7) { try server.run(known(write)) }
    let table = known(alteration.table)
    func open(journal: Bool) async throws -> LiveList {
      try await LiveList.open(
        PostgresTable(
          url: server.server.url, table: table.contains(".") ? table : "\(server.schema).\(table)",
          keepsJournal: journal))
    }
    if alteration.table == "t" {
      let fresh = try await open(journal: false).all
      #expect(try await wait { try await list.all == fresh })
    }
    // A new list makes a journal that fits.
    let next = try await open(journal: true)
    for write in alteration.writes(7..<10) { try server.run(known(write)) }
    let fresh = try await open(journal: false).all
    #expect(try await wait { try await next.all == fresh })
    if alteration.key != "name" {
      let new = try #require(try server.journal(of: table))
      let count = "SELECT (count(key) >= 7 AND count(key) = count(*))::text FROM \(new)"
      #expect(try server.text(count) == "true")
    }
    for statement in alteration.end { try server.run(known(statement)) }
  }

  @Test func `rows that stay on the server follow a table that is written anew`() async throws {
    let server = try Fixture(
      "CREATE TABLE t (n int, id int PRIMARY KEY, name text, note text)",
      "INSERT INTO t SELECT i, i, 'n' || i FROM generate_series(1, 30) i")
    let list = try await server.openRemote(journal: true)
    try server.run(Alteration(statements: []).writes(1..<4))
    for statement in [
      "ALTER TABLE t ALTER COLUMN n TYPE int USING n * 2",
      "ALTER TABLE t ALTER COLUMN id TYPE bigint", "VACUUM FULL t",
    ] {
      try server.run(statement)
      let fresh = try await server.open().all
      #expect(
        try await list.rows(
          section: nil, from: 0, length: 100, attributes: nil, highlights: false, selected: false,
          ifRevision: nil
        ).rows == fresh)
    }
  }

  @Test(arguments: [false, true])
  func `a list causes no deadlock of a statement that locks its tables`(isRemote: Bool)
    async throws
  {
    let server = try Fixture(
      "CREATE TABLE t (id int PRIMARY KEY)", "INSERT INTO t VALUES (1)")
    let list: any ListProtocol =
      isRemote
      ? try await server.openRemote(journal: true) : try await server.open(journal: true)
    let journal = try #require(try server.journal(of: "t"))
    // If there is a deadlock, this session is the one that finds it, and fails.
    try server.run("SET deadlock_timeout = '10ms'")
    try server.run("BEGIN")
    try server.run("LOCK TABLE \(journal)")
    try Fixture().run("NOTIFY \(journal)")
    let waiting = """
      SELECT count(*)::text FROM pg_locks WHERE NOT granted AND relation = '\(journal)'::regclass
      """
    async let total = list.sections().total
    #expect(try await wait { try server.text(waiting) != "0" })
    try server.run("LOCK TABLE t")
    try server.run("COMMIT")
    #expect(try await total == 1)
    try server.run("INSERT INTO t VALUES (2)")
    #expect(try await wait { try await list.sections().total == 2 })
  }

  @Test func `a key whose name would be too long has no journal`() async throws {
    let fill = (1...150).map { "c\($0) int" }.joined(separator: ", ")
    let key = (143...150).map { "c\($0)" }.joined(separator: ", ")
    let server = try Fixture("CREATE TABLE t (\(fill), PRIMARY KEY (\(key)))")
    let list = try await server.open(journal: true)
    try server.run("INSERT INTO t (\(key)) VALUES (1, 2, 3, 4, 5, 6, 7, 8)")
    #expect(try await wait { try await list.sections().total == 1 })
  }
}

extension Fixture {
  /// Returns the name of the journal of a table; nil if there is none.
  fileprivate func journal(of table: String) throws -> String? {
    try text(
      """
      SELECT c.oid::regclass::text FROM pg_class c WHERE c.relkind = 'r'
      AND c.relname LIKE 'shortlist\\_journal\\_' || '\(table)'::regclass::oid || '\\_%'
      """)
  }
}
