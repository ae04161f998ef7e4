import GRDB
import Shortlist
import ShortlistSQLite
import Testing

/// Tables and columns may be called as they like: no name meets one that statements have of their
/// own.
@Suite struct NamesTests {
  /// All that statements of the module call something, words of SQL, and what is hard to quote.
  private static let names: [String] =
    """
    a a_ b j t k0 k1 seq was other found old new moved excluded main temp rowid oid _rowid_ id
    shortlist_written shortlist_written_t shortlist_journal_t shortlist_saved shortlist_version
    sqlite_schema sqlite_temp_schema name sql type version count
    select from where order group by table index trigger values default null not is in like between
    collate binary nocase returning union all with recursive insert update delete join on as and or
    case when then end if exists begin commit abs min max coalesce distinct limit primary key row
    """.split(whereSeparator: \.isWhitespace).map(String.init) + [
      "", " ", "\"", "\"\"", "a\"b", "\"\u{301}", "x\"\u{301}; --", "[", "]", "[x]", "`", "'", "--",
      "/*",
      ";", "é", "e\u{301}", "\n", "\r\n", "%", "?1", ":x", "@x", "$x", "\\", "x.y", "main.t", "0",
      "1e5", "x'00'", "🙂", "\u{212A}", "o\u{131}d",
    ]

  /// The name in lower, upper and mixed case, one after the other.
  private static func cased(_ name: String, _ index: Int) -> String {
    [name, name.uppercased(), name.prefix(1).uppercased() + name.dropFirst()][index % 3]
  }

  private static func quoted(_ name: String) -> String {
    var text = "\""
    for scalar in name.unicodeScalars {
      text.unicodeScalars.append(scalar)
      if scalar == "\"" { text.unicodeScalars.append(scalar) }
    }
    return text + "\""
  }

  @Test(arguments: [false, true])
  func `a table and its key may have any name`(journal: Bool) async throws {
    for (index, plain) in Self.names.enumerated() {
      let name = Self.cased(plain, index)
      // Names that begin so are SQLite's.
      if name.lowercased().hasPrefix("sqlite_") { continue }
      let keys = [
        "%k INTEGER PRIMARY KEY, %o TEXT", "%k TEXT PRIMARY KEY, %o TEXT",
        "%k TEXT, %o TEXT, PRIMARY KEY (%k)", "%k INT PRIMARY KEY, %o TEXT) WITHOUT ROWID --",
      ]
      let columns = keys[index / 3 % keys.count]
        .replacing("%k", with: Self.quoted(name)).replacing("%o", with: Self.quoted(name + "_"))
      let table = Self.quoted(name)
      let file = try Fixture(
        "CREATE TABLE \(table) (\(columns))",
        "INSERT INTO \(table) VALUES (1, 'x'), (2, NULL), (3, 'y')")
      try await follow(file, name, key: name, other: name + "_", journal)
    }
  }

