import GRDB
import Shortlist
import ShortlistSQLite
import Testing
import ShortlistPlatform

@Suite("Named shortlists of a table")
struct ShortlistTests {
  private func fixture() throws -> Fixture {
    try Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n INT)",
      "CREATE TABLE u (id TEXT PRIMARY KEY) WITHOUT ROWID",
      "INSERT INTO t VALUES (1, 10), (2, 20), (3, 30), (9007199254740993, 40)",
      "INSERT INTO u VALUES ('a'), ('b'), ('x' || char(0) || 'y')", "PRAGMA user_version = 42")
  }

  private let picked: [RowID] = [.integer(9_007_199_254_740_993), .integer(1), .integer(3)]

  @Test("are there again in pick order, and tell what is missing")
  func savingAndLoading() async throws {
    let file = try fixture()
    let list = try await file.open()
    _ = try await list.select(.select(picked))
    let revision = await list.revision
    #expect(try await list.saveSelection(as: "Friday") == SavedShortlist(name: "Friday", count: 3))
    #expect(await list.revision == revision)

    let other = try await file.open()
    _ = try await other.select(.select([.integer(2)]))
    let loaded = try await other.loadSelection("Friday")
    #expect(loaded.outcome.added == picked && loaded.outcome.removed == [.integer(2)])
    #expect(loaded.missing == [])

    try file.run("DELETE FROM t WHERE id = 1")
    await other.waitForCount(3)
    #expect(try await other.loadSelection("Friday").missing == [.integer(1)])
    #expect(try await other.selection().ids == [picked[0], picked[2]])
  }

  @Test("all rows are let go of, and taken back, in the order of their keys")
  func undoing() async throws {
    let file = try Fixture(
      "CREATE TABLE t (id TEXT PRIMARY KEY, n INT)",
      "INSERT INTO t VALUES ('k8', 2), ('k10', NULL), ('k1', 7), ('k9', 1)")
    var query = ListQuery()
    query.sort = [SortKey("n")]
    let list = try await file.open(query: query)
    let picked: [RowID] = ["k9", "k10", "k8"].map { .text($0) }
    let inOrder: [RowID] = ["k10", "k8", "k9"].map { .text($0) }
    _ = try await list.select(.select(picked))
    #expect(try await list.select(.none()).removed == inOrder)
    #expect(try await list.select(.undo).added == inOrder)
    #expect(try await list.selection().ids == picked)
  }

  @Test("belong to one table, and can be replaced, renamed and forgotten")
  func managing() async throws {
    let file = try fixture()
    let (t, u) = (try await file.open(), try await file.open("u"))
    _ = try await t.select(.all())
    _ = try await u.select(.all())
    try await t.saveSelection(as: "a")
    try await u.saveSelection(as: "a")
    _ = try await t.select(.none())
    try await t.saveSelection(as: "b")
    try await t.saveSelection(as: "é'; DROP TABLE t; --")
    #expect(try await t.savedSelections().map(\.count) == [4, 0, 0])
    #expect(try await u.savedSelections() == [SavedShortlist(name: "a", count: 3)])
    _ = try await u.select(.none())
    #expect(try await u.loadSelection("a").outcome.added.count == 3)

    try await t.renameSelection("a", to: "c")
    let taken = await #expect(throws: InvalidRequestError.self) {
      try await t.renameSelection("c", to: "b")
    }
    #expect(taken?.description == "there is a shortlist b already")
    for name in ["a", ""] {
      await #expect(throws: InvalidRequestError.self) { try await t.renameSelection(name, to: "z") }
      await #expect(throws: InvalidRequestError.self) { try await t.forgetSelection(name) }
      await #expect(throws: InvalidRequestError.self) { try await t.loadSelection(name) }
    }
    try await t.renameSelection("c", to: "c")
    try await t.forgetSelection("b")
    #expect(try await t.savedSelections().map(\.name) == ["c", "é'; DROP TABLE t; --"])
    #expect(try await t.loadSelection("c").outcome.added.count == 4)
  }

  @Test("are no change of the list, no table of the program, and leave the file's version alone")
  func apartness() async throws {
    let file = try fixture()
    let (list, other) = (try await file.open(), try await file.open())
    try await list.saveSelection(as: "none")
    try file.run("INSERT INTO t VALUES (4, 40)")
    await other.waitForCount(5)
    await list.waitForCount(5)
    #expect(await (list.revision, other.revision) == (2, 2))
    #expect(try SQLiteTable.tables(inFile: file.path) == ["t", "u"])
    let version = try await file.other.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
    #expect(version == 42)
  }

  @Test("of a newer version are refused")
  func newerVersion() async throws {
    let file = try fixture()
    let list = try await file.open()
    try await list.saveSelection(as: "a")
    try file.run("UPDATE shortlist_version SET version = 99")
    let reason = "the shortlists were written by a newer Shortlist (version 99)"
    let refusal = await #expect(throws: WriteError.self) {
      try await list.saveSelection(as: "b")
    }
    #expect(refusal?.reason == reason)
    let error = await #expect(throws: SourceError.self) { try await list.savedSelections() }
    #expect(error?.reason == reason)
  }

  @Test(
    "that are damaged are refused, and nothing is changed",
    arguments: [
      "CREATE TABLE shortlist_version (version)",
      "CREATE TABLE shortlist_version (version); INSERT INTO shortlist_version VALUES (-1)",
      "CREATE TABLE shortlist_version (version); INSERT INTO shortlist_version VALUES (0)",
      "CREATE TABLE shortlist_version (version); INSERT INTO shortlist_version VALUES (NULL)",
      "CREATE TABLE shortlist_version (version); INSERT INTO shortlist_version VALUES ('1')",
      "CREATE TABLE shortlist_version (version); INSERT INTO shortlist_version VALUES (1), (1)",
      "CREATE TABLE Shortlist_Version (version); INSERT INTO shortlist_version VALUES (1.5)",
      "CREATE TABLE shortlist_version (version); INSERT INTO shortlist_version VALUES (x'01')",
      "CREATE TABLE shortlist_version (v); INSERT INTO shortlist_version VALUES (1)",
      """
      CREATE TABLE shortlist_version (version); INSERT INTO shortlist_version
      VALUES (9223372036854775807)
      """,
      """
      CREATE TABLE shortlist_version (version); INSERT INTO shortlist_version
      VALUES (-9223372036854775808)
      """,
      "CREATE VIEW shortlist_version AS SELECT 1 AS version",
      "CREATE TABLE shortlist_version (version); INSERT INTO shortlist_version VALUES (1)",
      """
      CREATE TABLE shortlist_version (version); INSERT INTO shortlist_version VALUES (1);
      CREATE TABLE shortlist_saved (name)
      """,
      """
      CREATE TABLE shortlist_version (version); INSERT INTO shortlist_version VALUES (1);
      CREATE VIEW shortlist_saved AS SELECT 1 AS file, 't' AS source, 'a' AS name, 1 AS count, '[1]' AS ids
      """,
    ])
  func damaged(statements: String) async throws {
    let file = try fixture()
    try file.run(statements)
    let dump = "SELECT group_concat(quote(sql)) FROM sqlite_schema"
    let before = try await file.other.read { try String.fetchOne($0, sql: dump) }
    let list = try await file.open()
    await #expect(throws: WriteError.self) { try await list.saveSelection(as: "a") }
    await #expect(throws: (any Error).self) { try await list.forgetSelection("a") }
    await #expect(throws: (any Error).self) { try await list.loadSelection("a") }
    if !statements.contains("VIEW") {
      await #expect(throws: SourceError.self) { try await list.savedSelections() }
    }
    #expect(try await file.other.read { try String.fetchOne($0, sql: dump) } == before)
    _ = try await list.apply([.insert(["id": .integer(7)])])
  }

  @Test(
    "say so if one is damaged",
    arguments: ["ids = '[1'", "ids = '{}'", "ids = '[null]'", "ids = x'ff'", "ids = '[[1]]'"])
  func damagedOne(change: String) async throws {
    let file = try fixture()
    let list = try await file.open()
    _ = try await list.select(.select(picked))
    try await list.saveSelection(as: "a")
    _ = try await list.select(.select([.integer(2)]))
    try file.run("UPDATE shortlist_saved SET \(change)")
    let error = await #expect(throws: SourceError.self) { try await list.loadSelection("a") }
    #expect(error?.reason == "the shortlist a is damaged")
    #expect(try await list.selection().count == 4)
    try file.run("UPDATE shortlist_saved SET count = -5")
    await #expect(throws: SourceError.self) { try await list.savedSelections() }
    try await list.saveSelection(as: "a")
    #expect(try await list.savedSelections().map(\.count) == [4])
  }

  @Test("of a source that keeps none fail")
  func otherSources() async throws {
    let list = try await LiveList.open(Nothing())
    await #expect(throws: ShortlistStoreError.self) { try await list.saveSelection(as: "a") }
    await #expect(throws: ShortlistStoreError.self) { try await list.savedSelections() }
    let picker = PickList([Person(id: 1, name: "Ann")]) { Field("name", \.name) }
    let error = await #expect(throws: PickListError.self) {
      try await picker.selection.save("a")
    }
    #expect(error?.code == .notSupported)
  }

  @Test("are kept and loaded by a picker")
  func picker() async throws {
    let file = try fixture()
    let picker = try await PickList(sqlite: file.path, table: "t")
    try await picker.selection.request(.select(picked))
    #expect(try await picker.selection.save("a").count == 3)
    try await picker.selection.deselectAll()
    try await picker.selection.rename("a", to: "b")
    #expect(try await picker.selection.saved == [SavedShortlist(name: "b", count: 3)])
    #expect(try await picker.selection.load("b").outcome.added == picked)
    try await picker.selection.forget("b")
    let error = await #expect(throws: PickListError.self) {
      try await picker.selection.load("b")
    }
    #expect(error?.code == .invalidRequest)
  }

  private struct Person: Identifiable, Sendable {
    let id: Int
    let name: String
  }

  /// A source that is no table.
  private struct Nothing: RowSource {
    var name: String { "nothing" }

    func read(
      into builder: inout TableBuilder,
      progress: (inout TableBuilder, LoadProgress) throws -> Void
    ) throws {
      try builder.setColumns(["id"], line: 1)
    }
  }
}
