import Shortlist
import ShortlistTestSupport
import Synchronization
import Testing

@testable import ShortlistPostgres

@Suite(
  "Rows that stay on a server that tells of changes", .enabled(if: TestServer.isThere), .serialized)
struct FeedTests {
  @Test(
    "windows follow commits as those of a list in memory do",
    arguments: [.journal, .log] as [TestFeed],
    [1, 2, 3, 6])
  func windows(feed: TestFeed, seed: Int) async throws {
    var random = SeededRandom(seed: seed)
    let server = try Fixture()
    try server.run(Self.tables(isPartitioned: seed % 3 == 0, hasTriggers: seed % 2 == 0))
    try server.run(
      "INSERT INTO t SELECT i, 'k' || i % 3, i * 7 % 11, 'n' || i * 13 % 29 "
        + "FROM generate_series(1, 60) i")
    let memory = try await server.open(feed: feed)
    let remote = try await server.openRemote(feed: feed)
    // What triggers do in the list's own transactions is not in the log before the commit.
    let writes = feed == .journal || seed % 2 != 0
    let lists = [memory as any ListProtocol, remote]
    var updates = remote.updates.makeAsyncIterator()
    var shown = try await Self.shown(remote)
    for step in 0..<24 {
      let note: Comment = "feed \(feed), seed \(seed), step \(step)"
      if step % 8 == 0 {
        let query = Self.query(&random)
        for list in lists {
          _ = try await list.updateQuery(ifRevision: nil) { $0 = query }
        }
      }
      if step % 4 == 0 {
        let section = random.chance(0.3) ? "k\(random.next(below: 3))" : nil
        let range = Self.range(&random)
        for list in lists {
          _ = try await list.setRange(range, section: section, revises: false, ifRevision: nil)
        }
      }
      shown = try await Self.shown(remote)
      if random.chance(0.3) && writes {
        let ids = try await remote.ids(section: nil, ifRevision: nil)
        let operation = Self.operation(&random, on: ids)
        let outcome = try? await remote.apply([operation], ifRevision: nil)
        if case .changes(let changes)? = outcome?.changes { changes.apply(to: &shown) }
      } else {
        let before = await remote.revision
        try server.run(
          (0..<random.pick([1, 1, 2, 5, 20])).map { _ in Self.statement(&random) } + ["SELECT 1"])
        _ = try await remote.sections(ifRevision: nil)
        while await remote.revision > before, let update = await updates.next() {
          if case .changes(let changes)? = update.changes { changes.apply(to: &shown) }
          if update.revision >= (await remote.revision) { break }
        }
      }
      #expect(try await Self.shown(remote) == shown, note)
      // The list in memory sees each commit by itself.
      let isSame = try await wait { try await Self.state(memory) == Self.state(remote) }
      if !isSame {
        Issue.record("\(note): \(try await Self.state(memory)), \(try await Self.state(remote))")
        return
      }
    }
  }

