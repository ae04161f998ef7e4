import GRDB
import GRDBSQLite
import ShortlistCore

/// What a table or view of a file looks like.
struct TableShape: Hashable, Sendable {
  /// A column.
  struct Column: Hashable, Sendable {
    var name: String
    /// The type that the table declares, as it is written there.
    var declared: String
    /// The 1-based place in the primary key, 0 for none.
    var keyPlace: Int
  }

  /// How rows are stored.
  enum Storage: Hashable, Sendable {
    /// By a number, which goes by this name.
    case rowid(String)
    /// By the primary key.
    case key
    /// Not at all: a view.
    case view
  }

  /// The name.
  let name: String
  /// The columns in order.
  let columns: [Column]
  /// How rows are stored.
  let storage: Storage

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
    let isView = found.text(1) == "view"
    let isKeyed = found.integer(2) == 1
    let info = try Statement(
      "SELECT name, type, pk FROM pragma_table_xinfo(?) WHERE hidden <> 1 ORDER BY cid",
      on: database)
    try info.bind(.text(name), at: 1)
    var columns: [Column] = []
    while try info.step() {
      columns.append(
        Column(name: info.text(0), declared: info.text(1), keyPlace: info.integer(2)))
    }
    self.columns = columns
    // A column can hide the number of the row by having its name.
    let alias = ["rowid", "_rowid_", "oid"].first { alias in
      !columns.contains { $0.name.lowercased() == alias }
    }
    storage = isView ? .view : isKeyed ? .key : alias.map(Storage.rowid) ?? .view
  }

  /// The range of the numbers of all rows, which go by `name`; nil if there are none, or if they are
  /// not stored in the file in the order of these.
  func numbers(called name: String, in database: Database) throws -> ClosedRange<Int>? {
    let stored = try Statement(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ? AND rootpage > 0", on: database
    )
    try stored.bind(.text(self.name), at: 1)
    guard try stored.step() else { return nil }
    let ends = try Statement(
      """
      SELECT (SELECT min(\(name)) FROM \(self.name.quoted)), \
      (SELECT max(\(name)) FROM \(self.name.quoted))
      """, on: database)
    guard try ends.step(), ends.kind(0) == SQLITE_INTEGER else { return nil }
    return ends.integer(0)...ends.integer(1)
  }

  /// The names of all tables and views of a file, but for those of SQLite and of Shortlist itself.
  static func names(in database: Database) throws -> [String] {
    let statement = try Statement(
      """
      SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')
      AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE 'shortlist\\_%' ESCAPE '\\'
      ORDER BY name
      """, on: database)
    var names: [String] = []
    while try statement.step() { names.append(statement.text(0)) }
    return names
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
