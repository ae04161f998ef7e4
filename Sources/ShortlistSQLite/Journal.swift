import GRDB
import GRDBSQLite
import ShortlistCore

/// Where triggers write down the keys of the rows that are inserted, updated and deleted.
///
/// A journal that is kept is a table of the file, and knows what everybody does; one that is not is
/// a temporary table of a connection, and knows what that does. Its rows say which rows may be
/// different, and nothing of how.
struct Journal {
  /// The most entries that are kept; whoever has not read older ones compares all rows.
  static let mostEntries = 100_000

  private let shape: TableShape
  private let key: TableKey
  private let schema: String
  /// The name of the table of entries.
  let name: String

  /// Nil for what cannot have triggers on its rows: a view.
  init?(of shape: TableShape, by key: TableKey, isKept: Bool) {
    if shape.storage == .view || key == .place { return nil }
    self.shape = shape
    self.key = key
    schema = isKept ? "main" : "temp"
    let asked = key.columns == shape.key ? "" : "_by_" + key.columns.joined(separator: "_")
    name = isKept ? "shortlist_journal_\(shape.name)\(asked)" : "shortlist_written"
  }

  private var entries: String { (0..<key.columns.count).map { "k\($0)" }.joined(separator: ", ") }

  /// The columns of the key as SQL names them.
  private func columns(of table: String) -> String {
    key.columns.map { column in
      if case .rowid = key { "\(table).\(column)" } else { "\(table).\(column.quoted)" }
    }.joined(separator: ", ")
  }

  /// Whether the journal is there.
  func exists(in database: Database) throws -> Bool {
    let schema = schema == "temp" ? "sqlite_temp_schema" : "sqlite_schema"
    let statement = try Statement(kept: "SELECT 1 FROM \(schema) WHERE name = ?", on: database)
    try statement.bind(.text(name), at: 1)
    return try statement.step()
  }

  /// The number of the last entry; nil if there is no journal.
  func lastEntry(in database: Database) throws -> Int? {
    guard try exists(in: database) else { return nil }
    return try database.integer("SELECT coalesce(max(seq), 0) FROM \(schema).\(name.quoted)")
  }

  /// Whether all entries after one are still there.
  func isWhole(after entry: Int, in database: Database) throws -> Bool {
    let first = try database.integer("SELECT min(seq) FROM \(schema).\(name.quoted)")
    return first == 0 || first <= entry + 1
  }

  /// Creates it if it is not there, anew if it is that of other indices.
  ///
  /// There can be none of a table of which two rows must differ in what an expression makes of them:
  /// what gives way to a new row is not known then.
  func create(in database: Database) throws {
    if try exists(in: database) {
      if try schema == "temp" || isCurrent(in: database) { return }
      _ = try Self.remove(of: shape.name, from: database)
    }
    try database.inTransaction(.immediate) {
      guard try !exists(in: database), let statements = try statements(in: database) else {
        return .rollback
      }
      for statement in statements { try Statement.run(statement, on: database) }
      return .commit
    }
  }

  /// Whether its triggers are those that the table needs: another index may ask for others.
  func isCurrent(in database: Database) throws -> Bool {
    guard try exists(in: database), let statements = try statements(in: database) else {
      return false
    }
    let found = try Statement(
      "SELECT sql FROM \(schema).sqlite_schema WHERE type = 'trigger' AND tbl_name IN (?, ?)",
      on: database)
    try found.bind(.text(shape.name), at: 1)
    try found.bind(.text(name), at: 2)
    var bodies: Set<Substring> = []
    while try found.step() { bodies.insert(Self.body(ofTrigger: found.text(0))) }
    return statements.dropFirst().allSatisfy { bodies.contains(Self.body(ofTrigger: $0)) }
  }

  /// What a trigger does: its statement without the line that names it.
  private static func body(ofTrigger statement: String) -> Substring {
    statement[(statement.firstIndex(of: "\n") ?? statement.startIndex)...]
  }

