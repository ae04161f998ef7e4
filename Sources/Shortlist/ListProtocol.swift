package import ShortlistCore

/// What front ends need of a list, whether its rows are in memory or on a server.
///
/// A `LiveList` keeps its rows in memory and answers without suspending. Another list may ask a
/// server, so that an answer takes seconds, fails, or is cancelled with the task that asked.
///
/// A list carries out its requests in the order of the calls. Every change increments the revision
/// by one. A request that names a revision throws `StaleRevisionError` at any other one. A request
/// that throws changes nothing. Cancelling the calling task cancels its request.
package protocol ListProtocol: Actor {
  // MARK: Changes and state

  /// Publishes all changes.
  nonisolated var broadcast: Broadcast<ListUpdate> { get }

  /// The changes that no request made, for one reader.
  ///
  /// Updates are not merged across a request, whose response described the state between them.
  nonisolated var updates: Subscription<ListUpdate> { get }

  /// The current state, without beginning a request.
  var state: ListState { get async }

  /// An overview, which begins a request: later updates are kept apart from pending ones.
  var summary: ListSummary { get async }

  // MARK: Requests

  /// Carries out a request in one step.
  func answer<Request: ListRequest>(
    _ request: Request, ifRevision: Int?
  ) async throws -> Request.Answer

  /// Changes the query, and with it the visible rows; if `estimating`, counts may be estimates of a
  /// server until exact ones follow with an update.
  func updateQuery(
    estimating: Bool, ifRevision: Int?, _ change: @Sendable (inout ListQuery) throws -> Void
  ) async throws -> QueryOutcome<RowID>

  /// Changes the query unless `change` is nil, and returns what the list then shows, in one step.
  func snapshot(
    _ request: SnapshotRequest, ifRevision: Int?,
    changing change: (@Sendable (inout ListQuery, ListSchema) throws -> Void)?
  ) async throws -> ListSnapshot

  /// Passes what the list has to a function, in one step.
  ///
  /// The updates up to that revision have been published, and no later ones.
  func read<Outcome: Sendable>(
    _ request: ReadRequest,
    _ body: @Sendable (any ListReading, ListUpdate.Loading) throws -> Outcome
  ) async throws -> Outcome

  /// Returns what a query finds, without changing the list.
  func lookUp(
    _ query: ListQuery, _ rows: Range<Int>, measuring request: MeasureRequest
  ) async throws -> QueryLookup

  /// Returns the ranges whose control state differs from the one last reported.
  func drainRangeUpdates() async throws -> [RangeUpdate]

  // MARK: Writing

  /// Changes rows in one transaction: performs all operations or none.
  func apply(_ operations: [RowOperation], ifRevision: Int?) async throws -> ApplyOutcome<RowID>

  /// Finds the row with a text, or inserts one, and selects it, in one step.
  func commitSuggestion(
    _ text: String, in attribute: String, values: RowValues, selects: Bool, equality: TextEquality,
    ifRevision: Int?
  ) async throws -> SuggestionOutcome<RowID>

  // MARK: Selection

  /// Replaces the filters of the selection, and its mode unless it is nil.
  func setSelectionFilters(
    _ filters: [any SelectionFilter], mode: SelectionMode?, ifRevision: Int?
  ) async throws -> SelectionRulesReport<RowID>

  /// Where selections are saved; throws `ShortlistStoreError` if nowhere.
  var shortlists: any ShortlistStore { get throws }
}
