import GRDB
import GRDBSQLite
import ShortlistCore

/// The schema of a table or view.
struct TableShape: Hashable, Sendable {
  /// A column of the table.
  struct Column: Sendable {
    var name: String
    /// The declared type, as written in the schema.
    var declared: String
    /// The 1-based position in the primary key, or 0.
    var keyPlace: Int
  }

  /// The kind of a table.
  enum Kind: Hashable, Sendable {
    case table
    case view
    /// A virtual table, such as a full-text index.
    case virtual
  }

  /// How the rows are stored.
  enum Storage: Hashable, Sendable {
    /// By rowid, which has this name in SQL.
    case rowid(String)
    /// By rowid, which SQL cannot name: columns have taken all of its names.
    case nameless
    /// By the primary key, in a `WITHOUT ROWID` table.
    case key
    /// Not at all, because it is a view.
    case view
  }

  /// The name of the table or view.
  let name: String
  /// The kind of the table or view.
  let kind: Kind
  /// The columns in table order.
  let columns: [Column]
  /// How the rows are stored.
  let storage: Storage
  /// The `INTEGER PRIMARY KEY` column, which is the rowid, if there is one.
  let numberColumn: String?

  /// The columns of the primary key, in its order.
  var key: [String] {
    columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }.map(\.name)
  }

  /// Reads the schema of a table or view; nil if there is none of that name.
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
    // A column with one of the rowid's names hides it.
    let alias = ["rowid", "_rowid_", "oid"].first { alias in
      !columns.contains { $0.name.lowercased() == alias }
    }
    let number = alias ?? numberColumn?.quoted
    storage = kind == .view ? .view : isKeyed ? .key : number.map(Storage.rowid) ?? .nameless
  }

  /// Returns whether the primary key has an index; an `INTEGER PRIMARY KEY` has none.
  private static func hasKeyIndex(_ name: String, in database: Database) throws -> Bool {
    let indices = try Statement(
      "SELECT 1 FROM pragma_index_list(?, 'main') WHERE origin = 'pk'", on: database)
    try indices.bind(.text(name), at: 1)
    return try indices.step()
  }

  /// Returns the indices of the key's columns among those of a row; a rowid key follows the last
  /// column.
  func places(of key: TableKey) -> [Int] {
    if case .rowid = key { return [columns.count] }
    return key.columns.compactMap { name in columns.firstIndex { $0.name.isExactly(name) } }
  }

  /// Returns the range of all rowids.
  ///
  /// The result is nil if there are no rows, if the file does not store them in rowid order, or if
  /// a query cannot return the rowid along with all columns.
  func numbers(called name: String, in database: Database) throws -> ClosedRange<Int>? {
    guard columns.count < database.maxColumns else { return nil }
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

  /// Returns the names of all tables and views of a file, without those of SQLite and of Shortlist,
  /// and without the tables in which virtual tables keep their rows.
  static func names(in database: Database) throws -> [String] {
    let statement = try Statement(
      """
      SELECT name FROM main.sqlite_schema WHERE type IN ('table', 'view')
      AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE 'shortlist\\_%' ESCAPE '\\'
      AND name NOT IN
      (SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow')
      ORDER BY name
      """, on: database)
    var names: [String] = []
    while try statement.step() { names.append(statement.text(0)) }
    return names
  }
}

extension TableShape.Column: Hashable {
  /// Returns whether two columns are equal, comparing names byte by byte.
  static func == (a: Self, b: Self) -> Bool {
    a.name.isExactly(b.name) && a.declared.isExactly(b.declared) && a.keyPlace == b.keyPlace
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(Array(name.utf8))
    hasher.combine(keyPlace)
  }
}

extension TableShape.Column {
  /// Whether the column has text affinity, so that SQLite converts numbers to text.
  var convertsToText: Bool {
    let declared = declared.uppercased()
    return !declared.contains("INT")
      && ["CHAR", "CLOB", "TEXT"].contains { declared.contains($0) }
  }

  /// The preferred type of the attribute; nil if the declaration implies none.
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

extension TableShape {
  /// Returns how each column of a row holds values that no attribute can hold.
  ///
  /// - Parameters:
  ///   - describes: Whether the list shows them.
  ///   - key: The key, whose columns have all bytes.
  /// - Returns: A value for each column.
  func oddValues(_ describes: Bool, _ key: TableKey) -> [OddValues] {
    let places = places(of: key)
    return columns.indices.map {
      describes ? places.contains($0) ? .spelled : .described : .refused
    }
  }
}
