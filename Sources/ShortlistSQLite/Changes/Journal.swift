import GRDB
import GRDBSQLite
import ShortlistCore

/// A table into which triggers record the keys of inserted, updated and deleted rows.
///
/// A kept journal is a table of the file and records the writes of all connections. Any other
/// journal is a temporary table of one connection and records only that connection's writes. An
/// entry says that a row may have changed, but not how.
struct Journal {
  /// The maximum number of entries.
  ///
  /// A reader that is further behind compares all rows.
  static let maxEntries = 100_000

  private let shape: TableShape
  private let key: TableKey
  private let schema: String
  /// The name of the journal table.
  let name: String

  /// Creates a description of the journal of a table; nil if the table cannot have triggers on its
  /// rows or does not have the key.
  init?(of shape: TableShape, by key: TableKey, isKept: Bool) {
    if shape.kind != .table || key == .place || shape.places(of: key).isEmpty { return nil }
    self.shape = shape
    self.key = key
    schema = isKept ? "main" : "temp"
    let suffix = key.columns == shape.key ? "" : "_by_" + key.columns.joined(separator: "_")
    name = (isKept ? "shortlist_journal_" : "shortlist_written_") + shape.name + suffix
  }

  /// The qualified name of the table in statements.
  private var table: String { "\(schema).\(name.quoted)" }

  /// The columns that hold the key.
  ///
  /// An entry with `was` holds the key of a row before an update; the entry that follows holds the
  /// key after it.
  private var keys: [String] { key.columns.indices.map { "k\($0)" } }

  private var entries: String { keys.joined(separator: ", ") }

  /// The query for the distinct keys of all entries after a given one.
  var entriesAfter: String { "SELECT DISTINCT \(entries) FROM \(table) WHERE seq > ?1" }

  /// The query that follows a key through the updates after an entry to the key that the row has
  /// last.
  ///
  /// The parameters are the number of the entry, then the columns of the key.
  var lastKey: String {
    let isSame = keys.map { "old.\($0) IS moved.\($0)" }.joined(separator: " AND ")
    return """
      WITH RECURSIVE moved (seq, \(entries)) AS (
      VALUES (?1, \(keys.indices.map { "?\($0 + 2)" }.joined(separator: ", ")))
      UNION ALL
      SELECT new.seq, \(keys.map { "new." + $0 }.joined(separator: ", ")) FROM moved
      JOIN \(table) AS new ON new.seq = 1 + (SELECT min(old.seq) FROM \(table) AS old
      WHERE old.seq > moved.seq AND old.was AND \(isSame)))
      SELECT \(entries) FROM moved ORDER BY seq DESC LIMIT 1
      """
  }

  /// Returns whether the journal exists.
  func exists(in database: Database) throws -> Bool {
    let schema = schema == "temp" ? "sqlite_temp_schema" : "main.sqlite_schema"
    let statement = try Statement(
      kept: "SELECT 1 FROM \(schema) WHERE type = 'table' AND name = ?", on: database)
    try statement.bind(.text(name), at: 1)
    return try statement.step()
  }

  /// Returns the number of the last entry, 0 if there are none; nil if there is no journal.
  func lastEntry(in database: Database) throws -> Int? {
    guard try exists(in: database) else { return nil }
    return try database.integer("SELECT coalesce(max(seq), 0) FROM \(table)")
  }

  /// Returns whether the journal still has all entries after the given one.
  func isWhole(after entry: Int, in database: Database) throws -> Bool {
    let first = try database.integer("SELECT min(seq) FROM \(table)")
    // `entry + 1` could overflow: a file can contain any number.
    return first == 0 || first <= entry || first - 1 == entry
  }

  /// Removes all entries.
  func clear(in database: Database) throws {
    _ = try Statement(kept: "DELETE FROM \(table)", on: database).step()
  }

