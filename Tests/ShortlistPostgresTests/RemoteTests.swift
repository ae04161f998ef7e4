import Shortlist
import Synchronization
import Testing

@testable import ShortlistPostgres

@Suite("A table whose rows stay on the server", .enabled(if: TestServer.isThere), .serialized)
struct RemoteTests {
  @Test func `the server folds as lists do`() throws {
    let connection = try PostgresConnection(
      to: PostgresAddress(try #require(TestServer.shared).url), until: CancellationFlag())
    try FoldingFunctions.create(on: connection)
    let scalars = [UInt32(1)...0x3_FFFF, 0xE_0000...0xE_0FFF].joined().compactMap {
      Unicode.Scalar($0)
    }
    for start in stride(from: 0, to: scalars.count, by: 8192) {
      var text = ""
      for scalar in scalars[start..<min(start + 8192, scalars.count)] {
        text.unicodeScalars.append(scalar)
        text += "|"
      }
      try expectFolded(text, on: connection)
    }
    // Parts of Korean syllables, which join.
    let parts = (UInt32(0x1100)...0x11FF).compactMap { Unicode.Scalar($0) }.map { String($0) }
    for first in ["\u{AC00}", "\u{AC01}", "\u{D788}"] + parts {
      try expectFolded(
        parts.map { first + $0 + "\u{11A8}\u{11A7}|" }.joined(), on: connection)
    }
  }

  private func expectFolded(_ text: String, on connection: PostgresConnection) throws {
    let folded = Folding.foldedText(text)
    let found = try connection.query("SELECT \(FoldingFunctions.temporary)($1::text)", [text]).text(
      0, 0)
    #expect(found?.unicodeScalars.elementsEqual(folded.unicodeScalars) == true)
  }

  /// Values at the ends of their types, and texts that sort in no server's order.
  static let table = [
    """
    CREATE TABLE t (id text PRIMARY KEY, "a ""name" text, i bigint, r real, d double precision,
    n numeric(12, 3), ok boolean, day date, at timestamptz, local timestamp, tags text[],
    bytes bytea, u uuid)
    """,
    """
    INSERT INTO t VALUES
    ('a', 'Straße', 9223372036854775807, 0.1, 1e15, 1.5, true, '2024-02-29', '2024-02-29 23:30-02',
      '2024-02-29 10:00', '{b,NULL,A}', 'xyz', '00000000-0000-0000-0000-000000000001'),
    ('B', 'strasse', -9223372036854775808, 'NaN', 9007199254740991, 1.500, false, '0001-01-01',
      '0001-01-01 00:00+00', 'infinity', '{}', '', NULL),
    ('b', 'STRASSE x', 0, '-0', '-0', NULL, NULL, NULL, NULL,
      '0044-03-15 10:00 BC', NULL, NULL, NULL),
    ('ä', '', 5, 1e-5, 1e-5, -0.001, true, '2024-02-29', '2024-03-01 01:30:00.25+00', NULL,
      '[3:4]={z,"a b"}', 'abc', '00000000-0000-0000-0000-000000000002'),
    ('Z', NULL, NULL, 'Infinity', '-Infinity', 12, NULL, '9999-12-31', '9999-12-31 23:59:59+00',
      '9999-12-31 10:00', '{{p,q},{r,s}}', NULL, NULL),
    ('z', E'\\u0141\\u00F3d\\u017A  \\uFB01x', 5, 1e20, 1000000000000000.5, 3, false, '2020-01-01',
      '2020-01-01 00:00+00', '2020-01-01 00:00:00.5', '{Straße,straße}', NULL, NULL),
    ('10', 'lodz fix', 7, 16777216, 123456.789, 0, true, NULL, NULL, NULL, '{"a b",B}', NULL, NULL)
    """,
  ]

  @Test func `answers are those of a list in memory`() async throws {
    let server = try Fixture(Self.table[0], Self.table[1])
    let memory = try await server.open()
    let remote = try await server.openRemote()
    let names = await remote.schema.entries.map(\.name)
    #expect(await remote.schema == memory.schema)
    var queries = [ListQuery()]
    for name in names {
      for order in [SortKey.Order.ascending, .descending] {
        var query = ListQuery()
        query.sort = [SortKey(name, order)]
        queries.append(query)
        query.sections = SectionRule(
          by: name, order: order == .ascending ? .ascending : .descending)
        queries.append(query)
      }
      for search in ["1", "a", "str", "e", "lodz", "2024"] {
        for match in [MatchKind.words, .prefix, .substring] {
          var query = ListQuery()
          (query.search, query.match, query.attributes) = (search, match, [name])
          queries.append(query)
        }
      }
    }
    for search in [
      "str", "'str", "^str", "sse$", "^strasse$", "!str", "-str", "str | lodz", "i:5", "id:b",
      "id:x",
      "\"a b\"", "sx", "1 a", "tags~b", "ok:true", "STRASSE x", "2024-02", "'str'", "i>4", "1e",
    ] {
      var query = ListQuery()
      (query.search, query.match, query.sort) = (search, .auto, [SortKey("i", .descending)])
      queries.append(query)
    }
    for filters in [
      "\"a \\\"name\":strasse", "i:>=5", "i:!=5", "NOT i:5..9", "d:0", "d:>1e15", "n:1.5", "r:..1",
      "ok:true", "NOT ok:true", "day:2024-02-29", "day:>2024-01-01", "at:..2024-02-29", "at:null",
      "tags:STRASSE", "tags:null", "tags:*", "local:*",
    ] {
      var query = ListQuery()
      query.filters = filters
      queries.append(query)
    }
    for query in queries {
      let expected = try await memory.updateQuery { $0 = query }
      let found = try await remote.updateQuery(ifRevision: nil) { $0 = query }
      #expect(found.sections == expected.sections, "\(query)")
      let ids = try await memory.ids().ids
      #expect(try await remote.ids(section: nil, ifRevision: nil).ids == ids, "\(query)")
      let positions = try await memory.locate(ids + [.text("none")]).positions
      #expect(
        try await remote.locate(ids + [.text("none")], ifRevision: nil).positions == positions)
      for rows in [SnapshotRequest.Rows.at(2..<5), .last(3), .at(0..<100)] {
        let wanted = SnapshotRequest(rows, highlights: true, locating: ids + [.text("none")])
        var known = try await memory.snapshot(wanted)
        let told = try await remote.snapshot(wanted, ifRevision: nil)
        known.revision = told.revision
        #expect(told == known, "\(query)")
      }
      let request = await Self.measures(of: memory.schema)
      let (known, told) = (
        try await memory.measure(request), try await remote.measure(request, ifRevision: nil)
      )
      for (facet, other) in zip(known.facets, told.facets) { #expect(other == facet, "\(query)") }
      for (number, other) in zip(known.numbers, told.numbers) {
        #expect(other == number, "\(query)")
      }
    }
  }

  private static func measures(of schema: ListSchema) -> MeasureRequest {
    MeasureRequest(
      facets: schema.entries.map { FacetRequest($0.name, limit: 4) },
      numbers: schema.entries.filter { [.integer, .number, .date].contains($0.type) }.map {
        NumberRequest($0.name, buckets: 3)
      })
  }

  @Test func `rows come in batches and snapshots, however many there are`() async throws {
    let server = try Fixture(
      "CREATE TABLE t (id int PRIMARY KEY, kind text, n int)",
      "INSERT INTO t SELECT i, 'k' || i % 3, i % 7 FROM generate_series(1, 12000) i")
    let memory = try await server.open()
    let remote = try await server.openRemote()
    let lines = Mutex<[ListSnapshot.Line]>([])
    for sections in [nil, SectionRule(by: "kind", order: .descending)] {
      let change = { @Sendable (query: inout ListQuery) in
        query.sections = sections
        query.sort = [SortKey("n", .descending)]
      }
      _ = try await memory.updateQuery(change)
      _ = try await remote.updateQuery(ifRevision: nil, change)
      for list in [memory as any ListProtocol, remote] {
        _ = try await list.select(
          .replace([.integer(7), .integer(9000)]), idLimit: 0, refusedIDLimit: 0, ifRevision: nil)
      }
      for range in [0..<12_000, 3990..<8010, 11_999..<13_000, 20_000..<20_001] {
        lines.withLock { $0 = [] }
        try await remote.forEachBatch(of: range) { batch in lines.withLock { $0 += batch } }
        let known = try await memory.snapshot(SnapshotRequest(range)).lines
        #expect(lines.withLock { $0 } == known)
      }
      var request = SnapshotRequest(7990..<8010, locating: [.integer(9000)])
      (request.selectedSections, request.selectedRows) = (true, 0..<2)
      var known = try await memory.snapshot(request)
      let told = try await remote.snapshot(request, ifRevision: nil)
      known.revision = told.revision
      known.selectedRows?.revision = told.revision
      #expect(told == known)
    }
  }

  @Test func `a list that is no longer waited for ends its statement, and goes on`() async throws {
    let server = try Fixture(
      "CREATE TABLE t (id int PRIMARY KEY, name text)",
      "INSERT INTO t SELECT i, repeat('ü', 100) FROM generate_series(1, 200000) i")
    let list = try await server.openRemote()
    // The server needs half a minute for this search.
    let search = Task { try await list.updateQuery(ifRevision: nil) { $0.search = "x" } }
    #expect(
      try await wait {
        try server.text(
          "SELECT count(*)::text FROM pg_stat_activity WHERE application_name = '\(server.schema)' "
            + "AND state = 'active'") != "0"
      })
    search.cancel()
    await #expect(throws: CancellationError.self) { try await search.value }
    #expect(await list.query.search == "")
    let found = try await list.updateQuery(ifRevision: nil) { $0.filters = "id:77" }
    #expect(found.total == 1)
  }

  @Test func `a large table stays on the server unless something else is requested`() async throws {
    let server = try Fixture(
      "CREATE TABLE t (id int PRIMARY KEY)", "INSERT INTO t VALUES (1)",
      "CREATE TABLE big (id int PRIMARY KEY, other int)",
      "INSERT INTO big SELECT i, i FROM generate_series(1, 2100000) i", "ANALYZE big")
    func place(
      _ table: String, _ fetch: PostgresTable.Fetch = .automatic, journal: Bool = false,
      id: String? = nil
    ) async throws -> RowPlace {
      try await PostgresTable(
        url: server.server.url, table: "\(server.schema).\(table)", keepsJournal: journal,
        fetch: fetch
      ).place(options: TableOptions(id: id), query: ListQuery())
    }
    #expect(try await place("t") == .memory(estimate: nil))
    #expect(try await place("t", .visible) == .server(estimate: nil))
    guard case .server(let estimate?) = try await place("big") else {
      Issue.record("the rows of a large table are read")
      return
    }
    #expect((2_000_000...2_300_000).contains(estimate))
    #expect(try await place("big", .all) == .memory(estimate: nil))
    #expect(try await place("big", journal: true) == .server(estimate: estimate))
    #expect(try await place("big", id: "other") == .memory(estimate: nil))
    await #expect(throws: SourceError.self) { try await place("none") }
  }

  @Test func `commits of others are told, and selected rows that are gone leave`() async throws {
    let server = try Fixture(
      "CREATE TABLE t (id int PRIMARY KEY, n int)",
      "INSERT INTO t SELECT i, i FROM generate_series(1, 50) i")
    let list = try await server.openRemote()
    _ = try await list.setRange(
      .fixed(length: 3), section: nil, revises: false, ifRevision: nil)
    _ = try await list.select(
      .select([.integer(2), .integer(40)]), idLimit: 1000, refusedIDLimit: 1000, ifRevision: nil)
    var updates = list.updates.makeAsyncIterator()
    try server.run("DELETE FROM t WHERE id IN (2, 40)", "UPDATE t SET n = 0 WHERE id = 3")
    let update = try #require(await updates.next())
    #expect(update.total == 48)
    #expect(update.selection?.removed == [.integer(2), .integer(40)])
    guard case .changes(let changes)? = update.changes else {
      Issue.record("the changes are \(String(describing: update.changes))")
      return
    }
    #expect(
      Set(changes.rows) == [
        .delete(.integer(2), from: .init(section: 0, row: 1)),
        .update(.integer(3), from: .init(section: 0, row: 2)),
        .insert(.integer(4), to: .init(section: 0, row: 2)),
      ])
    // Writing what is there already changes nothing.
    let revision = await list.revision
    try server.run("UPDATE t SET n = n")
    #expect(try await list.sections(ifRevision: nil).revision == revision)
  }

