import Shortlist
import ShortlistSQLite
import Testing

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
    let anew = try await LiveList.open(
      SQLiteTable(path: file.path, table: "t", describesBlobs: true))
    #expect(try await anew.all == list.all)
  }

  @Test func `a key is still refused`() async throws {
    let file = try Fixture(
      "CREATE TABLE t (id BLOB PRIMARY KEY)", "INSERT INTO t VALUES (x'01'), (x'02')")
    let error = await #expect(throws: SourceError.self) {
      try await LiveList.open(SQLiteTable(path: file.path, table: "t", describesBlobs: true))
    }
    #expect(error?.reason == "it holds a blob, which no attribute can hold")
  }
}
