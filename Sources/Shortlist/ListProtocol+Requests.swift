package import ShortlistCore

/// Requests with the same implementation for all lists.
///
/// Each throws `StaleRevisionError` at a revision other than `ifRevision`, unless that is nil.
extension ListProtocol {
  // MARK: Query and windows

  /// Changes the query, and with it the visible rows.
  ///
  ///     try await list.updateQuery { $0.search = "mü" }
  ///
  /// - Throws: `StaleRevisionError`, `InvalidRequestError` (an unknown attribute), `SearchError`,
  ///   `FilterError`, `CancellationError`, and what `change` throws. The query then stays
  ///   unchanged.
  package func updateQuery(
    ifRevision: Int? = nil, _ change: @Sendable (inout ListQuery) throws -> Void
  ) async throws -> QueryOutcome<RowID> {
    try await updateQuery(estimating: false, ifRevision: ifRevision, change)
  }

  /// Sets the range of one section.
  ///
  /// Without a name, sets the default for all sections that have no range of their own. A nil range
  /// shows everything. If `revises`, the revision grows even if the range is the same.
  package func setRange(
    _ range: RangeOptions?, section: String? = nil, revises: Bool = false, ifRevision: Int? = nil
  ) async throws -> WindowOutcome<RowID> {
    try await answer(
      RangeRequest(range, section: section, revises: revises), ifRevision: ifRevision)
  }

  // MARK: Reading

  /// Returns what the list shows now.
  ///
  ///     let first = try await list.snapshot(SnapshotRequest(0..<50)).lines
  package func snapshot(
    _ request: SnapshotRequest = SnapshotRequest(), ifRevision: Int? = nil
  ) async throws -> ListSnapshot {
    try await snapshot(request, ifRevision: ifRevision, changing: nil)
  }

  /// Returns the shown sections and their windows.
  package func sections(ifRevision: Int? = nil) async throws -> SectionsReport {
    try await answer(SectionsRequest(), ifRevision: ifRevision)
  }

  /// Returns visible rows of a section (by name; nil is the first), from position `from` in its
  /// window.
  ///
  /// - Throws: `InvalidRequestError` for an unknown attribute.
  package func rows(
    section: String? = nil, from: Int = 0, length: Int = 100, attributes: [String]? = nil,
    highlights: Bool = false, selected: Bool = false, ifRevision: Int? = nil
  ) async throws -> RowsReport {
    try await answer(
      RowsRequest(
        section: section, from: from, length: length, attributes: attributes,
        highlights: highlights, selected: selected),
      ifRevision: ifRevision)
  }

  /// Returns the visible ids of one section, or of all sections in order.
  package func ids(section: String? = nil, ifRevision: Int? = nil) async throws -> IDsReport {
    try await answer(IDsRequest(section: section), ifRevision: ifRevision)
  }

  /// Returns the id at a position: index of the section, index of the row within its window.
  package func id(section: Int, row: Int, ifRevision: Int? = nil) async throws -> RowID? {
    try await answer(IDRequest(section: section, row: row), ifRevision: ifRevision)
  }

  /// Returns the positions of rows.
  package func locate(_ ids: [RowID], ifRevision: Int? = nil) async throws -> PositionsReport {
    try await answer(PositionsRequest(of: ids), ifRevision: ifRevision)
  }

  /// Passes the visible rows at these positions to a function, in batches in shown order, all at
  /// one revision; what the function throws ends it.
  package func forEachBatch(
    of positions: Range<Int>, _ body: @escaping @Sendable ([ListSnapshot.Line]) throws -> Void
  ) async throws {
    try await answer(BatchesRequest(of: positions, body), ifRevision: nil)
  }

  /// Counts the values of attributes, and measures numbers and dates, among the matching rows.
  ///
  ///     let measures = try await list.measure(
  ///       MeasureRequest(facets: [FacetRequest("kind")], numbers: [NumberRequest("price")]))
  ///
  /// - Throws: `InvalidRequestError` for an attribute that does not exist or is not numeric;
  ///   `CancellationError`.
  package func measure(
    _ request: MeasureRequest, ifRevision: Int? = nil
  ) async throws -> Measures {
    try await answer(request, ifRevision: ifRevision)
  }

  /// Returns the rows whose text begins with the typed text, regardless of the query.
  ///
  /// - Parameters:
  ///   - text: The typed text; leading and trailing white space is ignored.
  ///   - attribute: The text attribute to search.
  ///   - first: The number of the first row to return.
  ///   - limit: The maximum number of rows.
  ///   - ifRevision: The required revision; nil for any.
  /// - Returns: The rows, ascending, their total number, and the rows whose text equals `text`.
  /// - Throws: `InvalidRequestError` for an attribute that does not exist or is not text.
  package func suggestions(
    for text: String, in attribute: String, from first: Int = 0, limit: Int = 20,
    ifRevision: Int? = nil
  ) async throws -> Suggestions<RowID> {
    try await answer(
      SuggestionsRequest(for: text, in: attribute, from: first, limit: limit),
      ifRevision: ifRevision)
  }

  // MARK: Selection

