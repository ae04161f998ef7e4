import ShortlistCore

/// A table of the database into which triggers record the keys of inserted, updated and deleted
/// rows, which transaction it was, and the rows as they were before.
///
/// Each row that is updated or deleted makes an entry with the old row before that happens. Each
/// key that comes makes an entry with the change 1, and each that goes one with -1. An entry
/// without a key stands for all rows. Every commit with entries sends a notification.
///
/// The triggers never refuse what others write. If they cannot read the key, because the table has
/// changed, they make an entry without one. If they cannot make entries, the journal is out of
/// date: `exists` is false, and a list that keeps a journal makes it again.
struct Journal {
  /// What the names of journals begin with, and the names of the triggers before changes and for
  /// `TRUNCATE` end with.
  static let (prefix, before, truncation) = ("shortlist_journal_", "_before", "_truncate")
  /// The number of triggers of a journal.
  static let triggerCount = 3
  /// The number of entries that are kept; a list that is further behind compares all rows.
  private static let maxEntries = 100_000
  /// The number of bytes that the server keeps of a name.
  private static let longestName = 63

  private let shape: TableShape
  private let key: TableKey
  /// The name of the table, the function, the trigger, and the channel of notifications.
  ///
  /// It is made of numbers that stay when tables and columns are renamed, and is never too long.
  let name: String

  /// Creates a description of a table's journal; nil if the table cannot have one.
  init?(of shape: TableShape, by key: TableKey) {
    let name = ([Self.prefix + shape.oid] + key.columns.map { String($0.number) })
      .joined(separator: "_")
    guard shape.canHaveTriggers, key.form != .place,
      name.utf8.count + Self.truncation.utf8.count <= Self.longestName
    else { return nil }
    self.shape = shape
    self.key = key
    self.name = name
  }

  /// The qualified name in SQL.
  var table: String { "\(shape.schema.quoted).\(name.quoted)" }
  /// Whether the journal and its triggers are there, and made for the table as it is.
  var exists: Bool { shape.journals[name] == body }

  /// Returns the name of the journal that a trigger belongs to.
  static func name(ofTrigger name: String) -> String {
    for suffix in [before, truncation] where name.hasSuffix(suffix) {
      return String(name.dropLast(suffix.count))
    }
    return name
  }

  /// A position in the journal.
  struct Position {
    /// The object id of its table.
    var table: String
    /// The first and the last entry; 0 if there is none.
    var first, last: Int

    /// Returns whether the journal still has all entries after a position.
    func isWhole(after old: Position, at snapshot: Snapshot) -> Bool {
      if table != old.table { return false }
      if first == old.first { return true }
      // Transactions that were running then may have made entries before the last one.
      return old.last + 1 >= first && first > 0 && (snapshot.running.isEmpty || old.first == 0)
    }
  }

  func position(on connection: PostgresConnection) throws -> Position {
    let ends = try connection.query(
      """
      SELECT coalesce(min(seq), 0)::text, coalesce(max(seq), 0)::text,
      \(table.literal)::regclass::oid::text FROM \(table)
      """)
    return Position(
      table: ends.text(0, 2) ?? "", first: Int(ends.text(0, 0) ?? "") ?? 0,
      last: Int(ends.text(0, 1) ?? "") ?? 0)
  }

  /// Returns the entries of the transactions that a snapshot did not see, besides known ones.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot.
  ///   - own: The numbers of transactions to leave out.
  /// - Returns: The entries in their order.
  func entries(since snapshot: Snapshot, but own: Set<UInt64> = []) -> ChangeEntries {
    var unseen = """
      xid >= '\(snapshot.oldest)'::xid8 \
      AND NOT pg_visible_in_snapshot(xid, '\(snapshot.text)'::pg_snapshot)
      """
    if !own.isEmpty {
      let own = own.sorted().map { "'\($0)'" }.joined(separator: ", ")
      unseen += " AND xid NOT IN (\(own))"
    }
    return ChangeEntries(
      shape, key,
      query: """
        SELECT seq, change, old, k.* FROM \(table) \
        CROSS JOIN LATERAL jsonb_to_record(key) AS k (\(ChangeEntries.columns(of: key))) \
        WHERE \(unseen)
        """)
  }

  // MARK: Creating and removing

