import Shortlist
import ShortlistCore

extension PostgresTable {
  /// The state of the table that a list has seen.
  struct Epoch: Sendable {
    var position: Position
    /// The column that was asked for as the id.
    var asked: String?
    /// The text of the server's snapshot; nil if it has none.
    var snapshot: String?
    /// A sum over the texts of all rows, which differs after a commit that changed one.
    var fingerprint: String
  }

  /// What others have changed.
  struct Others: Sendable {
    var revision: Int
    var changes: VisibleChanges?
    var selection: SelectionChange?
    var total: Int?
    var count: Int?
  }

  /// The state of a list after a request, and the answer.
  struct Visit<Outcome: Sendable>: Sendable {
    var engine: RemoteEngine
    var epoch: Epoch
    /// What others had committed before; nil for nothing.
    var others: Others?
    var outcome: Result<Outcome, any Error>
  }

  /// Opens a list whose rows stay on the server.
  func openRemote(
    _ options: TableOptions, _ query: ListQuery, until flag: CancellationFlag
  ) throws -> (RemoteEngine, Epoch) {
    if keepsJournal {
      throw NotSupported("a journal of a table whose rows stay on the server is not supported yet")
    }
    typealias Opened = Result<(RemoteEngine, Epoch), any Error>
    let opened: Opened = try connected(until: flag) { connection in
      try prepare(connection)
      try begin("READ ONLY", on: connection, locking: try shape(on: connection))
      let snapshot = try snapshot(on: connection)
      let position = try position(on: connection, asked: options.id)
      let result = try Self.captured {
        let blank = try blankTable(position, options)
        let rows = PostgresRows(connection, position.shape, position.key, blank.schema)
        let engine = try RemoteEngine(blank, query: query, from: rows)
        return (
          engine,
          Epoch(
            position: position, asked: options.id, snapshot: snapshot,
            fingerprint: try fingerprint(of: position.shape, on: connection))
        )
      }
      try connection.query("COMMIT")
      return result
    }
    let list = try opened.get()
    keep(list.1.position)
    return list
  }

  /// Carries out a request in one transaction, after what others have committed.
  func visit<Outcome: Sendable>(
    _ engine: RemoteEngine, _ epoch: Epoch, ifRevision: Int?, writes: Bool,
    until flag: CancellationFlag,
    _ body: @Sendable (inout RemoteEngine, RemoteTransaction) throws -> Outcome
  ) throws -> Visit<Outcome> {
    do {
      return try repeating(until: flag) { connection in
        try visit(engine, epoch, ifRevision: ifRevision, writes: writes, connection, body)
      }
    } catch let failure as PostgresFailure {
      throw address.error(failure.reason)
    }
  }

  private func visit<Outcome: Sendable>(
    _ engine: RemoteEngine, _ epoch: Epoch, ifRevision: Int?, writes: Bool,
    _ connection: PostgresConnection,
    _ body: (inout RemoteEngine, RemoteTransaction) throws -> Outcome
  ) throws -> Visit<Outcome> {
    try prepare(connection)
    try begin(
      writes ? "READ WRITE" : "READ ONLY", on: connection, locking: epoch.position.shape)
    var visit = Visit<Outcome>(
      engine: engine, epoch: epoch, others: nil, outcome: .failure(CancellationError()))
    let snapshot = try snapshot(on: connection)
    let start = ContinuousClock.now
    if snapshot == nil || snapshot != epoch.snapshot {
      let position = try position(on: connection, asked: epoch.asked)
      guard position.hasForm(of: epoch.position) else {
        throw address.error("the table \(table) has other columns now: open it again")
      }
      let fingerprint = try fingerprint(of: position.shape, on: connection)
      if fingerprint != epoch.fingerprint {
        let rows = PostgresRows(connection, position.shape, position.key, engine.schema)
        let found = try visit.engine.refresh(from: rows)
        visit.others = Others(
          revision: found.revision, changes: found.changes, selection: found.selection,
          total: visit.engine.total, count: visit.engine.count)
      }
      visit.epoch = Epoch(
        position: position, asked: epoch.asked, snapshot: snapshot, fingerprint: fingerprint)
      keep(position, lookingTook: .now - start)
    }
    let position = visit.epoch.position
    let rows = PostgresRows(connection, position.shape, position.key, engine.schema)
    let transaction = RemoteTransaction(table: self, rows: rows, position: position)
    let (before, caughtUp) = (visit.engine, visit.epoch)
    visit.outcome = try Self.captured {
      if let ifRevision, ifRevision != visit.engine.revision {
        throw StaleRevision(revision: visit.engine.revision)
      }
      return try body(&visit.engine, transaction)
    }
    guard case .success = visit.outcome else {
      visit.engine = before
      try connection.query("ROLLBACK")
      return visit
    }
    if writes && transaction.hasWritten {
      visit.epoch.fingerprint = try fingerprint(of: position.shape, on: connection)
      do { try commit(transaction.operations, connection) } catch let refusal as WriteRefusal {
        visit.engine = before
        visit.epoch = caughtUp
        visit.outcome = .failure(refusal)
        try connection.query("ROLLBACK")
      }
    } else {
      try connection.query("COMMIT")
    }
    return visit
  }

  /// Returns the result of work, unless the server or a cancellation ended it.
  private static func captured<Outcome>(
    _ work: () throws -> Outcome
  ) throws -> Result<Outcome, any Error> {
    do { return .success(try work()) } catch let failure as PostgresFailure {
      throw failure
    } catch let error as CancellationError {
      throw error
    } catch {
      return .failure(error)
    }
  }

  private func prepare(_ connection: PostgresConnection) throws {
    if connection.hasFolding { return }
    try FoldingFunctions.create(on: connection)
    connection.hasFolding = true
  }

  private func snapshot(on connection: PostgresConnection) throws -> String? {
    connection.hasSnapshots
      ? try connection.query("SELECT pg_current_snapshot()::text").text(0, 0) : nil
  }

  func fingerprint(
    of shape: TableShape, on connection: PostgresConnection
  ) throws -> String {
    try connection.query(
      """
      SELECT count(*)::text || ' ' || coalesce(sum(hashtextextended(t::text COLLATE "C", 0)), 0)::text
      FROM \(shape.sql) t
      """
    ).text(0, 0) ?? ""
  }
}

/// The transaction in which a request is carried out.
final class RemoteTransaction {
  let rows: PostgresRows
  private let table: PostgresTable
  private let position: PostgresTable.Position
  private(set) var operations: [RowOperation] = []
  private(set) var hasWritten = false

  init(table: PostgresTable, rows: PostgresRows, position: PostgresTable.Position) {
    self.table = table
    self.rows = rows
    self.position = position
  }

  /// Performs operations, and returns what they changed.
  ///
  /// - Throws: `WriteRefusal`
  func write(
    _ operations: [RowOperation], in engine: inout RemoteEngine
  ) throws -> ApplyOutcome {
    let before = try sum()
    self.operations = operations
    let inserted = try table.write(
      operations, in: engine.table, at: position, on: rows.connection)
    hasWritten = true
    // A row that is written as it was is no change.
    if try sum() == before { return engine.outcome(nil, inserted) }
    return try engine.refresh(inserted: inserted, from: rows)
  }

  private func sum() throws -> String {
    try table.fingerprint(of: position.shape, on: rows.connection)
  }
}
