package import ShortlistCore

/// The state of a list besides its rows.
package struct ListState: Sendable {
  /// The number of changes so far, plus one.
  package var revision: Int
  /// The number of all rows known.
  package var count: Int
  /// The attributes.
  package var schema: ListSchema
  /// The name of the id attribute; nil if row numbers identify the rows.
  package var idAttribute: String?
  /// The requested query.
  package var query: ListQuery
  /// The reason why the list cannot follow its source now; nil if it follows it or has no need to.
  package var stopReason: String?
  /// The rules of the selection, in evaluation order.
  package var rules: [SelectionRule] = []
  /// Whether rows that are created or changed are written to the source.
  package var isStored = false
  /// Whether rows are still being read.
  package var isReading = false
  /// Whether the rows stay on a server, where reading rows far from the first ones takes time.
  package var isRemote = false
  /// The kinds of searches that the list can carry out; the first is the usual one.
  package var matchKinds: [MatchKind] = [.auto, .fuzzy, .typos, .words, .substring, .prefix]

  /// Creates a state.
  package init(
    revision: Int, count: Int, schema: ListSchema, query: ListQuery, stopReason: String? = nil
  ) {
    self.revision = revision
    self.count = count
    self.schema = schema
    self.query = query
    self.stopReason = stopReason
  }
}

extension ListProtocol {
  /// The number of changes so far, plus one.
  package var revision: Int { get async { await state.revision } }
  /// The number of all rows known.
  package var count: Int { get async { await state.count } }
  /// The attributes.
  package var schema: ListSchema { get async { await state.schema } }
  /// The requested query.
  package var query: ListQuery { get async { await state.query } }
  /// The reason why the list cannot follow its source now; nil if it follows it or has no need to.
  package var stopReason: String? { get async { await state.stopReason } }

  /// The revisions of the list from now on, from any cause.
  ///
  /// A slow listener receives only the latest one. There can be many listeners; each gets its own
  /// sequence.
  ///
  ///     for await revision in list.revisions { show(revision) }
  package nonisolated var revisions: AsyncStream<Int> {
    let changes = allUpdates().subscription
    return AsyncStream {
      for await _ in changes.arrivals {
        let news = changes.drain().last { $0.revision != $0.previousRevision }
        if let revision = news?.revision { return revision }
      }
      return nil
    }
  }

  /// Changes the selection; ids do not change over time.
  package func select(
    _ request: SelectionRequest, shownAt revision: Int, idLimit: Int, refusedIDLimit: Int,
    ifRevision: Int?
  ) async throws -> SelectionOutcome {
    try await select(
      request, idLimit: idLimit, refusedIDLimit: refusedIDLimit, ifRevision: ifRevision)
  }

  /// Passes the selected rows to a function, all at once.
  package func forEachSelectedBatch(
    _ body: @escaping @Sendable ([(id: RowID, values: [CellValue])]) throws -> Void
  ) async throws {
    try body(try await selectedRows(first: .max))
  }

  /// Returns the first selected rows in pick order, at most `limit`.
  package func selectedRows(
    first limit: Int
  ) async throws -> [(id: RowID, values: [CellValue])] {
    let report = try await selectedRowsReport(from: 0, length: limit, ifRevision: nil)
    return zip(report.ids, report.rows).map { ($0, $1) }
  }
}

extension LiveList: ListProtocol {
  /// Changes the query; a list in memory has no estimates.
  package func updateQuery(
    estimating: Bool, ifRevision: Int?, _ change: @Sendable (inout ListQuery) throws -> Void
  ) async throws -> QueryOutcome {
    try await updateQuery(ifRevision: ifRevision, change)
  }

  /// The current state, without beginning a request.
  package var state: ListState {
    var state = ListState(
      revision: revision, count: count, schema: schema, query: query, stopReason: stopReason)
    state.rules = selectionFilters.map(\.rule)
    state.isStored = isStored
    if case .reading = loading { state.isReading = true }
    state.idAttribute = engine.table.idAttribute
    return state
  }

  package func read<Outcome: Sendable>(
    _ request: ReadRequest,
    _ body: @Sendable (any ListReading, ListUpdate.Loading) throws -> Outcome
  ) throws -> Outcome {
    try body(engine, loading)
  }

  package func forEachBatch(
    of positions: Range<Int>, _ body: @escaping @Sendable ([ListSnapshot.Line]) throws -> Void
  ) throws {
    try beginRequest(ifRevision: nil)
    let end = positions.upperBound
    for start in stride(from: positions.lowerBound, to: end, by: Self.batch) {
      let lines = engine.snapshot(start..<min(start + Self.batch, end), highlights: false).lines
      if lines.isEmpty { return }
      try body(lines)
    }
  }

  /// The number of rows that are passed on at a time.
  private static let batch = 1000
}