  /// The body of the function that the triggers call.
  ///
  /// A session that has called it before cannot read a column whose type has changed since, except
  /// as a member of the whole row. The key is read in a block that catches errors. It makes no
  /// entries, so that it takes no number of a transaction.
  private var body: String {
    func object(_ value: (String) -> String) -> String {
      let members = zip(key.columns, ChangeEntries.names(of: key)).map {
        "'\($1)', \(value($0.name))"
      }
      return "jsonb_build_object(\(members.joined(separator: ", ")))"
    }
    func fields(_ row: String) -> String { object { "\(row).\($0.quoted)" } }
    func members(_ row: String) -> String {
      let members = object { "to_jsonb(\(row)) -> \($0.literal)" }
      return "CASE WHEN to_jsonb(\(row)) ?& names THEN \(members) END"
    }
    let names = key.columns.map(\.name).arrayText.literal
    return """
      DECLARE
      names CONSTANT text[] := \(names);
      made bigint; old_key jsonb; new_key jsonb; old_row json; can_note boolean := false;
      BEGIN
      BEGIN
      can_note := has_table_privilege(to_regclass(\(table.literal)), 'INSERT') IS TRUE;
      IF can_note AND TG_OP <> 'TRUNCATE' THEN
      IF TG_OP <> 'INSERT' THEN old_key := \(fields("OLD")); END IF;
      IF TG_WHEN = 'BEFORE' THEN old_row := row_to_json(OLD);
      ELSIF TG_OP <> 'DELETE' THEN new_key := \(fields("NEW")); END IF;
      END IF;
      EXCEPTION WHEN OTHERS THEN
      IF can_note THEN
      BEGIN
      IF TG_OP <> 'INSERT' THEN old_key := \(members("OLD")); END IF;
      IF TG_WHEN = 'BEFORE' THEN old_row := row_to_json(OLD);
      ELSIF TG_OP <> 'DELETE' THEN new_key := \(members("NEW")); END IF;
      EXCEPTION WHEN OTHERS THEN old_key := NULL; new_key := NULL;
      END;
      END IF;
      END;
      IF can_note THEN
      IF TG_WHEN = 'BEFORE' THEN
      INSERT INTO \(table) (key, old) VALUES (old_key, old_row) RETURNING seq INTO made;
      ELSIF TG_OP = 'TRUNCATE' THEN INSERT INTO \(table) DEFAULT VALUES RETURNING seq INTO made;
      ELSIF TG_OP = 'INSERT' THEN
      INSERT INTO \(table) (key, change) VALUES (new_key, 1) RETURNING seq INTO made;
      ELSIF TG_OP = 'DELETE' THEN
      INSERT INTO \(table) (key, change) VALUES (old_key, -1) RETURNING seq INTO made;
      ELSIF (old_key::text = new_key::text) IS NOT TRUE THEN
      INSERT INTO \(table) (key, change) VALUES (old_key, -1), (new_key, 1);
      END IF;
      IF made % 1024 < 2 AND current_setting('transaction_isolation') = 'read committed'
      AND pg_try_advisory_xact_lock(\(Self.lock + 1), \(lockNumber)) THEN
      DELETE FROM \(table) WHERE seq <= made - \(Self.maxEntries);
      END IF;
      PERFORM pg_notify(\(name.literal), '');
      END IF;
      IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
      RETURN NEW;
      END
      """
  }

  /// The first number of the lock for making a journal; the next one is for deleting old entries,
  /// for which a transaction must not wait.
  private static let lock = 1_936_421_491

  /// The object id of the table, which has 32 bits without a sign, as a signed number.
  private var lockNumber: Int32 { Int32(truncatingIfNeeded: Int(shape.oid) ?? 0) }

  /// Waits for another list that is making a journal of the same table, within a transaction.
  func lock(on connection: PostgresConnection) throws {
    try connection.query("SELECT pg_advisory_xact_lock(\(Self.lock), \(lockNumber))")
  }

  /// Creates the journal and its triggers, within a transaction.
  func create(on connection: PostgresConnection) throws {
    let (before, truncation) = ((name + Self.before).quoted, (name + Self.truncation).quoted)
    // An older one, which does not fit the table any more or has lost triggers.
    try Self.remove(of: shape, called: name, on: connection)
    for statement in [
      "DROP FUNCTION IF EXISTS \(table)() CASCADE",
      "DROP TABLE IF EXISTS \(table)",
      """
      CREATE TABLE \(table) (seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      xid xid8 NOT NULL DEFAULT pg_current_xact_id(), change smallint, key jsonb, old json)
      """,
      "CREATE INDEX ON \(table) (xid)",
      """
      CREATE FUNCTION \(table)() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = pg_catalog, pg_temp SET extra_float_digits = 1
      SET IntervalStyle = 'postgres' SET DateStyle = 'ISO, YMD' AS \(body.literal)
      """,
      """
      CREATE TRIGGER \(before) BEFORE UPDATE OR DELETE ON \(shape.sql)
      FOR EACH ROW EXECUTE FUNCTION \(table)()
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
      "ALTER TABLE \(shape.sql) ENABLE ALWAYS TRIGGER \(before)",
      "ALTER TABLE \(shape.sql) ENABLE ALWAYS TRIGGER \(name.quoted)",
      "ALTER TABLE \(shape.sql) ENABLE ALWAYS TRIGGER \(truncation)",
    ] { try connection.query(statement) }
  }

  /// Removes the journals of a table, within a transaction.
  ///
  /// - Parameters:
  ///   - shape: The table.
  ///   - name: The name of the journal; nil for all.
  ///   - connection: The connection.
  /// - Returns: Whether there was one.
  /// - Throws: `PostgresError`
  @discardableResult
  static func remove(
    of shape: TableShape, called name: String? = nil, on connection: PostgresConnection
  ) throws -> Bool {
    let found = try connection.query(
      """
      SELECT DISTINCT n.nspname::text, p.proname::text
      FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid JOIN pg_namespace n ON n.oid = p.pronamespace
      WHERE t.tgrelid = $1::oid AND starts_with(t.tgname::text, $2::text)
      AND starts_with(p.proname::text, $2::text) AND (p.proname::text = $3::text OR $3::text IS NULL)
      """, [shape.oid, prefix, name])
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