  @Test(arguments: [false, true])
  func `columns may have all names at once`(journal: Bool) async throws {
    var seen: Set<String> = ["key", "last"]
    let names = Self.names.filter { seen.insert($0.lowercased()).inserted }
    for storage in ["", "WITHOUT ROWID"] {
      let columns = names.enumerated().map { Self.quoted(Self.cased($1, $0)) + " TEXT" }
      let file = try Fixture(
        """
        CREATE TABLE t ("key" INTEGER PRIMARY KEY, \(columns.joined(separator: ", ")), "last" TEXT)
        \(storage)
        """, "INSERT INTO t (\"key\") VALUES (1), (2), (3)")
      try await follow(file, "t", key: "key", other: "last", journal)
      try file.run("DELETE FROM t", "INSERT INTO t (\"key\") VALUES (1), (2), (3)")
      let found = names.firstIndex(of: "found").map { Self.cased("found", $0) }
      try await follow(file, "t", key: "key", other: try #require(found), journal)
    }
  }

  @Test(arguments: [false, true])
  func `the columns of a key may have any names`(journal: Bool) async throws {
    for (index, plain) in Self.names.enumerated() {
      let (name, last) = (Self.cased(plain, index), Self.names[(index * 7 + 3) % Self.names.count])
      if name.lowercased() == last.lowercased() || name.lowercased() == "n" { continue }
      let (one, two) = (Self.quoted(name), Self.quoted(last))
      let file = try Fixture(
        "CREATE TABLE t (n TEXT, \(one) TEXT, \(two) INT, PRIMARY KEY (\(two), \(one)))",
        "INSERT INTO t VALUES ('x', '1', 1), (NULL, '2', 1), ('y', '3', 1)")
      let list = try await file.open(journal: journal)
      try file.run("UPDATE t SET n = NULL", "DELETE FROM t WHERE \(one) = '3'")
      let outcome = try await list.apply([
        .insert(.init([.init(name, .text("4")), .init(last, .integer(4))])),
        .update(
          .init([.init(last, .integer(1)), .init(name, .text("1")), .init("n", .text("z"))])),
        .delete(.text("[1,\"2\"]")),
      ])
      #expect(outcome.inserted == [.text("[4,\"4\"]")])
      #expect(
        try await list.all == [
          [.text("z"), .text("1"), .integer(1)], [.null, .text("4"), .integer(4)],
        ], "\(name), \(last)")
    }
  }

  /// Changes rows 1 to 3 of a table in all ways, and compares the list with the file.
  private func follow(
    _ file: Fixture, _ table: String, key: String, other: String, _ journal: Bool
  ) async throws {
    let (name, k, o) = (Self.quoted(table), Self.quoted(key), Self.quoted(other))
    let list = try await file.open(table, journal: journal)
    let isText = await list.schema.type(of: key) == .text
    func id(_ number: Int) -> CellValue { isText ? .text("\(number)") : .integer(number) }
    try await compare(list, file, name, k, "opened")
    try file.run(
      "UPDATE \(name) SET \(o) = 'new' WHERE \(k) = 2", "INSERT INTO \(name) (\(k)) VALUES (4)",
      "DELETE FROM \(name) WHERE \(k) = 3")
    while try await list.all.filter({ $0.contains(.text("new")) }).count != 1 { await Task.yield() }
    try await compare(list, file, name, k, "followed")
    let outcome = try await list.apply([
      .update(.init([.init(key, id(1)), .init(other, .null)])),
      .insert(.init([.init(key, id(5)), .init(other, .text("own"))])),
      .delete(try #require(RowID(id(4)))),
    ])
    #expect(outcome.inserted == [RowID(id(5))])
    try await compare(list, file, name, k, "written")
    try file.run("UPDATE \(name) SET \(o) = NULL", "INSERT INTO \(name) (\(k)) VALUES (3)")
    _ = try await list.apply([])
    try await compare(list, file, name, k, "followed again")
    try file.run("DELETE FROM \(name) WHERE \(k) = 5")
    _ = try await list.apply([])
    if journal { try SQLiteTable.removeJournal(fromFile: file.path, table: table) }
  }

  private func compare(
    _ list: LiveList, _ file: Fixture, _ name: String, _ key: String, _ note: String
  ) async throws {
    let expected = try await file.other.read { database in
      try GRDB.Row.fetchAll(database, sql: "SELECT * FROM \(name) ORDER BY \(key)").map { row in
        row.databaseValues.map { value -> CellValue in
          switch value.storage {
          case .int64(let integer): .integer(Int(integer))
          case .string(let text): .text(text)
          default: .null
          }
        }
      }
    }
    let shown = try await list.all
    let isSame = shown.map { $0.map(\.text) } == expected.map { $0.map(\.text) }
    #expect(isSame, "\(name), \(note): \(shown) instead of \(expected)")
  }
}
