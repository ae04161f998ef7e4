import Shortlist
import ShortlistTestSupport
import Testing

@testable import ShortlistPostgres

@Suite("Following what others commit to a server", .enabled(if: TestServer.isThere), .serialized)
struct FollowingTests {
  @Test(
    "each changeset is exact, and the end is what a fresh open shows", arguments: TestFeed.allCases,
    1...2)
  func randomCommits(feed: TestFeed, seed: Int) async throws {
    var random = SeededRandom(seed: seed)
    let isPartitioned = seed % 2 == 0
    let server = try Fixture(
      """
      CREATE TABLE t (a text, b int, kind text, n int, PRIMARY KEY (a, b))
      \(isPartitioned ? "PARTITION BY LIST (b)" : "")
      """)
    if isPartitioned {
      try server.run("CREATE TABLE odd PARTITION OF t FOR VALUES IN (1, 3)")
      try server.run("CREATE TABLE rest PARTITION OF t DEFAULT")
    }
    var query = ListQuery()
    query.sections = SectionRule(by: "kind")
    query.sort = [SortKey("n")]
    let list = try await server.open(feed: feed, query: query)
    var updates = list.updates.makeAsyncIterator()
    var shown: [Changeset<RowID>.Section] = []
    for step in 0..<20 {
      let note: Comment = "feed \(feed), seed \(seed), step \(step)"
      // What the transaction does may be nothing in the end; a row that only it has ends it.
      let statements = (0..<random.pick([1, 1, 3, 10])).map { _ in statement(&random) }
      let last = "INSERT INTO t VALUES ('last', 0, 'z', \(step))"
      try server.run(
        statements + [last + " ON CONFLICT (a, b) DO UPDATE SET n = EXCLUDED.n"])
      while true {
        let update = try #require(await updates.next())
        #expect(update.cause == .others, note)
        if case .changes(let changes)? = update.changes { changes.apply(to: &shown) }
        // It may be further than what it has told so far.
        let isThere = try await list.shownRows.joined().contains {
          $0[0] == .text("last") && $0[3] == .integer(step)
        }
        if isThere, await list.revision == update.revision { break }
      }
      let fresh = try await server.open(query: query)
      #expect(shown == (try await list.shownSections), note)
      #expect(try await list.shownSections == fresh.shownSections, note)
      #expect(try await list.shownRows == fresh.shownRows, note)
    }
  }

  private func statement(_ random: inout SeededRandom) -> String {
    let (a, b) = ("'k\(random.next(below: 3))'", random.next(below: 5))
    let kind = random.pick(["'a'", "'b'", "NULL"])
    let n = random.next(below: 4)
    switch random.next(below: 7) {
    case 0: return "DELETE FROM t WHERE a = \(a) AND b = \(b)"
    case 1: return "UPDATE t SET kind = \(kind) WHERE b <> \(b)"
    case 2:
      return """
        UPDATE t SET b = \(b) WHERE ctid = (SELECT min(ctid) FROM t WHERE a = \(a)) AND a = \(a)
        AND NOT EXISTS (SELECT FROM t WHERE a = \(a) AND b = \(b))
        """
    case 3 where random.chance(0.1): return "TRUNCATE t"
    default:
      return """
        INSERT INTO t VALUES (\(a), \(b), \(kind), \(n))
        ON CONFLICT (a, b) DO UPDATE SET kind = EXCLUDED.kind, n = EXCLUDED.n
        """
    }
  }

  @Test(arguments: TestFeed.allCases)
  func `a transaction shows up when it commits, and not one that is rolled back`(
    feed: TestFeed
  ) async throws {
    let server = try Fixture("CREATE TABLE t (id int PRIMARY KEY)")
    let list = try await server.open(feed: feed)
    // The numbers of the transactions are not in the order of their commits.
    try server.run("BEGIN")
    try server.run("INSERT INTO t VALUES (1)")
    let other = PostgresTable(url: server.server.url, table: "\(server.schema).t")
    let second = try await LiveList.open(other)
    for id in 2...4 {
      _ = try await second.apply([.insert(["id": .integer(id)])])
      #expect(try await wait { await list.count == id - 1 })
    }
    try server.run("COMMIT")
    #expect(try await wait { await list.count == 4 })
    try server.run("BEGIN")
    try server.run("DELETE FROM t")
    try server.run("ROLLBACK")
    _ = try await list.apply([.insert(["id": .integer(5)])])
    #expect(await list.count == 5)
  }

