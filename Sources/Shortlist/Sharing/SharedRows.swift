import Synchronization

/// The rows of a source that several lists show, each with its own query, windows and selection.
///
///     import ShortlistFiles
///
///     let source = FileSource(path: "orders.csv", format: .csv)
///     let rows = try await SharedRows.open(source)
///     let (mine, yours) = try await (PickList(sharing: rows), PickList(sharing: rows))
///     try await mine.delete(.integer(2))  // gone from both
///
/// The source is read once. Writes by one list, and changes from outside, reach all lists. The
/// lists share the columns and the results of searches and sorts. A write copies the parts of the
/// columns that it changes, once for all lists. ``SharedItems`` does the same for items of an app.
public actor SharedRows {
  /// All rows.
  package private(set) var shared: SharedTable
  private let executor = QueueExecutor("shared rows")
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

  /// Creates shared rows that are all read.
  ///
  /// - Parameters:
  ///   - table: The rows.
  ///   - source: Where they come from; nil if they are in memory only.
  ///   - cacheLimit: The maximum number of bytes of the results that the lists share.
  ///   - times: The duration of loading.
  init(
    _ table: RowTable, from source: (any RowSource)? = nil, cacheLimit: Int = defaultCacheLimit,
    times: ListTimes = ListTimes()
  ) {
    shared = SharedTable(table, limit: cacheLimit, workers: .cores)
    self.times = times
    store = source as? any RowStore
    shortlists = source as? any ShortlistStore
  }

  /// The usual limit of the shared results: 256 MiB.
  package static let defaultCacheLimit = 256 << 20

  /// The executor of the rows, which blocks no thread of Swift's tasks.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// The current table.
  private var table: RowTable { shared.table }

  deinit {
    listening?.cancel()
    broadcast.finish()
  }

  /// Reads the rows of a source, and follows it for the lifetime of the returned object.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - options: The id attribute, and the types of attributes.
  ///   - cacheLimit: The maximum number of bytes of the results that the lists share: searches,
  ///     filters, orders and sections.
  /// - Returns: The rows, all of them read.
  /// - Throws: `PickListError` for a source that cannot be read; `CancellationError`.
  /// - Complexity: O(n) for n rows
  public static func open(
    _ source: any RowSource, options: TableOptions = TableOptions(), cacheLimit: Int = 256 << 20
  ) async throws -> SharedRows {
    try await translatingErrors {
      try await open(source, options: options, cacheLimit: cacheLimit, progress: nil)
    }
  }

  /// Reads the rows of a source, and follows it for the lifetime of the returned object.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - options: The id attribute, and the types of attributes.
  ///   - cacheLimit: The maximum number of bytes of the results that the lists share.
  ///   - progress: Called from time to time with the progress. It may throw to stop reading.
  /// - Returns: The rows, all of them read.
  /// - Throws: `SourceError`, `InvalidRequestError`, and what `progress` throws.
  package static func open(
    _ source: any RowSource, options: TableOptions = TableOptions(),
    cacheLimit: Int = defaultCacheLimit,
    progress: (@Sendable (LoadProgress) async throws -> Void)?
  ) async throws -> SharedRows {
    let look = progress.map { progress in
      { @Sendable (_: RowTable, reached: LoadProgress) in try await progress(reached) }
    }
    var times = ListTimes()
    let table = try await TableLoader(source: source, options: options).load(look)
    times.endLoading()
    let rows = SharedRows(table, from: source, cacheLimit: cacheLimit, times: times)
    await rows.follow(source)
    return rows
  }

  /// Opens a list of the rows, at revision 1.
  ///
  /// - Parameters:
  ///   - query: The initial query.
  ///   - selectionFilters: The filters of its selection.
  /// - Returns: The list.
  /// - Throws: `InvalidRequestError`, `FilterError`.
  package func list(
    query: ListQuery = ListQuery(), selectionFilters: [any SelectionFilter] = []
  ) async throws -> LiveList {
    try await LiveList.open(
      at: entrance, query: query, selectionFilters: selectionFilters, times: times)
  }

  /// The rows as they are now, and a store that has their later changes.
  var entrance: (rows: SharedTable, store: SharedRowStore) {
    (shared, SharedRowStore(rows: self, changes: broadcast.subscribe()))
  }

  /// The reason why the rows cannot be read now; nil if they can.
  nonisolated var failure: (any Error)? { failureState.withLock(\.self) }

  // MARK: Changes from outside

  private func follow(_ source: any RowSource) {
    if let store {
      let wakeups = store.wakeups
      listening = Task { [weak self, broadcast] in
        for await _ in wakeups {
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
      shared.replace(by: table)
      broadcast.post(SharedRowUpdate(shared.table))
    } else if !changes.rows.isEmpty {
      post(try shared.store(changes).step)
    }
  }

  /// Tells the lists, or all but one, of a step.
  private func post(_ step: TableStep?, except sender: Subscription<SharedRowUpdate>? = nil) {
    if let step { broadcast.post(SharedRowUpdate(step), except: sender) }
  }

  private func receive(_ rows: AppendedRows) throws {
    if rows.rows.isEmpty && !rows.isAnew { return }
    post(try shared.append(rows).step)
  }

  // MARK: Changes by lists

  /// Carries out operations of a list as one transaction, for all lists.
  ///
  /// - Parameters:
  ///   - operations: The operations.
  ///   - changes: The changes that the list has not seen yet.
  ///   - finish: Sets the items of the rows, after the operations.
  /// - Returns: The changes that the list has not seen yet, and those that the operations made.
  /// - Throws: `WriteError` for the first operation that is impossible. Nothing changes then.
  func write(
    _ operations: [RowOperation], of changes: Subscription<SharedRowUpdate>?,
    finish: @Sendable (inout RowTable, [RowID]) -> Void = { _, _ in }
  ) async throws -> StoreOutcome {
    guard let store else {
      return try await change(of: changes) { try $0.apply(operations, finish: finish) }
    }
    return try await lock.withLock {
      do {
        try receive(try await store.foreignChanges(in: table))
      } catch let error as SourceError {
        throw WriteError(index: 0, reason: error.reason)
      }
      if changes?.hasPending(where: { $0.table != nil }) == true { throw WriteError.readAnew }
      try table.checkRoom(for: operations)
      let written = try await store.write(operations, in: table)
      try receive(written.foreign)
      var outcome = try shared.store(written.own)
      outcome.inserted = written.inserted
      return report(outcome, to: changes)
    }
  }

  /// Changes rows in memory, for all lists.
  ///
  /// - Parameters:
  ///   - changes: The changes that the list that asks has not seen yet.
  ///   - body: Makes the change.
  /// - Returns: The changes that the list has not seen yet, and the one that was made.
  /// - Throws: What `body` throws.
  func change(
    of changes: Subscription<SharedRowUpdate>?,
    _ body: @Sendable (inout SharedTable) throws -> SharedTable.Outcome
  ) async throws -> StoreOutcome {
    try await lock.withLock { report(try body(&shared), to: changes) }
  }

  /// Tells all lists of a change, one of them by the returned outcome.
  private func report(
    _ outcome: SharedTable.Outcome, to changes: Subscription<SharedRowUpdate>?
  ) -> StoreOutcome {
    let foreign = changes?.popFirst()?.changes ?? StoredChanges()
    post(outcome.step, except: changes)
    let steps = [outcome.step].compactMap(\.self)
    return StoreOutcome(
      foreign: foreign, own: StoredChanges(steps: steps), inserted: outcome.inserted)
  }
}

extension LiveList {
  /// Opens a list of shared rows, at revision 1.
  static func open(
    at entrance: (rows: SharedTable, store: SharedRowStore), query: ListQuery,
    selectionFilters: [any SelectionFilter] = [], times: ListTimes = ListTimes()
  ) async throws -> LiveList {
    try await open(
      keptIn: entrance.store, query: query, selectionFilters: selectionFilters, times: times
    ) { try entrance.rows.engine(query: query) }
  }
}
