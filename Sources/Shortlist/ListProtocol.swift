package import ShortlistCore

/// What front ends need of a list, whether its rows are in memory or on a server.
///
/// A `LiveList` keeps its rows in memory and answers without suspending. Another list may ask a
/// server, so that an answer takes seconds, fails, or is cancelled with the task that asked.
///
/// A list carries out its requests in the order of the calls. Every change increments the revision
/// by one. A request that names a revision throws `StaleRevision` at any other one. A request that
/// throws changes nothing.
package protocol ListProtocol: Actor {
  /// The changes that no request made.
  nonisolated var updates: ListUpdates { get }

  /// All changes from now on, those that requests make too; each call has a reader of its own.
  nonisolated func allUpdates() -> ListUpdates

  /// Sent when the filters of the selection or their limits change.
  nonisolated var rulesChanged: ListSignal<Void> { get }

  /// Sent when the source has other columns, before the update: the state with them, and with the
  /// query that fits them.
  nonisolated var columnsChanged: ListSignal<ListState> { get }

  /// The current state, without beginning a request.
  var state: ListState { get async }

  /// An overview, which begins a request: later updates are kept apart from pending ones.
  var summary: ListSummary { get async }

  // MARK: Query and windows

  /// Changes the query, and with it the visible rows.
  func updateQuery(
    ifRevision: Int?, _ change: @Sendable (inout ListQuery) throws -> Void
  ) async throws -> QueryOutcome

  /// Changes the query; if `estimating`, counts may be estimates of a server until exact ones follow
  /// with an update.
  func updateQuery(
    estimating: Bool, ifRevision: Int?, _ change: @Sendable (inout ListQuery) throws -> Void
  ) async throws -> QueryOutcome

  /// Sets the range of a section, or the default range; if `revises`, the revision grows even if
  /// the range is the same.
  func setRange(
    _ range: RangeOptions?, section: String?, revises: Bool, ifRevision: Int?
  ) async throws -> WindowOutcome

  // MARK: Reading

  /// Returns what the list shows now.
  func snapshot(_ request: SnapshotRequest, ifRevision: Int?) async throws -> ListSnapshot

  /// Changes the query, and returns what the list then shows, in one step.
  func snapshot(
    _ request: SnapshotRequest, ifRevision: Int?,
    changing change: @Sendable (inout ListQuery, ListSchema) throws -> Void
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

  /// Passes the visible rows at these positions to a function, in batches in shown order, all at
  /// one revision; what the function throws ends it.
  func forEachBatch(
    of positions: Range<Int>, _ body: @escaping @Sendable ([ListSnapshot.Line]) throws -> Void
  ) async throws

  /// Returns the shown sections and their windows.
  func sections(ifRevision: Int?) async throws -> SectionsReport

  /// Returns visible rows of a section (nil is the first), from a position in its window on.
  func rows(
    section: String?, from: Int, length: Int, attributes: [String]?, highlights: Bool,
    selected: Bool, ifRevision: Int?
  ) async throws -> RowsReport

  /// Returns the visible ids of one section, or of all sections in order.
  func ids(section: String?, ifRevision: Int?) async throws -> IDsReport

  /// Returns the id at a position: index of the section, index of the row within its window.
  func id(section: Int, row: Int, ifRevision: Int?) async throws -> RowID?

  /// Returns the positions of rows.
  func locate(_ ids: [RowID], ifRevision: Int?) async throws -> PositionsReport

  /// Counts the values of attributes, and measures numbers and dates, among the matching rows.
  func measure(_ request: MeasureRequest, ifRevision: Int?) async throws -> Measures

  /// Returns the rows whose text begins with the typed text, regardless of the query.
  func suggestions(
    for text: String, in attribute: String, from first: Int, limit: Int, ifRevision: Int?
  ) async throws -> Suggestions

  // MARK: Writing

  /// Changes rows in one transaction: performs all operations or none.
  func apply(_ operations: [RowOperation], ifRevision: Int?) async throws -> ApplyOutcome

  /// Finds the row with a text, or inserts one, and selects it, in one step.
  func commitSuggestion(
    _ text: String, in attribute: String, values: RowValues, selects: Bool, equality: TextEquality,
    ifRevision: Int?
  ) async throws -> SuggestionOutcome

  // MARK: Selection

  /// Changes the selection, subject to its filters.
  func select(
    _ request: SelectionRequest, idLimit: Int, refusedIDLimit: Int, ifRevision: Int?
  ) async throws -> SelectionOutcome

  /// Changes the selection by the ids that rows had at an earlier revision, where those can differ.
  func select(
    _ request: SelectionRequest, shownAt revision: Int, idLimit: Int, refusedIDLimit: Int,
    ifRevision: Int?
  ) async throws -> SelectionOutcome

  /// Replaces the filters of the selection, and its mode unless it is nil.
  func setSelectionFilters(
    _ filters: [any SelectionFilter], mode: SelectionMode?, ifRevision: Int?
  ) async throws -> SelectionRulesReport

  /// Returns an overview of the selection.
  func selection(
    limit: Int, order: SelectionReport.Order, ifRevision: Int?
  ) async throws -> SelectionReport

  /// Returns selected rows in pick order.
  func selectedRowsReport(
    from: Int, length: Int, ifRevision: Int?
  ) async throws -> SelectedRowsReport

  /// Passes the selected rows to a function, in batches in pick order, all at one revision; what
  /// the function throws ends it.
  func forEachSelectedBatch(
    _ body: @escaping @Sendable ([(id: RowID, values: [CellValue])]) throws -> Void
  ) async throws

  /// Returns how many rows of each shown section are selected.
  func selectedSections(ifRevision: Int?) async throws -> SelectedSectionsReport

  /// Saves the selection under a name, replacing any saved under it.
  func saveSelection(as name: String, ifRevision: Int?) async throws -> SavedShortlist

  /// Replaces the selection with the one saved under a name, subject to the filters.
  func loadSelection(_ name: String, ifRevision: Int?) async throws -> ShortlistOutcome

  /// Returns the saved selections, by name.
  func savedSelections(ifRevision: Int?) async throws -> [SavedShortlist]

  /// Renames a saved selection.
  func renameSelection(_ name: String, to newName: String, ifRevision: Int?) async throws

  /// Deletes a saved selection; the current selection does not change.
  func forgetSelection(_ name: String, ifRevision: Int?) async throws

  // MARK: Ranges

  /// Connects a control that chooses a range of a number or date.
  func connect(
    _ control: RangeControl, range: (lower: Quantity, upper: Quantity)?, ifRevision: Int?
  ) async throws -> (handle: RangeHandle, outcome: RangeOutcome)

  /// Chooses a range with a connected control; nil removes the range.
  func choose(
    _ range: (lower: Quantity, upper: Quantity)?, with handle: RangeHandle, ifRevision: Int?
  ) async throws -> RangeOutcome

  /// Returns what the control of a range shows.
  func rangeState(
    _ handle: RangeHandle, ifRevision: Int?
  ) async throws -> NumberRangeState<Quantity>

  /// Disconnects a range and removes its filter.
  func disconnect(_ handle: RangeHandle, ifRevision: Int?) async throws -> QueryOutcome

  /// Returns the ranges whose control state differs from the one last reported.
  func drainRangeUpdates() async throws -> [RangeUpdate]
}
