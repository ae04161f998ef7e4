import Shortlist
import Testing

@testable import ShortlistPostgres

@Suite("A large table whose rows stay on the server", .enabled(if: TestServer.isThere), .serialized)
struct LargeRemoteTests {
  private static let table = [
    "CREATE TABLE t (id int PRIMARY KEY, kind text, n int, name text)",
    """
    INSERT INTO t SELECT i, 'k' || i % 3, CASE WHEN i % 5 > 0 THEN i % 7 END,
    CASE WHEN i % 11 > 0 THEN (ARRAY['Äpfel', 'apples', 'r-base', 'pear'])[1 + i % 4] || i % 97 END
    FROM generate_series(1, 12000) i
    """,
  ]

  @Test func `pages are those of a list in memory, whichever way one goes`() async throws {
    let server = try Fixture(Self.table[0], Self.table[1])
    let memory = try await server.open()
    let remote = try await server.openRemote()
    for sort in [
      [], [SortKey("n", .descending)], [SortKey("name"), SortKey("n", .descending)],
    ] {
      for (search, match) in [("", MatchKind.words), ("ap", .auto)] {
        let change = { @Sendable (query: inout ListQuery) in
          (query.sort, query.search, query.match) = (sort, search, match)
        }
        _ = try await memory.updateQuery(change)
        let total = try await remote.updateQuery(ifRevision: nil, change).total
        // With a search by signs and no sort, only rows in memory are ranked by letters.
        if match == .auto && sort.isEmpty { continue }
        #expect(total > 100)
        var start = total / 3
        for step in [0, 20, -10, -50, 3000, 20_000, -20, -20, -20_000, 20] {
          start = min(max(0, start + step), total)
          var request = SnapshotRequest(start..<start + 20)
          request.locating = [.integer(77), .integer(9000)]
          var known = try await memory.snapshot(request)
          let told = try await remote.snapshot(request, ifRevision: nil)
          known.revision = told.revision
          #expect(told == known, "\(sort) \(search) at \(start)")
        }
      }
    }
  }

  @Test func `selections of many rows are those of a list in memory`() async throws {
    let server = try Fixture(Self.table[0], Self.table[1])
    let memory = try await server.open()
    let remote = try await server.openRemote()
    let lists = [memory as any ListProtocol, remote]
    let change = { @Sendable (query: inout ListQuery) in
      query.sections = SectionRule(by: "kind")
      query.sort = [SortKey("n", .descending)]
    }
    for list in lists { _ = try await list.updateQuery(ifRevision: nil, change) }
    let few: [RowID] = [.integer(7), .integer(11_000), .integer(2)]
    let requests: [SelectionRequest<RowID>] = [
      .select(few), .all(.matching), .deselect([.integer(5), .integer(7)]), .toggle(few),
      .undo, .redo, .undo, .invert, .select([.integer(1), .integer(99_999)]), .undo, .undo, .undo,
      .undo, .redo, .redo, .all(.everything), .none(.section("k1")), .deselect(few), .invert,
      .all(.section("k2")), .extend(from: .integer(30), to: .integer(60)), .replace(few),
      .all(.matching), .none(.everything), .none(.matching), .undo,
    ]
    for (place, request) in requests.enumerated() {
      var outcomes: [SelectionOutcome<RowID>] = []
      for list in lists {
        outcomes.append(
          try await list.select(request, idLimit: 0, refusedIDLimit: 5, ifRevision: nil))
      }
      outcomes[0].revision = outcomes[1].revision
      // What is undone is told in total, not for each row.
      if ![.undo, .redo].contains(request) {
        #expect(outcomes[0] == outcomes[1], "\(place): \(request)")
      }
      for order in [SelectionReport<RowID>.Order.picked, .shown] {
        var known = try await memory.selection(limit: 40, order: order)
        let told = try await remote.selection(limit: 40, order: order, ifRevision: nil)
        known.revision = told.revision
        #expect(told == known, "\(place): \(request)")
      }
      for range in [0..<5, 3995..<4010, 11_998..<12_010] {
        var request = SnapshotRequest(range)
        (request.selectedSections, request.selectedRows) = (true, 9_000..<9_005)
        var known = try await memory.snapshot(request)
        let told = try await remote.snapshot(request, ifRevision: nil)
        known.revision = told.revision
        known.selectedRows?.revision = told.revision
        #expect(told == known, "\(place): \(request)")
      }
    }
  }