  /// Changes the selection, subject to its filters.
  ///
  ///     try await list.select(.toggle([id]))
  ///     try await list.select(.all(), ifRevision: shown.revision)
  ///
  /// - Parameters:
  ///   - request: The change to make.
  ///   - revision: The revision at which its ids were shown; until all rows are read, row numbers
  ///     serve as ids. Nil for the current revision.
  ///   - idLimit: The maximum number of ids reported for added rows, removed rows and each event.
  ///   - refusedIDLimit: The maximum number of ids reported for each refusal.
  ///   - ifRevision: The required revision; nil for any.
  /// - Returns: The changes made, and the refusals.
  /// - Throws: `StaleRevisionError`, also if a row given by its number is gone;
  ///   `InvalidRequestError` and `FilterError` if a filter's rule is invalid. The selection then
  ///   stays unchanged.
  package func select(
    _ request: SelectionRequest<RowID>, shownAt revision: Int? = nil, idLimit: Int = 1000,
    refusedIDLimit: Int = 1000, ifRevision: Int? = nil
  ) async throws -> SelectionOutcome<RowID> {
    try await answer(
      LimitedSelectionRequest(
        request, shownAt: revision, idLimit: idLimit, refusedIDLimit: refusedIDLimit),
      ifRevision: ifRevision)
  }

  /// Replaces the selection with a shortlist, subject to the filters.
  ///
  /// - Returns: The outcome of the replacement, and the rows that no longer exist.
  /// - Throws: What `select` throws.
  package func load(
    _ shortlist: NamedShortlist, ifRevision: Int? = nil
  ) async throws -> ShortlistOutcome<RowID> {
    try await answer(shortlist, ifRevision: ifRevision)
  }

  /// Returns an overview of the selection.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of ids.
  ///   - order: The order of the ids.
  ///   - ifRevision: The required revision; nil for any.
  /// - Returns: The selected rows, and whether they satisfy the filters.
  /// - Throws: The errors that `select` throws for filters.
  package func selection(
    limit: Int = 1000, order: SelectionReport<RowID>.Order = .picked, ifRevision: Int? = nil
  ) async throws -> SelectionReport<RowID> {
    try await answer(SelectionReportRequest(limit: limit, order: order), ifRevision: ifRevision)
  }

  /// Returns selected rows in pick order.
  ///
  /// - Parameters:
  ///   - from: The index of the first row in pick order.
  ///   - length: The maximum number of rows.
  ///   - ifRevision: The required revision; nil for any.
  /// - Returns: The rows within these bounds.
  /// - Throws: `StaleRevisionError`, and the error of a server.
  package func selectedRowsReport(
    from: Int = 0, length: Int = 100, ifRevision: Int? = nil
  ) async throws -> SelectedRowsReport {
    try await answer(SelectedRowsRequest(from: from, length: length), ifRevision: ifRevision)
  }

  /// Returns the first selected rows in pick order, at most `limit`.
  package func selectedRows(
    first limit: Int = .max
  ) async throws -> [(id: RowID, values: [CellValue])] {
    let report = try await selectedRowsReport(length: limit)
    return zip(report.ids, report.rows).map { ($0, $1) }
  }

  /// Passes the selected rows to a function, in batches in pick order, all at one revision; what
  /// the function throws ends it.
  package func forEachSelectedBatch(
    _ body: @escaping @Sendable ([(id: RowID, values: [CellValue])]) throws -> Void
  ) async throws {
    try await answer(SelectedBatchesRequest(body), ifRevision: nil)
  }

  /// Returns how many rows of each shown section are selected.
  package func selectedSections(ifRevision: Int? = nil) async throws -> SelectedSectionsReport {
    try await answer(SelectedSectionsRequest(), ifRevision: ifRevision)
  }

  // MARK: Ranges

  /// Connects a control that chooses a range of a number or date, optionally with an initial
  /// `range`.
  ///
  /// Fails while rows are being read, because the bounds are not known yet.
  ///
  /// - Throws: `InvalidRequestError` for an attribute that is neither a number nor a date, and for
  ///   ends that are inverted, not finite or outside of the bounds;
  ///   `FilterGroups.OperatorMismatchError`. Nothing is connected then.
  package func connect(
    _ control: RangeControl, range: (lower: Quantity, upper: Quantity)? = nil,
    ifRevision: Int? = nil
  ) async throws -> (handle: RangeHandle, outcome: RangeOutcome) {
    try await answer(ConnectRequest(control, range: range), ifRevision: ifRevision)
  }

  /// Chooses a range with a connected control; nil removes the range.
  ///
  /// - Throws: `InvalidRequestError` for ends that are inverted, not finite or outside of the
  ///   bounds; `FilterGroups.OperatorMismatchError`. The range then stays unchanged.
  package func choose(
    _ range: (lower: Quantity, upper: Quantity)?, with handle: RangeHandle, ifRevision: Int? = nil
  ) async throws -> RangeOutcome {
    try await answer(ChooseRequest(range, with: handle), ifRevision: ifRevision)
  }

  /// Returns what the control of a range shows.
  ///
  /// - Throws: `InvalidRequestError` for a range that is not connected.
  package func rangeState(
    _ handle: RangeHandle, ifRevision: Int? = nil
  ) async throws -> NumberRangeState<Quantity> {
    try await answer(RangeStateRequest(of: handle), ifRevision: ifRevision)
  }

  /// Disconnects a range and removes its filter.
  ///
  /// - Throws: `InvalidRequestError` for a range that is not connected.
  package func disconnect(
    _ handle: RangeHandle, ifRevision: Int? = nil
  ) async throws -> QueryOutcome<RowID> {
    try await answer(DisconnectRequest(handle), ifRevision: ifRevision)
  }
}
