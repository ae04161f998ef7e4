public import Shortlist
public import ShortlistCore
import ShortlistJSON

/// Stores named shortlists in the table `shortlist_saved` of the table's schema, under its name.
///
/// The first shortlist creates that table, for which the user needs the right to create tables in
/// the schema.
extension PostgresTable: ShortlistStore {
  /// Saves a shortlist, replacing any of the same name.
  ///
  /// - Throws: `WriteError` with the server's reason if it cannot be written.
  /// - Complexity: O(rows of the shortlist)
  public func save(_ shortlist: NamedShortlist) async throws {
    let ids = JSON.array(shortlist.ids.map(\.json)).description
    try await change { kept, connection in
      try kept.create(on: connection)
      try connection.query(
        """
        INSERT INTO \(kept.sql) (source, name, count, ids) VALUES ($1, $2, $3::bigint, $4)
        ON CONFLICT (source, name) DO UPDATE SET count = EXCLUDED.count, ids = EXCLUDED.ids
        """, [kept.source, try kept.sound(shortlist.name), String(shortlist.ids.count), ids])
    }
  }

  /// Returns the shortlist with a name; nil if there is none.
  ///
  /// - Throws: `SourceError` if the server cannot be queried.
  /// - Complexity: O(rows of the shortlist)
  public func savedShortlist(named name: String) async throws -> NamedShortlist? {
    try await readShortlists { [address] kept, connection in
      guard !name.utf8.contains(0), try kept.exists(on: connection) else { return nil }
      let found = try connection.query(
        "SELECT ids FROM \(kept.sql) WHERE source = $1 AND name = $2", [kept.source, name])
      if found.count == 0 { return nil }
      guard case .array(let all)? = found.text(0, 0).flatMap({ try? JSON.parse($0) }),
        case let ids = all.compactMap({ RowID($0) }), ids.count == all.count
      else { throw address.error("the shortlist \(name) is damaged") }
      return NamedShortlist(name: name, ids: ids)
    }
  }

  /// Returns the saved shortlists, sorted by name.
  ///
  /// - Throws: `SourceError` if the server cannot be queried.
  /// - Complexity: O(shortlists)
  public func savedShortlists() async throws -> [SavedShortlist] {
    try await readShortlists { kept, connection in
      guard try kept.exists(on: connection) else { return [] }
      let found = try connection.query(
        "SELECT name, count::text FROM \(kept.sql) WHERE source = $1 ORDER BY name", [kept.source])
      return (0..<found.count).map { row in
        SavedShortlist(
          name: found.text(row, 0) ?? "", count: found.text(row, 1).flatMap { Int($0) } ?? 0)
      }
    }
  }

  /// Renames a shortlist.
  ///
  /// - Parameters:
  ///   - name: The current name.
  ///   - newName: The new name.
  /// - Throws: `InvalidRequestError` if there is no such shortlist, or if another one has the new
  ///   name; `WriteError` if it cannot be written.
  public func renameShortlist(_ name: String, to newName: String) async throws {
    try await change { kept, connection in
      let missing = InvalidRequestError("there is no shortlist \(name)")
      guard !name.utf8.contains(0), try kept.exists(on: connection) else { throw missing }
      let newName = try kept.sound(newName)
      do {
        let renamed = try connection.query(
          "UPDATE \(kept.sql) SET name = $3 WHERE source = $1 AND name = $2 RETURNING 1",
          [kept.source, name, newName])
        if renamed.count == 0 { throw missing }
      } catch let failure as PostgresError where failure.state == "23505" {
        throw InvalidRequestError("there is a shortlist \(newName) already")
      }
    }
  }

  /// Removes a shortlist.
  ///
  /// - Throws: `InvalidRequestError` if there is no such shortlist; `WriteError` if it cannot be
  ///   written.
  public func forgetShortlist(_ name: String) async throws {
    try await change { kept, connection in
      let missing = InvalidRequestError("there is no shortlist \(name)")
      guard !name.utf8.contains(0), try kept.exists(on: connection) else { throw missing }
      let gone = try connection.query(
        "DELETE FROM \(kept.sql) WHERE source = $1 AND name = $2 RETURNING 1", [kept.source, name])
      if gone.count == 0 { throw missing }
    }
  }

  /// Changes shortlists in one transaction.
  private func change(
    _ work: @escaping @Sendable (ShortlistTable, PostgresConnection) throws -> Void
  ) async throws {
    try await perform { [self] flag in
      leaveReplica()
      var kept: ShortlistTable?
      do {
        try repeating(until: flag) { connection in
          try connection.query("BEGIN")
          let table = ShortlistTable(of: try shape(on: connection))
          kept = table
          do { try work(table, connection) } catch let error as InvalidRequestError {
            try connection.query("ROLLBACK")
            throw error
          }
          try connection.query("COMMIT")
        }
      } catch let failure as PostgresError {
        // The user may not create the table or write to it, or the server is read only.
        let isForbidden = ["42501", "25006"].contains(failure.state)
        let place = kept.map { ": shortlists are kept in the table \($0.sql)" } ?? ""
        throw WriteError(index: 0, reason: failure.reason + (isForbidden ? place : ""))
      } catch let error as SourceError {
        throw WriteError(index: 0, reason: error.reason)
      }
    }
  }

  private func readShortlists<Result: Sendable>(
    _ work: @escaping @Sendable (ShortlistTable, PostgresConnection) throws -> Result
  ) async throws -> Result {
    try await perform { [self] flag in
      do {
        return try repeating(until: flag) { connection in
          try work(ShortlistTable(of: try shape(on: connection)), connection)
        }
      } catch let failure as PostgresError { throw address.error(failure.reason) }
    }
  }
}

/// The table with the shortlists of the tables of a schema.
private struct ShortlistTable {
  /// The name of the listed table.
  let source: String
  private let schema: String

  init(of shape: TableShape) { (source, schema) = (shape.name, shape.schema) }

  /// The qualified name in SQL.
  var sql: String { "\(schema.quoted).\("shortlist_saved".quoted)" }

  func exists(on connection: PostgresConnection) throws -> Bool {
    try connection.query("SELECT to_regclass($1::text)::text", [sql]).text(0, 0) != nil
  }

  /// Creates the table unless it exists, within a transaction.
  func create(on connection: PostgresConnection) throws {
    if try exists(on: connection) { return }
    // Of two that create it at once, the second one finds that of the first one.
    try connection.query(
      "SELECT pg_advisory_xact_lock(\(Self.lock), hashtext($1::text))", [schema])
    try connection.query(
      """
      CREATE TABLE IF NOT EXISTS \(sql) (source text COLLATE "C" NOT NULL,
      name text COLLATE "C" NOT NULL, count bigint NOT NULL, ids text NOT NULL,
      PRIMARY KEY (source, name))
      """)
  }

  private static let lock = 1_936_421_493

  /// Returns a name that a server can store.
  func sound(_ name: String) throws -> String {
    if name.utf8.contains(0) {
      throw WriteError(index: 0, reason: "the name has a NUL character in it")
    }
    return name
  }
}
