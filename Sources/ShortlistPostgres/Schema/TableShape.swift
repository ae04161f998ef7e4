import ShortlistCore

/// The schema of a table or view, and how its changes can be found.
struct TableShape: Hashable, Sendable {
  /// A column of the table.
  struct Column: Hashable, Sendable {
    var name: String
    var kind: WireKind
    /// The number of the column, which never changes.
    var number: Int
    /// The type as SQL writes it.
    var type: String
    /// The 1-based position in the primary key, or 0.
    var keyPlace: Int
    /// Whether values are JSON.
    var isJSON: Bool
  }

  /// The object id of the table.
  var oid: String
  var schema: String
  var name: String
  /// `pg_class.relkind`.
  var kind: String
  var columns: [Column]
  /// The object ids of the partitions.
  var partitions: String
  /// Whether `xmin` shows which rows are new: they are all on this server, and visible to all.
  var hasVersions: Bool
  /// Whether a write can change more than the rows it names: through triggers, rules, cascades.
  var hasEffects: Bool
  /// The files of the table and its partitions.
  ///
  /// A statement that rewrites the table changes them.
  var storage: String
  /// The bodies of the journals' functions, by the names of journals whose triggers are all there.
  var journals: [String: String]
  /// The publication through which changes can be read from the server's log; nil if there is none.
  var publication: Publication?
  /// The function that folds texts, in SQL, if the table was prepared.
  ///
  /// Another user's function is not called.
  var folding: String?

