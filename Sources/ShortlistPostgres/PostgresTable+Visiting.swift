import Shortlist
import ShortlistCore
import Synchronization

extension PostgresTable {
  /// The state of the table that a list has seen.
  struct Epoch: Sendable {
    var position: TablePosition
    /// The requested id column.
    var requestedID: String?
    /// The text of the server's snapshot; nil if it has none.
    var snapshot: String?
    /// How it is found out whether a row has changed since.
    var mark: Mark
  }

  /// How it is determined whether a row of the table has changed.
  enum Mark: Sendable {
    /// A sum over the texts of all rows, which differs after a commit that changed one.
    case sum(String)
    /// The number of rows, and the transactions of the list itself that the snapshot does not see.
    ///
    /// Rows of other transactions that the snapshot does not see have changed, or were written as
    /// they were.
    case versions(count: Int, own: Set<UInt32>)
    /// The journal or the log, besides the list's own transactions that the snapshot does not see.
    case feed(own: Set<UInt64>)
    /// Nothing: the rows were not counted yet.
    case unknown
  }

  /// How a request deals with counts that are estimates.
  enum Counting: Sendable {
    /// It counts first.
    case exact
    /// Estimates stay.
    case kept
    /// It may make estimates.
    case estimated
  }

  /// The maximum number of rows that are summed up to find out whether one has changed.
  private static let maxSummed = 100_000