  /// Removes all journals of a table from its file.
  ///
  /// - Returns: Whether there was any.
  static func remove(of table: String, from database: Database) throws -> Bool {
    var triggers: [String] = []
    try database.inTransaction(.immediate) {
      let found = try Statement(
        """
        SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?
        AND name LIKE 'shortlist\\_journal\\_%' ESCAPE '\\'
        """, on: database)
      try found.bind(.text(table), at: 1)
      while try found.step() { triggers.append(found.text(0)) }
      found.reset()
      for trigger in triggers {
        try Statement.run("DROP TRIGGER main.\(trigger.quoted)", on: database)
        if trigger.hasSuffix("_delete") {
          // With it goes the trigger that bounds it.
          let journal = String(trigger.dropLast("_delete".count))
          try Statement.run("DROP TABLE IF EXISTS main.\(journal.quoted)", on: database)
        }
      }
      return .commit
    }
    return !triggers.isEmpty
  }

  private func statements(in database: Database) throws -> [String]? {
    guard let constraints = try uniqueConstraints(in: database) else { return nil }
    let table = name.quoted
    let target = schema == "temp" ? "main.\(shape.name.quoted)" : shape.name.quoted
    func note(_ row: String) -> String {
      "INSERT INTO \(table) (\(entries)) VALUES (\(columns(of: row)));"
    }
    func trigger(_ event: String, _ when: String, _ body: String) -> String {
      """
      CREATE TRIGGER \(schema).\((name + "_" + event).quoted) \(when) ON \(target)
      BEGIN \(body) END
      """
    }
    var statements = [
      "CREATE TABLE \(schema).\(table) (seq INTEGER PRIMARY KEY AUTOINCREMENT, \(entries))",
      trigger("insert", "AFTER INSERT", note("NEW")),
      trigger("update", "AFTER UPDATE", note("OLD") + " " + note("NEW")),
      trigger("delete", "AFTER DELETE", note("OLD")),
    ]
    if schema == "main" {
      statements.append(
        """
        CREATE TRIGGER main.\((name + "_bound").quoted) AFTER INSERT ON \(table)
        WHEN NEW.seq % 1024 = 0
        BEGIN DELETE FROM \(table) WHERE seq <= NEW.seq - \(Self.mostEntries); END
        """)
    }
    // A row that gives way to another one (INSERT OR REPLACE) fires no trigger of its own.
    let conflicts = constraints.map { constraint in
      """
      INSERT INTO \(table) (\(entries)) SELECT \(columns(of: "other")) \
      FROM \(shape.name.quoted) AS other WHERE \(constraint);
      """
    }
    if !conflicts.isEmpty {
      let body = conflicts.joined(separator: " ")
      statements.append(trigger("before_insert", "BEFORE INSERT", body))
      statements.append(trigger("before_update", "BEFORE UPDATE", body))
    }
    return statements
  }

  /// For each rule that two rows must not be alike, but for the key itself, the condition that a row
  /// is like the new one; nil if it is an expression that must differ.
  private func uniqueConstraints(in database: Database) throws -> [String]? {
    var constraints: [String] = []
    var sets: [[String]] = []
    // A whole number that is the primary key has no index.
    if case .rowid(let alias) = shape.storage, case .column(let name) = key, shape.key != [name] {
      constraints.append("other.\(alias) = NEW.\(alias)")
    }
    let indices = try Statement(
      "SELECT name FROM pragma_index_list(?) WHERE \"unique\"", on: database)
    try indices.bind(.text(shape.name), at: 1)
    while try indices.step() {
      let parts = try Statement(
        "SELECT name, coll FROM pragma_index_xinfo(?) WHERE key ORDER BY seqno", on: database)
      try parts.bind(.text(indices.text(0)), at: 1)
      var names: [String] = []
      var conditions: [String] = []
      while try parts.step() {
        if parts.kind(0) == SQLITE_NULL { return nil }
        names.append(parts.text(0))
        let column = parts.text(0).quoted
        conditions.append("other.\(column) = NEW.\(column) COLLATE \(parts.text(1).quoted)")
      }
      if Set(names) == Set(key.columns) || sets.contains(names) { continue }
      sets.append(names)
      constraints.append(conditions.joined(separator: " AND "))
    }
    return constraints
  }
}
