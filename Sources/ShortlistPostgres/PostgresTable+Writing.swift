package import Shortlist
package import ShortlistCore
import Synchronization

extension PostgresTable {
  /// Performs all operations in one transaction, or none of them.
  ///
  /// The outcome includes what the table itself does: defaults, generated columns, triggers and
  /// cascades. A transaction that others were in the way of is repeated. If the connection is lost
  /// during `COMMIT`, the status of the transaction is queried afterwards.
  ///
  /// - Parameters:
  ///   - operations: The operations.
  ///   - table: The rows that the list shows.
  /// - Returns: The resulting changes, and the ids of inserted rows.
  /// - Throws: `WriteError` with the server's reason. The table is then unchanged, unless the
  ///   reason says that this is unknown.
  package func write(
    _ operations: [RowOperation], in table: RowTable
  ) async throws -> StoreOutcome {
    try await perform { [self] flag in
      leaveReplica()
      do {
        return try repeating(until: flag) { try write(operations, in: table, $0) }
      } catch let failure as PostgresError {
        throw WriteError(index: 0, reason: failure.reason)
      } catch let error as SourceError {
        throw WriteError(index: 0, reason: error.reason)
      } catch is SchemaChangedError {
        wakeups.signal()
        throw WriteError(index: 0, reason: "the table \(self.table) has other columns now")
      }
    }
  }

  /// Runs a transaction again if others were in its way or the connection was lost before `COMMIT`.
  func repeating<Result>(
    until flag: CancellationFlag, _ work: (PostgresConnection) throws -> Result
  ) throws -> Result {
    var (tries, losses) = (0, 0)
    while true {
      do { return try attempt(until: flag, work) } catch let failure as PostgresError {
        tries += 1
        if failure.isLost { losses += 1 }
        guard failure.isTransient && tries < 20 || failure.isLost && losses < 3 else {
          throw failure
        }
        PostgresConnection.pause(.milliseconds(Int.random(in: 1...10 * tries)))
      }
    }
  }

  /// Performs operations within a transaction, for a list whose rows stay on the server.
  ///
  /// - Parameters:
  ///   - operations: The operations.
  ///   - table: A table with the list's attributes.
  ///   - position: The state of the table.
  ///   - connection: The connection.
  /// - Returns: The ids of the inserted rows; the changes, if the list reads others from the
  ///   server's log, which has only what is committed; and a row that was written, for `commit`.
  /// - Throws: `WriteError` for the first operation that is impossible.
  func write(
    _ operations: [RowOperation], in table: RowTable, at position: TablePosition,
    on connection: PostgresConnection
  ) throws -> (inserted: [RowID], changes: ChangeEntries?, witness: WrittenRow?) {
    var writer = RowWriter(table, position, connection)
    let inserted = try writer.write(operations)
    if position.shape.hasEffects {
      do { try connection.query("SET CONSTRAINTS ALL IMMEDIATE") } catch {
        throw WriteError.refusal(error, index: operations.count - 1)
      }
    }
    guard case .log? = position.feed else { return (inserted, nil, writer.witness) }
    let changes = position.shape.hasEffects ? [.all] : writer.rowChanges
    return (inserted, ChangeEntries(position.shape, position.key, changes), writer.witness)
  }

  private func write(
    _ operations: [RowOperation], in table: RowTable, _ connection: PostgresConnection
  ) throws -> StoreOutcome {
    let known = state.withLock(\.position)
    try begin("READ WRITE", on: connection, locking: known)
    var (foreign, position) = try changes(in: table, on: connection)
    var writer = RowWriter(table, position, connection)
    let inserted = try writer.write(operations)
    var own = writer.changes
    if position.shape.hasEffects, let known {
      // What triggers defer to the end shows up now.
      do { try connection.query("SET CONSTRAINTS ALL IMMEDIATE") } catch {
        throw WriteError.refusal(error, index: operations.count - 1)
      }
      // The log does not have what the transaction itself has changed.
      var now = position
      if case .log? = now.feed { now.feed = nil }
      own = try changes(in: table, since: known, to: now, on: connection)
        .leavingOut(foreign, of: table)
    }
    try commit(operations, writer.witness, connection)
    // The next comparison finds the own rows, and that they are the same.
    position.isCertain = state.withLock { $0.connection === connection }
    keep(position)
    let written = Set(own.rows.map(\.id))
    foreign.rows.removeAll { written.contains($0.id) }
    return StoreOutcome(foreign: foreign, own: own, inserted: inserted)
  }

