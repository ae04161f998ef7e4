import Foundation
import GRDB
import Shortlist
import ShortlistTestSupport
import Synchronization
import Testing

@testable import ShortlistSQLite

/// Pickers of typed records in a database that the app has opened.
@Suite(.timeLimit(.minutes(5))) struct RecordTests {
  @Test(arguments: AppDatabase.Kind.allCases)
  func `items are records, and writes go through the connection of the app`(
    kind: AppDatabase.Kind
  ) async throws {
    let database = try AppDatabase(kind, AppDatabase.players, AppDatabase.three)
    let picker = try await PickList(database)
    #expect(try await picker.items.map(\.name) == ["Ann", "Bob", "Cid"])
    #expect(try await picker.item(2)?.photo == Data([0, 255]))

    let outcome = try await picker.insert(Player(id: 4, name: "Dan", score: 40))
    #expect(outcome.inserted == [4])
    try await picker.update(Player(id: 1, name: "Anna", score: 11))
    try await picker.delete(2)
    try await picker.transaction {
      $0.insert(Player(id: 5, name: "Eve", score: 50))
      $0.delete(3)
    }
    let stored = try await database.writer.read { try Player.order(Column("id")).fetchAll($0) }
    #expect(stored.map(\.name) == ["Anna", "Dan", "Eve"])
    #expect(try await picker.items == stored)
    #expect(try await picker.results(for: ListQuery(), 0..<9).items == stored)
  }

  @Test(arguments: AppDatabase.Kind.allCases)
  func `the app's own commits change single rows`(kind: AppDatabase.Kind) async throws {
    let database = try AppDatabase(kind, AppDatabase.players, AppDatabase.three)
    let picker = try await PickList(database)
    let shown = Shown(picker)
    await shown.wait { $0.count == 3 }
    try database.run("UPDATE player SET score = 99 WHERE id = 2")
    await shown.wait { $0.contains { $0.score == 99 } }
    try await database.writer.write { try Player(id: 9, name: "Zoe", score: 0).insert($0) }
    await shown.wait { $0.last?.name == "Zoe" }
    try database.run("DELETE FROM player WHERE id < 3")
    await shown.wait { $0.map(\.id) == [3, 9] }
    try database.run("DELETE FROM player")
    await shown.wait { $0.isEmpty }
    #expect(await shown.resets == 1)
    #expect(await shown.changedRows == 6)
  }

  @Test(arguments: [AppDatabase.Kind.pool, .queue])
  func `commits of other processes change single rows`(kind: AppDatabase.Kind) async throws {
    let database = try AppDatabase(kind, AppDatabase.players, AppDatabase.three)
    let picker = try await PickList(database)
    let shown = Shown(picker)
    await shown.wait { $0.count == 3 }
    try database.runElsewhere(
      "UPDATE player SET name = 'Bo' WHERE id = 2", "DELETE FROM player WHERE id = 1")
    await shown.wait { $0.map(\.name) == ["Bo", "Cid"] }
    #expect(await shown.changedRows == 2)
    #expect(await shown.resets == 1)
    // A write after a commit that was not noticed yet shows both.
    try database.runElsewhere("INSERT INTO player VALUES (7, 'Gus', 70, NULL)")
    try await picker.insert(Player(id: 8, name: "Hal", score: 80))
    #expect(try await picker.items.map(\.name) == ["Bo", "Cid", "Gus", "Hal"])
  }

  @Test func `what triggers and defaults make of a write comes back`() async throws {
    let database = try AppDatabase(
      .pool, AppDatabase.players, AppDatabase.three,
      """
      CREATE TRIGGER loud AFTER INSERT ON player BEGIN
        UPDATE player SET name = upper(name) WHERE id = NEW.id;
        UPDATE player SET score = score + 1 WHERE id = 1;
      END
      """)
    let picker = try await PickList(database)
    try await picker.insert(Player(id: 4, name: "Dan", score: 0))
    #expect(try await picker.item(4)?.name == "DAN")
    #expect(try await picker.item(1)?.score == 11)
  }

  @Test func `a table numbers its records`() async throws {
    let database = try AppDatabase(
      .pool, "CREATE TABLE note (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT)")
    let picker = try await PickList(records: Note.self, in: database.writer) { Field(\.text) }
    let outcome = try await picker.insert([Note(text: "a"), Note(text: "b")])
    #expect(outcome.inserted == [1, 2])
    #expect(try await picker.items.map(\.id) == [1, 2])
    try await picker.delete(1)
    #expect(try await picker.items.map(\.text) == ["b"])
  }

  @Test func `a refused write throws the words of SQLite, and changes nothing`() async throws {
    let database = try AppDatabase(
      .pool, AppDatabase.players, AppDatabase.three, "CREATE UNIQUE INDEX names ON player (name)")
    let picker = try await PickList(database)
    let error = await #expect(throws: PickListError.self) {
      try await picker.transaction {
        $0.delete(3)
        $0.insert(Player(id: 4, name: "Bob", score: 0))
      }
    }
    #expect(error?.code == .writeRefused)
    #expect(error?.index == 1)
    #expect(error?.description == "operation 1: UNIQUE constraint failed: player.name")
    #expect(
      (error?.underlying as? DatabaseError)?.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE)
    #expect(try await picker.items.count == 3)
    let missing = await #expect(throws: PickListError.self) {
      try await picker.update(Player(id: 77, name: "", score: 0))
    }
    #expect(missing?.description == "operation 0: there is no row id = 77")
    let gone = await #expect(throws: PickListError.self) { try await picker.delete(77) }
    #expect(gone?.description == "operation 0: there is no row 77")
  }

  @Test func `rows that a write replaces go, though SQLite does not report them`() async throws {
    let database = try AppDatabase(
      .pool, AppDatabase.players, AppDatabase.three, "CREATE UNIQUE INDEX names ON player (name)")
    let picker = try await PickList(database)
    let shown = Shown(picker)
    await shown.wait { $0.count == 3 }
    try database.run("INSERT OR REPLACE INTO player VALUES (8, 'Bob', 80, NULL)")
    await shown.wait { $0.map(\.id) == [1, 3, 8] }
    try database.run("UPDATE player SET id = 100 WHERE id = 3")
    await shown.wait { $0.map(\.id) == [1, 8, 100] }
    #expect(await shown.resets == 1)
  }

  @Test func `rows that make no record are left out, and told`() async throws {
    let database = try AppDatabase(
      .pool,
      "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT, score, photo BLOB)",
      "INSERT INTO player VALUES (1, 'Ann', 10, x'00'), (2, NULL, 20, NULL), (3, 'Cid', NULL, NULL)"
    )
    let picker = try await PickList(database)
    let told = Mutex<[String]>([])
    picker.failures.observe { error in told.withLock { $0.append(error.description) } }
    #expect(try await picker.items.map(\.id) == [1])
    #expect(told.withLock { $0.count } == 1)
    #expect(told.withLock { $0.first?.contains("player: 2 rows that make no item") } == true)
    // One becomes a record, one ceases to be one.
    let shown = Shown(picker)
    try database.run("UPDATE player SET name = 'Bob' WHERE id = 2")
    await shown.wait { $0.map(\.id) == [1, 2] }
    try database.run("UPDATE player SET name = NULL WHERE id = 1")
    await shown.wait { $0.map(\.id) == [2] }
    #expect(told.withLock { $0.count } == 2)
    #expect(told.withLock { $0.last?.contains("a row that makes no item is left out") } == true)
  }

  @Test(arguments: [AppDatabase.Kind.pool, .queue])
  func `a schema that changes is followed, a table that goes is told`(
    kind: AppDatabase.Kind
  ) async throws {
    let database = try AppDatabase(kind, AppDatabase.players, AppDatabase.three)
    let picker = try await PickList(database)
    let shown = Shown(picker)
    await shown.wait { $0.count == 3 }
    try database.runElsewhere(
      "ALTER TABLE player ADD COLUMN team TEXT",
      "INSERT INTO player VALUES (4, 'Dan', 40, NULL, 'red')")
    await shown.wait { $0.map(\.id) == [1, 2, 3, 4] }
    try database.run("UPDATE player SET team = 'blue', score = 5 WHERE id = 1")
    await shown.wait { $0.first?.score == 5 }
    #expect(await shown.resets == 1)

    try database.run("ALTER TABLE player RENAME TO gone")
    await shown.waitForStop()
    #expect(await shown.stops.first?.contains("no such table: player") == true)
    let refused = await #expect(throws: PickListError.self) { try await picker.delete(1) }
    #expect(refused?.description.contains("no such table: player") == true)
    let again = Shown(picker)
    try database.run("ALTER TABLE gone RENAME TO player")
    try database.run("DELETE FROM player WHERE id = 4")
    await again.wait { $0.map(\.id) == [1, 2, 3] }
    try await picker.delete(1)
    #expect(try await picker.items.count == 2)
  }

  @Test func `searches and the list go on while the app writes for long`() async throws {
    let database = try AppDatabase(.pool, AppDatabase.players, AppDatabase.three)
    let picker = try await PickList(database)
    let (release, signal) = (DispatchSemaphore(value: 0), AsyncStream<Void>.makeStream())
    let writing = Thread {
      try? database.writer.write { database in
        try database.execute(sql: "UPDATE player SET score = 0")
        signal.continuation.yield()
        release.wait()
      }
    }
    writing.start()
    for await _ in signal.stream { break }
    // The transaction of the app is open until `release`; a write of the picker waits for it.
    async let write = picker.delete(3)
    #expect(try await picker.search("b").total == 1)
    #expect(try await picker.visibleSections.flatMap(\.items).map(\.score) == [20])
    let other = try await PickList(database)
    #expect(try await other.items.map(\.score) == [10, 20, 30])
    release.signal()
    _ = try await write
    #expect(try await picker.search("").total == 2)
    let shown = Shown(other)
    await shown.wait { $0.map(\.score) == [0, 0] }
  }

  @Test func `the app's observers see the writes of a picker`() async throws {
    let database = try AppDatabase(.pool, AppDatabase.players, AppDatabase.three)
    let picker = try await PickList(database)
    let counts = ValueObservation.tracking { try Player.fetchCount($0) }.values(
      in: database.writer)
    // An observation may give a value again.
    var seen: [Int] = []
    for try await count in counts where count != seen.last {
      seen.append(count)
      if count == 3 { try await picker.delete([1, 2]) }
      if count == 1 { break }
    }
    #expect(seen == [3, 1])
  }

  @Test func `a request shows its records, and follows the tables that it reads`() async throws {
    let database = try AppDatabase(
      .pool, AppDatabase.players, AppDatabase.three,
      "CREATE TABLE banned (id INTEGER PRIMARY KEY)")
    let request = Player.filter(sql: "id NOT IN (SELECT id FROM banned)").order(
      Column("score").desc)
    let picker = try await PickList(records: request, in: database.writer) { Field(\.name) }
    #expect(try await picker.items.map(\.id) == [3, 2, 1])
    let shown = Shown(picker)
    await shown.wait { $0.count == 3 }
    try database.run("INSERT INTO banned VALUES (2)")
    await shown.wait { $0.map(\.id) == [3, 1] }
    try await picker.update(Player(id: 1, name: "Anna", score: 1))
    await shown.wait { $0.last?.name == "Anna" }
    #expect(await shown.changedRows == 2)
    #expect(await shown.resets == 1)
  }

  private struct Tally: Decodable, Equatable, Identifiable, Sendable, FetchableRecord {
    var id: Int
    var players: Int
  }

  @Test(arguments: AppDatabase.Kind.allCases)
  func `what any request reads is followed, and cannot be written`(
    kind: AppDatabase.Kind
  ) async throws {
    let database = try AppDatabase(kind, AppDatabase.players, AppDatabase.three)
    let request: SQLRequest<Tally> =
      "SELECT score / 20 AS id, count(*) AS players FROM player GROUP BY 1 ORDER BY 1"
    let picker = try await PickList(
      reading: request, in: database.writer, selectionFilters: [.maximum(1)]
    ) { Field(\.players) }
    #expect(try await picker.items == [Tally(id: 0, players: 1), Tally(id: 1, players: 2)])
    #expect(try await picker.selection.selectAll().result == .refused)
    let shown = Shown(picker)
    await shown.wait { $0.count == 2 }
    try database.run("UPDATE player SET score = 45 WHERE id = 3")
    await shown.wait { $0.map(\.players) == [1, 1, 1] }
    if kind != .memory {
      try database.runElsewhere("DELETE FROM player WHERE id = 2")
      await shown.wait { $0.map(\.id) == [0, 2] }
    }
    #expect(await shown.resets == 1)
    let items = try await picker.items
    for write in [
      { try await picker.insert(Tally(id: 9, players: 1)) },
      { try await picker.update(Tally(id: 0, players: 9)) },
      { try await picker.delete(0) },
      { try await picker.replaceAll([]) },
    ] as [@Sendable () async throws -> ApplyOutcome<Tally.ID>] {
      let error = await #expect(throws: PickListError.self) { _ = try await write() }
      #expect(error?.code == .writeRefused)
      #expect(error?.description.hasSuffix("what a request reads is read-only") == true)
    }
    #expect(try await picker.items == items)
    try await picker.replaceAll(items)
  }

  @Test func `replacing all items writes the differences`() async throws {
    let database = try AppDatabase(.queue, AppDatabase.players, AppDatabase.three)
    let picker = try await PickList(database)
    try await picker.replaceAll([
      Player(id: 2, name: "Bob", score: 20, photo: Data([0, 255])),
      Player(id: 3, name: "Cid", score: 31), Player(id: 6, name: "Fay", score: 60),
    ])
    let stored = try await database.writer.read { try Player.fetchAll($0) }
    #expect(stored.map(\.score) == [20, 31, 60])
    #expect(try await picker.items == stored)
  }

  @Test(arguments: AppDatabase.Kind.allCases)
  func `random commits give what a new reading gives`(kind: AppDatabase.Kind) async throws {
    var random = SeededRandom(seed: 23)
    let database = try AppDatabase(
      kind, AppDatabase.players, "CREATE UNIQUE INDEX names ON player (name)")
    let picker = try await PickList(database)
    let shown = Shown(picker)
    for round in 0..<60 {
      let id = Int.random(in: 0..<30, using: &random)
      let name = "n\(Int.random(in: 0..<40, using: &random))"
      let statements = [
        "INSERT OR REPLACE INTO player VALUES (\(id), '\(name)', \(round), NULL)",
        "UPDATE OR REPLACE player SET name = '\(name)' WHERE id = \(id)",
        "UPDATE OR IGNORE player SET id = \(id) WHERE name = '\(name)'",
        "DELETE FROM player WHERE id % 7 = \(id % 7)",
        "UPDATE player SET score = score + 1",
      ]
      let statement = statements[Int.random(in: 0..<statements.count, using: &random)]
      if kind != .memory && round % 3 == 0 {
        try database.runElsewhere(statement)
      } else if round % 3 == 1 {
        _ = try? await picker.insert(Player(id: Int64(id), name: name, score: round))
      } else {
        try database.run(statement)
      }
    }
    let stored = try await database.writer.read { try Player.order(Column("id")).fetchAll($0) }
    await shown.wait { $0.sorted { $0.id < $1.id } == stored }
    #expect(await shown.resets == 1)
  }

  @Test func `a queue reads portions, between which the app writes`() async throws {
    let database = try AppDatabase(.queue, AppDatabase.players)
    try database.run(
      """
      WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 12000)
      INSERT INTO player SELECT i, 'name ' || i, i % 7, NULL FROM c
      """)
    async let opened = PickList(database)
    try database.run("UPDATE player SET score = -1 WHERE id IN (1, 12000)")
    let shown = Shown(try await opened)
    await shown.wait { $0.count == 12_000 && $0.first?.score == -1 && $0.last?.score == -1 }
  }
}
