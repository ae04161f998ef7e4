import Shortlist
import Testing

@testable import ShortlistPostgres

@Suite("Names and values that try to be SQL", .enabled(if: TestServer.isThere), .serialized)
struct HostileNameTests {
  @Test func `values and searches are texts`() async throws {
    let stored = HostileText.all.filter { !$0.utf8.contains(0) }
    let rows = stored.enumerated().map { "(\($0), \($1.literal), ARRAY[\($1.literal)])" }
    let server = try Fixture(
      "CREATE TABLE t (id int PRIMARY KEY, name text, tags text[])",
      "INSERT INTO t VALUES \(rows.joined(separator: ", "))")
    let memory = try await server.open()
    let remote = try await server.openRemote()
    for text in HostileText.all {
      for match in [MatchKind.words, .substring, .prefix, .auto] {
        let change = { @Sendable (query: inout ListQuery) in
          (query.search, query.match, query.sort) = (text, match, [SortKey("name")])
        }
        let known: [RowID]
        do {
          _ = try await memory.updateQuery(change)
          known = try await memory.ids().ids
        } catch is SearchError { continue }
        _ = try await remote.updateQuery(ifRevision: nil, change)
        #expect(
          try await remote.ids(section: nil, ifRevision: nil).ids == known, "\(match) \(text)")
      }
      let found = try await remote.suggestions(
        for: text, in: "name", from: 0, limit: 5, ifRevision: nil)
      let expected = try await memory.suggestions(for: text, in: "name", from: 0, limit: 5)
      #expect(found.items == expected.items && found.exact == expected.exact, "\(text)")
    }
  }

  @Test func `names and ids are names and ids`() async throws {
    for text in HostileText.names(every: 19) where !["xmin", "ctid"].contains(text) {
      let (name, value) = (text.quoted, text.literal)
      let server = try Fixture(
        "CREATE TABLE \(name) (\(name) text PRIMARY KEY, n int)",
        "INSERT INTO \(name) VALUES (\(value), 1), ('other', 2)")
      let list = try await server.openRemote(text)
      var query = ListQuery()
      query.sort = [SortKey(text, .descending)]
      query.sections = SectionRule(by: text)
      let wanted = query
      _ = try await list.updateQuery(ifRevision: nil) { $0 = wanted }
      let selected = try await list.select(
        .select([.text(text)]), idLimit: 5, refusedIDLimit: 5, ifRevision: nil)
      #expect(selected.added == [.text(text)], "\(text)")
      #expect(try await list.locate([.text(text)], ifRevision: nil).positions.first != nil)
      let facets = MeasureRequest(facets: [FacetRequest(text)])
      #expect(try await list.measure(facets, ifRevision: nil).facets[0].items.count == 2)
      _ = try await list.apply([.update([text: .text(text), "n": .integer(3)])], ifRevision: nil)
      #expect(try await list.sections(ifRevision: nil).total == 2)
    }
  }

  @Test func `a table that is emptied, changed and dropped while it is open`() async throws {
    let server = try Fixture(
      "CREATE TABLE t (id int PRIMARY KEY, n int)",
      "INSERT INTO t SELECT i, i FROM generate_series(1, 50) i")
    let list = try await server.openRemote()
    func total() async throws -> Int { try await list.sections(ifRevision: nil).total }
    try server.run("TRUNCATE t")
    #expect(try await total() == 0)
    try server.run("INSERT INTO t VALUES (1, 1)")
    #expect(try await total() == 1)
    try server.run("ALTER TABLE t ADD COLUMN more text")
    await #expect(throws: SourceError.self) { try await total() }
    try server.run("ALTER TABLE t DROP COLUMN more")
    #expect(try await total() == 1)
    try server.run("DROP TABLE t")
    await #expect(throws: SourceError.self) { try await total() }
    try server.run(
      "CREATE TABLE t (id int PRIMARY KEY, n int)", "INSERT INTO t VALUES (1, 1), (2, 2)")
    #expect(try await total() == 2)
  }
}
