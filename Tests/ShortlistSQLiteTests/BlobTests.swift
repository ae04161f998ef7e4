import Foundation
import GRDB
import Shortlist
import Testing

@testable import ShortlistSQLite

/// Values that no attribute can hold, where they are shown.
@Suite struct BlobTests {
  @Test(arguments: [false, true], [false, true])
  func `blobs and texts that are not UTF-8 are shown, and followed`(
    journal: Bool, isWAL: Bool
  ) async throws {
    let file = try Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, photo BLOB, size INTEGER)",
      """
      INSERT INTO t VALUES (1, 'a', x'010203', 1), (2, CAST(x'e974e9' AS TEXT), x'', 2),
        (3, CAST(x'f48fbea9' AS TEXT), 'text', 3), (4, NULL, x'ff', NULL)
      """, isWAL: isWAL)
    let source = SQLiteTable(
      path: file.path, table: "t", keepsJournal: journal, describesBlobs: true)
    let list = try await LiveList.open(source)
    func texts(_ column: Int) async throws -> [String] {
      try await list.all.map { $0[column].text }
    }
    #expect(
      try await texts(2) == ["‹blob, 3 bytes›", "‹blob, 0 bytes›", "text", "‹blob, 1 byte›"])
    let names = try await texts(1).map(KeptBytes.bytes)
    #expect(names == [[0x61], [0xE9, 0x74, 0xE9], [0xF4, 0x8F, 0xBE, 0xA9], []])
    #expect(await list.schema.entries.last?.type == .integer)
    // Nothing changes for a row that is written as it was, nor for the others.
    var updates = list.updates.makeAsyncIterator()
    try file.run("UPDATE t SET size = 7 WHERE id = 1", "UPDATE t SET photo = x'' WHERE id = 2")
    let update = try #require(await updates.next())
    #expect(update.changes != nil && update.changes != .reset)
    #expect(try await list.all[0][3] == .integer(7))
    try file.run("UPDATE t SET photo = x'0102' WHERE id = 4", "DELETE FROM t WHERE id = 3")
    await list.waitForCount(3)
    #expect(try await texts(2) == ["‹blob, 3 bytes›", "‹blob, 0 bytes›", "‹blob, 2 bytes›"])
    _ = try await list.apply([.update(["id": .integer(2), "size": .integer(9)])])
    #expect(KeptBytes.bytes(of: try await texts(1)[1]) == [0xE9, 0x74, 0xE9])
    let reopened = try await LiveList.open(
      SQLiteTable(path: file.path, table: "t", describesBlobs: true))
    #expect(try await reopened.all == list.all)
  }

  /// Tables whose keys hold blobs and texts that are not UTF-8: by rowid, without rowids,
  /// composite.
  private static let keyed = [
    "CREATE TABLE t (id BLOB PRIMARY KEY, n INT)",
    "CREATE TABLE t (id BLOB PRIMARY KEY, n INT) WITHOUT ROWID",
    "CREATE TABLE t (id BLOB, n INT, other INT DEFAULT 1, PRIMARY KEY (id, other))",
    "CREATE TABLE t (id BLOB, n INT)",
  ]

  @Test(arguments: keyed, [false, true])
  func `rows with a blob as key are shown, followed and written`(
    schema: String, journal: Bool
  ) async throws {
    let file = try Fixture(
      schema, "CREATE INDEX i ON t (id)",
      """
      INSERT INTO t (id, n) VALUES (x'00ff', 1), (x'', 2), ('text', 3), (7, 4),
        (CAST(x'e974' AS TEXT), 5), (x'e974', 6)
      """)
    let source = SQLiteTable(
      path: file.path, table: "t", keepsJournal: journal, describesBlobs: true)
    let list = try await LiveList.open(source)
    func ids() async throws -> [Int: String] {
      let rows = try await list.all
      return Dictionary(uniqueKeysWithValues: rows.map { (Int($0[1].text) ?? 0, $0[0].text) })
    }
    let kept = String(decoding: KeptBytes.utf8(of: 0xE9), as: UTF8.self) + "t"
    #expect(
      try await ids() == [1: "X'00FF'", 2: "X''", 3: "text", 4: "7", 5: kept, 6: "X'E974'"])
    // What others commit is seen, row by row.
    var updates = list.updates.makeAsyncIterator()
    try file.run(
      "UPDATE t SET n = 10 WHERE id = x'00ff'", "DELETE FROM t WHERE id = x''",
      "UPDATE t SET n = 50 WHERE id = CAST(x'e974' AS TEXT)",
      "INSERT INTO t (id, n) VALUES (x'0102', 7)")
    let update = try #require(await updates.next())
    #expect(update.changes != nil && update.changes != .reset)
    let followed = [10: "X'00FF'", 3: "text", 4: "7", 50: kept, 6: "X'E974'", 7: "X'0102'"]
    #expect(try await ids() == followed)
    // A write finds the row of an id, and no other.
    let all = try await list.rows(length: 100)
    let listed = try await list.allIDs
    for (row, id) in zip(all.rows, listed) where [10, 50].contains(Int(row[1].text)) {
      _ = try await list.apply([.delete(id)])
    }
    #expect(
      try await file.other.read {
        try String.fetchAll($0, sql: "SELECT hex(id) FROM t ORDER BY hex(id)")
      } == ["0102", "37", "74657874", "E974"])
    #expect(try await ids() == [3: "text", 4: "7", 6: "X'E974'", 7: "X'0102'"])
    let reopened = try await LiveList.open(
      SQLiteTable(path: file.path, table: "t", describesBlobs: true))
    #expect(try await Set(reopened.all) == Set(list.all))
  }

  @Test func `where blobs are refused, a key is refused as well`() async throws {
    let file = try Fixture(
      "CREATE TABLE t (id BLOB PRIMARY KEY)", "INSERT INTO t VALUES (x'01'), (x'02')")
    let error = await #expect(throws: SourceError.self) {
      try await LiveList.open(SQLiteTable(path: file.path, table: "t"))
    }
    #expect(error?.reason == "it holds a blob, which no attribute can hold")
  }

  @Test func `a day without a zone as key is followed`() async throws {
    let file = try Fixture(
      "CREATE TABLE t (day DATETIME PRIMARY KEY, n INT)",
      "INSERT INTO t VALUES ('2024-01-01 10:00:00', 1), ('2024-01-02 10:00:00', 2)")
    let list = try await LiveList.open(
      SQLiteTable(path: file.path, table: "t", describesBlobs: true))
    var updates = list.updates.makeAsyncIterator()
    try file.run(
      "UPDATE t SET n = 3 WHERE n = 1", "INSERT INTO t VALUES ('2024-01-03 10:00:00', 4)")
    let update = try #require(await updates.next())
    #expect(update.changes != nil && update.changes != .reset)
    #expect(
      try await list.all.map { $0.map(\.text) } == [
        ["2024-01-01 10:00:00", "3"], ["2024-01-02 10:00:00", "2"], ["2024-01-03 10:00:00", "4"],
      ])
  }

  @Test(arguments: [[], [0], [0xFF, 0x00], Array(0...255)] as [[UInt8]])
  func `a literal spells a blob`(bytes: [UInt8]) {
    let literal = OddValues.literal(of: bytes.span)
    #expect(literal == "X'" + bytes.map { String(format: "%02X", $0) }.joined() + "'")
    #expect(OddValues.bytes(ofLiteral: literal) == bytes)
  }

  @Test(arguments: ["", "X'", "X'0'", "x'00'", "X'0g'", "X'00", "'00'", "X'00'x"])
  func `what is no literal is a text`(text: String) {
    #expect(OddValues.bytes(ofLiteral: text) == nil)
  }
}