  /// Creates the journal, or recreates it if its definition is outdated.
  ///
  /// No journal is created for a table with a unique index on an expression, because it cannot tell
  /// which rows `REPLACE` deletes. No kept journal is created in a file with triggers that can end
  /// the statement before the journal's triggers run.
  func create(in database: Database) throws {
    if try exists(in: database) {
      if try isCurrent(in: database) { return }
      if schema == "temp" {
        try removeTemporary(from: database)
      } else {
        _ = try Self.remove(of: shape.name, from: database)
      }
    }
    try database.inTransaction(.immediate) {
      guard try !exists(in: database), let statements = try statements(in: database) else {
        return .rollback
      }
      for statement in statements { try Statement.run(statement.sql(schema), on: database) }
      return .commit
    }
  }

  /// Returns whether the journal and its triggers have the definitions that the table needs.
  ///
  /// A new index on the table can require other triggers.
  func isCurrent(in database: Database) throws -> Bool {
    guard try exists(in: database), let statements = try statements(in: database) else {
      return false
    }
    let schema = schema == "temp" ? "sqlite_temp_schema" : "main.sqlite_schema"
    let found = try Statement(
      "SELECT sql FROM \(schema) WHERE tbl_name COLLATE NOCASE IN (?, ?)", on: database)
    try found.bind(.text(shape.name), at: 1)
    try found.bind(.text(name), at: 2)
    var texts: Set<[UInt8]> = []
    while try found.step() { texts.insert(Array(found.text(0).utf8)) }
    return statements.allSatisfy { texts.contains(Array($0.kept.utf8)) }
  }

  private func removeTemporary(from database: Database) throws {
    for event in Self.events {
      try Statement.run("DROP TRIGGER IF EXISTS temp.\((name + event).quoted)", on: database)
    }
    try Statement.run("DROP TABLE \(table)", on: database)
  }

  /// Removes all kept journals of a table from its file.
  ///
  /// - Returns: Whether there was a journal.
  static func remove(of table: String, from database: Database) throws -> Bool {
    var triggers: [String] = []
    try database.inTransaction(.immediate) {
      let found = try Statement(
        """
        SELECT name FROM main.sqlite_schema WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE
        AND name LIKE 'shortlist\\_journal\\_%' ESCAPE '\\'
        """, on: database)
      try found.bind(.text(table), at: 1)
      while try found.step() { triggers.append(found.text(0)) }
      found.reset()
      for trigger in triggers {
        try Statement.run("DROP TRIGGER main.\(trigger.quoted)", on: database)
        if trigger.hasSuffix("_delete") {
          // Dropping the table also drops the trigger that bounds its size.
          let journal = String(trigger.dropLast("_delete".count))
          try Statement.run("DROP TABLE IF EXISTS main.\(journal.quoted)", on: database)
        }
      }
      return .commit
    }
    return !triggers.isEmpty
  }

  // MARK: What it is made of

  /// The suffixes of the triggers' names.
  private static let events = ["_insert", "_update", "_delete", "_before_insert", "_before_update"]

  /// A `CREATE` statement.
  private struct Creation {
    let what: String
    let rest: String

    /// Returns the statement for a schema.
    func sql(_ schema: String) -> String { "CREATE \(what) \(schema).\(rest)" }

    /// The text that SQLite stores in the schema table.
    var kept: String { "CREATE \(what) \(rest)" }
  }

