import Dispatch
public import Shortlist
package import ShortlistCore
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A table or view of a PostgreSQL server, as a source and store of rows.
///
///     let table = PostgresTable(url: "postgresql://ann@db.example/shop", table: "orders")
///     let orders = try await PickList(source: table)
///
/// All rows are read once, in one snapshot, unless they stay on the server. The picker then follows
/// the commits of other connections, and writes its own changes in one transaction each. It needs
/// libpq, PostgreSQL's client library, which is loaded when the first server is asked. Environment
/// variables, services and `.pgpass` apply as they do for `psql`.
///
/// A row is identified by its primary key; a key of several columns becomes the compact JSON text
/// of an array of their values. Without a primary key, a column called `id` identifies the row,
/// else its number. Rows are in the order of that key.
///
/// Integers, floating-point and decimal numbers, booleans, days, timestamps with a time zone and
/// arrays become the types of attributes that they are; all other types become texts. A column of
/// decimal numbers is a text if a double cannot give back all of their digits. Bytes become
/// `‹n bytes›`. Numbers that are not finite become null.
public final class PostgresTable: RowSource, RowStore {
  /// The name of the table or view, with its schema where it is not in the search path.
  public let table: String
  /// Whether triggers in the database record changes.
  public let keepsJournal: Bool
  /// Which rows a list reads.
  public let fetch: Fetch

  /// Signals that other connections may have committed, or that the server is there again.
  package let wakeups = Wakeups()

  let address: PostgresAddress
  /// The serial queue of the connection.
  private let queue = DispatchQueue(label: "PostgreSQL", qos: .userInitiated)
  /// Set when reading is cancelled.
  let isCancelled = CancellationFlag()
  let state = Mutex(State())
  /// When the current operation began; nil if there is none.
  private let began = Mutex<ContinuousClock.Instant?>(nil)

  /// Which rows of a table a list reads.
  public enum Fetch: String, CaseIterable, Hashable, Sendable {
    /// All, once; the list then keeps them up to date.
    case all
    /// Those that are shown; all rows stay on the server.
    case visible
    /// Those that are shown if the server estimates more than 2,000,000 rows, else all; the
    /// default.
    case automatic

    /// The greatest estimate of a table whose rows are all read without being asked for.
    static let mostInMemory = 2_000_000
  }

  /// What is known of the server.
  struct State {
    /// How far the log of the servers was when a transaction ended; nil for a single server.
    var reached: UInt64?
    /// Whether a replica does not suffice, because the list has written.
    var writes = false
    /// Whether the connection leads to a replica.
    var isReplica = false
    /// The connection, which only the queue uses; nil if it was lost.
    var connection: PostgresConnection?
    /// The state of the table that the list has; nil before it was read.
    var position: Position?
    var watch: ServerWatch?
    /// Reads the changes from the server's log; nil if the table is not published.
    var stream: ReplicationStream?
    /// Whether the list needs rows as they were before a change, because they stay on the server.
    var isRemote = false
    /// Whether the server has been told to flush its log, for the operation that goes on.
    var hasFlushed = false
    /// The empty builder of the first read, for reading the table again if its columns change.
    var blank: TableBuilder?
  }

  /// A state of the table.
  struct Position {
    var shape: TableShape
    var key: TableKey
    /// The transactions that it includes; nil if the server cannot say.
    var snapshot: Snapshot?
    /// What tells of changes after it; nil if nothing does.
    var feed: Feed?
    /// Whether the connection has been the same since; another one may lead to another server.
    var isCertain = true
  }

  /// What tells which rows have changed.
  enum Feed {
    /// The journal, at a position.
    case journal(Journal.Position)
    /// A part of the server's log.
    case log(part: Int)
  }

  /// Creates a source for a table; it connects only when the table is read.
  ///
  /// - Parameters:
  ///   - url: The connection URL, which begins with `postgresql://` or `postgres://`.
  ///   - table: The name of a table or view.
  ///   - keepsJournal: Whether triggers in the database record changes. Following a commit of
  ///     others then costs as much as the commit changed, not a scan of the table. The triggers
  ///     stay in the database; see `removeJournal(from:table:)`.
  ///   - fetch: Whether all rows are read or stay on the server.
  public convenience init(
    url: String, table: String, keepsJournal: Bool = false, fetch: Fetch = .automatic
  ) {
    self.init(PostgresAddress(url), table: table, keepsJournal: keepsJournal, fetch: fetch)
  }