  /// What others have changed.
  struct Others: Sendable {
    var revision: Int
    var changes: VisibleChanges<RowID>?
    var selection: SelectionChange<RowID>?
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
    _ options: TableOptions, _ query: ListQuery, estimating: Bool, until flag: CancellationFlag
  ) throws -> (RemoteEngine, Epoch) {
    typealias Opened = Result<(RemoteEngine, Epoch), any Error>
    let opened: Opened = try connected(until: flag) { connection in
      try prepare(connection, for: try shape(on: connection))
      if keepsJournal { try createJournal(requestedID: options.id, connection) }
      let requestedID = options.id
      state.withLock { $0.isRemote = true }
      let known = try position(on: connection, requestedID: requestedID)
      // Reading the log begins when the transactions that are running have ended; a list does
      // without it until then.
      streamLog(of: known)?.waitUntilLive(for: .seconds(2))
      try begin("READ ONLY", on: connection, locking: known)
      let snapshot = try snapshot(on: connection)
      let position = try position(on: connection, requestedID: requestedID)
      let result = try Self.captured {
        let blank = try blankTable(position, options)
        let rows = PostgresRows(connection, position, blank.schema, nil)
        let engine = try RemoteEngine(blank, query: query, estimating: estimating, from: rows)
        let mark =
          engine.estimates.contains(.count) && position.feed == nil
          ? .unknown : try mark(at: position, count: engine.count, on: connection)
        return (
          engine,
          Epoch(position: position, requestedID: requestedID, snapshot: snapshot, mark: mark)
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
    _ engine: RemoteEngine, _ epoch: Epoch, ifRevision: Int?, writes: Bool, _ counting: Counting,
    until flag: CancellationFlag,
    _ body: @Sendable (inout RemoteEngine, RemoteTransaction) throws -> Outcome
  ) throws -> Visit<Outcome> {
    if writes { leaveReplica() }
    do {
      return try repeating(until: flag) { connection in
        try visit(
          engine, epoch, ifRevision: ifRevision, writes: writes, counting, connection, body)
      }
    } catch let failure as PostgresError {
      throw address.error(failure.reason)
    }
  }

  private func visit<Outcome: Sendable>(
    _ engine: RemoteEngine, _ epoch: Epoch, ifRevision: Int?, writes: Bool, _ counting: Counting,
    _ connection: PostgresConnection,
    _ body: (inout RemoteEngine, RemoteTransaction) throws -> Outcome
  ) throws -> Visit<Outcome> {
    try prepare(connection, for: epoch.position.shape)
    try begin(writes ? "READ WRITE" : "READ ONLY", on: connection, locking: epoch.position)
    var visit = Visit<Outcome>(
      engine: engine, epoch: epoch, others: nil, outcome: .failure(CancellationError()))
    let snapshot = try snapshot(on: connection)
    let start = ContinuousClock.now
    let isCertain = state.withLock { $0.position?.isCertain ?? false }
    let isHasty =
      isCertain && snapshot != nil && counting != .exact
      && (counting == .estimated || !engine.estimates.isEmpty) && epoch.mark.takesLong
    // The log may be read since, although there was no commit.
    let log = epoch.position.feed == nil ? state.withLock(\.stream)?.changes : nil
    let isFed = snapshot.flatMap(Snapshot.init).flatMap { log?.part(since: $0) } != nil
    if !isHasty && (snapshot == nil || snapshot != epoch.snapshot || !isCertain || isFed) {
      let position = try position(on: connection, requestedID: epoch.requestedID)
      guard position.hasForm(of: epoch.position) else {
        throw address.error("the table \(table) has other columns now: open it again")
      }
      let entries = try entries(at: position, since: epoch, on: connection)
      let known = try entries == nil ? mark(at: position, since: epoch, on: connection) : nil
      if known?.isSame != true {
        let rows = PostgresRows(connection, position, engine.schema, entries)
        let found = try visit.engine.refresh(isCertain: isCertain, from: rows)
        visit.others = found.map { [engine = visit.engine] found in
          Others(
            revision: found.revision, changes: found.changes, selection: found.selection,
            total: engine.total, count: engine.count)
        }
      }
      let mark = try known?.mark ?? mark(at: position, count: visit.engine.count, on: connection)
      visit.epoch = Epoch(
        position: position, requestedID: epoch.requestedID, snapshot: snapshot, mark: mark)
      keep(position, lookingTook: .now - start)
    }
    if counting == .exact { try countExactly(&visit, on: connection) }
    let position = visit.epoch.position
    let rows = PostgresRows(connection, position, engine.schema, position.ownChanges)
    let transaction = RemoteTransaction(
      table: self, rows: rows, position: position, mark: visit.epoch.mark)
    let (before, caughtUp) = (visit.engine, visit.epoch)
    visit.outcome = try Self.captured {
      if let ifRevision, ifRevision != visit.engine.revision {
        throw StaleRevisionError(revision: visit.engine.revision)
      }
      return try body(&visit.engine, transaction)
    }
    guard case .success = visit.outcome else {
      visit.engine = before
      try connection.query("ROLLBACK")
      return visit
    }
    if writes && transaction.hasWritten {
      visit.epoch.mark = try markAfterWriting(visit, on: connection)
      do { try commit(transaction.operations, transaction.witness, connection) } catch let refusal
        as WriteError
      {
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

  /// Counts what was estimated.
  private func countExactly<Outcome>(
    _ visit: inout Visit<Outcome>, on connection: PostgresConnection
  ) throws {
    if visit.engine.estimates.isEmpty { return }
    let before = visit.engine
    let position = visit.epoch.position
    let rows = PostgresRows(connection, position, before.schema, position.ownChanges)
    try visit.engine.countExactly(from: rows)
    let engine = visit.engine
    if case .unknown = visit.epoch.mark {
      visit.epoch.mark = try mark(at: position, count: engine.count, on: connection)
    }
    var others = visit.others ?? Others(revision: engine.revision)
    (others.total, others.count) = (engine.total, engine.count)
    if engine.revision != before.revision {
      (others.revision, others.changes) = (engine.revision, .reset)
    }
    visit.others = others
  }

  /// Returns the result of work, unless the server or a cancellation ended it.
  private static func captured<Outcome>(
    _ work: () throws -> Outcome
  ) throws -> Result<Outcome, any Error> {
    do { return .success(try work()) } catch let failure as PostgresError {
      throw failure
    } catch let error as CancellationError {
      throw error
    } catch {
      return .failure(error)
    }
  }

  /// Creates what folds texts, which only a table that was prepared can do without.
  private func prepare(_ connection: PostgresConnection, for shape: TableShape) throws {
    if connection.hasFolding { return }
    do { try FoldingFunctions.create(on: connection) } catch let failure as PostgresError {
      if shape.folding == nil || failure.isLost { throw failure }
    }
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

  /// Returns the mark of the table now.
  private func mark(
    at position: TablePosition, count: Int, on connection: PostgresConnection
  ) throws -> Mark {
    if position.feed != nil { return .feed(own: []) }
    return count > Self.maxSummed && position.hasVersions
      ? .versions(count: count, own: [])
      : .sum(try fingerprint(of: position.shape, on: connection))
  }

  /// Returns the changes since an epoch; nil if they are not known.
  private func entries(
    at position: TablePosition, since epoch: Epoch, on connection: PostgresConnection
  ) throws -> ChangeEntries? {
    guard case .feed(let own) = epoch.mark else { return nil }
    return try changes(from: epoch.position, to: position, but: own, on: connection)
  }

  /// Returns the mark of the table now, and whether no row has changed since an epoch; nil if that
  /// epoch had a feed, which is compared otherwise.
  private func mark(
    at position: TablePosition, since epoch: Epoch, on connection: PostgresConnection
  ) throws -> (mark: Mark, isSame: Bool)? {
    let old = epoch.position
    switch epoch.mark {
    case .feed, .unknown: return nil
    case .versions(let count, let own):
      guard let snapshot = old.snapshot, position.hasVersions else { return nil }
      let rows = try connection.query("SELECT count(*)::text FROM \(position.shape.sql)")
        .text(0, 0)
      let now = rows.flatMap { Int($0) } ?? 0
      let isSame =
        try now == count && old.isSameTable(as: position)
        && !hasNewVersions(position.shape, since: snapshot, but: own, on: connection)
      if position.feed != nil { return (.feed(own: []), isSame) }
      return (.versions(count: now, own: []), isSame)
    case .sum(let known):
      let sum = try fingerprint(of: position.shape, on: connection)
      return (position.feed == nil ? .sum(sum) : .feed(own: []), sum == known)
    }
  }

  /// Returns whether there are rows of transactions that a snapshot did not see, besides known
  /// ones.
  private func hasNewVersions(
    _ shape: TableShape, since snapshot: Snapshot, but own: Set<UInt32>,
    on connection: PostgresConnection
  ) throws -> Bool {
    let oldest = String(snapshot.oldest & 0xffff_ffff)
    let age = try connection.query("SELECT age($1::xid)::text", [oldest]).text(0, 0)
    guard let age = age.flatMap({ Int($0) }) else { return true }
    let found = try connection.query(
      "SELECT DISTINCT xmin::text FROM \(shape.sql) WHERE age(xmin) <= \(age)")
    return (0..<found.count).contains { row in
      guard let number = found.text(row, 0).flatMap({ UInt32($0) }) else { return true }
      return !own.contains(number) && !snapshot.sees(number)
    }
  }

  /// Returns the mark of the table after the list's own transaction has written.
  private func markAfterWriting<Outcome>(
    _ visit: Visit<Outcome>, on connection: PostgresConnection
  ) throws -> Mark {
    func number() throws -> UInt64? {
      try connection.query("SELECT pg_current_xact_id()::text").text(0, 0).flatMap { UInt64($0) }
    }
    switch visit.epoch.mark {
    case .unknown: return .unknown
    case .sum: return .sum(try fingerprint(of: visit.epoch.position.shape, on: connection))
    case .versions(_, var own):
      if let number = try number() { own.insert(UInt32(truncatingIfNeeded: number)) }
      return .versions(count: visit.engine.count, own: own)
    case .feed(var own):
      if let number = try number() { own.insert(number) }
      return .feed(own: own)
    }
  }
}

extension PostgresTable.Mark {
  /// Whether all rows are read to determine whether one has changed.
  fileprivate var takesLong: Bool {
    switch self {
    case .versions, .unknown: true
    case .sum, .feed: false
    }
  }
}