  @Test(arguments: [.journal, .log] as [TestFeed])
  func `old rows are read back as they were`(feed: TestFeed) async throws {
    let server = try Fixture(RemoteTests.table[0], RemoteTests.table[1])
    if feed == .log { try server.publish() }
    let table = PostgresTable(
      url: server.server.url, table: "\(server.schema).t", keepsJournal: feed == .journal)
    table.state.withLock { $0.isRemote = true }
    let changes: [RemoteChange] = try await table.perform { flag in
      try table.connected(until: flag) { connection in
        if feed == .journal { try table.createJournal(requestedID: nil, connection) }
        let stream = table.streamLog(of: try table.position(on: connection, requestedID: nil))
        stream?.waitUntilLive(for: .seconds(60))
        let known = try table.position(on: connection, requestedID: nil)
        #expect((stream != nil) == (feed == .log) && known.feed != nil)
        let blank = try table.blankTable(known, TableOptions())
        func rows() throws -> PostgresRows {
          let now = try table.position(on: connection, requestedID: nil)
          return PostgresRows(
            connection, now, blank.schema, try table.changes(from: known, to: now, on: connection))
        }
        var old: [RemoteRow] = []
        try connection.query("BEGIN")
        try rows().forEachBatch(RowCondition(), by: RemoteOrder(), 0..<100) { old += $0 }
        try connection.query("COMMIT")
        #expect(old.count == 7)
        // The settings of who writes do not matter.
        try server.run(
          "SET LOCAL extra_float_digits = -5", "SET LOCAL DateStyle = 'German'",
          "SET LOCAL TimeZone = 'Asia/Tokyo'", "SET LOCAL bytea_output = 'escape'",
          "UPDATE t SET i = 3, tags = NULL WHERE id > 'b'", "DELETE FROM t WHERE id <> 'ä'",
          "UPDATE t SET id = 'other'")
        table.state.withLock { $0.hasFlushed = true }
        try connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ")
        let changed = try rows()
        let changes = try #require(
          try changed.changes(RowCondition(), by: RemoteOrder(), limit: 100))
        #expect(try changed.changes(RowCondition(), by: RemoteOrder(), limit: 7) == nil)
        try connection.query("COMMIT")
        #expect(Set(changes.compactMap(\.before)) == Set(old))
        return changes
      }
    }
    #expect(changes.count == 8)
    #expect(changes.compactMap(\.after).map(\.id) == [.text("other")])
  }

  @Test func `flexible windows are placed again if the journal does not tell enough`() async throws
  {
    let server = try Fixture(
      "CREATE TABLE t (id int PRIMARY KEY)", "INSERT INTO t SELECT i FROM generate_series(1, 50) i")
    let list = try await server.openRemote(journal: true)
    func ids() async throws -> [RowID] { try await list.ids(section: nil, ifRevision: nil).ids }
    _ = try await list.setRange(
      .flexible(length: 3, offset: 2), section: nil, revises: false, ifRevision: nil)
    try server.run("INSERT INTO t VALUES (0)", "DELETE FROM t WHERE id = 4")
    #expect(try await ids() == [.integer(3), .integer(5)])
    try server.run("TRUNCATE t", "INSERT INTO t SELECT i FROM generate_series(1, 9) i")
    #expect(try await ids() == [.integer(3), .integer(4), .integer(5)])
    try server.run("INSERT INTO t SELECT i FROM generate_series(-20000, 0) i")
    #expect(try await ids() == [.integer(-19_998), .integer(-19_997), .integer(-19_996)])
    // Another list may make the journal again at once.
    let name = "\(server.schema).t"
    #expect(try PostgresTable.removeJournal(from: server.server.url, table: name))
    try server.run("DELETE FROM t WHERE id = -19997")
    let other = try await server.openRemote(journal: true)
    #expect(try await ids() == [.integer(-19_998), .integer(-19_996), .integer(-19_995)])
    #expect(try await other.sections(ifRevision: nil).total == 20_009)
    #expect(try PostgresTable.removeJournal(from: server.server.url, table: name))
    try server.run("DELETE FROM t WHERE id = -19996")
    #expect(try await ids() == [.integer(-19_998), .integer(-19_995), .integer(-19_994)])
  }

  private static func operation(_ random: inout SeededRandom, on ids: IDsReport) -> RowOperation {
    let id = random.next(below: 90)
    if !ids.ids.contains(.integer(id)) {
      return .insert(["id": .integer(id), "kind": .text("k1"), "n": .integer(5)])
    }
    return random.chance(0.4)
      ? .delete(.integer(id))
      : .update(["id": .integer(id), "n": .integer(random.next(below: 11))])
  }

  private static func tables(isPartitioned: Bool, hasTriggers: Bool) -> [String] {
    var statements = [
      """
      CREATE TABLE t (id int PRIMARY KEY, kind text, n int, name text)
      \(isPartitioned ? "PARTITION BY HASH (id)" : "")
      """
    ]
    if isPartitioned {
      statements += [
        "CREATE TABLE t0 PARTITION OF t FOR VALUES WITH (MODULUS 2, REMAINDER 0)",
        "CREATE TABLE t1 (name text, kind text, n int, id int NOT NULL)",
        "ALTER TABLE t ATTACH PARTITION t1 FOR VALUES WITH (MODULUS 2, REMAINDER 1)",
      ]
    }
    if hasTriggers {
      // It changes rows again that the same statement has changed, or will.
      statements += [
        """
        CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF pg_trigger_depth() < 2 THEN
        UPDATE t SET n = (n + 1) % 11 WHERE id IN (NEW.id, NEW.id + 1, NEW.id + 2);
        DELETE FROM t WHERE id = NEW.id + 30;
        END IF; RETURN NULL; END $$
        """,
        "CREATE TRIGGER a_touch AFTER INSERT OR UPDATE ON t FOR EACH ROW EXECUTE FUNCTION touch()",
      ]
    }
    return statements
  }

  private static func statement(_ random: inout SeededRandom) -> String {
    let id = random.next(below: 90)
    switch random.next(below: 9) {
    case 0: return "DELETE FROM t WHERE id = \(id)"
    case 1: return "DELETE FROM t WHERE id BETWEEN \(id) AND \(id + random.next(below: 12))"
    case 2: return "UPDATE t SET name = name || 'x' WHERE id = \(id)"
    case 3:
      return "UPDATE t SET kind = 'k' || \(random.next(below: 4)) WHERE id % 7 = \(id % 7)"
    case 4:
      return """
        UPDATE t SET id = \(id) WHERE id = (SELECT min(id) FROM t WHERE id > \(id))
        AND NOT EXISTS (SELECT FROM t WHERE id = \(id))
        """
    case 5: return "UPDATE t SET n = n"
    default:
      return """
        INSERT INTO t VALUES (\(id), 'k\(random.next(below: 3))', \(random.next(below: 11)), 'new')
        ON CONFLICT (id) DO UPDATE SET n = EXCLUDED.n, kind = EXCLUDED.kind
        """
    }
  }

  private static func query(_ random: inout SeededRandom) -> ListQuery {
    var query = ListQuery()
    query.sort = random.pick([
      [], [SortKey("n")], [SortKey("name", .descending)],
      [SortKey("n", .descending), SortKey("name")],
    ])
    if random.chance(0.5) { query.sections = SectionRule(by: "kind") }
    if random.chance(0.3) { query.filters = "n:>2" }
    return query
  }

  private static func range(_ random: inout SeededRandom) -> RangeOptions? {
    let (length, offset) = (random.next(below: 12), random.pick([0, 0, 3, 8]))
    let pin: RangeOptions.Pin = random.pick([.beginning, .end])
    if random.chance(0.1) { return .fixed(length: length, offset: offset, from: pin) }
    if random.chance(0.05) { return nil }
    return .flexible(
      length: length, offset: offset, from: pin,
      growOptions: random.pick([.pinSide, .nonPinSide, .both, .inRangeOnly]),
      minLength: random.pick([0, 0, 4]), maxLength: random.pick([.max, 6, 15]))
  }

  /// What a list shows, apart from its revision.
  private static func state(_ list: any ListProtocol) async throws -> String {
    let report = try await list.sections(ifRevision: nil)
    var text = "\(report.total)"
    for section in report.sections {
      let ids = try await list.ids(section: section.name, ifRevision: nil).ids
      let rows = try await list.rows(
        section: section.name, from: 0, length: 1000, attributes: nil, highlights: false,
        selected: false, ifRevision: nil)
      text += "\n\(section) \(ids) \(rows.rows)"
    }
    return text
  }

  private static func shown(_ list: any ListProtocol) async throws -> [Changeset<RowID>.Section] {
    var shown: [Changeset<RowID>.Section] = []
    for section in try await list.sections(ifRevision: nil).sections {
      shown.append(
        .init(
          name: section.name, ids: try await list.ids(section: section.name, ifRevision: nil).ids))
    }
    return shown
  }
}