  private init(_ address: PostgresAddress, table: String, keepsJournal: Bool, fetch: Fetch) {
    self.address = address
    self.table = table
    self.keepsJournal = keepsJournal
    self.fetch = fetch
  }

  deinit {
    state.withLock { state in
      state.watch?.stop()
      state.stream?.stop()
    }
    wakeups.finish()
  }

  /// The connection URL without user, password and parameters.
  public var name: String { address.name }

  /// Returns whether a source is the URL of a PostgreSQL server.
  public static func isURL(_ source: String) -> Bool { PostgresAddress.isURL(source) }

  /// Returns the names of the tables and views of a server, at most 30.
  ///
  /// - Throws: `SourceError` if the server cannot be asked.
  public static func tables(at url: String) throws -> [String] {
    let table = PostgresTable(url: url, table: "")
    return try table.connected(until: table.isCancelled) { try TableShape.names(on: $0) }
  }

  /// Removes a table's journals and their triggers from its database, for all keys.
  ///
  /// Lists that use a journal compare rows from then on.
  ///
  /// - Parameters:
  ///   - url: The connection URL.
  ///   - table: The name of the table.
  /// - Returns: Whether there was a journal.
  /// - Throws: `SourceError` if the server refuses it, or has no such table.
  @discardableResult
  public static func removeJournal(from url: String, table: String) throws -> Bool {
    let table = PostgresTable(url: url, table: table)
    return try table.connected(until: table.isCancelled) { connection in
      try connection.query("BEGIN")
      let isRemoved = try Journal.remove(of: try table.shape(on: connection), on: connection)
      try connection.query("COMMIT")
      return isRemoved
    }
  }

  /// Cancels reading.
  public func cancelReading() { isCancelled.set() }

  /// Whether the server has not answered for five seconds.
  public var isWaiting: Bool {
    began.withLock { $0.map { $0 + .seconds(5) < .now } ?? false }
  }

  // MARK: The connection

  /// Runs work with the connection, on the caller's thread, which must be the only one.
  ///
  /// If it fails, the transaction is rolled back, and a connection in an unknown state is closed.
  ///
  /// - Throws: What `work` throws, a `PostgresError` as a `SourceError`.
  func connected<Result>(
    until isCancelled: CancellationFlag, _ work: (PostgresConnection) throws -> Result
  ) throws -> Result {
    do { return try attempt(until: isCancelled, work) } catch let failure as PostgresError {
      throw address.error(failure.reason)
    }
  }

  /// Runs work as `connected` does, and throws a `PostgresError` as it is.
  func attempt<Result>(
    until isCancelled: CancellationFlag, _ work: (PostgresConnection) throws -> Result
  ) throws -> Result {
    began.withLock { $0 = .now }
    defer { began.withLock { $0 = nil } }
    let connection = try connect(until: isCancelled)
    do {
      let result = try work(connection)
      if address.hasSeveralServers, let now = try? connection.logPosition() {
        state.withLock { $0.reached = max($0.reached ?? 0, now) }
      }
      return result
    } catch {
      let isUsable =
        switch error {
        case let failure as PostgresError: !failure.isLost
        case is CancellationError: true
        default: error is WriteError || error is SchemaChangedError || error is LogBehindError
        }
      // The next search follows a cancelled one; it is not to wait for another connection.
      connection.isCancelled = CancellationFlag()
      if !isUsable || (try? connection.query("ROLLBACK")) == nil { disconnect() }
      guard error is LogBehindError else { throw error }
      state.withLock { $0.hasFlushed = true }
      defer { state.withLock { $0.hasFlushed = false } }
      // Without it, the log takes longer.
      if (try? connection.flushLog()) == nil { disconnect() }
      return try attempt(until: isCancelled, work)
    }
  }