  /// The columns of the primary key, in its order.
  var key: [Column] {
    columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }
  }

  /// The qualified name in SQL.
  var sql: String { "\(schema.quoted).\(name.quoted)" }

  /// Whether triggers on rows can be made.
  var canHaveTriggers: Bool { kind == "r" || kind == "p" }

  /// Reads the schema of a table, whose name is written as it was created, with or without its
  /// schema; nil if there is none.
  init?(of name: String, on connection: PostgresConnection) throws {
    let found = try connection.query(
      """
      SELECT c.oid::text, n.nspname::text, c.relname::text, c.relkind::text,
        (c.relrowsecurity OR c.relhassubclass AND c.relkind = 'r')::text, c.relhasrules::text,
        EXISTS (SELECT 1 FROM pg_proc p JOIN pg_roles r ON r.oid = p.proowner
          WHERE p.pronamespace = c.relnamespace AND p.proname::text = $2::text
          AND (r.rolsuper OR r.oid = c.relowner OR r.rolname = current_user))::text,
        c.relfilenode::text
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND (n.nspname::text || '.' || c.relname::text
        = $1::text OR c.relname::text = $1::text AND pg_table_is_visible(c.oid))
      ORDER BY (n.nspname::text || '.' || c.relname::text = $1::text) DESC LIMIT 1
      """, [name, FoldingFunctions.name])
    guard found.count == 1 else { return nil }
    func text(_ column: Int) -> String { found.text(0, column) ?? "" }
    (oid, schema, self.name, kind) = (text(0), text(1), text(2), text(3))
    let isOpen = text(4) == "false"
    folding =
      text(6) == "true" ? "\(schema.quoted).\(FoldingFunctions.name.quoted)" : nil
    (partitions, storage) = ("", text(7))
    hasVersions = isOpen && (kind == "r" || kind == "m")
    if kind == "p" {
      // `pg_partition_tree` would lock the partitions before the table.
      let parts = try connection.query(
        """
        WITH RECURSIVE tree (oid) AS (SELECT $1::oid UNION ALL
          SELECT i.inhrelid FROM tree t JOIN pg_inherits i ON i.inhparent = t.oid)
        SELECT coalesce(string_agg(t.oid::text, ' ' ORDER BY t.oid), ''),
          bool_and(c.relkind IN ('r', 'p'))::text,
          string_agg(t.oid || ':' || c.relfilenode, ' ' ORDER BY t.oid) FROM tree t JOIN pg_class c ON c.oid = t.oid
        """, [oid])
      (partitions, storage) = (parts.text(0, 0) ?? "", parts.text(0, 2) ?? "")
      hasVersions = isOpen && parts.text(0, 1) == "true"
    }
    columns = try Self.columns(of: oid, on: connection)
    let triggers = try connection.query(
      """
      SELECT DISTINCT t.tgname::text, (t.tgenabled IN ('O', 'A') AND (t.tgrelid <> $1::oid
        OR has_table_privilege(j.oid, 'SELECT') AND has_table_privilege(p.proowner, j.oid, 'INSERT')
        AND has_schema_privilege(p.proowner, j.relnamespace, 'USAGE')) IS TRUE)::text,
        (t.tgrelid = $1::oid)::text, (p.proname::text ~ '^RI_FKey_(check|noaction|restrict)'
        OR p.proname = 'unique_key_recheck')::text,
        CASE WHEN starts_with(t.tgname::text, $3::text) THEN p.prosrc END
      FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
        LEFT JOIN pg_class j ON j.relnamespace = p.pronamespace AND j.relname = p.proname
      WHERE t.tgrelid = ANY (string_to_array($2::text, ' ')::oid[]) AND t.tgenabled <> 'D'
      """, [oid, partitions.isEmpty ? oid : partitions, Journal.prefix])
    hasEffects = text(5) == "true" || !isOpen || !["r", "p"].contains(kind)
    var enabled: [String: [String]] = [:]
    for row in 0..<triggers.count {
      let name = triggers.text(row, 0) ?? ""
      if name.hasPrefix(Journal.prefix) {
        if triggers.text(row, 2) == "true" && triggers.text(row, 1) == "true" {
          enabled[Journal.name(ofTrigger: name), default: []].append(triggers.text(row, 4) ?? "")
        }
      } else if triggers.text(row, 3) != "true" {
        hasEffects = true
      }
    }
    journals = enabled.filter { $0.value.count == Journal.triggerCount }.compactMapValues(\.first)
    if connection.hasSnapshots && canHaveTriggers {
      publication = try Publication(of: oid, partitions, on: connection)
    }
  }

  private static func columns(
    of oid: String, on connection: PostgresConnection
  ) throws -> [Column] {
    let rows = try connection.query(
      """
      WITH RECURSIVE base (number, type) AS (
        SELECT attnum, atttypid FROM pg_attribute
        WHERE attrelid = $1::oid AND attnum > 0 AND NOT attisdropped
        UNION ALL SELECT b.number, t.typbasetype FROM base b JOIN pg_type t ON t.oid = b.type
        WHERE t.typtype = 'd')
      SELECT a.attname::text, t.typname::text, t.typcategory::text, a.attnum::text,
        format_type(a.atttypid, a.atttypmod),
        (SELECT k.place::text FROM pg_index i,
          unnest(i.indkey::int2[]) WITH ORDINALITY AS k (number, place)
          WHERE i.indrelid = a.attrelid AND i.indisprimary AND k.number = a.attnum
          AND k.place <= i.indnkeyatts)
      FROM base b JOIN pg_type t ON t.oid = b.type AND t.typtype <> 'd'
      JOIN pg_attribute a ON a.attrelid = $1::oid AND a.attnum = b.number
      ORDER BY a.attnum
      """, [oid])
    let isUnchecked = connection.hasUncheckedTexts
    return (0..<rows.count).map { row in
      func text(_ column: Int) -> String { rows.text(row, column) ?? "" }
      let kind = WireKind(type: text(1), category: text(2))
      return Column(
        name: text(0), kind: isUnchecked && kind == .text ? .uncheckedText : kind,
        number: Int(text(3)) ?? 0, type: text(4), keyPlace: Int(text(5)) ?? 0,
        isJSON: ["json", "jsonb"].contains(text(1)))
    }
  }

  /// Returns the names of the tables and views that can be named without a schema, at most 30.
  static func names(on connection: PostgresConnection) throws -> [String] {
    let rows = try connection.query(
      """
      SELECT relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE relkind IN ('r', 'p', 'v', 'm', 'f') AND pg_table_is_visible(c.oid)
      AND n.nspname::text NOT IN ('pg_catalog', 'information_schema')
      AND NOT relispartition AND relname::text NOT LIKE 'shortlist\\_%' ORDER BY relname LIMIT 30
      """)
    return (0..<rows.count).compactMap { rows.text($0, 0) }
  }
}

extension String {
  /// The name as a quoted SQL identifier; all names go through here.
  var quoted: String { quoted("\"") }

  /// The text as an SQL literal, for the few places that take no parameters.
  var literal: String { quoted("'") }

  /// Works on bytes, because a quote with a combining mark is one `Character` that is not a quote.
  private func quoted(_ quote: Unicode.Scalar) -> String {
    let quote = UInt8(ascii: quote)
    var bytes = [quote]
    for byte in utf8 {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    return String(decoding: bytes + [quote], as: UTF8.self)
  }

  /// Returns whether two names have the same bytes.
  func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
