import ShortlistCore

/// A table of the database into which triggers record the keys of inserted, updated and deleted
/// rows, and which transaction it was.
///
/// An entry says that a row may have changed, but not how. An entry without a key stands for all
/// rows. Every commit with entries sends a notification.
struct Journal {
  /// What the names of journals begin with, and the name of the trigger for `TRUNCATE` ends with.
  static let (prefix, truncation) = ("shortlist_journal_", "_truncate")
  /// The number of entries that are kept; a list that is further behind compares all rows.
  private static let mostEntries = 100_000

  private let shape: TableShape
  private let key: TableKey
  /// The name of the table, the function, the trigger, and the channel of notifications.
  ///
  /// It is made of numbers that stay when tables and columns are renamed, and is never too long.
  let name: String

  /// Creates a description of a table's journal; nil if the table cannot have one.
  init?(of shape: TableShape, by key: TableKey) {
    if !shape.canHaveTriggers || key.form == .place || key.columns.count > 8 { return nil }
    self.shape = shape
    self.key = key
    name = ([Self.prefix + shape.oid] + key.columns.map { String($0.number) })
      .joined(separator: "_")
  }

  private var table: String { "\(shape.schema.quoted).\(name.quoted)" }
  private var keys: [String] { key.columns.indices.map { "k\($0)" } }

  /// Whether the journal and its triggers are there.
  var exists: Bool { shape.journals.contains(name) }

  /// A position in the journal.
  struct Position {
    /// The first and the last entry; 0 if there is none.
    var first, last: Int

    /// Returns whether the journal still has all entries after a position.
    func isWhole(after old: Position, at snapshot: Snapshot) -> Bool {
      if first == old.first { return true }
      // Transactions that were running then may have made entries before the last one.
      return old.last + 1 >= first && first > 0 && (snapshot.running.isEmpty || old.first == 0)
    }
  }

  func position(on connection: PostgresConnection) throws -> Position {
    let ends = try connection.query(
      "SELECT coalesce(min(seq), 0)::text, coalesce(max(seq), 0)::text FROM \(table)")
    return Position(first: Int(ends.text(0, 0) ?? "") ?? 0, last: Int(ends.text(0, 1) ?? "") ?? 0)
  }

  /// Returns the query for the keys of all entries that a snapshot did not see, whether there is a
  /// row, and the row.
  func rows(since snapshot: Snapshot) -> String {
    let isSame = zip(key.columns, keys).map { "t.\($0.name.quoted) = j.\($1)" }
    let columns =
      zip(key.columns, keys).map { $0.kind.expression(of: "j.\($1)", isKey: true) }
      + ["t.tableoid IS NOT NULL"] + key.expressions(of: shape, in: "t.")
    return """
      SELECT \(columns.joined(separator: ", ")) FROM (
      SELECT DISTINCT \(keys.joined(separator: ", ")) FROM \(table)
      WHERE xid >= '\(snapshot.oldest)'::xid8
      AND NOT pg_visible_in_snapshot(xid, '\(snapshot.text)'::pg_snapshot)) j
      LEFT JOIN \(shape.sql) t ON \(isSame.joined(separator: " AND "))
      """
  }

  /// Creates the journal and its triggers, within a transaction.
  func create(on connection: PostgresConnection) throws {
    let columns = zip(key.columns, keys).map { "\($1) \($0.type)" }.joined(separator: ", ")
    func note(_ row: String) -> String {
      let values = key.columns.map { "\(row).\($0.name.quoted)" }.joined(separator: ", ")
      return "INSERT INTO \(table) (\(keys.joined(separator: ", "))) VALUES (\(values)) "
        + "RETURNING seq INTO made;"
    }
    // Deleting old entries could fail in a transaction that sees an old snapshot.
    let body = """
      DECLARE made bigint;
      BEGIN
      IF TG_OP = 'TRUNCATE' THEN INSERT INTO \(table) DEFAULT VALUES RETURNING seq INTO made;
      ELSE
      IF TG_OP <> 'INSERT' THEN \(note("OLD")) END IF;
      IF TG_OP <> 'DELETE' THEN \(note("NEW")) END IF;
      END IF;
      IF made % 1024 < 2 AND current_setting('transaction_isolation') = 'read committed' THEN
      DELETE FROM \(table) WHERE seq <= made - \(Self.mostEntries);
      END IF;
      PERFORM pg_notify(\(name.literal), '');
      RETURN NULL;
      END
      """
    let truncation = (name + Self.truncation).quoted
    for statement in [
      """
      CREATE TABLE \(table) (seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      xid xid8 NOT NULL DEFAULT pg_current_xact_id(), \(columns))
      """,
      "CREATE INDEX ON \(table) (xid)",
      """
      CREATE FUNCTION \(table)() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = pg_catalog, pg_temp AS \(body.literal)
      """,
      """
      CREATE TRIGGER \(name.quoted) AFTER INSERT OR UPDATE OR DELETE ON \(shape.sql)
      FOR EACH ROW EXECUTE FUNCTION \(table)()
      """,
      """
      CREATE TRIGGER \(truncation) AFTER TRUNCATE ON \(shape.sql)
      FOR EACH STATEMENT EXECUTE FUNCTION \(table)()
      """,
      // They also record what replication applies.
      "ALTER TABLE \(shape.sql) ENABLE ALWAYS TRIGGER \(name.quoted)",
      "ALTER TABLE \(shape.sql) ENABLE ALWAYS TRIGGER \(truncation)",
    ] { try connection.query(statement) }
  }

  /// Removes all journals of a table, within a transaction.
  ///
  /// - Returns: Whether there was one.
  static func remove(of shape: TableShape, on connection: PostgresConnection) throws -> Bool {
    let found = try connection.query(
      """
      SELECT DISTINCT n.nspname::text, p.proname::text
      FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid JOIN pg_namespace n ON n.oid = p.pronamespace
      WHERE t.tgrelid = $1::oid AND t.tgname::text LIKE 'shortlist\\_journal\\_%'
      AND p.proname::text LIKE 'shortlist\\_journal\\_%'
      """, [shape.oid])
    for row in 0..<found.count {
      guard let schema = found.text(row, 0), let name = found.text(row, 1) else { continue }
      try connection.query("DROP FUNCTION \(schema.quoted).\(name.quoted)() CASCADE")
      try connection.query("DROP TABLE IF EXISTS \(schema.quoted).\(name.quoted)")
    }
    return found.count > 0
  }
}

extension TableKey {
  /// Returns the expressions that a statement selects for the columns of a table.
  func expressions(of shape: TableShape, in row: String = "") -> [String] {
    shape.columns.enumerated().map { index, column in
      column.kind.expression(of: row + column.name.quoted, isKey: places.contains(index))
    }
  }

  /// Returns the query for all rows.
  func rows(of shape: TableShape) -> String {
    // A table may have no columns, but a query for the rows has one.
    let columns = expressions(of: shape) + (shape.columns.isEmpty ? ["true"] : [])
    return "SELECT \(columns.joined(separator: ", ")) FROM \(shape.sql)"
  }
}
