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
  /// The error after which the list answers no request: a part of an index file cannot be read.
  package var failure: SourceError?
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

  /// All changes from now on, those that requests make too, except for those of the filters of the
  /// selection; each call has a reader of its own.
  package nonisolated func allUpdates() -> Subscription<ListUpdate> {
    broadcast.subscribe { $0.cause != .request || $0.revision != $0.previousRevision }
  }

  /// Keeps later updates apart from those that are pending, because the answer to a request
  /// describes the state between them.
  package nonisolated func sealUpdates() { updates.seal() }

  /// The revisions of the list from now on, from any cause.
  ///
  /// A slow listener receives only the latest one. There can be many listeners; each gets its own
  /// sequence.
  ///
  ///     for await revision in list.revisions { show(revision) }
  package nonisolated var revisions: AsyncStream<Int> {
    let changes = allUpdates()
    return AsyncStream {
      for await _ in changes.wakeups {
        let news = changes.drain().last { $0.revision != $0.previousRevision }
        if let revision = news?.revision { return revision }
      }
      return nil
    }
  }
}

extension LiveList: ListProtocol {
  /// The current state, without beginning a request.
  package var state: ListState {
    var state = ListState(
      revision: revision, count: count, schema: schema, query: query,
      stopReason: loading.stopReason ?? engine.table.failure?.reason)
    state.failure = engine.table.failure
    state.rules = selectionFilters.rules
    state.isStored = store != nil
    if case .reading = loading { state.isReading = true }
    state.idAttribute = engine.table.idAttribute
    return state
  }

  package func read<Outcome: Sendable>(
    _ request: ReadRequest,
    _ body: @Sendable (any ListReading, ListUpdate.Loading) throws -> Outcome
  ) throws -> Outcome {
    try requireSource()
    let outcome = try body(engine, loading)
    try requireSource()
    return outcome
  }

  /// Returns the ranges whose control state differs from the one last reported.
  package func drainRangeUpdates() throws -> [RangeUpdate] {
    let updates = try engine.drainRangeUpdates()
    try requireSource()
    return updates
  }

  /// Where selections are saved: with the table.
  package var shortlists: any ShortlistStore {
    get throws {
      guard let store = store as? any ShortlistStore else { throw ShortlistStoreError() }
      return store
    }
  }
}
