import Shortlist
import ShortlistTestSupport
import Testing

@testable import ShortlistPostgres

@Suite("Reading the server's log", .enabled(if: TestServer.isThere), .serialized)
struct LogTests {
  /// Opens a list that reads the log.
  private func open(_ server: Fixture) async throws -> (PostgresTable, LiveList) {
    try server.publish()
    let url = server.server.url + "&application_name=\(server.schema)"
    let table = PostgresTable(url: url, table: "\(server.schema).t")
    let list = try await LiveList.open(table)
    #expect(try await wait { table.readsLog })
    return (table, list)
  }

  @Test func `transactions that are open, or not flushed, keep no commit away`() async throws {
    let server = try Fixture(
      on: .waiting, "CREATE TABLE t (id int PRIMARY KEY)", "CREATE TABLE other (n int)")
    let (table, list) = try await open(server)
    let other = try Fixture(on: server.server)
    // The log has records that nothing flushes.
    try other.run("BEGIN")
    for id in 1...5 {
      try other.run("INSERT INTO \(server.schema).other VALUES (\(id))")
      try server.run("SET synchronous_commit = \(id % 2 == 0 ? "on" : "off")")
      try server.run("INSERT INTO t VALUES (\(id))")
      #expect(try await wait { await list.count == id })
      #expect(try await wait { table.readsLog })
    }
    try other.run("COMMIT")
  }

  @Test func `a list waits for transactions that began before, as long as they take`() async throws
  {
    let server = try Fixture(
      on: .waiting, "CREATE TABLE t (id int PRIMARY KEY)", "CREATE TABLE other (n int)")
    try server.publish()
    let other = try Fixture(on: server.server)
    try other.run("BEGIN")
    try other.run("INSERT INTO \(server.schema).other VALUES (1)")
    let table = PostgresTable(url: server.server.url, table: "\(server.schema).t")
    let list = try await LiveList.open(table)
    let remote = try await server.openRemote()
    func setRange() async throws {
      _ = try await remote.setRange(
        .flexible(length: 1), section: nil, revises: false, ifRevision: nil)
    }
    await #expect(throws: NotSupportedError.self) { try await setRange() }
    let waits = """
      SELECT coalesce(max(extract(epoch FROM clock_timestamp() - query_start)), 0)::int8::text
      FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'CREATE_REPLICATION_SLOT%'
      """
    // Longer than other statements wait for a lock.
    #expect(try await wait { try Int(#require(try server.text(waits))) ?? 0 >= 12 })
    try server.run("INSERT INTO t VALUES (1)")
    #expect(try await wait { await list.count == 1 })
    #expect(!table.readsLog)
    try other.run("COMMIT")
    #expect(try await wait { table.readsLog })
    // Nobody commits any more.
    #expect(try await wait { (try? await setRange()) != nil })
  }

  @Test func `a change of many rows stands for all`() async throws {
    let server = try Fixture(on: .waiting, "CREATE TABLE t (id int PRIMARY KEY, n int)")
    let (table, list) = try await open(server)
    let most = LogicalDecoder.maxChanges
    try server.run("INSERT INTO t SELECT i, i FROM generate_series(1, \(most + 1)) i")
    #expect(try await wait { await list.count == most + 1 })
    try server.run("DELETE FROM t WHERE id > 3", "UPDATE t SET id = 9 WHERE id = 2")
    #expect(try await wait { try await list.allIDs == [1, 3, 9].map { .integer($0) } })
    try server.run("TRUNCATE t")
    #expect(try await wait { await list.count == 0 })
    #expect(try await wait { table.readsLog })
  }

