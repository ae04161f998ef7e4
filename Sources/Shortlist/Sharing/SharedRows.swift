import Synchronization

/// Rows that several lists show, each with its own query, windows and selection.
///
/// The source is read once. Writes by one list, and changes from outside, reach all lists:
///
///     let rows = try await SharedRows.open(source)
///     let (mine, yours) = try await (rows.list(), rows.list())
///     try await mine.apply([.delete(.integer(2))])  // gone from both
///
/// The lists share the columns; when rows are written, each list copies only the parts that change.
package actor SharedRows {
  /// All rows.
  private(set) var table: RowTable
  /// The duration of loading.
  private let times: ListTimes
  /// The store to write to; nil if the rows change in memory only.
  private let store: (any RowStore)?
  /// The store of named selections.
  nonisolated let shortlists: (any ShortlistStore)?
  nonisolated private let broadcast = Broadcast<SharedRowUpdate>()
  nonisolated private let failureState = Mutex<(any Error)?>(nil)
  /// Serializes writes and the application of foreign commits.
  private let lock = AsyncMutex()
  private var listening: Task<Void, Never>?

  private init(_ table: RowTable, from source: any RowSource, times: ListTimes) {
    self.table = table
    self.times = times
    store = source as? any RowStore
    shortlists = source as? any ShortlistStore
  }

  deinit {
    listening?.cancel()
    broadcast.finish()
  }

  /// Reads the rows of a source, and follows it for the lifetime of the returned object.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - options: The id attribute, and the types of attributes.
  ///   - progress: Called from time to time with the progress. It may throw to stop reading.
  /// - Returns: The rows, all of them read.
  /// - Throws: `SourceError`, `InvalidRequest`, and what `progress` throws.
  package static func open(
    _ source: any RowSource, options: TableOptions = TableOptions(),
    progress: (@Sendable (LoadProgress) async throws -> Void)? = nil
  ) async throws -> SharedRows {
    let look = progress.map { progress in
      { @Sendable (_: RowTable, reached: LoadProgress) in try await progress(reached) }
    }
    var times = ListTimes()
    let table = try await TableLoader(source: source, options: options).load(look)
    times.endLoading()
    let rows = SharedRows(table, from: source, times: times)
    await rows.follow(source)
    return rows
  }

  /// Opens a list of the rows, at revision 1.
  ///
  /// - Parameters:
  ///   - query: The initial query.
  ///   - selectionFilters: The filters of its selection.
  /// - Returns: The list.
  /// - Throws: `InvalidRequest`, `FilterError`.
  package func list(
    query: ListQuery = ListQuery(), selectionFilters: [any SelectionFilter] = []
  ) async throws -> LiveList {
    let store = SharedRowStore(rows: self, changes: broadcast.subscribe())
    return try await LiveList.open(
      table, keptIn: store, query: query, selectionFilters: selectionFilters, times: times)
  }

  /// The reason why the rows cannot be read now; nil if they can.
  nonisolated var failure: (any Error)? { failureState.withLock(\.self) }

  // MARK: Changes from outside

  private func follow(_ source: any RowSource) {
    if let store {
      let news = store.news
      listening = Task { [weak self, broadcast] in
        for await _ in news {
          do {
            guard try await self?.receiveForeignChanges() != nil else { return }
            self?.report(nil)
          } catch {
            self?.report(error)
          }
        }
        broadcast.finish()
      }
    } else if let source = source as? any FollowedSource {
      let follower = Follower(source: source, schema: table.schema)
      listening = Task { [weak self, broadcast] in
        do {
          try await follower.run { rows in try await self?.receive(rows) != nil }
        } catch {
          self?.report(error)
        }
        broadcast.finish()
      }
    }
  }

  /// Reports to the lists why the rows cannot be read now, or with nil that they can.
  nonisolated private func report(_ error: (any Error)?) {
    let isNew = failureState.withLock { failure in
      defer { failure = error }
      return error != nil || failure != nil
    }
    if isNew { broadcast.post(SharedRowUpdate()) }
  }

  private func receiveForeignChanges() async throws {
    guard let store else { return }
    try await lock.withLock {
      try receive(try await store.foreignChanges(in: table))
    }
  }

  private func receive(_ changes: StoredChanges) throws {
    if let table = changes.table {
      self.table = table
    } else {
      if changes.rows.isEmpty { return }
      try table.store(changes)
    }
    broadcast.post(SharedRowUpdate(changes))
  }

  private func receive(_ rows: AppendedRows) throws {
    if rows.rows.isEmpty && !rows.isAnew { return }
    let gone = rows.isAnew ? table.allIDs : []
    let inserted = try table.append(rows)
    broadcast.post(SharedRowUpdate(table.states(of: gone + inserted)))
  }

  // MARK: Changes by lists

  /// Carries out operations of a list as one transaction, for all lists.
  ///
  /// - Returns: The changes that the list has not seen yet, and those that the operations made.
  /// - Throws: `WriteRefusal` for the first operation that is impossible. Nothing changes then.
  func write(
    _ operations: [RowOperation], of changes: Subscription<SharedRowUpdate>
  ) async throws -> StoreOutcome {
    try await lock.withLock {
      let written: StoreOutcome
      if let store {
        do {
          try receive(try await store.foreignChanges(in: table))
        } catch let error as SourceError {
          throw WriteRefusal(index: 0, reason: error.reason)
        }
        if changes.contains(where: \.isReread) { throw WriteRefusal.readAnew }
        try table.checkRoom(for: operations)
        written = try await store.write(operations, in: table)
        try receive(written.foreign)
        try table.store(written.own)
      } else {
        let inserted = try table.apply(operations)
        let own = table.states(of: table.ids(namedBy: operations) + inserted)
        written = StoreOutcome(foreign: StoredChanges(), own: own, inserted: inserted)
      }
      let foreign = StoredChanges(changes.popFirst()?.rows ?? [])
      broadcast.post(SharedRowUpdate(written.own), except: changes)
      return StoreOutcome(foreign: foreign, own: written.own, inserted: written.inserted)
    }
  }
}
