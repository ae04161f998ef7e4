import GRDB
import GRDBSQLite
import ShortlistCore

/// What a table or view of a file looks like.
struct TableShape: Hashable, Sendable {
  /// A column.
  struct Column: Sendable {
    var name: String
    /// The type that the table declares, as it is written there.
    var declared: String
    /// The 1-based place in the primary key, 0 for none.
    var keyPlace: Int
  }

  /// What it is.
  enum Kind: Hashable, Sendable {
    case table
    case view
    /// A table whose rows a module of SQLite makes up, such as an index for text.
    case virtual
  }

  /// How rows are stored.
  enum Storage: Hashable, Sendable {
    /// By a number, which goes by this name in SQL.
    case rowid(String)
    /// By a number that cannot be asked for: columns have all its names.
    case nameless
    /// By the primary key.
    case key
    /// Not at all: a view.
    case view
  }

  /// The name.
  let name: String
  /// What it is.
  let kind: Kind
  /// The columns in order.
  let columns: [Column]
  /// How rows are stored.
  let storage: Storage
  /// The column that is the number by which rows are stored, if there is one.
  let numberColumn: String?

  /// The columns of the primary key, in its order.
  var key: [String] {
    columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }.map(\.name)
  }

  /// Looks at a table or view; nil if there is none of that name.
  init?(of name: String, in database: Database) throws {
    let found = try Statement(
      "SELECT name, type, wr FROM pragma_table_list(?) WHERE schema = 'main'", on: database)
    try found.bind(.text(name), at: 1)
    guard try found.step() else { return nil }
    self.name = found.text(0)
    kind = found.text(1) == "view" ? .view : found.text(1) == "virtual" ? .virtual : .table
    let isKeyed = found.integer(2) == 1
    let info = try Statement(
      "SELECT name, type, pk FROM pragma_table_xinfo(?, 'main') WHERE hidden <> 1 ORDER BY cid",
      on: database)
    try info.bind(.text(name), at: 1)
    var columns: [Column] = []
    while try info.step() {
      columns.append(
        Column(name: info.text(0), declared: info.text(1), keyPlace: info.integer(2)))
    }
    self.columns = columns
    let isNumbered = kind != .view && !isKeyed
    let key = columns.filter { $0.keyPlace > 0 }
    numberColumn =
      if isNumbered, key.count == 1, try !Self.hasKeyIndex(name, in: database) { key[0].name } else
      {
        nil
      }
    // A column can hide the number of the row by having its name.
    let alias = ["rowid", "_rowid_", "oid"].first { alias in
      !columns.contains { $0.name.lowercased() == alias }
    }
    let number = alias ?? numberColumn?.quoted
    storage = kind == .view ? .view : isKeyed ? .key : number.map(Storage.rowid) ?? .nameless
  }

  /// Whether the primary key of a table has an index; a whole number that rows are stored by has none.
  private static func hasKeyIndex(_ name: String, in database: Database) throws -> Bool {
    let indices = try Statement(
      "SELECT 1 FROM pragma_index_list(?, 'main') WHERE origin = 'pk'", on: database)
    try indices.bind(.text(name), at: 1)
    return try indices.step()
  }

  /// The places of the columns of a key among those of a row, and of the number if that is the key.
  func places(of key: TableKey) -> [Int] {
    if case .rowid = key { return [columns.count] }
    return key.columns.compactMap { name in columns.firstIndex { $0.name.isExactly(name) } }
  }

  /// The range of the numbers of all rows, which go by `name`; nil if there are none, if they are not
  /// stored in the file in the order of these, or if they cannot be read beside all columns.
  func numbers(called name: String, in database: Database) throws -> ClosedRange<Int>? {
    guard columns.count < database.mostColumns else { return nil }
    let stored = try Statement(
      "SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = ? AND rootpage > 0",
      on: database)
    try stored.bind(.text(self.name), at: 1)
    guard try stored.step() else { return nil }
    let (table, alias) = (SQL.table(self), SQL.alias(of: self))
    let ends = try Statement(
      """
      SELECT (SELECT min(\(alias).\(name)) FROM \(table) AS \(alias)), \
      (SELECT max(\(alias).\(name)) FROM \(table) AS \(alias))
      """, on: database)
    guard try ends.step(), ends.kind(0) == SQLITE_INTEGER, ends.kind(1) == SQLITE_INTEGER,
      ends.integer(0) <= ends.integer(1)
    else { return nil }
    return ends.integer(0)...ends.integer(1)
  }

  /// The names of all tables and views of a file, but for those of SQLite and of Shortlist itself.
  static func names(in database: Database) throws -> [String] {
    let statement = try Statement(
      """
      SELECT name FROM main.sqlite_schema WHERE type IN ('table', 'view')
      AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE 'shortlist\\_%' ESCAPE '\\'
      ORDER BY name
      """, on: database)
    var names: [String] = []
    while try statement.step() { names.append(statement.text(0)) }
    return names
  }
}

extension TableShape.Column: Hashable {
  /// Whether they are the same, the names to the byte.
  static func == (a: Self, b: Self) -> Bool {
    a.name.isExactly(b.name) && a.declared.isExactly(b.declared) && a.keyPlace == b.keyPlace
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(Array(name.utf8))
    hasher.combine(keyPlace)
  }
}

extension TableShape.Column {
  /// Whether SQLite makes texts of the numbers that are put into it.
  var convertsToText: Bool {
    let declared = declared.uppercased()
    return !declared.contains("INT")
      && ["CHAR", "CLOB", "TEXT"].contains { declared.contains($0) }
  }

  /// The type of the attribute, if all values fit it; nil if nothing is declared.
  var type: AttributeType? {
    let declared = declared.uppercased()
    func mentions(_ parts: String...) -> Bool { parts.contains { declared.contains($0) } }
    if mentions("INT") { return .integer }
    if mentions("BOOL") { return .boolean }
    if mentions("DATE", "TIME") { return .date }
    if mentions("REAL", "FLOA", "DOUB", "NUMERIC", "DECIMAL") { return .number }
    return declared.isEmpty || declared == "ANY" ? nil : .text
  }
}