  @Test func `limits and commits hold for selections of many rows`() async throws {
    let server = try Fixture(Self.table[0], Self.table[1])
    let list = try await server.openRemote()
    func select(_ request: SelectionRequest<RowID>) async throws -> SelectionOutcome<RowID> {
      try await list.select(request, idLimit: 10, refusedIDLimit: 10, ifRevision: nil)
    }
    _ = try await list.setSelectionFilters(
      [SelectionRule.maximum(11_999)], mode: nil, ifRevision: nil)
    let refused = try await select(.all(.matching))
    #expect(refused.result == .refused && refused.count == 0)
    #expect(refused.events.map(\.kind) == [.attemptedToExceedMaximum])
    _ = try await list.setSelectionFilters(
      [SelectionRule.maximum(12_000)], mode: nil, ifRevision: nil)
    #expect(try await select(.all(.matching)).events.map(\.kind) == [.selected, .maximumReached])
    await #expect(throws: NotSupportedError.self) {
      _ = try await list.setSelectionFilters(
        [SelectionRule.required("name")], mode: nil, ifRevision: nil)
    }
    try server.run("DELETE FROM t WHERE id <= 100")
    #expect(
      try await list.selection(limit: 1, order: .picked, ifRevision: nil).count == 11_900)
  }

  @Test func `commits to a table of many rows are found by their transactions`() async throws {
    let server = try Fixture(
      "CREATE TABLE t (id int PRIMARY KEY, n int)",
      "INSERT INTO t SELECT i, i FROM generate_series(1, 100500) i")
    let list = try await server.openRemote()
    _ = try await list.setRange(.fixed(length: 2), section: nil, revises: false, ifRevision: nil)
    func total() async throws -> Int { try await list.sections(ifRevision: nil).total }
    try server.run("DELETE FROM t WHERE id = 1")
    #expect(try await total() == 100_499)
    try server.run("UPDATE t SET n = 0 WHERE id = 2")
    let rows = try await list.rows(
      section: nil, from: 0, length: 1, attributes: ["n"], highlights: false, selected: false,
      ifRevision: nil)
    #expect(rows.rows == [[.integer(0)]])
    // The list's own transactions are no changes of others.
    let written = try await list.apply(
      [.update(["id": .integer(3), "n": .integer(9)])], ifRevision: nil)
    try server.run("SELECT pg_current_xact_id()")
    #expect(try await list.sections(ifRevision: nil).revision == written.revision)
    try server.run("UPDATE t SET n = 1 WHERE id = 100000")
    #expect(try await list.sections(ifRevision: nil).revision == written.revision + 1)
  }

  @Test func `a prepared table gives the same answers, and can be as it was`() async throws {
    let server = try Fixture(Self.table[0], Self.table[1])
    let (url, name) = (server.server.url, "\(server.schema).t")
    #expect(try PostgresTable.removal(of: name, at: url) == [])
    #expect(throws: SourceError.self) {
      try PostgresTable.preparation(of: name, at: url, search: ["n"])
    }
    let statements = try PostgresTable.preparation(of: name, at: url, sort: ["name", "n"])
    try PostgresTable.run(statements, at: url)
    // They can be carried out again.
    try PostgresTable.run(statements, at: url)
    let memory = try await server.open()
    let remote = try await server.openRemote()
    let uses = """
      SELECT coalesce(sum(idx_scan), 0)::text FROM pg_stat_all_indexes
      WHERE schemaname = '\(server.schema)' AND indexrelname LIKE 'shortlist%'
      """
    for (search, match) in [
      ("apf", MatchKind.words), ("ple", .substring), ("rbase", .auto), ("äp", .prefix),
    ] {
      let change = { @Sendable (query: inout ListQuery) in
        (query.search, query.match, query.sort) = (search, match, [SortKey("name")])
      }
      _ = try await memory.updateQuery(change)
      _ = try await remote.updateQuery(ifRevision: nil, change)
      let known = try await memory.snapshot(SnapshotRequest(10..<40)).lines
      #expect(try await remote.snapshot(SnapshotRequest(10..<40), ifRevision: nil).lines == known)
    }
    // Few and many rows match, at the beginning and at the end of the order.
    let sorts: [[SortKey]] = [
      [SortKey("name")], [SortKey("name", .descending)], [SortKey("n", .descending)], [],
    ]
    for (search, match) in [
      ("a", MatchKind.auto), ("r", .auto), ("es", .auto), ("ä p", .auto), ("apfel96", .auto),
      ("p", .words), ("k1 r", .words), ("pear9", .prefix),
    ] {
      for sort in sorts where !(sort.isEmpty && match == .auto) {
        let change = { @Sendable (query: inout ListQuery) in
          (query.search, query.match, query.sort) = (search, match, sort)
        }
        _ = try await memory.updateQuery(change)
        let total = try await remote.updateQuery(ifRevision: nil, change).total
        for start in [0, 200, 230, 600, 180, total - 20] where start >= 0 && start < total {
          let request = SnapshotRequest(start..<min(start + 40, total))
          let known = try await memory.snapshot(request).lines
          #expect(
            try await remote.snapshot(request, ifRevision: nil).lines == known,
            "\(search) \(match) \(sort) from \(start)")
        }
      }
    }
    #expect(
      try await wait {
        _ = try server.text("SELECT pg_stat_clear_snapshot()::text")
        return try server.text(uses) != "0"
      })
    try PostgresTable.run(try PostgresTable.removal(of: name, at: url), at: url)
    #expect(try PostgresTable.removal(of: name, at: url) == [])
  }
}
