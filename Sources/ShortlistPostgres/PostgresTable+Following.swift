import Dispatch
import Shortlist
package import ShortlistCore
import Synchronization

extension PostgresTable {
  /// Returns what other connections have committed since the last call or the initial read.
  ///
  /// With a journal or the server's log, reads the rows that new entries name. Without one, reads
  /// the rows that transactions have made since, and all rows if some are missing. Compares all
  /// rows of views, of foreign tables, and after the connection was lost.
  ///
  /// - Parameter table: The rows that the list shows.
  /// - Returns: The current state of each row that differs from `table`. If the columns changed,
  ///   the whole table.
  /// - Throws: `SourceError` if the server or the table cannot be read. `wakeups` signals when to
  ///   call again.
  package func foreignChanges(in table: RowTable) async throws -> StoredChanges {
    do {
      return try await perform { [self] flag in
        do { return try foreignChanges(in: table, until: flag) } catch let failure as PostgresError
        {
          // The connection was lost, or the table changed between two statements.
          if flag.isSet { throw failure }
          return try foreignChanges(in: table, until: flag)
        }
      }
    } catch let error as CancellationError {
      throw error
    } catch {
      DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + 1) { [wakeups] in
        wakeups.signal()
      }
      throw (error as? PostgresError).map { address.error($0.reason) } ?? error
    }
  }

  private func foreignChanges(in table: RowTable, until flag: CancellationFlag) throws
    -> StoredChanges
  {
    let start = ContinuousClock.now
    do {
      let (found, position) = try attempt(until: flag) { connection in
        try begin("READ ONLY", on: connection, locking: state.withLock(\.position))
        let found = try changes(in: table, on: connection)
        try connection.query("COMMIT")
        return found
      }
      keep(position, lookingTook: .now - start)
      return found
    } catch is SchemaChangedError {
      return StoredChanges(table: try reread(until: flag))
    }
  }

  /// Returns the rows that differ from the list's, and the state of the table, within a
  /// transaction.
  ///
  /// - Throws: `SchemaChangedError` if the columns or the key changed.
  func changes(
    in table: RowTable, on connection: PostgresConnection
  ) throws -> (StoredChanges, TablePosition) {
    let (known, blank) = state.withLock { ($0.position, $0.blank) }
    guard let known else { throw address.error("the table was not read") }
    let position = try position(on: connection, requestedID: blank?.askedID)
    let columns = position.shape.columns
    guard position.hasForm(of: known),
      table.schema.entries.elementsEqual(columns, by: { $0.name.isExactly($1.name) })
    else { throw SchemaChangedError() }
    return (try changes(in: table, since: known, to: position, on: connection), position)
  }

  /// Returns the rows that differ from the list's, within a transaction.
  func changes(
    in table: RowTable, since known: TablePosition, to position: TablePosition,
    on connection: PostgresConnection
  ) throws -> StoredChanges {
    var comparison = RowComparison(table, position)
    guard known.isCertain, known.isSameTable(as: position), let snapshot = known.snapshot else {
      return try comparison.all(on: connection)
    }
    if let entries = try changes(from: known, to: position, on: connection) {
      return try comparison.rows(in: entries, on: connection)
    }
    guard known.hasVersions && position.hasVersions else {
      return try comparison.all(on: connection)
    }
    return try comparison.rows(since: snapshot, on: connection)
  }
}

/// The error for a table whose columns changed.
struct SchemaChangedError: Error {}
