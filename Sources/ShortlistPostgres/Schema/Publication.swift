import ShortlistCore

/// The publication of a table, which lets a list read its changes from the server's log.
///
/// It publishes whole rows: the replica identity of the table and its partitions is `FULL`. What it
/// was before is in the comment on the publication.
struct Publication: Hashable, Sendable {
  /// The name in the database.
  let name: String
  /// Whether all columns are published.
  let isWhole: Bool

  /// Finds the publication of a table that this connection can read; nil if there is none.
  init?(of oid: String, _ partitions: String, on connection: PostgresConnection) throws {
    let found = try connection.query(
      """
      SELECT p.pubname::text, (NOT EXISTS (SELECT 1 FROM pg_attribute
        WHERE attrelid = $1::oid AND attnum > 0 AND attgenerated <> ''))::text
      FROM pg_publication p JOIN pg_publication_rel r ON r.prpubid = p.oid AND r.prrelid = $1::oid
      WHERE p.pubname::text = $2::text AND p.pubinsert AND p.pubupdate AND p.pubdelete
        AND p.pubtruncate AND p.pubviaroot
        AND current_setting('wal_level') = 'logical' AND NOT pg_is_in_recovery()
        AND EXISTS (SELECT 1 FROM pg_roles
          WHERE rolname = current_user AND (rolreplication OR rolsuper))
        AND NOT EXISTS (SELECT 1 FROM pg_class
          WHERE oid = ANY (string_to_array($3::text, ' ')::oid[])
          AND (relreplident <> 'f' OR relkind NOT IN ('r', 'p')))
      """, [oid, Self.name(of: oid), partitions.isEmpty ? oid : partitions])
    guard found.count == 1 else { return nil }
    name = found.text(0, 0) ?? ""
    isWhole = found.text(0, 1) == "true"
  }

  /// The prefix of the names of everything that prepares a table.
  static let prefix = "shortlist_prepared_"

  private static func name(of oid: String) -> String { prefix + oid }

  /// Returns the statements that publish a table; empty if its server or user does not allow it.
  static func statements(
    for shape: TableShape, on connection: PostgresConnection
  ) throws -> [String] {
    guard shape.canHaveTriggers, connection.hasSnapshots else { return [] }
    let tables = shape.partitions.isEmpty ? shape.oid : shape.partitions
    let found = try connection.query(
      """
      SELECT c.oid::text, c.oid::regclass::text, c.relreplident::text, (SELECT i.indexrelid::text
        FROM pg_index i WHERE i.indrelid = c.oid AND i.indisreplident)
      FROM pg_class c
      WHERE c.oid = ANY (string_to_array($1::text, ' ')::oid[])
        AND current_setting('wal_level') = 'logical' AND NOT pg_is_in_recovery()
        AND has_database_privilege(current_database(), 'CREATE')
        AND NOT EXISTS (SELECT 1 FROM pg_class o
          WHERE o.oid = ANY (string_to_array($1::text, ' ')::oid[])
          AND (o.relkind NOT IN ('r', 'p') OR o.relpersistence <> 'p'))
      ORDER BY c.oid
      """, [tables])
    if found.count == 0 { return [] }
    let name = name(of: shape.oid).quoted
    var (statements, before) = ([String](), try identities(of: shape, on: connection))
    for row in 0..<found.count {
      let identity = found.text(row, 2) ?? ""
      if identity == "f" { continue }
      let table = found.text(row, 1) ?? ""
      statements.append("ALTER TABLE \(table) REPLICA IDENTITY FULL")
      before[found.text(row, 0) ?? ""] = identity + (found.text(row, 3) ?? "")
    }
    let comment = before.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return statements + [
      "DROP PUBLICATION IF EXISTS \(name)",
      "CREATE PUBLICATION \(name) FOR TABLE \(shape.sql) WITH (publish_via_partition_root = true)",
      "COMMENT ON PUBLICATION \(name) IS \(comment.joined(separator: ", ").literal)",
    ]
  }

  /// Returns the statements that take back what `statements(for:on:)` has changed; empty if there
  /// is nothing.
  static func removal(of shape: TableShape, on connection: PostgresConnection) throws -> [String] {
    guard connection.hasSnapshots else { return [] }
    let name = name(of: shape.oid)
    let found = try connection.query(
      "SELECT 1::text FROM pg_publication WHERE pubname::text = $1::text", [name])
    if found.count == 0 { return [] }
    var statements: [String] = []
    for (table, identity) in try identities(of: shape, on: connection).sorted(by: {
      $0.key < $1.key
    }) {
      let found = try connection.query(
        """
        SELECT c.oid::regclass::text, (SELECT i.relname::text FROM pg_class i WHERE i.oid::text = $2::text)
        FROM pg_class c WHERE c.oid::text = $1::text
        """, [table, String(identity.dropFirst())])
      guard found.count == 1, let sql = found.text(0, 0) else { continue }
      let option =
        switch (identity.first, found.text(0, 1)) {
        case ("n", _): "NOTHING"
        case ("i", let index?): "USING INDEX \(index.quoted)"
        default: "DEFAULT"
        }
      statements.append("ALTER TABLE \(sql) REPLICA IDENTITY \(option)")
    }
    return statements + ["DROP PUBLICATION \(name.quoted)"]
  }

  /// Returns the replica identities before a table was published, by the object ids of tables.
  private static func identities(
    of shape: TableShape, on connection: PostgresConnection
  ) throws -> [String: String] {
    let found = try connection.query(
      """
      SELECT obj_description(oid, 'pg_publication') FROM pg_publication
      WHERE pubname::text = $1::text
      """, [name(of: shape.oid)])
    guard found.count == 1, let comment = found.text(0, 0) else { return [:] }
    let entries = comment.split(separator: ", ").map { $0.split(separator: " ") }
    return Dictionary(
      entries.filter { $0.count == 2 }.map { (String($0[0]), String($0[1])) }
    ) { first, _ in first }
  }
}