  @Test func `a lost connection is replaced`() async throws {
    let server = try Fixture("CREATE TABLE t (id int PRIMARY KEY)", "INSERT INTO t VALUES (1)")
    let list = try await server.openRemote()
    try server.run(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = '\(server.schema)'
      """)
    #expect(try await list.ids(section: nil, ifRevision: nil).ids == [.integer(1)])
  }

  @Test func `what cannot be answered is refused`() async throws {
    let server = try Fixture("CREATE TABLE t (id int PRIMARY KEY)", "CREATE TABLE u (n int)")
    let list = try await server.openRemote()
    await #expect(throws: NotSupportedError.self) {
      _ = try await list.setRange(
        .flexible(length: 3), section: nil, revises: false, ifRevision: nil)
    }
    await #expect(throws: NotSupportedError.self) {
      _ = try await list.updateQuery(ifRevision: nil) { ($0.search, $0.match) = ("a", .fuzzy) }
    }
    await #expect(throws: NotSupportedError.self) { _ = try await server.openRemote("u") }
    #expect(await list.revision == 1)
  }
}

extension Fixture {
  /// Opens a list over a table whose rows stay on the server.
  func openRemote(
    _ table: String = "t", journal: Bool = false, query: ListQuery = ListQuery()
  ) async throws -> any ListProtocol {
    try await openRemote(table, feed: journal ? .journal : .none, query: query)
  }

  func openRemote(
    _ table: String = "t", feed: TestFeed, query: ListQuery = ListQuery()
  ) async throws -> any ListProtocol {
    if feed == .log { try publish(table) }
    let mark = server.url.contains("?") ? "&" : "?"
    let source = PostgresTable(
      url: server.url + mark + "application_name=\(schema)", table: "\(schema).\(table)",
      keepsJournal: feed == .journal, fetch: .visible)
    let list = try await source.openList(options: TableOptions(), query: query)
    if feed == .log {
      // Without a feed, a flexible window is refused.
      func setRange(_ range: RangeOptions?) async throws {
        _ = try await list.setRange(range, section: nil, revises: false, ifRevision: nil)
      }
      #expect(try await wait { (try? await setRange(.flexible(length: 100))) != nil })
      try await setRange(nil)
    }
    return list
  }
}