  /// Commits, and finds out what became of the transaction if there is no answer.
  ///
  /// - Parameters:
  ///   - operations: The operations of the transaction.
  ///   - witness: A row that the transaction has written.
  ///   - connection: The connection.
  /// - Throws: `WriteError` if a constraint refuses the transaction, or if its fate is unknown;
  ///   `PostgresError` if it was not committed because the connection was lost.
  func commit(
    _ operations: [RowOperation], _ witness: WrittenRow?, _ connection: PostgresConnection
  ) throws {
    var (transaction, witness) = (nil as String?, witness)
    if connection.hasSnapshots {
      let version = witness.map { "(\($0.version))" } ?? "NULL"
      let found = try connection.query(
        "SELECT pg_current_xact_id_if_assigned()::text, \(version)", witness?.parameters ?? [])
      transaction = found.text(0, 0)
      witness?.expected = found.text(0, 1)
    }
    // Its task may be cancelled, but the answer is waited for.
    connection.isCancelled = CancellationFlag()
    do { try connection.query("COMMIT") } catch let failure as PostgresError {
      guard failure.isLost else { throw WriteError.refusal(failure, index: operations.count - 1) }
      disconnect()
      if try isCommitted(transaction, witness) { return }
      throw failure
    }
  }

  /// Queries the status of a transaction whose `COMMIT` got no answer.
  ///
  /// A server that crashes before it has written anything of a transaction to its log forgets it,
  /// and later gives its id to another one. `pg_xact_status` is then about that one. So the
  /// transaction counts as committed only if the row that it wrote is there, too.
  ///
  /// - Throws: `WriteError` if it stays unknown.
  private func isCommitted(_ transaction: String?, _ witness: WrittenRow?) throws -> Bool {
    let end = ContinuousClock.now + .seconds(15)
    polling: while let transaction, .now < end {
      let connection: PostgresConnection
      let status: String?
      do {
        connection = try PostgresConnection(to: address, until: CancellationFlag())
        status = try connection.query("SELECT pg_xact_status($1::xid8)", [transaction]).text(0, 0)
      } catch let failure as PostgresError where !failure.isLost {
        // The server has never heard of it: it crashed before.
        return false
      } catch {
        PostgresConnection.pause(.milliseconds(100))
        continue
      }
      switch status {
      case "aborted": return false
      case "committed":
        do {
          if let witness, try witness.isAsExpected(on: connection) { return true }
          break polling
        } catch let failure as PostgresError where !failure.isLost {
          break polling
        } catch {}
      default: break
      }
      PostgresConnection.pause(.milliseconds(100))
    }
    wakeups.signal()
    throw WriteError(
      index: 0,
      reason: """
        the connection was lost during COMMIT: whether the changes were saved is unknown, and shows \
        when the server answers again
        """)
  }
}

extension StoredChanges {
  /// Returns these changes without those that others have made.
  ///
  /// A row that others changed and this list changed back is a change, too.
  fileprivate func leavingOut(_ foreign: StoredChanges, of table: RowTable) -> StoredChanges {
    let others = Dictionary(foreign.rows.map { ($0.id, $0.row) }) { first, _ in first }
    let ids = Set(rows.map(\.id))
    return StoredChanges(
      rows.filter { change in others[change.id].map { $0 != change.row } ?? true }
        + table.states(of: foreign.rows.map(\.id).filter { !ids.contains($0) }).rows)
  }
}