  private func connect(until isCancelled: CancellationFlag) throws -> PostgresConnection {
    if let connection = state.withLock(\.connection) {
      connection.isCancelled = isCancelled
      return connection
    }
    let (reached, writes) = state.withLock { ($0.reached, $0.writes) }
    let connection = try PostgresConnection(to: address, writes: writes, until: isCancelled)
    if address.hasSeveralServers { try wait(for: reached ?? 0, on: connection, isCancelled) }
    state.withLock { ($0.connection, $0.isReplica) = (connection, connection.isReplica) }
    return connection
  }

  /// Waits until a replica has taken in what another server has shown.
  ///
  /// - Throws: `SourceError` if that takes more than ten seconds.
  private func wait(
    for reached: UInt64, on connection: PostgresConnection, _ isCancelled: CancellationFlag
  ) throws {
    let end = ContinuousClock.now + .seconds(10)
    while let now = try connection.logPosition(), connection.isReplica, now < reached {
      if isCancelled.isSet { throw CancellationError() }
      if .now > end { throw address.error("the replica is behind the rows that are shown") }
      PostgresConnection.pause(.milliseconds(50))
    }
  }

  /// Leaves a replica for the server that can write, which has all that was shown; its reads show
  /// what was written.
  func leaveReplica() {
    let isLeft = state.withLock { state in
      if !state.isReplica || state.writes { return false }
      state.writes = true
      return true
    }
    if isLeft { disconnect() }
  }

  /// Closes the connection.
  func disconnect() {
    state.withLock { state in
      state.connection = nil
      state.position?.isCertain = false
    }
  }