  @Test(arguments: TestFeed.allCases)
  func `columns, and the table itself, may change`(feed: TestFeed) async throws {
    let server = try Fixture(
      "CREATE TABLE t (id int PRIMARY KEY, n int)", "INSERT INTO t VALUES (1, 1), (2, 2)")
    let list = try await server.open(feed: feed)
    try server.run("ALTER TABLE t ADD COLUMN name text DEFAULT 'x'")
    #expect(try await wait { await list.schema.entries.map(\.name) == ["id", "n", "name"] })
    try server.run("VACUUM FULL t")
    try server.run("ALTER TABLE t ALTER COLUMN n TYPE text USING 'n' || n")
    #expect(try await wait { try await list.all.first == [.integer(1), .text("n1"), .text("x")] })
    try server.run("DROP TABLE t")
    #expect(try await wait { await list.stopReason != nil })
    try server.run("CREATE TABLE t (id int PRIMARY KEY, n text)", "INSERT INTO t VALUES (7, 'y')")
    #expect(try await wait { try await list.all == [[.integer(7), .text("y")]] })
    #expect(try await wait { await list.stopReason == nil })
  }

  @Test(arguments: TestFeed.allCases)
  func `a list that cannot read its table again says so until it can`(feed: TestFeed) async throws {
    let server = try Fixture(
      "CREATE TABLE t (id int, n int, m int, name text)",
      "INSERT INTO t VALUES (1, 1, 10), (2, 2, 20)")
    let list = try await server.open(id: "id", feed: feed)
    let before = try await list.all
    // The type of a column changes, beside an id that occurs twice.
    try server.run(
      "INSERT INTO t VALUES (2, 3, 30)", "ALTER TABLE t ALTER COLUMN n TYPE text USING 'n' || n")
    #expect(try await wait { await list.stopReason != nil })
    for round in 1...3 {
      try server.run("UPDATE t SET m = m + 1 WHERE id = 1")
      await #expect(throws: WriteError.self) {
        try await list.apply([.update(["id": .integer(1), "m": .integer(round)])])
      }
      #expect(await list.stopReason != nil)
      #expect(try await list.all == before)
    }
    try server.run("DELETE FROM t WHERE m = 30")
    #expect(try await wait { await list.stopReason == nil })
    #expect(
      try await Set(list.all) == [
        [.integer(1), .text("n1"), .integer(13), .null],
        [.integer(2), .text("n2"), .integer(20), .null],
      ])
  }

  @Test func `a journal that is removed or made is noticed`() async throws {
    let server = try Fixture("CREATE TABLE t (id int PRIMARY KEY)")
    let list = try await server.open()
    let second = try await server.open(journal: true)
    func insert(_ id: Int) async throws {
      try server.run("INSERT INTO t VALUES (\(id))")
      for list in [list, second] { #expect(try await wait { await list.count == id }) }
    }
    try await insert(1)
    #expect(
      try PostgresTable.removeJournal(from: server.server.url, table: "\(server.schema).t"))
    try await insert(2)
    _ = try await server.open(journal: true)
    try await insert(3)
    #expect(
      try server.text("SELECT count(*)::text FROM pg_trigger WHERE tgname LIKE 'shortlist%'") != "0"
    )
  }

  @Test func `who may only read the table follows it without the journal`() async throws {
    let server = try Fixture("CREATE TABLE t (id int PRIMARY KEY)", "INSERT INTO t VALUES (1)")
    let owner = try await server.open(journal: true)
    let role = "r" + server.schema
    try server.run(
      "CREATE ROLE \(role) LOGIN", "GRANT USAGE ON SCHEMA \(server.schema) TO \(role)",
      "GRANT SELECT ON t TO \(role)")
    let url = server.server.url.replacing("postgres@", with: role + "@")
    let list = try await LiveList.open(PostgresTable(url: url, table: "\(server.schema).t"))
    _ = try await owner.apply([.insert(["id": .integer(2)])])
    #expect(try await wait { await list.count == 2 })
    let refusal = await #expect(throws: WriteError.self) {
      try await list.apply([.delete(.integer(1))])
    }
    #expect(refusal!.reason.contains("permission denied"))
    try server.run("DROP OWNED BY \(role)")
    #expect(try await wait { await list.stopReason?.contains("permission denied") == true })
    try server.run("DROP ROLE \(role)")
  }
}
