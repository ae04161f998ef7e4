import GRDB
import Shortlist
import Testing

@testable import ShortlistSQLite

@Suite("Writing a table")
struct WritingTests {
  @Test("a list knows that it is stored as soon as it says that its rows are read")
  func storedAtOnce() async throws {
    let file = try Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)", "INSERT INTO t VALUES (1, 'a')")
    for _ in 0..<100 {
      let list = LiveList.loading(SQLiteTable(path: file.path, table: "t"))
      for await update in list.updates {
        if case .finished = update.loading { break }
      }
      #expect(await list.state.isStored)
    }
  }

  @Test("shows what the table has after a transaction", arguments: [false, true])
  func whatTheTableMakesOfIt(journal: Bool) async throws {
    let file = try Fixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT UNIQUE ON CONFLICT REPLACE, n INT DEFAULT 7,
      parent INT REFERENCES t (id) ON DELETE CASCADE)
      """,
      "INSERT INTO t VALUES (1, 'a', 1, NULL), (2, 'b', 2, 1), (3, 'c', 3, 2), (4, 'd', 4, NULL)",
      """
      CREATE TRIGGER shout AFTER INSERT ON t BEGIN
      UPDATE t SET name = upper(NEW.name) WHERE id = NEW.id; UPDATE t SET n = n + 100 WHERE id = 4; END
      """)
    let list = try await file.open(journal: journal)
    // A default, what triggers write, and the id that the table gives.
    let inserted = try await list.apply([.insert(["name": .text("e")])])
    #expect(inserted.inserted == [.integer(5)])
    #expect(inserted.changes?.description == "*0:3(4) +0:4(5)")
    #expect(
      try await list.all.last == [.integer(5), .text("E"), .integer(7), .null])
    // A row that gives way to another one.
    let replaced = try await list.apply([
      .update(["id": .integer(4), "name": .text("E")])
    ])
    #expect(replaced.changes?.description == "*0:3(4) -0:4(5)")
    // A cascade.
    let deleted = try await list.apply([.delete(.integer(1))])
    #expect(deleted.changes?.description == "-0:0(1) -0:1(2) -0:2(3)")
    #expect(try await list.allIDs == [.integer(4)])
    #expect(try await file.open().all == list.all)
  }

  @Test("a refused transaction changes nothing, and has SQLite's reason")
  func refusals() async throws {
    let file = try Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n INT NOT NULL CHECK (n < 10))",
      "INSERT INTO t VALUES (1, 1)", "CREATE VIEW v AS SELECT * FROM t")
    let list = try await file.open()
    let refused: [([RowOperation], Int, String)] = [
      (
        [.update(["id": .integer(1), "n": .integer(2)]), .insert(["id": .integer(2)])], 1,
        "NOT NULL constraint failed: t.n"
      ),
      ([.update(["id": .integer(1), "n": .integer(20)])], 0, "CHECK constraint failed: n < 10"),
      ([.insert(["id": .integer(1), "n": .integer(1)])], 0, "there is a row 1 already"),
      ([.delete(.integer(1)), .delete(.integer(1))], 1, "there is no row 1"),
      ([.delete(.text("1"))], 0, "there is no row 1"),
      ([.update(["id": .integer(1), "n": .text("x")])], 0, "x is not of type integer (n)"),
      ([.update(["id": .integer(1), "m": .null])], 0, "there is no attribute m"),
    ]
    for (operations, index, reason) in refused {
      let refusal = await #expect(throws: WriteError.self) { try await list.apply(operations) }
      #expect(refusal == WriteError(index: index, reason: reason))
    }
    #expect(await list.revision == 1)
    #expect(try await file.open().all == [[.integer(1), .integer(1)]])
    let view = try await file.open("v")
    await #expect(throws: WriteError.self) { try await view.apply([.delete(.integer(1))]) }
  }

  @Test("rows of all kinds of keys can be written")
  func keys() async throws {
    let file = try Fixture(
      "CREATE TABLE t (a INT, b TEXT, n INT, PRIMARY KEY (a, b)) WITHOUT ROWID",
      "INSERT INTO t VALUES (2, 'x', 1), (10, 'x', 2)", "CREATE TABLE plain (n INT)",
      "INSERT INTO plain VALUES (5), (6)")
    let list = try await file.open()
    let outcome = try await list.apply([
      .insert(["a": .integer(3), "b": .text("y"), "n": .integer(3)]),
      .update(["a": .integer(2), "b": .text("x"), "n": .integer(9)]),
      .update(["id": .text("[10,\"x\"]"), "n": .integer(8)]),
    ])
    #expect(
      outcome.changes?.description == #"*0:0("[2,\"x\"]") *0:1("[10,\"x\"]") +0:1("[3,\"y\"]")"#)
    _ = try await list.apply([.delete(.text("[3,\"y\"]"))])
    #expect(try await list.all.map { $0[2] } == [.integer(9), .integer(8)])
    let plain = try await file.open("plain")
    let inserted = try await plain.apply([
      .insert(["n": .integer(7)]), .update(["id": .integer(1), "n": .integer(4)]),
      .delete(.integer(2)),
    ])
    #expect(inserted.inserted == [.integer(3)])
    #expect(try await plain.all == [[.integer(4)], [.integer(7)]])
  }

  @Test("what an answered write outlasts is what SQLite waits for")
  func synchronous() async throws {
    let file = try Fixture("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    for (synchronous, level) in [(Synchronous.full, 3), (.normal, 1)] {
      let table = SQLiteTable(path: file.path, table: "t", synchronous: synchronous)
      _ = try await LiveList.open(table)
      let found = try await table.performWrite { database, _, _ in
        try Int.fetchOne(database, sql: "PRAGMA synchronous")
      }
      #expect(found == level)
    }
  }

  @Test("a suggestion becomes a row of the table")
  func suggestions() async throws {
    let file = try Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)", "INSERT INTO t VALUES (4, 'a')")
    let list = try await file.open()
    let taken = try await list.commitSuggestion("b", in: "name")
    #expect(taken.id == .integer(5) && taken.isCreated && taken.revision == 2)
    #expect(taken.changes?.description == "+0:1(5)")
    #expect(try await list.selection().ids == [.integer(5)])
    #expect(try await file.open().allIDs == [.integer(4), .integer(5)])
    _ = try await list.setSelectionFilters([SelectionRule.maximum(1)])
    let refused = try await list.commitSuggestion("c", in: "name")
    #expect(refused.id == nil)
    #expect(try await file.open().allIDs == [.integer(4), .integer(5)])
  }
}
