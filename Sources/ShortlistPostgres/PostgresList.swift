package import Shortlist
package import ShortlistCore

/// A list of a table whose rows stay on the server.
///
/// Each request is one transaction that sees one snapshot. It first takes in what others have
/// committed, as an update of its own, so that its answer is about the rows of that snapshot.
package actor PostgresList: ListProtocol {
  package nonisolated let updates: ListUpdates
  private nonisolated let broadcast: Broadcast<ListUpdate>
  private let table: PostgresTable
  /// Lets one request at a time use the connection; they keep their order.
  private let lock = AsyncMutex()
  private var engine: RemoteEngine
  private var epoch: PostgresTable.Epoch
  private var loading = ListUpdate.Loading.finished
  /// The rules of the selection, in evaluation order.
  private var rules: [SelectionRule] = []

  private init(_ table: PostgresTable, _ engine: RemoteEngine, _ epoch: PostgresTable.Epoch) {
    self.table = table
    self.engine = engine
    self.epoch = epoch
    let broadcast = Broadcast<ListUpdate>()
    self.broadcast = broadcast
    updates = ListUpdates(subscription: broadcast.subscribe { $0.cause != .request })
  }

  deinit { broadcast.finish() }

  /// Opens a list, and follows the commits of others for its lifetime.
  static func open(
    _ table: PostgresTable, options: TableOptions, query: ListQuery
  ) async throws -> PostgresList {
    let (engine, epoch) = try await table.perform { flag in
      try table.openRemote(options, query, until: flag)
    }
    let list = PostgresList(table, engine, epoch)
    let news = table.news
    Task { [weak list] in
      for await _ in news {
        // The update reports an error. The watch signals when to try again.
        guard let list else { return }
        try? await list.answer(ifRevision: nil) { _, _ in }
      }
    }
    return list
  }

  // MARK: Requests

  /// Carries out a request in one transaction.
  private func answer<Outcome: Sendable>(
    ifRevision: Int?, writes: Bool = false,
    _ body: @escaping @Sendable (inout RemoteEngine, RemoteTransaction) throws -> Outcome
  ) async throws -> Outcome {
    updates.seal()
    return try await lock.withLock {
      let (table, engine, epoch) = (table, engine, epoch)
      let visit: PostgresTable.Visit<Outcome>
      do {
        visit = try await table.perform { flag in
          try table.visit(
            engine, epoch, ifRevision: ifRevision, writes: writes, until: flag, body)
        }
      } catch let error as SourceError {
        stop(error)
        throw error
      }
      let previous = self.engine.revision
      self.engine = visit.engine
      self.epoch = visit.epoch
      if case .stopped = loading {
        loading = .finished
        publish(visit.others ?? .init(revision: previous), since: previous)
      } else if let others = visit.others {
        publish(others, since: previous)
      }
      return try visit.outcome.get()
    }
  }

  private func publish(_ others: PostgresTable.Others, since previous: Int) {
    broadcast.post(
      ListUpdate(
        loading: loading, cause: .others, previousRevision: previous, revision: others.revision,
        pending: PendingChanges(others.changes), selection: others.selection,
        total: others.total ?? engine.total, count: others.count ?? engine.count))
  }

  /// Reports that the server cannot be asked now, unless it was reported already.
  private func stop(_ error: SourceError) {
    if case .stopped(let old) = loading, "\(old)" == "\(error)" { return }
    loading = .stopped(error)
    publish(PostgresTable.Others(revision: engine.revision), since: engine.revision)
  }

  // MARK: State

  package var state: ListState {
    var reason: String?
    if case .stopped(let error) = loading { reason = (error as? SourceError)?.reason ?? "\(error)" }
    var state = ListState(
      revision: engine.revision, count: engine.count, schema: engine.schema, query: engine.query,
      stopReason: reason)
    (state.rules, state.matchKinds) = (rules, RemoteEngine.matchKinds)
    (state.isStored, state.isRemote) = (true, true)
    return state
  }

  package var summary: ListSummary {
    updates.seal()
    return ListSummary(revision: engine.revision, count: engine.count, schema: engine.schema)
  }

  // MARK: Query and windows

  package func updateQuery(
    ifRevision: Int?, _ change: @Sendable (inout ListQuery) throws -> Void
  ) async throws -> QueryOutcome {
    let wanted = try query(ifRevision: ifRevision) { query, _ in try change(&query) }
    return try await answer(ifRevision: ifRevision) { engine, transaction in
      try engine.setQuery(wanted, from: transaction.rows)
    }
  }

  /// Returns the changed query.
  private func query(
    ifRevision: Int?, _ change: (inout ListQuery, ListSchema) throws -> Void
  ) throws -> ListQuery {
    if let ifRevision, ifRevision != engine.revision {
      throw StaleRevision(revision: engine.revision)
    }
    var query = engine.query
    try change(&query, engine.schema)
    return query
  }

  package func setRange(
    _ range: RangeOptions?, section: String?, revises: Bool, ifRevision: Int?
  ) async throws -> WindowOutcome {
    try await answer(ifRevision: ifRevision) { engine, transaction in
      try engine.setRange(range, section: section, revises: revises, from: transaction.rows)
    }
  }

  // MARK: Reading

  package func snapshot(
    _ request: SnapshotRequest, ifRevision: Int?
  ) async throws -> ListSnapshot {
    try await answer(ifRevision: ifRevision) { engine, transaction in
      try engine.snapshot(request, from: transaction.rows)
    }
  }

  package func snapshot(
    _ request: SnapshotRequest, ifRevision: Int?,
    changing change: @Sendable (inout ListQuery, ListSchema) throws -> Void
  ) async throws -> ListSnapshot {
    let wanted = try query(ifRevision: ifRevision, change)
    return try await answer(ifRevision: ifRevision) { engine, transaction in
      _ = try engine.setQuery(wanted, from: transaction.rows)
      return try engine.snapshot(request, from: transaction.rows)
    }
  }

  package func forEachBatch(
    of positions: Range<Int>, _ body: @escaping @Sendable ([ListSnapshot.Line]) throws -> Void
  ) async throws {
    try await answer(ifRevision: nil) { engine, transaction in
      try engine.forEachBatch(of: positions, from: transaction.rows, body)
    }
  }

  package func sections(ifRevision: Int?) async throws -> SectionsReport {
    try await answer(ifRevision: ifRevision) { engine, _ in engine.sections }
  }

  package func rows(
    section: String?, from: Int, length: Int, attributes: [String]?, highlights: Bool,
    selected: Bool, ifRevision: Int?
  ) async throws -> RowsReport {
    try await answer(ifRevision: ifRevision) { engine, transaction in
      try engine.rows(
        section: section, from: from, length: length, attributes: attributes,
        highlights: highlights, selected: selected, server: transaction.rows)
    }
  }

  package func ids(section: String?, ifRevision: Int?) async throws -> IDsReport {
    try await answer(ifRevision: ifRevision) { engine, transaction in
      try engine.ids(section: section, server: transaction.rows)
    }
  }

  package func id(section: Int, row: Int, ifRevision: Int?) async throws -> RowID? {
    try await answer(ifRevision: ifRevision) { engine, transaction in
      try engine.id(section: section, row: row, server: transaction.rows)
    }
  }

  package func locate(_ ids: [RowID], ifRevision: Int?) async throws -> PositionsReport {
    try await answer(ifRevision: ifRevision) { engine, transaction in
      try engine.locate(ids, server: transaction.rows)
    }
  }

  package func measure(_ request: MeasureRequest, ifRevision: Int?) async throws -> Measures {
    try await answer(ifRevision: ifRevision) { engine, transaction in
      try engine.measure(request, from: transaction.rows)
    }
  }

  package func suggestions(
    for text: String, in attribute: String, from first: Int, limit: Int, ifRevision: Int?
  ) async throws -> Suggestions {
    try await answer(ifRevision: ifRevision) { engine, transaction in
      try engine.suggestions(
        for: text, in: attribute, from: first, limit: limit, server: transaction.rows)
    }
  }

  // MARK: Writing

  package func apply(
    _ operations: [RowOperation], ifRevision: Int?
  ) async throws -> ApplyOutcome {
    try await answer(ifRevision: ifRevision, writes: true) { engine, transaction in
      try transaction.write(operations, in: &engine)
    }
  }

  package func commitSuggestion(
    _ text: String, in attribute: String, values: RowValues, selects: Bool, equality: TextEquality,
    ifRevision: Int?
  ) async throws -> SuggestionOutcome {
    try await answer(ifRevision: ifRevision, writes: true) { engine, transaction in
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
    }
  }

  // MARK: Selection

  package func select(
    _ request: SelectionRequest, idLimit: Int, refusedIDLimit: Int, ifRevision: Int?
  ) async throws -> SelectionOutcome {
    try await answer(ifRevision: ifRevision) { engine, transaction in
      try engine.select(
        request, idLimit: idLimit, refusedIDLimit: refusedIDLimit, from: transaction.rows)
    }
  }

  package func setSelectionFilters(
    _ filters: [any SelectionFilter], mode: SelectionMode?, ifRevision: Int?
  ) async throws -> SelectionRulesReport {
    let rules = filters.map(\.rule)
    let report = try await answer(ifRevision: ifRevision) { engine, _ in
      try engine.setSelectionRules(rules, mode: mode)
    }
    self.rules = rules
    return report
  }

  package func selection(
    limit: Int, order: SelectionReport.Order, ifRevision: Int?
  ) async throws -> SelectionReport {
    try await answer(ifRevision: ifRevision) { engine, transaction in
      try engine.selectionReport(limit: limit, order: order, server: transaction.rows)
    }
  }

  package func selectedRowsReport(
    from: Int, length: Int, ifRevision: Int?
  ) async throws -> SelectedRowsReport {
    try await answer(ifRevision: ifRevision) { engine, transaction in
      try engine.selectedRowsReport(from: from, length: length, server: transaction.rows)
    }
  }

  package func forEachSelectedBatch(
    _ body: @escaping @Sendable ([(id: RowID, values: [CellValue])]) throws -> Void
  ) async throws {
    try await answer(ifRevision: nil) { engine, transaction in
      try engine.forEachSelectedBatch(from: transaction.rows, body)
    }
  }

  package func selectedSections(ifRevision: Int?) async throws -> SelectedSectionsReport {
    try await answer(ifRevision: ifRevision) { engine, transaction in
      try engine.selectedSections(from: transaction.rows)
    }
  }

  private static let keepsNone = NotSupported(
    "selections of rows that stay on the server cannot be saved yet")

  package func saveSelection(as name: String, ifRevision: Int?) async throws -> SavedShortlist {
    throw Self.keepsNone
  }

  package func loadSelection(_ name: String, ifRevision: Int?) async throws -> ShortlistOutcome {
    throw Self.keepsNone
  }

  package func savedSelections(ifRevision: Int?) async throws -> [SavedShortlist] {
    throw Self.keepsNone
  }

  package func renameSelection(
    _ name: String, to newName: String, ifRevision: Int?
  ) async throws {
    throw Self.keepsNone
  }

  package func forgetSelection(_ name: String, ifRevision: Int?) async throws {
    throw Self.keepsNone
  }

  // MARK: Ranges

  package func connect(
    _ control: RangeControl, range: (lower: Quantity, upper: Quantity)?, ifRevision: Int?
  ) async throws -> (handle: RangeHandle, outcome: RangeOutcome) {
    try await answer(ifRevision: ifRevision) { engine, transaction in
      try engine.connect(control, range: range, from: transaction.rows)
    }
  }

  package func choose(
    _ range: (lower: Quantity, upper: Quantity)?, with handle: RangeHandle, ifRevision: Int?
  ) async throws -> RangeOutcome {
    try await answer(ifRevision: ifRevision) { engine, transaction in
      try engine.choose(range, with: handle, from: transaction.rows)
    }
  }

  package func rangeState(
    _ handle: RangeHandle, ifRevision: Int?
  ) async throws -> NumberRangeState<Quantity> {
    try await answer(ifRevision: ifRevision) { engine, transaction in
      try engine.rangeState(handle, from: transaction.rows)
    }
  }

  package func disconnect(_ handle: RangeHandle, ifRevision: Int?) async throws -> QueryOutcome {
    try await answer(ifRevision: ifRevision) { engine, transaction in
      try engine.disconnect(handle, from: transaction.rows)
    }
  }

  package func drainRangeUpdates() async throws -> [RangeUpdate] {
    guard engine.hasRangeUpdates else { return [] }
    return try await answer(ifRevision: nil) { engine, transaction in
      try engine.drainRangeUpdates(from: transaction.rows)
    }
  }
}
