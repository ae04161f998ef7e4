import GRDB
import Shortlist
import ShortlistSQLite
import Testing

/// What triggers of a table do with rows that are inserted.
@Suite struct TriggerTests {
  private let table = "CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT UNIQUE ON CONFLICT IGNORE)"

  @Test(arguments: [false, true])
  func `a row that the table ignores is refused, with all of its transaction`(
    journal: Bool
  ) async throws {
    let file = try Fixture(
      table, "INSERT INTO t VALUES (9, 'ok')",
      """
      CREATE TRIGGER tr BEFORE INSERT ON t WHEN NEW.x LIKE 'bad%' BEGIN SELECT raise(ignore); END
      """)
    let list = try await file.open(journal: journal)
    for ignored: RowOperation in [
      .insert(["id": .integer(8), "x": .text("bad")]), .insert(["x": .text("bad")]),
      .insert(["x": .text("ok")]),
    ] {
      let refusal = await #expect(throws: WriteError.self) {
        try await list.apply([.insert(["x": .text("new")]), ignored])
      }
      #expect(refusal == WriteError(index: 1, reason: "the table ignored the row"))
    }
    await #expect(throws: WriteError(index: 0, reason: "the table ignored the row")) {
      try await list.commitSuggestion("bad one", in: "x")
    }
    #expect(try await list.selection().ids == [])
    #expect(await list.revision == 1)
    #expect(try await file.open().allIDs == [.integer(9)])
  }

  @Test(arguments: [false, true])
  func `a row is known by the id that triggers have given it`(journal: Bool) async throws {
    let change = "UPDATE t SET id = id + 100 WHERE id = NEW.id"
    let numbers: [RowID] = [.integer(105), .integer(107)]
    let tables: [(columns: String, change: String, ids: [RowID])] = [
      ("id INTEGER PRIMARY KEY, x TEXT", change, numbers),
      ("id INT PRIMARY KEY, x TEXT) WITHOUT ROWID --", change, numbers),
      ("id INTEGER PRIMARY KEY, x TEXT UNIQUE", "\(change); UPDATE t SET x = x || id", numbers),
      (
        "id INTEGER PRIMARY KEY, x TEXT",
        """
        UPDATE t SET id = id + 50 WHERE id = NEW.id; UPDATE t SET x = 'y' WHERE id < 70;
        UPDATE t SET id = id + 50 WHERE id = NEW.id + 50
        """, numbers
      ),
      (
        "id INTEGER, x TEXT, PRIMARY KEY (id, x)", change,
        [.text("[105,\"a\"]"), .text("[107,\"b\"]")]
      ),
      (
        "id INTEGER, x TEXT, PRIMARY KEY (id, x)) WITHOUT ROWID --",
        "UPDATE t SET x = x || '!' WHERE id = NEW.id",
        [.text("[5,\"a!\"]"), .text("[7,\"b!\"]")]
      ),
    ]
    for (columns, change, ids) in tables {
      let file = try Fixture(
        "CREATE TABLE t (\(columns))",
        """
        CREATE TRIGGER tr AFTER INSERT ON t WHEN NEW.id < 100 BEGIN
        INSERT INTO t VALUES (NEW.id + 1000, 'more' || NEW.id); \(change); END
        """)
      let list = try await file.open(journal: journal)
      let outcome = try await list.apply([
        .insert(["id": .integer(5), "x": .text("a")]),
        .insert(["id": .integer(7), "x": .text("b")]),
      ])
      #expect(outcome.inserted == ids, "\(columns)")
      #expect(try await list.all == file.open().all)
      #expect(await list.count == 4)
    }
  }

  @Test(arguments: [false, true])
  func `a row that triggers take out again is refused`(journal: Bool) async throws {
    for storage in ["", "WITHOUT ROWID"] {
      let file = try Fixture(
        "CREATE TABLE t (id TEXT PRIMARY KEY, x TEXT) \(storage)",
        "CREATE TRIGGER tr AFTER INSERT ON t BEGIN DELETE FROM t WHERE x = 'no'; END")
      let list = try await file.open(journal: journal)
      let refusal = await #expect(throws: WriteError.self) {
        try await list.apply([
          .insert(["id": .text("a"), "x": .text("yes")]),
          .insert(["id": .text("b"), "x": .text("no")]),
        ])
      }
      #expect(refusal == WriteError(index: 1, reason: "the table did not keep the row"))
      #expect(try await file.open().count == 0)
    }
  }

  @Test func `a row without a key is refused`() async throws {
    let file = try Fixture("CREATE TABLE t (id TEXT PRIMARY KEY, x TEXT)")
    let list = try await file.open()
    let refusal = await #expect(throws: WriteError.self) {
      try await list.apply([.insert(["x": .text("a")])])
    }
    #expect(refusal == WriteError(index: 0, reason: "a row needs an id"))
  }

  @Test(arguments: [false, true])
  func `changes are seen of triggers that end what comes after them`(journal: Bool) async throws {
    let file = try Fixture("CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT)")
    let list = try await file.open(journal: journal)
    for event in ["INSERT", "UPDATE", "DELETE"] {
      // The newest one comes first, before those of a journal.
      try file.run(
        "CREATE TRIGGER tr_\(event) AFTER \(event) ON t BEGIN SELECT raise(ignore); END")
    }
    #expect(try await list.apply([.insert(["x": .text("own")])]).inserted == [.integer(1)])
    try file.run("INSERT INTO t VALUES (2, 'foreign')", "INSERT INTO t VALUES (3, 'gone')")
    _ = try await list.apply([.update(["id": .integer(1), "x": .text("changed")])])
    #expect(try await list.all.map { $0[1].text } == ["changed", "foreign", "gone"])
    try file.run("UPDATE t SET x = 'new' WHERE id = 2", "DELETE FROM t WHERE id = 3")
    _ = try await list.apply([])
    #expect(try await list.all.map { $0[1].text } == ["changed", "new"])
  }
}
