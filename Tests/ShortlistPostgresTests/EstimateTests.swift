import Shortlist
import Testing

@testable import ShortlistPostgres

@Suite("Counts that are estimated first", .enabled(if: TestServer.isThere), .serialized)
struct EstimateTests {
  private static let count = 120_000

  /// Opens a table whose rows are in the order of their ids.
  private func open() async throws -> (server: Fixture, list: any ListProtocol) {
    let server = try Fixture(
      "CREATE TABLE t (id int PRIMARY KEY, name text, kind int)",
      """
      INSERT INTO t SELECT i, CASE WHEN i % 1000 = 7 THEN 'rare ' ELSE '' END || 'n' || i, i % 10
      FROM generate_series(1, \(Self.count)) i
      """, "ANALYZE t")
    let source = PostgresTable(
      url: server.server.url, table: "\(server.schema).t", fetch: .visible)
    let list = try await source.openRemoteList(
      options: TableOptions(), query: ListQuery(), estimating: true)
    return (server, list)
  }

  private func search(
    _ text: String, _ rows: SnapshotRequest.Rows, in list: any ListProtocol
  ) async throws -> ListSnapshot {
    var request = SnapshotRequest(rows)
    request.estimates = true
    return try await list.snapshot(request, ifRevision: nil) { query, _ in
      (query.filters, query.match) = (text, .words)
    }
  }

  @Test func `first rows come with an estimate, and then the exact count`() async throws {
    let (server, list) = try await open()
    var updates = list.updates.makeAsyncIterator()
    #expect(await list.count > 100_000)
    for (filter, count) in [("kind:3", 12_000), ("-kind:3", 108_000), ("kind:4", 12_000)] {
      let found = try await search(filter, .at(0..<50), in: list)
      #expect(found.estimates.contains(.total) && found.total != 0, "\(filter)")
      #expect(found.lines.count == 50 && found.isRemote, "\(filter)")
      while let update = await updates.next() {
        if !update.estimates.isEmpty { continue }
        if update.total == count { break }
      }
      var request = SnapshotRequest(0..<50)
      request.estimates = true
      let now = try await list.snapshot(request, ifRevision: nil)
      #expect(now.lines == found.lines && now.estimates == [] && now.total == count, "\(filter)")
      #expect(now.count == Self.count, "\(filter)")
    }
    // What others commit meanwhile shows, too.
    _ = try await search("kind:5", .at(0..<50), in: list)
    try server.run("INSERT INTO t VALUES (0, 'new', 5)")
    _ = try await search("kind:<6", .at(0..<50), in: list)
    while let update = await updates.next() {
      if update.estimates.isEmpty && update.total == 72_001 { break }
    }
    #expect(try await list.ids(section: nil, ifRevision: nil).ids.first == .integer(0))
  }

  @Test func `what depends on the number waits for it`() async throws {
    let (server, list) = try await open()
    defer { withExtendedLifetime(server) {} }
    let last = try await search("kind:3", .last(2), in: list)
    #expect(last.estimates == [] && last.total == 12_000)
    #expect(last.lines.map(\.id) == [.integer(119_983), .integer(119_993)])
    let far = try await search("kind:4", .at(5000..<5002), in: list)
    #expect(far.lines.map(\.id) == [.integer(50_004), .integer(50_014)])
    let few = try await search("name~rare", .at(0..<1000), in: list)
    #expect(few.lines.count == 120 && few.total == 120 && !few.estimates.contains(.total))
    _ = try await search("kind:5", .at(0..<1), in: list)
    #expect(try await list.sections(ifRevision: nil).total == 12_000)
    _ = try await search("kind:6", .at(0..<1), in: list)
    let all = try await list.select(.all(), idLimit: 0, refusedIDLimit: 0, ifRevision: nil)
    #expect(all.count == 12_000)
    let exact = try await list.updateQuery(ifRevision: nil) { $0.filters = "kind:7" }
    #expect(exact.estimates == [] && exact.total == 12_000 && exact.count == Self.count)
  }

  @Test func `a window among the first rows does not wait`() async throws {
    let (server, list) = try await open()
    defer { withExtendedLifetime(server) {} }
    let queried = try await list.updateQuery(estimating: true, ifRevision: nil) {
      $0.filters = "kind:3"
    }
    #expect(queried.estimates.contains(.total))
    let moved = try await list.setRange(
      .fixed(length: 100), section: nil, revises: true, ifRevision: nil)
    #expect(moved.sections.count == 1)
    let again = try await list.updateQuery(estimating: true, ifRevision: nil) {
      $0.filters = "kind:4"
    }
    #expect(again.estimates.contains(.total))
    let ids = try await list.ids(section: nil, ifRevision: again.revision).ids
    #expect(ids == (0..<100).map { .integer($0 * 10 + 4) })
    _ = try await list.setRange(
      .fixed(length: 3, offset: 0, from: .end), section: nil, revises: true, ifRevision: nil)
    #expect(try await list.ids(section: nil, ifRevision: nil).ids.last == .integer(119_994))
  }

  @Test func `rows that a server cannot search are read if they fit`() async throws {
    let server = try Fixture("CREATE TABLE t (id int PRIMARY KEY, name text)")
    try server.run("INSERT INTO t VALUES (1, 'a')", "ANALYZE t")
    let source = PostgresTable(url: server.server.url, table: "\(server.schema).t")
    var query = ListQuery()
    func place(_ match: MatchKind, rows: String) async throws -> RowPlace {
      // The planner goes by these numbers.
      try server.run(
        """
        UPDATE pg_class SET reltuples = \(rows), relpages = 1
        WHERE oid = '\(server.schema).t'::regclass
        """)
      query.match = match
      return try await source.place(options: TableOptions(), query: query)
    }
    #expect(try await place(.fuzzy, rows: "1000") == .memory(estimate: nil))
    #expect(try await place(.auto, rows: "3000000") == .server(estimate: 3_000_000))
    #expect(try await place(.fuzzy, rows: "3000000") == .memory(estimate: 3_000_000))
    #expect(try await place(.typos, rows: "3000000") == .memory(estimate: 3_000_000))
    guard case .server = try await place(.fuzzy, rows: "1e14") else {
      Issue.record("so many rows do not fit")
      return
    }
  }
}
