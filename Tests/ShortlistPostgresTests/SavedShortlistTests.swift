import Shortlist
import Testing

@testable import ShortlistPostgres

@Suite("Selections saved on a server", .enabled(if: TestServer.isThere), .serialized)
struct SavedShortlistTests {
  private static let names = ["Friday", "fri'day", "\"", "\\", "ä", "a\u{308}", " ", "日", "$1", ""]

  @Test func `lists of all kinds save, load, rename and forget them`() async throws {
    let server = try Fixture(
      "CREATE TABLE t (a text, b int, n int, PRIMARY KEY (a, b))",
      "INSERT INTO t SELECT 'k''' || i, i, i FROM generate_series(1, 20) i")
    let memory = try await server.open()
    let remote = try await server.openRemote()
    let lists = [memory as any ListProtocol, remote]
    let ids = try await memory.allIDs
    for list in lists {
      #expect(try await list.savedSelections(ifRevision: nil) == [])
      await #expect(throws: InvalidRequestError.self) {
        try await list.loadSelection("Friday", ifRevision: nil)
      }
      await #expect(throws: InvalidRequestError.self) {
        try await list.forgetSelection("Friday", ifRevision: nil)
      }
      await #expect(throws: StaleRevisionError.self) {
        try await list.savedSelections(ifRevision: 77)
      }
    }
    for (one, other) in [(lists[0], lists[1]), (lists[1], lists[0])] {
      for (index, name) in Self.names.enumerated() {
        let picked = [ids[index + 3], ids[index]]
        _ = try await one.select(
          .replace(picked), idLimit: 0, refusedIDLimit: 0, ifRevision: nil)
        #expect(
          try await one.saveSelection(as: name, ifRevision: nil)
            == SavedShortlist(name: name, count: 2))
        let loaded = try await other.loadSelection(name, ifRevision: nil)
        #expect(loaded.missing == [] && loaded.outcome.count == 2)
        #expect(
          try await other.selection(limit: 9, order: .picked, ifRevision: nil).ids == picked)
      }
      #expect(
        try await other.savedSelections(ifRevision: nil).map(\.name)
          == Self.names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }
    for name in Self.names {
      if let other = Self.names.last, other != name {
        await #expect(throws: InvalidRequestError.self) {
          try await remote.renameSelection(name, to: other, ifRevision: nil)
        }
      }
      await #expect(throws: (any Error).self) {
        try await remote.renameSelection(name, to: "a\u{0}", ifRevision: nil)
      }
      try await remote.renameSelection(name, to: "new", ifRevision: nil)
      try await memory.forgetSelection("new")
    }
    #expect(try await remote.savedSelections(ifRevision: nil) == [])
  }

  @Test func `rows that are gone are reported, and rules hold`() async throws {
    let server = try Fixture(
      "CREATE TABLE t (id int PRIMARY KEY)", "INSERT INTO t SELECT i FROM generate_series(1, 20) i")
    let list = try await server.openRemote()
    _ = try await list.select(.all(), idLimit: 0, refusedIDLimit: 0, ifRevision: nil)
    _ = try await list.saveSelection(as: "all", ifRevision: nil)
    try server.run("DELETE FROM t WHERE id > 18")
    let loaded = try await list.loadSelection("all", ifRevision: nil)
    #expect(loaded.missing == [.integer(19), .integer(20)] && loaded.outcome.count == 18)
    _ = try await list.setSelectionFilters(
      [SelectionRule.maximum(3)], mode: nil, ifRevision: nil)
    _ = try await list.select(.none(), idLimit: 0, refusedIDLimit: 0, ifRevision: nil)
    let refused = try await list.loadSelection("all", ifRevision: nil)
    #expect(!refused.outcome.refusals.isEmpty)
  }

  @Test func `a user who may not save is told why`() async throws {
    let server = try Fixture(
      "CREATE TABLE t (id int PRIMARY KEY)", "INSERT INTO t VALUES (1)")
    try server.run(
      "CREATE ROLE \(server.schema) LOGIN",
      "GRANT USAGE ON SCHEMA \(server.schema) TO \(server.schema)",
      "GRANT SELECT ON t TO \(server.schema)")
    let url = server.server.url.replacing("postgres@", with: "\(server.schema)@")
    let table = PostgresTable(url: url, table: "\(server.schema).t", fetch: .visible)
    let list = try await table.openRemoteList(
      options: TableOptions(), query: ListQuery(), estimating: false)
    let error = await #expect(throws: WriteError.self) {
      try await list.saveSelection(as: "x", ifRevision: nil)
    }
    #expect(error?.reason.contains("permission denied") == true)
    #expect(error?.reason.contains("shortlist_saved") == true)
    #expect(try await list.savedSelections(ifRevision: nil) == [])
    try server.run("DROP OWNED BY \(server.schema)", "DROP ROLE \(server.schema)")
  }

  @Test func `many save at once`() async throws {
    let server = try Fixture("CREATE TABLE t (id int PRIMARY KEY)", "INSERT INTO t VALUES (1), (2)")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let table = PostgresTable(url: server.server.url, table: "\(server.schema).t")
          for number in 0..<5 {
            try await table.save(
              NamedShortlist(name: "\(writer) \(number)", ids: [.integer(1 + number % 2)]))
            try await table.save(NamedShortlist(name: "shared", ids: [.integer(2)]))
          }
        }
      }
      try await group.waitForAll()
    }
    let table = PostgresTable(url: server.server.url, table: "\(server.schema).t")
    #expect(try await table.savedShortlists().count == 21)
    #expect(try await table.savedShortlist(named: "3 4")?.ids == [.integer(1)])
    #expect(try await table.savedShortlist(named: "shared")?.ids == [.integer(2)])
  }
}
