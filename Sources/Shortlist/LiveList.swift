/// The owner of one list: it carries out requests and publishes the changes they make.
///
/// A list combines a source of rows with one query, one set of windows and one selection. It
/// carries out requests one after the other. Every change increments the revision by one. A request
/// that names the revision it was decided on fails at any other revision. Requests run on a thread
/// of the list's own queue, because they may take long.
///
///     let list = try await LiveList.open(source)
///     let outcome = try await list.updateQuery { $0.search = "mü" }
///     print(outcome.total)
package actor LiveList {
  /// The changes that no request made: rows read, loading finished or failed, rows appended to a
  /// followed source.
  package nonisolated let updates: Subscription<ListUpdate>
  /// Publishes all changes, from any cause.
  package nonisolated let broadcast = Broadcast<ListUpdate>()
  var engine: ListEngine
  /// Requests may take long, so they run on a thread of their own.
  private let executor = QueueExecutor("list")
  /// The filters of the selection.
  var selectionFilters: InstalledFilters
  /// Whether one row or many can be selected.
  var selectionMode = SelectionMode.multiple
  /// The revision of the last published change.
  var publishedRevision: Int
  /// The requested query; while loading, the list applies only the part that is possible already.
  var wanted: ListQuery
  /// The loading state of the source.
  var loading: ListUpdate.Loading
  /// The durations of loading and searching.
  package private(set) var times: ListTimes
  /// The store that keeps the rows, once all are read; nil if the rows exist only in memory.
  var store: (any RowStore)?
  /// Serializes the list's own writes and the application of foreign commits.
  let storeLock = AsyncMutex()
  /// The loader of the rows, until all are read.
  private var loader: TableLoader?

  private init(
    _ engine: ListEngine, _ filters: [any SelectionFilter], wanted: ListQuery,
    loading: ListUpdate.Loading, loader: TableLoader? = nil, times: ListTimes = ListTimes()
  ) {
    self.engine = engine
    publishedRevision = engine.revision
    updates = broadcast.subscribe { $0.cause != .request }
    selectionFilters = InstalledFilters(filters)
    self.wanted = wanted
    self.loading = loading
    self.loader = loader
    self.times = times
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  deinit {
    // Stop the loader when the last reference to the list goes away.
    loader?.cancel()
    selectionFilters.endObservations()
    broadcast.finish()
  }

  // MARK: Opening

  /// Creates an empty list that waits for its table.
  init(waitingFor query: ListQuery, schema: ListSchema, id: String, name: String) throws {
    let options = TableOptions(id: id, schema: schema.entries)
    let nothing = try TableBuilder(path: name, options: options).finish()
    self.init(
      ListEngine(nothing, workers: .cores), [], wanted: query,
      loading: .reading(LoadProgress(rows: 0, bytes: 0)))
  }

  /// Creates a list of an engine that has all rows, the query and the windows.
  init(of engine: ListEngine) {
    self.init(engine, [], wanted: engine.query, loading: .finished)
  }

  /// Opens a list and returns when all rows are read.
  ///
  /// - Throws: `SourceError`, `InvalidRequestError`, `FilterError`; `CancellationError` if the task
  ///   was cancelled before all rows were read.
  package static func open(
    _ source: any RowSource, options: TableOptions = TableOptions(), query: ListQuery = ListQuery(),
    selectionFilters: [any SelectionFilter] = []
  ) async throws -> LiveList {
    var times = ListTimes()
    let table = try await TableLoader(source: source, options: options).load()
    times.endLoading()
    let list = try await open(selectionFilters, query: query, times: times) {
      try ListEngine(table, query: query, workers: .cores)
    }
    await list.follow(source)
    list.prepareSearch()
    return list
  }

  /// Opens a list whose rows a store keeps.
  static func open(
    keptIn store: any RowStore, query: ListQuery, selectionFilters: [any SelectionFilter] = [],
    times: ListTimes = ListTimes(), engine: @escaping @Sendable () throws -> ListEngine
  ) async throws -> LiveList {
    let list = try await open(selectionFilters, query: query, times: times, engine: engine)
    await list.follow(store)
    list.prepareSearch()
    return list
  }

  /// Opens a list of an engine that has all rows and the query.
  private static func open(
    _ filters: [any SelectionFilter], query: ListQuery, times: ListTimes,
    engine: @escaping @Sendable () throws -> ListEngine
  ) async throws -> LiveList {
    var times = times
    let start = ContinuousClock.now
    let engine = try await offPool { _ in try engine() }
    times.endSearch(begunAt: start)
    if let failure = engine.table.failure { throw failure }
    let list = LiveList(engine, filters, wanted: query, loading: .finished, times: times)
    try await list.updateRules()
    await list.observeLimits()
    return list
  }

  /// Opens a list that can be searched while its rows are being read.
  ///
  /// Until all rows are read, text searches cover the rows read so far, and row numbers serve as
  /// ids. Filters, sorts and sections apply only at the end. `updates` reports the progress.
  package static func loading(
    _ source: any RowSource, options: TableOptions = TableOptions(), query: ListQuery = ListQuery(),
    selectionFilters: [any SelectionFilter] = []
  ) -> LiveList {
    let nothing = TableBuilder(path: source.name).provisional()
    let engine = ListEngine(nothing, workers: .cores)
    let loader = TableLoader(source: source, options: options)
    let list = LiveList(
      engine, selectionFilters, wanted: query,
      loading: .reading(LoadProgress(rows: 0, bytes: 0)), loader: loader)
    Task { [weak list] in
      let table: Result<RowTable, any Error>
      do {
        table = .success(
          try await loader.load { [weak list] table, progress in
            guard let list else { throw CancellationError() }
            await list.show(table, progress)
          })
      } catch {
        table = .failure(error)
      }
      // Finish and follow in one step: no write may come in before the store is known.
      await list?.perform { list in
        list.finish(table, initial: query)
        list.follow(source)
      }
    }
    return list
  }

  /// Adopts the finished table, or reports why there is none.
  func finish(_ table: Result<RowTable, any Error>, initial: ListQuery) {
    loader = nil
    do {
      let table = try table.get()
      try initial.check(schema: table.schema)
      engine.adopt(table, isWhole: true)
      loading = .finished
      times.endLoading()
      prepareSearch()
      try updateRules()
      observeLimits()
      let start = ContinuousClock.now
      do { _ = try engine.setQuery(wanted) } catch { _ = try engine.setQuery(initial) }
      times.endSearch(begunAt: start)
      if let failure = engine.table.failure { throw failure }
    } catch {
      loading = .failed(error)
    }
    publish(.reset, cause: .source, changesRules: true)
  }

  /// Shows a table of the rows read so far.
  private func show(_ table: RowTable, _ progress: LoadProgress) {
    engine.adopt(table)
    loading = .reading(progress)
    // A search can fail only for attributes that have not been seen yet; it is applied later.
    _ = try? engine.setQuery(wanted.whileLoading)
    publish(.reset, cause: .source)
  }

  /// Follows a source that grows, or the foreign commits of a store, for the lifetime of the list.
  private func follow(_ source: any RowSource) {
    if let store = source as? any RowStore, case .finished = loading { return follow(store) }
    guard let source = source as? any FollowedSource, case .finished = loading else {
      updates.finish()
      return
    }
    let follower = Follower(source: source, schema: engine.table.schema)
    let updates = updates
    Task { [weak self] in
      do {
        try await follower.run { rows in try await self?.receive(rows) != nil }
      } catch {
        await self?.stop(error)
      }
      updates.finish()
    }
  }

  private func receive(_ rows: AppendedRows) throws {
    if rows.rows.isEmpty && !rows.isAnew { return }
    let outcome = try engine.append(rows)
    if outcome.revision != publishedRevision {
      publish(outcome.changes, outcome.selection, cause: .source)
    }
    selectionFilters.signal(outcome.selection?.events ?? [])
  }

  /// Reports that the source cannot be read now, unless the same error was reported already.
  func stop(_ error: any Error) {
    if loading.stop(error) { publish(cause: store == nil ? .source : .others) }
  }

  /// Reports that the source can be read again, unless it could be read before.
  func resume() {
    if loading.resume() { publish(cause: .others) }
  }

  /// Publishes that the filters of the selection or their limits have changed.
  func publishRules() { publish(cause: .request, changesRules: true) }

  /// Publishes a change since `publishedRevision`, or a new state of the source.
  func publish(
    _ changes: VisibleChanges<RowID>? = nil, _ selection: SelectionChange<RowID>? = nil,
    cause: ListUpdate.Cause, state: ListState? = nil, dropped: [String] = [],
    changesRules: Bool = false
  ) {
    publish(
      PendingChanges(changes), selection, cause: cause, state: state, dropped: dropped,
      changesRules: changesRules)
  }

  /// Publishes what a request changed, if it changed something.
  func publish(_ changes: PendingChanges, _ selection: SelectionChange<RowID>? = nil) {
    if engine.revision != publishedRevision { publish(changes, selection, cause: .request) }
  }

  private func publish(
    _ changes: PendingChanges, _ selection: SelectionChange<RowID>?, cause: ListUpdate.Cause,
    state: ListState? = nil, dropped: [String] = [], changesRules: Bool = false
  ) {
    broadcast.post(
      ListUpdate(
        loading: loading, cause: cause, previousRevision: publishedRevision,
        revision: engine.revision, pending: changes, selection: selection, total: engine.total,
        count: engine.table.count, state: state, dropped: dropped, changesRules: changesRules))
    publishedRevision = engine.revision
  }

  // MARK: State

  /// The number of changes so far, plus one.
  package var revision: Int { engine.revision }
  /// The attributes.
  ///
  /// While loading: the attributes found so far, as text.
  package var schema: ListSchema { engine.table.schema }
  /// The number of all rows known.
  package var count: Int { engine.table.count }
  /// The requested query.
  package var query: ListQuery { wanted }

  /// The summary that opening a list returns.
  package var summary: ListSummary {
    sealUpdates()
    return ListSummary(revision: engine.revision, count: engine.table.count, schema: schema)
  }

  /// Begins a request; throws if the revision is given and is not the current one, or if the
  /// source failed before.
  func beginRequest(ifRevision revision: Int?) throws {
    sealUpdates()
    try requireSource()
    guard let revision, revision != engine.revision else { return }
    throw StaleRevisionError(revision: engine.revision)
  }

  /// Throws if a part of an index file could not be read, and the rows are not what they were.
  ///
  /// Call it after what reads rows, and before anybody sees the result.
  func requireSource() throws(SourceError) {
    guard let failure = engine.table.failure else { return }
    stop(failure)
    throw failure
  }

  // MARK: Requests

  /// Carries out a request.
  ///
  /// - Throws: `StaleRevisionError`; `InvalidRequestError` if the request changes filters while
  ///   rows are being read; what the request throws.
  package func answer<Request: ListRequest>(
    _ request: Request, ifRevision: Int?
  ) async throws -> Request.Answer {
    try beginRequest(ifRevision: ifRevision)
    if request.changesFilters, case .reading = loading {
      throw InvalidRequestError("attribute: the rows are still being read")
    }
    if request.needsRules { try updateRules() }
    let flag = CancellationFlag()
    return try await withTaskCancellationHandler {
      let answer = try request.answer(from: &engine) { flag.isSet }
      try requireSource()
      if request.changesFilters { wanted.groups = engine.query.groups }
      if let effect = request.effect(of: answer) {
        publish(effect.changes, effect.selection.map { SelectionChange($0) })
        selectionFilters.signal(effect.selection?.events ?? [])
      }
      return answer
    } onCancel: {
      flag.set()
    }
  }

  /// Changes the query; the counts of rows in memory are exact.
  ///
  /// Cancelling the calling task stops the search; the query then stays unchanged.
  package func updateQuery(
    estimating: Bool, ifRevision: Int?, _ change: @Sendable (inout ListQuery) throws -> Void
  ) async throws -> QueryOutcome<RowID> {
    try catchUpWithPending()
    try beginRequest(ifRevision: ifRevision)
    var query = wanted
    try change(&query)
    let flag = CancellationFlag()
    return try await withTaskCancellationHandler {
      let shown = if case .reading = loading { query.whileLoading } else { query }
      let start = ContinuousClock.now
      let outcome = try engine.setQuery(shown) { flag.isSet }
      try requireSource()
      times.endSearch(begunAt: start)
      wanted = query
      publish(outcome.pending)
      return outcome
    } onCancel: {
      flag.set()
    }
  }

  /// Changes the query unless `change` is nil, and returns what the list then shows, in one step.
  ///
  ///     let found = try await list.snapshot(SnapshotRequest(0..<50), ifRevision: nil) { query, _ in
  ///       query.search = "mü"
  ///     }
  ///
  /// Cancelling the calling task stops the search; the query then stays unchanged.
  ///
  /// - Parameters:
  ///   - request: What to read of the result.
  ///   - ifRevision: The required revision; nil for any.
  ///   - change: Changes the query of a list with these attributes.
  /// - Returns: What the list shows after the change.
  /// - Throws: What `updateQuery` throws.
  package func snapshot(
    _ request: SnapshotRequest, ifRevision: Int?,
    changing change: (@Sendable (inout ListQuery, ListSchema) throws -> Void)?
  ) async throws -> ListSnapshot {
    if let change {
      let schema = schema
      // Nothing suspends until the snapshot is read: there is no other request between the two.
      _ = try await updateQuery(estimating: false, ifRevision: ifRevision) {
        try change(&$0, schema)
      }
    } else {
      try beginRequest(ifRevision: ifRevision)
    }
    let snapshot = read(request)
    try requireSource()
    return snapshot
  }

  /// Changes rows in one transaction: performs all operations or none.
  ///
  ///     try await list.apply([.insert(["name": .text("Ann")]), .delete(.integer(2))])
  ///
  /// Fails while the rows are still being read. If a `RowStore` keeps the rows, they are written
  /// there, and the list shows what the store has afterwards; otherwise they change in memory only.
  ///
  /// - Throws: `StaleRevisionError`; `WriteError` for the first operation that is impossible.
  package func apply(
    _ operations: [RowOperation], ifRevision: Int? = nil
  ) async throws -> ApplyOutcome<RowID> {
    guard let store else { return try applyToEngine(operations, ifRevision: ifRevision) }
    return try await write(operations, to: store, ifRevision: ifRevision)
  }

  /// Changes rows that exist only in memory; the touched ones count as changed even if no value
  /// does.
  func applyToEngine(
    _ operations: [RowOperation], touching touched: Set<RowID> = [], ifRevision: Int? = nil
  ) throws -> ApplyOutcome<RowID> {
    try beginRequest(ifRevision: ifRevision)
    try requireAllRows()
    let result = Result { try engine.apply(operations, touching: touched) }
    // Where a row cannot be read, this is the reason for any refusal.
    try requireSource()
    let outcome = try result.get()
    publish(outcome)
    return outcome
  }

  /// Publishes a transaction, and signals its events to the filters.
  func publish(_ outcome: ApplyOutcome<RowID>) {
    publish(PendingChanges(outcome.changes), outcome.selection)
    selectionFilters.signal(outcome.selection?.events ?? [])
  }

  /// Runs several operations in one step, with no other request in between.
  func perform<Outcome: Sendable>(
    _ body: @Sendable (isolated LiveList) throws -> Outcome
  ) rethrows -> Outcome {
    try body(self)
  }

  /// Throws while rows are still being read.
  func requireAllRows() throws(WriteError) {
    guard case .reading = loading else { return }
    throw WriteError(index: 0, reason: "the rows are still being read")
  }

  // MARK: Reading

  /// Reads a snapshot for a request that has begun.
  private func read(_ request: SnapshotRequest) -> ListSnapshot {
    var request = request
    let isReading = if case .reading = loading { true } else { false }
    if isReading { request.creating = nil }
    var snapshot = engine.snapshot(request)
    snapshot.isReading = isReading
    return snapshot
  }
}
