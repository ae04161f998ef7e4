import GRDB
import Shortlist
import ShortlistTestSupport
import Testing

@testable import ShortlistSQLite

/// Tables that are large enough to be read by two connections.
@Suite struct SideBySideTests {
  /// Numbers of rows: dense, with gaps, negative, at both ends of what a number can be.
  private static let numbers: [(name: String, sql: String)] = [
    ("dense", "i"), ("with gaps", "i * i * i"), ("descending", "-i * 3"),
    (
      "far apart",
      "CASE WHEN i < 30000 THEN i - 9223372036854775807 ELSE 9223372036854775807 - i END"
    ),
    ("clustered", "(i / 7000) * 1000000000000 + i % 7000"),
  ]

  /// 60,000 rows, 8 MB.
  private func fill(_ fixture: Fixture, _ number: String) throws {
    try fixture.run(
      """
      WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i < 59999)
      INSERT INTO t SELECT \(number), 'name ' || i, printf('%.100c', 'x'), i % 7, i / 3.0 FROM c
      """)
  }

  @Test(arguments: numbers, [false, true])
  func `all rows are read, in the order of their numbers`(
    numbers: (name: String, sql: String), isWAL: Bool
  ) async throws {
    let fixture = try Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, x TEXT, n INT, r REAL)", isWAL: isWAL)
    try fill(fixture, numbers.sql)
    let list = try await fixture.open()
    let expected = try await fixture.other.read { database in
      try GRDB.Row.fetchAll(database, sql: "SELECT id, name, n, r FROM t ORDER BY id").map { row in
        [.integer(row[0]), .text(row[1]), .integer(row[2]), .number(row[3])] as [CellValue]
      }
    }
    let rows = try await list.all.map { [$0[0], $0[1], $0[3], $0[4]] }
    #expect(rows.count == 60_000)
    #expect(rows == expected, "\(numbers.name)")
  }

  @Test func `rows that are known by their numbers have them`() async throws {
    let fixture = try Fixture("CREATE TABLE t (name TEXT, x TEXT, y TEXT, n INT, r REAL)")
    try fixture.run(
      """
      WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i < 59999)
      INSERT INTO t (rowid, name, x) SELECT i * 5, 'name ' || i, printf('%.100c', 'x') FROM c
      """)
    let list = try await fixture.open()
    #expect(try await list.allIDs == (0..<60_000).map { .integer($0 * 5) })
    #expect(try await list.all.map { $0[0] } == (0..<60_000).map { .text("name \($0)") })
  }

  @Test(arguments: [1, 4_000, 5_000, 9_000, 41_234, 60_000])
  func `the row of a cell that cannot be read is told`(row: Int) async throws {
    let fixture = try Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, x TEXT, n INT, r REAL)")
    try fill(fixture, "i * 2")
    try fixture.run("UPDATE t SET x = x'00FF' WHERE id >= \((row - 1) * 2)")
    let error = await #expect(throws: SourceError.self) { _ = try await fixture.open() }
    #expect(error?.line == row)
    #expect(error?.column == 3)
  }

  @Test func `long rows are read in small batches`() async throws {
    let fixture = try Fixture("CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT)")
    try fixture.run(
      """
      WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i < 99)
      INSERT INTO t SELECT i * 10, i || printf('%.600000c', 'x') FROM c
      """)
    let list = try await fixture.open()
    let rows = try await list.all
    #expect(rows.map { $0[0] } == (0..<100).map { .integer($0 * 10) })
    #expect(rows.enumerated().allSatisfy { $1[1].text.hasPrefix("\($0)x") })
  }

  @Test func `both connections see the same, or one reads alone`() throws {
    let fixture = try Fixture("CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT)", isWAL: true)
    try fixture.run("INSERT INTO t VALUES (1, printf('%.5000000c', 'x'))", )
    try fixture.run("PRAGMA wal_checkpoint")
    let isCancelled = CancellationFlag()
    func seen(_ change: () throws -> Void) throws -> Bool {
      let second = try #require(
        try fixture.other.writeWithoutTransaction {
          try SecondConnection(to: fixture.path, beside: $0)
        })
      try change()
      return try second.read(until: isCancelled) { $0 != nil }
    }
    #expect(try seen {})
    #expect(try !seen { try fixture.run("INSERT INTO t VALUES (NULL, 'more')") })
    #expect(try seen {})
  }

  @Test(arguments: [false, true])
  func `what is read is one state, whatever is committed meanwhile`(isWAL: Bool) async throws {
    let fixture = try Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, x TEXT, n INT, r REAL)", isWAL: isWAL)
    try fill(fixture, "i")
    try fixture.run("UPDATE t SET n = 0")
    let isOver = CancellationFlag()
    let (commits, commit) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    async let writer: Void = Task.detached {
      defer { commit.finish() }
      while !isOver.isSet {
        try fixture.run(
          "UPDATE t SET n = n + 1 WHERE id = 1", "UPDATE t SET n = n - 1 WHERE id = 59999")
        commit.yield()
        await Task.yield()
      }
    }.value
    for await _ in commits { break }
    var seen: Set<CellValue> = []
    for _ in 0..<(Environment.number("SHORTLIST_OPENINGS") ?? 4) {
      let rows = try await fixture.open().all
      guard case .integer(let more) = rows[1][3], case .integer(let less) = rows[59_999][3] else {
        Issue.record("\(rows[1]), \(rows[59_999])")
        break
      }
      #expect(more == -less)
      seen.insert(rows[1][3])
    }
    isOver.set()
    try await writer
    #expect(!seen.isEmpty)
  }

  @Test func `a small file is read by one connection`() throws {
    let fixture = try Fixture("CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT)")
    let isAlone = try fixture.other.writeWithoutTransaction {
      try SecondConnection(to: fixture.path, beside: $0) == nil
    }
    #expect(isAlone)
  }

  @Test(
    arguments: [
      (0...9, 3, 0...2, 3...9), (0...2, 3, 0...2, nil), (5...5, 1, 5...5, nil),
      (
        Int.min...Int.max, 1 << 60, Int.min...Int.min + (1 << 60) - 1, Int.min + (1 << 60)...Int.max
      ),
      (Int.max - 1...Int.max, 1, Int.max - 1...Int.max - 1, Int.max...Int.max),
    ] as [(ClosedRange<Int>, Int, ClosedRange<Int>, ClosedRange<Int>?)])
  func `a range is cut`(
    range: ClosedRange<Int>, count: Int, start: ClosedRange<Int>, rest: ClosedRange<Int>?
  ) {
    let cut = range.cut(after: count)
    #expect(cut.start == start)
    #expect(cut.rest == rest)
  }
}