  private func statements(in database: Database) throws -> [Creation]? {
    guard let constraints = try uniqueConstraints(in: database) else { return nil }
    let isKept = schema == "main"
    if try isKept && hasEndingTriggers(in: database) { return nil }
    // A trigger in the file must not name a schema: the file may be attached under another name.
    let table = name.quoted
    let source = isKept ? shape.name.quoted : SQL.table(shape)
    func insertion(_ row: String, isOld: Bool = false) -> String {
      let values = SQL.names(of: key, in: row).joined(separator: ", ")
      return isOld
        ? "INSERT INTO \(table) (was, \(entries)) VALUES (1, \(values));"
        : "INSERT INTO \(table) (\(entries)) VALUES (\(values));"
    }
    func trigger(_ event: String, _ when: String, _ body: String) -> Creation {
      Creation(
        what: "TRIGGER", rest: "\((name + event).quoted) \(when) ON \(source)\nBEGIN \(body) END")
    }
    var statements = [
      Creation(
        what: "TABLE",
        rest: "\(table) (seq INTEGER PRIMARY KEY AUTOINCREMENT, was, \(entries))"),
      trigger("_insert", "AFTER INSERT", insertion("NEW")),
      trigger("_update", "AFTER UPDATE", insertion("OLD", isOld: true) + " " + insertion("NEW")),
      trigger("_delete", "AFTER DELETE", insertion("OLD")),
    ]
    if isKept {
      statements.append(
        Creation(
          what: "TRIGGER",
          rest: """
            \((name + "_bound").quoted) AFTER INSERT ON \(table)
            WHEN NEW.seq % 1024 = 0
            BEGIN DELETE FROM \(table) WHERE seq <= NEW.seq - \(Self.maxEntries); END
            """))
    }
    // A row that `INSERT OR REPLACE` deletes fires no delete trigger.
    let other = SQL.alias(of: shape)
    let conflicts = constraints.map { constraint in
      """
      INSERT INTO \(table) (\(entries)) \
      SELECT \(SQL.names(of: key, in: other).joined(separator: ", ")) \
      FROM \(source) AS \(other) WHERE \(constraint);
      """
    }
    if !conflicts.isEmpty {
      statements.append(
        trigger("_before_insert", "BEFORE INSERT", conflicts.joined(separator: " ")))
    }
    // A row that takes the key of another one is not updated, and fires no trigger after it, if a
    // cascade from that other row deletes it.
    let new = SQL.names(of: key, in: "NEW")
    let isMoved = zip(new, SQL.names(of: key, in: "OLD"))
      .map { "\($0) IS NOT \($1) COLLATE BINARY" }.joined(separator: " OR ")
    let moved = """
      INSERT INTO \(table) (\(entries)) SELECT \(new.joined(separator: ", ")) WHERE \(isMoved);
      """
    statements.append(
      trigger(
        "_before_update", "BEFORE UPDATE", (conflicts + [moved]).joined(separator: " ")))
    return statements
  }

  /// Returns whether a trigger of the table may use `RAISE(IGNORE)`, which also skips the journal's
  /// triggers.
  ///
  /// The triggers of a temporary journal run before all triggers in the file.
  private func hasEndingTriggers(in database: Database) throws -> Bool {
    let found = try Statement(
      """
      SELECT 1 FROM main.sqlite_schema WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE
      AND sql LIKE '%raise%ignore%'
      """, on: database)
    try found.bind(.text(shape.name), at: 1)
    return try found.step()
  }

  /// Returns, for each unique constraint, the condition that an existing row conflicts with the new
  /// one under a different key; nil if a constraint is on an expression.
  private func uniqueConstraints(in database: Database) throws -> [String]? {
    let other = SQL.alias(of: shape)
    var constraints: [String] = []
    if case .rowid(let number) = shape.storage, !key.isNumber(of: shape) {
      constraints.append("\(other).\(number) = NEW.\(number)")
    }
    let indices = try Statement(
      "SELECT name FROM pragma_index_list(?, 'main') WHERE \"unique\"", on: database)
    try indices.bind(.text(shape.name), at: 1)
    while try indices.step() {
      let parts = try Statement(
        "SELECT name, coll FROM pragma_index_xinfo(?, 'main') WHERE key ORDER BY seqno",
        on: database)
      try parts.bind(.text(indices.text(0)), at: 1)
      var names: Set<[UInt8]> = []
      var conditions: [String] = []
      var isExact = true
      while try parts.step() {
        if parts.kind(0) == SQLITE_NULL { return nil }
        let column = parts.text(0)
        names.insert(Array(column.utf8))
        conditions.append(
          "\(other).\(column.quoted) = NEW.\(column.quoted) COLLATE \(parts.text(1).quoted)")
        if parts.text(1).uppercased() != "BINARY" { isExact = false }
      }
      // Rows that conflict here have the same key.
      if isExact && names == Set(key.columns.map { Array($0.utf8) }) { continue }
      let constraint = conditions.joined(separator: " AND ")
      if !constraints.contains(constraint) { constraints.append(constraint) }
    }
    return constraints
  }
}