  @Test func `a stream that ends is made again, and nothing is lost`() async throws {
    let server = try Fixture(on: .waiting, "CREATE TABLE t (id int PRIMARY KEY)")
    let (table, list) = try await open(server)
    for id in 1...3 {
      try server.run(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_replication
        WHERE application_name = '\(server.schema)'
        """)
      try server.run("INSERT INTO t VALUES (\(id))")
      #expect(try await wait { await list.count == id })
      #expect(try await wait { table.readsLog })
    }
    // Without the publication, the list asks.
    try server.run(try PostgresTable.removal(of: "\(server.schema).t", at: server.server.url))
    try server.run("INSERT INTO t VALUES (4)")
    #expect(try await wait { await list.count == 4 })
    #expect(try await wait { !table.readsLog })
    try server.run("INSERT INTO t VALUES (5)")
    #expect(try await wait { await list.count == 5 })
  }

  @Test func `a list that ends leaves no slot`() async throws {
    let server = try Fixture(on: .waiting, "CREATE TABLE t (id int PRIMARY KEY)")
    func streams() throws -> String? {
      try server.text(
        """
        SELECT count(*)::text FROM pg_stat_replication
        WHERE application_name = '\(server.schema)'
        """)
    }
    do {
      let (_, list) = try await open(server)
      #expect(try streams() == "1")
      #expect(await list.count == 0)
    }
    #expect(try await wait { try streams() == "0" })
  }

  @Test func `what prepares a table can be taken back`() async throws {
    let server = try Fixture(
      on: .waiting,
      "CREATE TABLE t (id int, n int, name text, PRIMARY KEY (id, n)) PARTITION BY LIST (n)",
      "CREATE TABLE t1 PARTITION OF t FOR VALUES IN (1)",
      "CREATE TABLE t2 PARTITION OF t FOR VALUES IN (2)",
      "CREATE TABLE t3 PARTITION OF t FOR VALUES IN (3)",
      "ALTER TABLE t2 REPLICA IDENTITY NOTHING", "ALTER TABLE t3 REPLICA IDENTITY FULL",
      "CREATE UNIQUE INDEX odd ON t1 (n, id)", "ALTER TABLE t1 REPLICA IDENTITY USING INDEX odd")
    func identities() throws -> String? {
      try server.text(
        """
        SELECT string_agg(relname || relreplident::text, ' ' ORDER BY relname) FROM pg_class
        WHERE relnamespace = '\(server.schema)'::regnamespace AND relkind IN ('r', 'p')
        """)
    }
    func publications() throws -> String? {
      try server.text(
        "SELECT count(*)::text FROM pg_publication_tables WHERE schemaname = '\(server.schema)'")
    }
    let before = try identities()
    #expect(before == "td t1i t2n t3f")
    let (name, url) = ("\(server.schema).t", server.server.url)
    // It remembers what was there before the first time.
    for _ in 1...2 {
      try PostgresTable.run(try PostgresTable.preparation(of: name, at: url), at: url)
      #expect(try identities() == "tf t1f t2f t3f")
      #expect(try publications() == "1")
    }
    try PostgresTable.run(try PostgresTable.removal(of: name, at: url), at: url)
    #expect(try identities() == before)
    #expect(try publications() == "0")
    #expect(try PostgresTable.removal(of: name, at: url).isEmpty)
  }

  @Test func `rows that stay on the server need all columns in the log`() async throws {
    let server = try Fixture(
      on: .waiting,
      "CREATE TABLE t (id int PRIMARY KEY, n int, twice int GENERATED ALWAYS AS (n * 2) STORED)",
      "INSERT INTO t VALUES (1, 1), (2, 2)")
    try server.publish()
    let remote = try await server.openRemote()
    await #expect(throws: NotSupportedError.self) {
      try await remote.setRange(
        .flexible(length: 1), section: nil, revises: false, ifRevision: nil)
    }
    try server.run("UPDATE t SET n = 7 WHERE id = 2")
    let rows = try await remote.rows(
      section: nil, from: 0, length: 9, attributes: nil, highlights: false, selected: false,
      ifRevision: nil)
    #expect(rows.rows.last == [.integer(2), .integer(7), .integer(14)])
    // The keys are enough for rows that are in memory.
    let (_, list) = try await open(server)
    try server.run("UPDATE t SET n = 8 WHERE id = 2")
    #expect(try await wait { try await list.all.last == [.integer(2), .integer(8), .integer(16)] })
  }

  @Test func `messages that are cut or changed are an error, or are read`() throws {
    let table = LogicalDecoder.Table(
      columns: [.init(name: "id", isJSON: false), .init(name: "doc", isJSON: true)], key: ["id"],
      keepsRows: true)
    func data(_ kind: String, _ parts: [UInt8]...) -> [UInt8] {
      Array("w".utf8) + [UInt8](repeating: 0, count: 24) + Array(kind.utf8) + parts.flatMap(\.self)
    }
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    func tuple(_ texts: String?...) -> [UInt8] {
      number(texts.count, 2)
        + texts.flatMap { text in
          text.map { Array("t".utf8) + number($0.utf8.count, 4) + Array($0.utf8) }
            ?? Array("n".utf8)
        }
    }
    func column(_ name: String) -> [UInt8] { [1] + Array(name.utf8) + [0] + number(0, 8) }
    let relation = number(7, 4)
    let messages = [
      data("B", number(100, 8), number(0, 8), number(42, 4)),
      data(
        "R", relation, Array("s\0t\0f".utf8), number(2, 2), column("id"), column("doc")),
      data("I", relation, Array("N".utf8), tuple("1", nil)),
      data(
        "U", relation, Array("O".utf8), tuple("1", "{\"a\":[]}"), Array("N".utf8), tuple("2", nil)),
      data("D", relation, Array("O".utf8), tuple("2", nil)),
      data("U", relation, Array("N".utf8), tuple("3", nil)),
      data("C", [0], number(90, 8), number(100, 8), number(0, 8)),
    ]
    var decoder = LogicalDecoder(table)
    var events: [LogicalDecoder.Event] = []
    for message in messages.dropLast(2) {
      if let event = try decoder.read(message) { events.append(event) }
    }
    #expect(events.isEmpty)
    let end = try decoder.read(messages[6])
    #expect(
      end
        == .committed(
          DecodedTransaction(
            number: 42, end: 100,
            changes: [
              RowChange(key: ["1"], change: 1),
              RowChange(key: ["1"], old: "{\"id\":\"1\",\"doc\":{\"a\":[]}}"),
              RowChange(key: ["1"], change: -1), RowChange(key: ["2"], change: 1),
              RowChange(key: ["2"], old: "{\"id\":\"2\",\"doc\":null}"),
              RowChange(key: ["2"], change: -1),
            ])))
    // An update without the old row stands for all rows.
    #expect(try decoder.read(messages[0]) == nil)
    #expect(try decoder.read(messages[5]) == nil)
    #expect(
      try decoder.read(messages[6])
        == .committed(DecodedTransaction(number: 42, end: 100, changes: [.all])))
    // Neither does a row with too many columns name others.
    #expect(try decoder.read(messages[0]) == nil)
    #expect(
      try decoder.read(data("D", relation, Array("O".utf8), tuple("2", nil, "more"))) == nil)
    #expect(
      try decoder.read(messages[6])
        == .committed(DecodedTransaction(number: 42, end: 100, changes: [.all])))
    var random = SeededRandom(seed: 5)
    for _ in 0..<20_000 {
      var decoder = LogicalDecoder(table)
      for message in messages {
        var message = message
        if random.chance(0.3) { message.removeLast(random.next(below: message.count)) }
        if random.chance(0.3) {
          message[random.next(below: message.count)] = UInt8(random.next(below: 256))
        }
        // What it makes of it does not matter: it does not end the program.
        _ = try? decoder.read(message)
      }
    }
  }
}