  /// Runs work on the queue of the connection.
  ///
  /// - Throws: `CancellationError` if the task was cancelled.
  func perform<Result: Sendable>(
    _ work: @escaping @Sendable (CancellationFlag) throws -> Result
  ) async throws -> Result {
    let flag = CancellationFlag()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        queue.async { continuation.resume(with: Swift.Result { try work(flag) }) }
      }
    } onCancel: {
      flag.set()
    }
  }

  // MARK: The table

  /// Returns the shape of the table.
  ///
  /// - Throws: `SourceError` if there is no such table; it lists those that exist.
  func shape(on connection: PostgresConnection) throws -> TableShape {
    if table.utf8.contains(0) {
      throw address.error("the name of the table has a NUL character in it")
    }
    if let shape = try TableShape(of: table, on: connection) { return shape }
    let names = try TableShape.names(on: connection)
    throw address.error(SimilarName.missing("table", table, among: names))
  }

  /// Begins a transaction that sees one snapshot.
  ///
  /// It locks the table and its journal before it takes the snapshot. `ALTER TABLE` and `TRUNCATE`
  /// can rewrite the table, and a snapshot from before the rewrite sees no rows.
  ///
  /// It never waits for one lock while it holds the other. Another session may take both locks in
  /// the opposite order (`DROP SCHEMA`); the two sessions could deadlock.
  func begin(
    _ access: String, on connection: PostgresConnection, locking position: Position?
  ) throws {
    var tables = connection.hasSnapshots ? position?.locked ?? [] : []
    let end = ContinuousClock.now + .seconds(10)
    while true {
      try connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ \(access)")
      if tables.isEmpty { return }
      do {
        try connection.lock(tables.joined(separator: ", "), "NOWAIT")
        return
      } catch let failure as PostgresError where failure.isAboutSchema {
        // The last one has another name now, or only some of its columns may be read.
        _ = tables.popLast()
      } catch let failure as PostgresError where failure.isLocked && .now < end {
        for table in tables {
          try connection.query("ROLLBACK")
          try connection.query("BEGIN")
          // The next round throws what is wrong.
          _ = try? connection.lock(table)
        }
      }
      try connection.query("ROLLBACK")
    }
  }

  /// Returns the current state of the table, within a transaction.
  func position(on connection: PostgresConnection, asked: String?) throws -> Position {
    // The first statement takes the snapshot.
    let snapshot =
      connection.hasSnapshots
      ? try connection.query("SELECT pg_current_snapshot()::text").text(0, 0).flatMap(Snapshot.init)
      : nil
    let shape = try shape(on: connection)
    let key = TableKey(of: shape, asked: asked)
    var feed: Feed?
    if let journal = Journal(of: shape, by: key), journal.exists {
      feed = .journal(try journal.position(on: connection))
    } else if let snapshot, target(for: shape, key) != nil,
      let part = state.withLock(\.stream)?.changes.part(since: snapshot)
    {
      feed = .log(part: part)
    }
    return Position(shape: shape, key: key, snapshot: snapshot, feed: feed)
  }

  /// Returns what to read from the server's log; nil if that does not tell enough.
  private func target(for shape: TableShape, _ key: TableKey) -> ReplicationStream.Target? {
    let isRemote = state.withLock(\.isRemote)
    guard let publication = shape.publication, key.form != .place, publication.isWhole || !isRemote
    else { return nil }
    return ReplicationStream.Target(
      publication: publication.name,
      table: LogicalDecoder.Table(
        columns: shape.columns.map { .init(name: $0.name, isJSON: $0.isJSON) },
        key: key.columns.map(\.name), keepsRows: isRemote))
  }

  /// Reads the changes of a table from the server's log, if it is published and has no journal.
  ///
  /// - Returns: The stream; nil if there is none.
  @discardableResult
  func streamLog(of position: Position) -> ReplicationStream? {
    var target = target(for: position.shape, position.key)
    if case .journal? = position.feed { target = nil }
    return state.withLock { state in
      if let target, let stream = state.stream {
        stream.change(to: target)
      } else if let target {
        state.stream = ReplicationStream(address, wakeups, target)
        state.stream?.start()
      } else {
        state.stream?.stop()
        state.stream = nil
      }
      return state.stream
    }
  }

  /// Returns the changes between two states of the table; nil if they are not known.
  ///
  /// - Parameters:
  ///   - old: The older state.
  ///   - new: The state that the current transaction sees.
  ///   - own: The numbers of transactions to leave out.
  ///   - connection: The connection.
  /// - Returns: The changes in their order.
  /// - Throws: `LogBehindError` to repeat the transaction.
  func changes(
    from old: Position, to new: Position, but own: Set<UInt64> = [],
    on connection: PostgresConnection
  ) throws -> ChangeEntries? {
    guard let snapshot = old.snapshot, let now = new.snapshot, old.isSameTable(as: new) else {
      return nil
    }
    switch (old.feed, new.feed) {
    case (.journal(let known), .journal(let position))
    where position.isWhole(after: known, at: snapshot):
      return Journal(of: new.shape, by: new.key)?.entries(since: snapshot, but: own)
    case (.log(let part), .log(let same)) where part == same:
      guard let log = state.withLock(\.stream)?.changes else { return nil }
      let hasFlushed = state.withLock(\.hasFlushed)
      let end = try connection.logEnd()
      let deadline = ContinuousClock.now + (hasFlushed ? .seconds(2) : .milliseconds(30))
      while true {
        switch log.changes(in: part, from: snapshot, to: now, but: own, before: end) {
        case .changes(let changes): return ChangeEntries(new.shape, new.key, changes)
        case .isGone: return nil
        case .isBehind where .now < deadline: PostgresConnection.pause(.milliseconds(1))
        case .isBehind: if hasFlushed { return nil } else { throw LogBehindError() }
        }
      }
    default: return nil
    }
  }

  /// Keeps the state of the table that the list has, and watches for other ones.
  func keep(_ position: Position, lookingTook time: Duration = .zero) {
    let log = streamLog(of: position)?.changes
    var channel: String?
    // A replica does not notify.
    if case .journal? = position.feed, !state.withLock(\.isReplica) {
      channel = Journal(of: position.shape, by: position.key)?.name
    }
    let watched = ServerWatch.State(
      channel: channel, hasVersions: position.hasVersions, writes: state.withLock(\.writes),
      pause: max(ServerWatch.pause, time * 4), log: log)
    state.withLock { state in
      state.position = position
      if let watch = state.watch { return watch.change(to: watched) }
      let watch = ServerWatch(address, wakeups, watched)
      state.watch = watch
      watch.start()
    }
    if let log, let snapshot = position.snapshot, log.hasMore(than: snapshot) {
      // The commit of a transaction is in the log before others see it.
      DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + 0.01) {
        [wakeups] in wakeups.signal()
      }
    }
  }
}

