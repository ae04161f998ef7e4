import Dispatch
import Shortlist
import ShortlistCore
import Synchronization

extension PostgresTable {
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
    _ access: String, on connection: PostgresConnection, locking position: TablePosition?
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
  func position(on connection: PostgresConnection, requestedID: String?) throws -> TablePosition {
    // The first statement takes the snapshot.
    let snapshot =
      connection.hasSnapshots
      ? try connection.query("SELECT pg_current_snapshot()::text").text(0, 0).flatMap(Snapshot.init)
      : nil
    let shape = try shape(on: connection)
    let key = TableKey(of: shape, requestedID: requestedID)
    var feed: TablePosition.Feed?
    if let journal = Journal(of: shape, by: key), journal.exists {
      feed = .journal(try journal.position(on: connection))
    } else if let snapshot, target(for: shape, key) != nil,
      let part = state.withLock(\.stream)?.changes.part(since: snapshot)
    {
      feed = .log(part: part)
    }
    return TablePosition(shape: shape, key: key, snapshot: snapshot, feed: feed)
  }

  /// Returns what to read from the server's log; nil if that does not suffice.
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
  func streamLog(of position: TablePosition) -> ReplicationStream? {
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
    from old: TablePosition, to new: TablePosition, but own: Set<UInt64> = [],
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
  func keep(_ position: TablePosition, lookingTook time: Duration = .zero) {
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
