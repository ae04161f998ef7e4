import Foundation
import GRDB
import Shortlist
import ShortlistTestSupport
import Testing

@testable import ShortlistSQLite

@Suite("Leaving others alone")
struct LeavingAloneTests {
  /// A connection that waits for nobody.
  private func impatient(_ file: Fixture) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    return try DatabaseQueue(path: file.path, configuration: configuration)
  }

  @Test("no write of others fails beside a list, and each is shown", arguments: [false, true])
  func writesOfOthers(isWAL: Bool) async throws {
    let file = try Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n INT)", "INSERT INTO t VALUES (1, 0)", isWAL: isWAL)
    let list = try await file.open()
    let writer = try impatient(file)
    for step in 1...200 {
      try await writer.writeWithoutTransaction {
        try $0.execute(sql: "UPDATE t SET n = ?", arguments: [step])
      }
      // Every tenth is waited for; the others come while the list reads.
      if step % 10 == 0 { try await list.waitForRow([.integer(1), .integer(step)]) }
    }
  }

  @Test("no write of others fails while a table is opened", arguments: [20])
  func writesWhileOpening(commits: Int) async throws {
    let file = try Fixture("CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT, n INT)")
    try file.run(
      """
      WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 50000)
      INSERT INTO t SELECT i, printf('%.100c', 'x'), 0 FROM c
      """)
    let writer = try impatient(file)
    let table = SQLiteTable(path: file.path, table: "t")
    async let opened = LiveList.open(table)
    for step in 1...commits {
      try await writer.writeWithoutTransaction {
        try $0.execute(sql: "UPDATE t SET n = ? WHERE id = 50000", arguments: [step])
      }
    }
    let list = try await opened
    while try await list.rows(from: 49_999, length: 1).rows[0][2] != .integer(commits) {
      await Task.yield()
    }
  }

  @Test("a reader takes no lock of a file with a rollback journal")
  func noLocks() async throws {
    let file = try Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n INT)", "INSERT INTO t VALUES (1, 0)")
    let status = try #require(FileStatus(of: file.path))
    let reader = FileReader(file.path, status.identity, LockWait(nil))
    let writer = try impatient(file)
    let seen = try reader.read { reading in
      let before = try reading.database.integer("SELECT n FROM t")
      if before == 0 {
        // It would fail if anything was locked.
        try writer.writeWithoutTransaction { try $0.execute(sql: "UPDATE t SET n = 1") }
      }
      return before
    }
    // What was read before the commit does not count.
    #expect(seen == 1)
  }

  @Test("a transaction that lasts does not keep a table from being read")
  func longTransaction() async throws {
    let file = try Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n INT)", "INSERT INTO t VALUES (1, 0)")
    try file.run("BEGIN IMMEDIATE")
    try file.run("UPDATE t SET n = 1")
    let list = try await file.open()
    #expect(try await list.all == [[.integer(1), .integer(0)]])
    try file.run("COMMIT")
    try await list.waitForRow([.integer(1), .integer(1)])
  }

  @Test("a transaction that was written to the file and taken back is not seen")
  func spilled() async throws {
    let file = try Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT)", "PRAGMA cache_size = 5")
    try file.run(
      """
      WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 2000)
      INSERT INTO t SELECT i, printf('%.500c', 'a') FROM c
      """)
    let list = try await file.open()
    try file.run("BEGIN")
    try file.run("UPDATE t SET x = printf('%.500c', 'b')")
    #expect(try await list.rows(from: 0, length: 1).rows[0][1].text.hasPrefix("a"))
    try file.run("ROLLBACK")
    try file.run("INSERT INTO t VALUES (2001, 'end')")
    await list.waitForCount(2001)
    #expect(try await list.all.dropLast().allSatisfy { $0[1].text.hasPrefix("a") })
  }
}

@Suite("Many lists of a file")
struct ManyListsTests {
  @Test("they share what reads the file", arguments: [false, true])
  func shared(isWAL: Bool) async throws {
    let file = try Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n INT)", "INSERT INTO t VALUES (1, 0)", isWAL: isWAL)
    var lists: [LiveList] = []
    for _ in 0..<40 { lists.append(try await file.open()) }
    let descriptors = descriptors(of: file.path)
    #expect(descriptors < 20, "\(descriptors) descriptors")
    try file.run("UPDATE t SET n = 7")
    for list in lists { try await list.waitForRow([.integer(1), .integer(7)]) }
    // One writes, and all others are told.
    _ = try await lists[0].apply([.insert(["id": .integer(2), "n": .integer(8)])])
    for list in lists { await list.waitForCount(2) }
  }

  /// How many descriptors of a file and those that belong to it the process has.
  private func descriptors(of path: String) -> Int {
    #if os(Linux)
      let folder = "/proc/self/fd"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.filter { name in
        let target = try? FileManager.default.destinationOfSymbolicLink(
          atPath: folder + "/" + name)
        return target?.hasPrefix(path) == true
      }.count
    #else
      return 0
    #endif
  }
}

extension LiveList {
  /// Waits until a row is shown.
  func waitForRow(_ row: [CellValue]) async throws {
    while try await !all.contains(row) { await Task.yield() }
  }
}