/// The error that repeats a transaction after the server has flushed its log.
struct LogBehindError: Error {}

extension PostgresConnection {
  fileprivate func lock(_ tables: String, _ option: String = "") throws {
    try query("LOCK TABLE \(tables) IN ACCESS SHARE MODE \(option)")
  }
}

extension PostgresTable.Position {
  /// The tables that a transaction locks before it takes its snapshot, as SQL writes them.
  fileprivate var locked: [String] {
    if !shape.canHaveTriggers { return [] }
    guard case .journal? = feed, let journal = Journal(of: shape, by: key) else {
      return [shape.sql]
    }
    return [shape.sql, journal.table]
  }

  /// Whether the numbers of transactions tell which rows are new.
  var hasVersions: Bool { snapshot != nil && shape.hasVersions && key.isPrimary }

  /// Whether both states are of the same table, and no statement has rewritten it in between.
  func isSameTable(as other: Self) -> Bool {
    shape.oid == other.shape.oid && shape.partitions == other.shape.partitions
      && shape.storage == other.shape.storage
  }

  /// Whether a list with one state can show another one without reading the table anew.
  func hasForm(of other: Self) -> Bool {
    shape.columns.elementsEqual(other.shape.columns) {
      $0.name.isExactly($1.name) && $0.kind == $1.kind && $0.keyPlace == $1.keyPlace
    } && key.form == other.key.form && key.places == other.key.places
  }
}

/// The error for a table whose columns changed.
struct SchemaChangedError: Error {}

extension PostgresTable: RemoteSource {
  /// Decides where the rows are to be; asks the server for an estimate if that decides.
  package func place(options: TableOptions, query: ListQuery) async throws -> RowPlace {
    switch fetch {
    case .all: return .memory(estimate: nil)
    case .visible: return .server(estimate: nil)
    case .automatic:
      let table = try await perform { [self] flag in
        try connected(until: flag) { connection in try estimate(options, on: connection) }
      }
      if table.rows <= Fetch.mostInMemory { return .memory(estimate: nil) }
      let canSearch =
        RemoteEngine.matchKinds.contains(query.match)
        && !query.distinguishesLetters
      // A row takes about twice its bytes, and its place in indexes.
      let bytes = Double(table.rows) * (2 * Double(table.width) + 100)
      let fits = bytes <= Double(Self.physicalMemory) / 2
      return canSearch || !fits ? .server(estimate: table.rows) : .memory(estimate: table.rows)
    }
  }

  /// The number of bytes of the machine's memory.
  private static var physicalMemory: Int {
    sysconf(CInt(_SC_PHYS_PAGES)) * sysconf(CInt(_SC_PAGESIZE))
  }

  /// Returns the planner's estimate of the number of rows, 0 if they cannot stay on the server, and
  /// of the number of bytes of a row.
  private func estimate(
    _ options: TableOptions, on connection: PostgresConnection
  ) throws -> (rows: Int, width: Int) {
    let shape = try shape(on: connection)
    let key = TableKey(of: shape, asked: options.id)
    guard key.isPrimary, options.schema.isEmpty, !connection.hasUncheckedTexts else {
      return (0, 0)
    }
    let plan = try connection.query("EXPLAIN SELECT * FROM \(shape.sql)")
    return (plan.estimatedRows, plan.estimatedWidth)
  }

  /// Opens a list whose rows stay on the server, with a connection of its own.
  package func openRemoteList(
    options: TableOptions, query: ListQuery, estimating: Bool
  ) async throws -> any ListProtocol {
    let table = PostgresTable(address, table: table, keepsJournal: keepsJournal, fetch: .visible)
    return try await PostgresList.open(
      table, options: options, query: query, estimating: estimating)
  }
}
