import Foundation
import GRDB
import Shortlist
import ShortlistFiles
import ShortlistSQLite
import Testing

@Suite("Files that are moved, and tables that change")
struct MovedFileTests {
  private static let schema = "CREATE TABLE t (id INTEGER PRIMARY KEY, n INT)"

  /// Removes a file and what belongs to it.
  private func remove(_ path: String) throws {
    for end in ["", "-wal", "-shm", "-journal"] {
      if FileManager.default.fileExists(atPath: path + end) {
        try FileManager.default.removeItem(atPath: path + end)
      }
    }
  }

  private func refusal(_ list: LiveList) async throws -> String? {
    let error = await #expect(throws: WriteError.self) {
      _ = try await list.apply([.insert(["n": .integer(9)])])
    }
    return error?.reason
  }

  @Test("a file that is gone takes no writes, and this is told", arguments: [false, true])
  func removed(isWAL: Bool) async throws {
    let file = try Fixture(Self.schema, "INSERT INTO t VALUES (1, 1)", isWAL: isWAL)
    let list = try await file.open()
    _ = try await list.apply([.insert(["id": .integer(2), "n": .integer(2)])])
    var updates = list.updates.makeAsyncIterator()
    try remove(file.path)
    #expect(try await refusal(list)?.contains("is gone") == true)
    let update = try #require(await updates.next())
    guard case .stopped = update.loading else {
      Issue.record("\(update.loading)")
      return
    }
    #expect(await list.stopReason?.contains("is gone") == true)
    #expect(await list.count == 2)
  }

  @Test("a file that takes the place of another is read anew", arguments: [false, true])
  func replaced(isWAL: Bool) async throws {
    let file = try Fixture(
      Self.schema, "INSERT INTO t VALUES (1, 1), (2, 2), (3, 3)", isWAL: isWAL)
    let list = try await file.open()
    _ = try await list.select(.select([.integer(2), .integer(3)]))
    _ = try await list.apply([.insert(["id": .integer(4), "n": .integer(4)])])
    let other = try Fixture(
      Self.schema, "INSERT INTO t VALUES (2, 20), (5, 50)", isWAL: isWAL)
    try other.run("PRAGMA wal_checkpoint(TRUNCATE)")
    try other.other.close()
    try remove(file.path)
    try FileManager.default.moveItem(atPath: other.path, toPath: file.path)
    // It may have been noticed before.
    do {
      _ = try await list.apply([.insert(["id": .integer(6), "n": .integer(6)])])
    } catch let refusal as WriteError {
      #expect(refusal.reason.contains("read anew") || refusal.reason.contains("replaced"))
    }
    while try await !list.allIDs.contains(.integer(5)) { await Task.yield() }
    #expect(try await list.rows().rows.contains([.integer(2), .integer(20)]))
    #expect(try await list.selectedRows().map(\.id) == [.integer(2)])
    _ = try await list.apply([.insert(["id": .integer(7), "n": .integer(7)])])
    let found = try await DatabaseQueue(path: file.path).read {
      try Int.fetchAll($0, sql: "SELECT id FROM t ORDER BY id")
    }
    #expect(try await list.allIDs == found.map { .integer($0) })
    #expect(found.contains(7))
  }

  @Test("other columns are told, and the query keeps what it can")
  func otherColumns() async throws {
    let file = try Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n INT, kind TEXT)",
      "INSERT INTO t VALUES (1, 1, 'a'), (2, 2, 'b'), (3, 3, 'a')")
    var query = ListQuery()
    query.sort = [SortKey("n", .descending)]
    query.sections = SectionRule(by: "kind")
    query.filters = "n:2.."
    let list = try await file.open(query: query)
    _ = try await list.select(.select([.integer(3)]))
    var updates = list.updates.makeAsyncIterator()
    try file.run("ALTER TABLE t ADD COLUMN m TEXT DEFAULT 'new'")
    var update = try #require(await updates.next())
    #expect(update.changes == .reset)
    #expect(update.schema?.entries.map(\.name) == ["id", "n", "kind", "m"])
    #expect(update.revision == update.previousRevision + 1)
    #expect(update.dropped.isEmpty)
    #expect(await list.query == query)
    #expect(
      try await list.rows(section: "a").rows
        == [[.integer(3), .integer(3), .text("a"), .text("new")]])
    #expect(try await list.selectedRows().map(\.id) == [.integer(3)])
    try file.run("ALTER TABLE t RENAME COLUMN kind TO sort")
    update = try #require(await updates.next())
    #expect(update.dropped.count == 1 && update.dropped[0].hasPrefix("sections: "))
    query.sections = nil
    #expect(await list.query == query)
    #expect(try await list.allIDs == [.integer(3), .integer(2)])
    // It is followed on, and written.
    try file.run("INSERT INTO t VALUES (4, 4, 'c', 'd')")
    while await list.count != 4 { await Task.yield() }
    _ = try await list.apply([.update(["id": .integer(4), "m": .text("e")])])
    #expect(
      try await list.all[0] == [.integer(4), .integer(4), .text("c"), .text("e")])
  }

  @Test("a list that cannot read its table again says so until it can", arguments: [false, true])
  func unreadableColumns(isRepeated: Bool) async throws {
    let file = try Fixture(
      "CREATE TABLE t (id INT, a INT, b INT, s TEXT)",
      "INSERT INTO t VALUES (1, 1, 100, NULL), (2, 2, 200, NULL)")
    let list = try await file.open(id: "id", schema: [.init(name: "s", type: .integer)])
    let before = try await list.all
    var updates = list.updates.makeAsyncIterator()
    // Columns change places, beside a value or an id that the list cannot have.
    try file.run(
      isRepeated
        ? "INSERT INTO t VALUES (2, 3, 300, NULL)" : "INSERT INTO t VALUES (3, 3, 300, 'x')",
      "ALTER TABLE t RENAME COLUMN a TO c", "ALTER TABLE t RENAME COLUMN b TO a",
      "ALTER TABLE t RENAME COLUMN c TO b")
    let update = try #require(await updates.next())
    guard case .stopped = update.loading else {
      Issue.record("\(update)")
      return
    }
    for round in 1...3 {
      try file.run("UPDATE t SET b = b + 50 WHERE id = 1")
      await #expect(throws: WriteError.self) {
        try await list.apply([.update(["id": .integer(1), "a": .integer(round)])])
      }
      #expect(await list.stopReason != nil)
      #expect(try await list.all == before)
    }
    try file.run("DELETE FROM t WHERE a = 300")
    while await list.stopReason != nil { await Task.yield() }
    #expect(await list.schema.entries.map(\.name) == ["id", "b", "a", "s"])
    #expect(
      try await list.all == [
        [.integer(1), .integer(151), .integer(100), .null],
        [.integer(2), .integer(2), .integer(200), .null],
      ])
  }

  @Test("a picker asks and writes the columns that its table has now")
  func columnsOfPicker() async throws {
    let file = try Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n INT, kind TEXT)",
      "INSERT INTO t VALUES (1, 1, 'a')")
    let picker = try await PickList(sqlite: file.path, table: "t")
    picker.sections = SectionRule(by: "kind")
    var updates = picker.updates.makeAsyncIterator()
    _ = try await updates.next()
    try file.run("ALTER TABLE t ADD COLUMN m TEXT")
    #expect(try await updates.next()?.schema?.entries.map(\.name) == ["id", "n", "kind", "m"])
    #expect(picker.fields.map(\.name) == ["n", "kind", "m"])
    var record = try #require(try await picker.items.first)
    record["m"] = .text("new")
    try await picker.update(record)
    #expect(try await picker.filter("m:new").total == 1)
    try file.run("ALTER TABLE t DROP COLUMN kind")
    var dropped: [String] = []
    while dropped.isEmpty, let update = try await updates.next() { dropped = update.dropped }
    #expect(picker.fields.map(\.name) == ["n", "m"] && picker.sections == nil)
    try await picker.insert(ListRecord(id: .integer(2), ["n": .integer(5), "m": .text("new")]))
    #expect(try await picker.items.map { $0["n"] } == [.integer(1), .integer(5)])
  }

  @Test("a table that is gone stops the list, until it is back")
  func comesBack() async throws {
    let file = try Fixture(Self.schema, "INSERT INTO t VALUES (1, 1)")
    let list = try await file.open()
    var updates = list.updates.makeAsyncIterator()
    try file.run("DROP TABLE t")
    let update = try #require(await updates.next())
    guard case .stopped = update.loading else {
      Issue.record("\(update.loading)")
      return
    }
    #expect(await list.stopReason == "there is no table t")
    #expect(try await refusal(list) == "there is no table t")
    try file.run(Self.schema, "INSERT INTO t VALUES (1, 5), (2, 6)")
    await list.waitForCount(2)
    #expect(await list.stopReason == nil)
    #expect(try await list.all == [[.integer(1), .integer(5)], [.integer(2), .integer(6)]])
    _ = try await list.apply([.delete(.integer(1))])
    #expect(await list.count == 1)
  }

  @Test("the database read as a file leaves the locks of the table alone")
  func readAsFile() async throws {
    let file = try Fixture(Self.schema, "INSERT INTO t VALUES (1, 1)", isWAL: true)
    let list = try await file.open()
    let error = await #expect(throws: SourceError.self) {
      _ = try await LiveList.open(FileSource(path: file.path, format: .lines))
    }
    #expect(error?.reason.contains("SQLite") == true)
    #expect(SQLiteTable.isSQLite(file.path))
    try file.run("INSERT INTO t VALUES (2, 2)")
    // Another process, which would take itself for the last one and remove the log.
    let other = Process()
    other.executableURL = URL(filePath: "/usr/bin/env")
    other.arguments = ["sqlite3", file.path, "INSERT INTO t VALUES (3, 3)"]
    try other.run()
    other.waitUntilExit()
    await list.waitForCount(3)
    #expect(FileManager.default.fileExists(atPath: file.path + "-wal"))
    _ = try await list.apply([.insert(["id": .integer(4), "n": .integer(4)])])
    let found = try await DatabaseQueue(path: file.path).read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM t")
    }
    #expect(found == 4)
  }
}
