import Shortlist
import ShortlistCore

extension PostgresTable {
  /// Returns the statements that prepare a table for lists whose rows stay on the server.
  ///
  ///     let statements = try PostgresTable.preparation(
  ///       of: "orders", at: "postgresql:///shop", search: ["name"], sort: ["price"])
  ///
  /// They create a function that folds texts, the extension `pg_trgm`, and indexes. If the server
  /// has `wal_level = logical`, they also publish the table, so that lists can read its changes
  /// from the server's log. Lists use what is there.
  ///
  /// - Parameters:
  ///   - table: The name of the table.
  ///   - url: The connection URL.
  ///   - search: The texts to search; nil for all.
  ///   - sort: The columns to sort by.
  /// - Returns: The statements, to be passed to `run(_:at:willRun:)`.
  /// - Throws: `SourceError` if the server refuses it, or has no such table or column.
  public static func preparation(
    of table: String, at url: String, search: [String]? = nil, sort: [String] = []
  ) throws -> [String] {
    let source = PostgresTable(url: url, table: table)
    return try source.connected(until: source.isCancelled) { connection in
      let shape = try source.shape(on: connection)
      let prepared: Preparation
      do throws(InvalidRequestError) {
        prepared = try Preparation(of: shape, search: search, sort: sort)
      } catch { throw source.address.error(error.description) }
      return prepared.statements + (try Publication.statements(for: shape, on: connection))
    }
  }

  /// Returns the statements that take away what prepared a table; empty if there is nothing.
  ///
  /// - Parameters:
  ///   - table: The name of the table.
  ///   - url: The connection URL.
  /// - Returns: The statements, to be passed to `run(_:at:willRun:)`.
  /// - Throws: `SourceError` if the server refuses it, or has no such table.
  public static func removal(of table: String, at url: String) throws -> [String] {
    let source = PostgresTable(url: url, table: table)
    return try source.connected(until: source.isCancelled) { connection in
      let shape = try source.shape(on: connection)
      return try Publication.removal(of: shape, on: connection)
        + Preparation.removal(of: shape, on: connection)
    }
  }

  /// Carries out the statements of `preparation(of:at:search:sort:)` or `removal(of:at:)`.
  ///
  /// Each is a transaction of its own, so that indexes can be made while others write. After an
  /// error, what is there stays.
  ///
  /// - Parameters:
  ///   - statements: The statements.
  ///   - url: The connection URL.
  ///   - willRun: Called with each statement before it is carried out.
  /// - Throws: `SourceError` with the server's reason.
  public static func run(
    _ statements: [String], at url: String, willRun: (String) -> Void = { _ in }
  ) throws {
    let source = PostgresTable(url: url, table: "")
    try source.connected(until: source.isCancelled) { connection in
      for statement in statements {
        willRun(statement)
        try run(statement, on: connection)
      }
    }
  }

  /// Carries out a statement, and repeats it for a minute if it cannot get its lock.
  ///
  /// Other sessions queue behind a statement that waits for an exclusive lock. It therefore gives
  /// up after two seconds, so that they can go on. `CREATE INDEX CONCURRENTLY` takes no exclusive
  /// lock, and has no timeout.
  private static func run(_ statement: String, on connection: PostgresConnection) throws {
    let isConcurrent = statement.contains("CONCURRENTLY")
    try connection.query("SET lock_timeout = '\(isConcurrent ? 0 : 2)s'")
    let end = ContinuousClock.now + .seconds(60)
    while true {
      do {
        try connection.query(statement)
        return
      } catch let failure as PostgresError where failure.isLocked && .now < end {
        PostgresConnection.pause(.milliseconds(500))
      }
    }
  }
}
