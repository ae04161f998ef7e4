package import Shortlist
package import ShortlistCore

/// A list of a table whose rows stay on the server.
///
/// Each request is one transaction that sees one snapshot. It first takes in what others have
/// committed, as an update of its own, so that its answer is about the rows of that snapshot.
package actor PostgresList: ListProtocol {
  package nonisolated let updates: Subscription<ListUpdate>
  package nonisolated let broadcast = Broadcast<ListUpdate>()
  private let table: PostgresTable
  /// Lets one request at a time use the connection; they keep their order.
  private let lock = AsyncMutex()
  private var engine: RemoteEngine
  private var epoch: PostgresTable.Epoch
  private var loading = ListUpdate.Loading.finished
  /// Takes in what others have committed, and counts what was estimated; a request that makes do
  /// with estimates cancels it.
  private var refresh: (number: Int, task: Task<Void, Never>)?
  private var refreshes = 0
  /// Whether there may be commits that the list has not taken in.
  private var isBehind = false
  /// The filters of the selection.
  private var filters = InstalledFilters()

  private init(_ table: PostgresTable, _ engine: RemoteEngine, _ epoch: PostgresTable.Epoch) {
    self.table = table
    self.engine = engine
    self.epoch = epoch
    updates = broadcast.subscribe { $0.cause != .request }
  }

  deinit {
    filters.endObservations()
    broadcast.finish()
  }

  /// Opens a list, and follows the commits of others for its lifetime.
  static func open(
    _ table: PostgresTable, options: TableOptions, query: ListQuery, estimating: Bool
  ) async throws -> PostgresList {
    let (engine, epoch) = try await table.perform { flag in
      try table.openRemote(options, query, estimating: estimating, until: flag)
    }
    let list = PostgresList(table, engine, epoch)
    await list.refreshSoon()
    let wakeups = table.wakeups
    Task { [weak list] in
      for await _ in wakeups {
        guard let list else { return }
        await list.noticeCommits()
      }
    }
    return list
  }

  // MARK: Requests

  /// What a request has changed.
  private typealias Change = (pending: PendingChanges, selection: SelectionChange<RowID>?)

  /// Carries out a request in one transaction; one that makes do with estimates does not wait until
  /// others are counted.
  ///
  /// The update that a change of the list causes is a reset, unless `change` says more.
  private func carryOut<Outcome: Sendable>(
    ifRevision: Int?, writes: Bool = false, counting: PostgresTable.Counting = .exact,
    _ body: @escaping @Sendable (inout RemoteEngine, RemoteTransaction) throws -> Outcome,
    change: (Outcome) -> Change = { _ in (PendingChanges(.reset), nil) }
  ) async throws -> Outcome {
    try await makingWay(counting) {
      try await lock.withLock {
        try await visit(ifRevision: ifRevision, writes: writes, counting, body, change: change)
      }
    }
  }

  /// Carries out a request; one that makes do with estimates cancels the counting.
  private func makingWay<Outcome: Sendable>(
    _ counting: PostgresTable.Counting, _ request: () async throws -> Outcome
  ) async throws -> Outcome {
    if counting == .estimated || counting == .kept && !engine.estimates.isEmpty {
      refresh?.task.cancel()
      if refresh != nil { (refresh, isBehind) = (nil, true) }
    }
    defer {
      sealUpdates()
      refreshSoon()
    }
    return try await request()
  }

  /// Records that others may have committed.
  private func noticeCommits() {
    isBehind = true
    refreshSoon()
  }

  /// Begins to take in what others have committed, and to count what was estimated.
  private func refreshSoon() {
    guard refresh == nil, isBehind || !engine.estimates.isEmpty else { return }
    refreshes += 1
    refresh = (
      refreshes, Task { [number = refreshes, weak self] in await self?.refreshNow(number) }
    )
  }

  /// How long no request arrives before estimates are counted.
  private static let pauseBeforeCounting = Duration.milliseconds(200)

  private func refreshNow(_ number: Int) async {
    while refresh?.number == number, isBehind || !engine.estimates.isEmpty {
      if !engine.estimates.isEmpty {
        // The next key would have to end the counting, which takes longer than its own answer.
        try? await Task.sleep(for: Self.pauseBeforeCounting)
        if Task.isCancelled { break }
      }
      isBehind = false
      do {
        try await lock.withLock { try await visit(ifRevision: nil, .exact) { _, _ in } }
      } catch {
        // The update reports an error. The watch signals when to try again.
        isBehind = true
        break
      }
    }
    if refresh?.number == number { refresh = nil }
  }

  /// Carries out a request, and publishes what has changed, while the lock is held.
  private func visit<Outcome: Sendable>(
    ifRevision: Int?, writes: Bool = false, _ counting: PostgresTable.Counting,
    _ body: @escaping @Sendable (inout RemoteEngine, RemoteTransaction) throws -> Outcome,
    change: (Outcome) -> Change = { _ in (PendingChanges(.reset), nil) }
  ) async throws -> Outcome {
    let (table, engine, epoch) = (table, engine, epoch)
    let visit: PostgresTable.Visit<Outcome>
    do {
      visit = try await table.perform { flag in
        try table.visit(
          engine, epoch, ifRevision: ifRevision, writes: writes, counting, until: flag, body)
      }
    } catch let error as SourceError {
      stop(error)
      throw error
    }
    var previous = self.engine.revision
    self.engine = visit.engine
    self.epoch = visit.epoch
    let isBack = loading.resume()
    if let others = visit.others ?? (isBack ? .init(revision: previous) : nil) {
      publish(others, since: previous)
    }
    previous = visit.others?.revision ?? previous
    let outcome = try visit.outcome.get()
    if self.engine.revision != previous { publish(change(outcome), since: previous) }
    return outcome
  }

  private func publish(_ others: PostgresTable.Others, since previous: Int) {
    broadcast.post(
      ListUpdate(
        loading: loading, cause: .others, previousRevision: previous, revision: others.revision,
        pending: PendingChanges(others.changes), selection: others.selection,
        total: others.total ?? engine.total, count: others.count ?? engine.count,
        estimates: engine.estimates))
    filters.signal(others.selection?.events ?? [])
  }

  private func publish(_ change: Change, since previous: Int) {
    broadcast.post(
      ListUpdate(
        loading: loading, cause: .request, previousRevision: previous, revision: engine.revision,
        pending: change.pending, selection: change.selection, total: engine.total,
        count: engine.count, estimates: engine.estimates))
  }

  /// Reports that the server cannot be queried now, unless it was reported already.
  private func stop(_ error: SourceError) {
    if loading.stop(error) {
      publish(PostgresTable.Others(revision: engine.revision), since: engine.revision)
    }
  }

  // MARK: State

  package var state: ListState {
    var state = ListState(
      revision: engine.revision, count: engine.count, schema: engine.schema, query: engine.query,
      stopReason: loading.stopReason)
    (state.rules, state.matchKinds) = (filters.rules, RemoteEngine.matchKinds)
    (state.isStored, state.isRemote) = (true, true)
    state.idAttribute = engine.idAttribute
    return state
  }

  package var summary: ListSummary {
    sealUpdates()
    var summary = ListSummary(
      revision: engine.revision, count: engine.count, schema: engine.schema)
    summary.estimates = engine.estimates.intersection(.count)
    return summary
  }

  // MARK: Query and windows

  package func answer<Request: ListRequest>(
    _ request: Request, ifRevision: Int?
  ) async throws -> Request.Answer {
    // The limits of the filters may have changed.
    let rules = request.needsRules ? filters.rules : nil
    let answer = try await carryOut(
      ifRevision: ifRevision, counting: request.allowsEstimates ? .kept : .exact
    ) { engine, transaction in
      if let rules { _ = try engine.setSelectionRules(rules, mode: nil) }
      var served = ServedEngine(engine, transaction.rows)
      defer { engine = served.engine }
      return try request.answer(from: &served) { false }
    } change: {
      let effect = request.effect(of: $0)
      return (
        effect?.changes ?? PendingChanges(.reset), effect?.selection.map { SelectionChange($0) }
      )
    }
    if let selection = request.effect(of: answer)?.selection { filters.signal(selection.events) }
    return answer
  }

  package func updateQuery(
    estimating: Bool, ifRevision: Int?, _ change: @Sendable (inout ListQuery) throws -> Void
  ) async throws -> QueryOutcome<RowID> {
    let requested = try query(ifRevision: ifRevision) { query, _ in try change(&query) }
    return try await carryOut(
      ifRevision: ifRevision, counting: estimating ? .estimated : .exact
    ) { engine, transaction in
      try engine.setQuery(requested, estimating: estimating, from: transaction.rows)
    } change: {
      ($0.pending, nil)
    }
  }

  /// Returns the changed query.
  private func query(
    ifRevision: Int?, _ change: (inout ListQuery, ListSchema) throws -> Void
  ) throws -> ListQuery {
    if let ifRevision, ifRevision != engine.revision {
      throw StaleRevisionError(revision: engine.revision)
    }
    var query = engine.query
    try change(&query, engine.schema)
    return query
  }

  // MARK: Reading

  package func snapshot(
    _ request: SnapshotRequest, ifRevision: Int?,
    changing change: (@Sendable (inout ListQuery, ListSchema) throws -> Void)?
  ) async throws -> ListSnapshot {
    guard let change else {
      return try await carryOut(
        ifRevision: ifRevision, counting: request.estimates ? .kept : .exact
      ) { engine, transaction in
        try engine.snapshot(request, from: transaction.rows)
      }
    }
    let requested = try query(ifRevision: ifRevision, change)
    return try await carryOut(
      ifRevision: ifRevision, counting: request.estimates ? .estimated : .exact
    ) { engine, transaction in
      let outcome = try engine.setQuery(
        requested, estimating: request.estimates, from: transaction.rows)
      return (try engine.snapshot(request, from: transaction.rows), outcome.pending)
    } change: {
      ($0.1, nil)
    }.0
  }

  package func read<Outcome: Sendable>(
    _ request: ReadRequest,
    _ body: @Sendable (any ListReading, ListUpdate.Loading) throws -> Outcome
  ) async throws -> Outcome {
    try await makingWay(.kept) {
      try await lock.withLock {
        if request == .visible, let reading = engine.visibleReading {
          return try body(reading, loading)
        }
        let reading = try await visit(ifRevision: nil, .kept) { engine, transaction in
          try engine.reading(request, from: transaction.rows)
        }
        return try body(reading, loading)
      }
    }
  }

  package func lookUp(
    _ query: ListQuery, _ rows: Range<Int>, measuring request: MeasureRequest
  ) async throws -> QueryLookup {
    try await carryOut(ifRevision: nil, counting: .kept) { engine, transaction in
      try engine.lookUp(query, rows, measuring: request, from: transaction.rows)
    }
  }

  // MARK: Writing

  package func apply(
    _ operations: [RowOperation], ifRevision: Int?
  ) async throws -> ApplyOutcome<RowID> {
    try await carryOut(ifRevision: ifRevision, writes: true) { engine, transaction in
      try transaction.write(operations, in: &engine)
    } change: {
      (PendingChanges($0.changes), $0.selection)
    }
  }

  package func commitSuggestion(
    _ text: String, in attribute: String, values: RowValues, selects: Bool, equality: TextEquality,
    ifRevision: Int?
  ) async throws -> SuggestionOutcome<RowID> {
    let rules = filters.rules
    let outcome = try await carryOut(ifRevision: ifRevision, writes: true) { engine, transaction in
      _ = try engine.setSelectionRules(rules, mode: nil)
      let suggested = try engine.commitSuggestion(
        text, in: attribute, values: values, selects: selects, equality: equality,
        from: transaction.rows)
      switch suggested {
      case .done(let outcome): return outcome
      case .new(let row):
        let written = try transaction.write([.insert(row)], in: &engine)
        return try engine.acceptSuggestion(
          written.inserted.first, changes: written.changes, selects: selects,
          from: transaction.rows)
      }
    } change: {
      (PendingChanges($0.changes), SelectionChange($0.selection))
    }
    filters.signal(outcome.selection.events)
    return outcome
  }

  // MARK: Selection

  package func setSelectionFilters(
    _ filters: [any SelectionFilter], mode: SelectionMode?, ifRevision: Int?
  ) async throws -> SelectionRulesReport<RowID> {
    let rules = filters.map(\.rule)
    let report = try await carryOut(ifRevision: ifRevision) { engine, _ in
      try engine.setSelectionRules(rules, mode: mode)
    }
    self.filters.replace(with: filters)
    self.filters.observeLimits { [weak self] in
      Task { [weak self] in await self?.publishRules() }
    }
    publishRules()
    return report
  }

  /// Publishes that the filters of the selection or their limits have changed.
  private func publishRules() {
    broadcast.post(
      ListUpdate(
        loading: loading, cause: .request, previousRevision: engine.revision,
        revision: engine.revision, pending: PendingChanges(), total: engine.total,
        count: engine.count, changesRules: true, estimates: engine.estimates))
  }

  package var shortlists: any ShortlistStore { table }

  // MARK: Ranges

  package func drainRangeUpdates() async throws -> [RangeUpdate] {
    guard engine.hasRangeUpdates else { return [] }
    return try await carryOut(ifRevision: nil) { engine, transaction in
      try engine.drainRangeUpdates(from: transaction.rows)
    }
  }
}
