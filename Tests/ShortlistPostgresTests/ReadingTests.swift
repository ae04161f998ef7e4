import Shortlist

import Testing

@testable import ShortlistPostgres

@Suite("Tables of a server", .enabled(if: TestServer.isThere), .serialized)
struct ReadingTests {
  @Test func `each type of the server becomes one of attributes`() async throws {
    let server = try Fixture(
      "CREATE TYPE mood AS ENUM ('sad', 'ok')", "CREATE DOMAIN positive AS int CHECK (value > 0)",
      """
      CREATE TABLE t (id bigint PRIMARY KEY, i2 smallint, d positive, f4 real, f8 float8,
      n numeric, price numeric(10, 2), v varchar(5), ch char(5), m mood, u uuid, b boolean,
      day date, local timestamp, at timestamptz, tags text[], numbers int[], j jsonb, bytes bytea)
      """,
      """
      INSERT INTO t VALUES (1, 2, 3, 0.1, 0.1, 12345678901234567890.5, 1.50, 'hé', 'ab', 'ok',
      '00000000-0000-0000-0000-000000000001', true, '2024-01-31', '2024-01-01 10:00:00.5',
      '2024-01-01 10:00:00.5+02', ARRAY['a "b"', NULL, 'c'], ARRAY[1, 2], '{"a": 1}', '\\x010203')
      """,
      """
      INSERT INTO t (id, f4, f8, n, price, tags) VALUES
      (2, 'NaN', 'Infinity', 'NaN', 2, '{}'), (9223372036854775807, -1.5, 1e300, 1e-3, NULL, NULL)
      """)
    let list = try await server.open()
    #expect(
      await list.schema.entries.map { "\($0.name):\($0.type)" }.joined(separator: " ")
        == """
        id:integer i2:integer d:integer f4:number f8:number n:text price:number v:text ch:text \
        m:text u:text b:boolean day:date local:text at:date tags:list numbers:list j:text bytes:text
        """)
    let rows = try await list.all
    #expect(
      rows[0].map(\.text) == [
        "1", "2", "3", "0.1", "0.1", "12345678901234567890.5", "1.5", "hé", "ab", "ok",
        "00000000-0000-0000-0000-000000000001", "true", "2024-01-31", "2024-01-01T10:00:00.5",
        "2024-01-01T08:00:00.5Z", #"["a \"b\"","c"]"#, #"["1","2"]"#, #"{"a": 1}"#, "‹3 bytes›",
      ])
    #expect(rows[1].prefix(7) == [.integer(2), .null, .null, .null, .null, .null, .number(2)])
    #expect(rows[1][15] == .list([]))
    #expect(rows[2][3...5] == [.number(-1.5), .number(1e300), .text("0.001")])
    // Asked for as a date, a time without a zone is one in UTC.
    let dated = try await server.open(schema: [.init(name: "local", type: .date)])
    #expect(try await dated.all[0][13].text == "2024-01-01T10:00:00.5Z")
  }

  @Test func `a key is the primary key, or a column called id, or the number of the row`()
    async throws
  {
    let server = try Fixture(
      "CREATE TABLE composite (a int, b text, x int, PRIMARY KEY (b, a))",
      "INSERT INTO composite VALUES (2, 'z\"', 1), (1, 'é', 2), (1, 'a', 3)",
      "CREATE TABLE named (x text, id uuid)",
      "INSERT INTO named SELECT 'x', gen_random_uuid() FROM generate_series(1, 3)",
      "CREATE TABLE plain (x text)", "INSERT INTO plain VALUES ('b'), ('a')")
    let list = try await server.open("composite")
    #expect(try await list.allIDs == ["[\"a\",1]", "[\"z\\\"\",2]", "[\"é\",1]"].map(RowID.text))
    #expect(try await server.open("composite", id: "x").allIDs == [1, 2, 3].map(RowID.integer))
    #expect(try await server.open("named").allIDs.count == 3)
    #expect(try await server.open("plain").all == [[.text("b")], [.text("a")]])
    await #expect(throws: WriteError.self) {
      try await server.open("plain").apply([.delete(.integer(1))])
    }
  }

  @Test func `views, partitioned and foreign tables are tables`() async throws {
    let server = try Fixture(
      "CREATE TABLE t (id int PRIMARY KEY, n int) PARTITION BY RANGE (id)",
      "CREATE TABLE low PARTITION OF t FOR VALUES FROM (0) TO (10)",
      "CREATE TABLE high PARTITION OF t FOR VALUES FROM (10) TO (20)",
      "INSERT INTO t SELECT i, i * i FROM generate_series(1, 16) i",
      "CREATE VIEW even AS SELECT * FROM t WHERE n % 2 = 0",
      "CREATE MATERIALIZED VIEW sums AS SELECT id % 3 AS id, sum(n) AS n FROM t GROUP BY 1")
    let names = ["t", "even", "sums"]
    var lists: [LiveList] = []
    for name in names { lists.append(try await server.open(name)) }
    try server.run(
      "UPDATE t SET id = 19 - id, n = n + 1 WHERE id < 3", "DELETE FROM t WHERE id = 5",
      "REFRESH MATERIALIZED VIEW sums")
    for (name, list) in zip(names, lists) {
      let now = try await server.open(name).all
      #expect(try await wait { try await list.all == now }, "\(name)")
    }
    // A write through a view, and one that moves a row to another partition.
    _ = try await lists[1].apply([.insert(["id": .integer(2), "n": .integer(8)])])
    _ = try await lists[0].apply([.delete(.integer(3))])
    #expect(try await wait { try await lists[1].allIDs.contains(.integer(2)) })
    try server.run("ALTER TABLE t DETACH PARTITION low")
    #expect(try await wait { try await lists[0].allIDs == (10...18).map(RowID.integer) })
  }

  @Test func `errors tell what is wrong, and no password`() async throws {
    let server = try Fixture("CREATE TABLE t (id int)")
    let hidden = "hunter2"
    for (url, part) in [
      ("postgresql://ann:\(hidden)@localhost:1/shop", "postgresql://localhost:1/shop: "),
      ("postgresql://ann:/\(hidden)@host/shop", "percent-encoding"),
      ("postgresql://ann:%zz\(hidden)@host/shop", "percent-encoding"),
      ("postgresql://localhost:1/shop?password=\(hidden)&nonsense=1", "percent-encoding"),
      ("postgresql://h/d?host=/nowhere-\(hidden)&password=\(hidden)", "No such file"),
    ] {
      let table = PostgresTable(url: url, table: "t")
      let error = await #expect(throws: SourceError.self) { try await LiveList.open(table) }
      #expect("\(try #require(error))".contains(part) && !"\(table.name)\(error!)".contains(hidden))
    }
    let missing = await #expect(throws: SourceError.self) { try await server.open("nothing") }
    #expect("\(missing!)".contains("there is no table \(server.schema).nothing"))
    try server.run("INSERT INTO t VALUES (1), (1)")
    await #expect(throws: SourceError.self) { try await server.open() }
    await #expect(throws: InvalidRequestError.self) { try await server.open(id: "nothing") }
  }

  @Test(arguments: Array(HostileText.names(every: 4).enumerated()))
  func `a name or a value is never more than that`(number: Int, text: String) async throws {
    let feed = TestFeed.allCases[number % 3]
    // `xmin` and `ctid` cannot be columns.
    let column = ["xmin", "ctid"].contains(text) ? "x" + text : text
    let (name, key) = (text.quoted, column.quoted)
    let server = try Fixture(
      "CREATE TABLE \(name) (\(key) text PRIMARY KEY, \((column + "2").clipped.quoted) text)",
      "INSERT INTO \(name) VALUES ('a', 'b'), (\(text.literal), \(text.literal))")
    let other = (column + "2").clipped
    let list = try await server.open(text, feed: feed)
    #expect(await list.count == 2)
    let change: [RowOperation] = [
      .insert(RowValues([.init(column, .text(text + "3")), .init(other, .text(text))])),
      .update(RowValues([.init(column, .text(text)), .init(other, .text("new"))])),
      .delete(.text("a")),
    ]
    #expect(try await list.apply(change).inserted == [.text(text + "3")])
    try server.run("UPDATE \(name) SET \(other.quoted) = \((text + "4").literal)")
    #expect(try await wait { try await list.all.allSatisfy { $0[1] == .text(text + "4") } })
    #expect(try await list.all == server.open(text).all)
    try server.run(
      "TRUNCATE \(name)",
      "INSERT INTO \(name) VALUES ('a', 'b'), (\(text.literal), \(text.literal))")
    #expect(try await wait { await list.count == 2 })
    for isThere in [feed == .journal, false] {
      let table = "\(server.schema).\(text)"
      #expect(try PostgresTable.removeJournal(from: server.server.url, table: table) == isThere)
    }
  }
}

extension String {
  /// The first 63 bytes, which is how long a name can be.
  fileprivate var clipped: String { utf8.count <= 63 ? self : String(dropFirst()) }
}
