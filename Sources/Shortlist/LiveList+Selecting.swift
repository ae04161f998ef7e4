extension LiveList {
  // MARK: Changing

  /// Changes the selection under its filters.
  ///
  ///     try await list.select(.toggle([id]))
  ///     try await list.select(.all(), ifRevision: shown.revision)
  ///
  /// - Parameters:
  ///   - request: What is asked for.
  ///   - idLimit: How many ids are told of the rows added and removed, and of each event.
  ///   - refusedIDLimit: How many ids are told of each refusal.
  ///   - ifRevision: The revision that it was decided on; nil for any.
  /// - Returns: What became of it.
  /// - Throws: `StaleRevision`; `InvalidRequest` and `FilterError` if a filter asks for what cannot be.
  ///   The selection then stays as it was.
  public func select(
    _ request: SelectionRequest, idLimit: Int = 1000, refusedIDLimit: Int = 1000,
    ifRevision: Int? = nil
  ) throws -> SelectionOutcome {
    try require(ifRevision)
    try askFilters()
    let outcome = engine.select(request, idLimit: idLimit, refusedIDLimit: refusedIDLimit)
    tell(nil, SelectionChange(outcome))
    signal(outcome.events)
    return outcome
  }

  /// Changes the selection by ids that rows had at a revision, as `select(_:)` does by those that they have:
  /// before all are read rows are known by their numbers.
  ///
  /// - Throws: What `select(_:)` throws, and `StaleRevision` if a row that was known by its number is gone.
  package func select(
    _ request: SelectionRequest, shownAt revision: Int, idLimit: Int = 1000,
    refusedIDLimit: Int = 1000, ifRevision: Int? = nil
  ) throws -> SelectionOutcome {
    let current = try request.mapIDs { id in
      guard revision <= lastNumbered, case .integer(let number) = id else { return id }
      guard let id = engine.id(ofRow: number) else {
        throw StaleRevision(revision: engine.revision)
      }
      return id
    }
    return try select(
      current, idLimit: idLimit, refusedIDLimit: refusedIDLimit, ifRevision: ifRevision)
  }

  /// Replaces the selection by a shortlist, under its filters.
  ///
  /// - Parameters:
  ///   - shortlist: What is to be selected.
  ///   - ifRevision: The revision that it was decided on; nil for any.
  /// - Returns: What the replacing did, and which rows are not there any more.
  /// - Throws: What `select` throws.
  public func load(
    _ shortlist: NamedShortlist, ifRevision: Int? = nil
  ) throws -> ShortlistOutcome {
    try require(ifRevision)
    try askFilters()
    let loaded = engine.load(shortlist)
    tell(nil, SelectionChange(loaded.outcome))
    signal(loaded.outcome.events)
    return loaded
  }

  // MARK: Filters

  /// Replaces the filters of the selection.
  ///
  /// No row is taken out, and nothing is signalled.
  ///
  /// - Parameters:
  ///   - filters: The filters, in the order in which they are asked: `SelectionRule`s, or others.
  ///   - mode: Whether one row can be selected, or many.
  ///   - ifRevision: The revision that it was decided on; nil for any.
  /// - Returns: How the selection stands to them.
  /// - Throws: `StaleRevision`; `InvalidRequest` for a negative limit and an attribute that is not
  ///   there, `FilterError`. The filters then stay as they were.
  @discardableResult
  public func setSelectionFilters(
    _ filters: [any SelectionFilter], mode: SelectionMode = .multiple, ifRevision: Int? = nil
  ) throws -> SelectionRulesReport {
    try require(ifRevision)
    let old = (selectionFilters, selectionMode)
    (selectionFilters, selectionMode) = (filters, mode)
    do { try askFilters() } catch {
      (selectionFilters, selectionMode) = old
      throw error
    }
    return engine.selectionRules
  }

  /// Adds a filter, to be asked after the others.
  ///
  /// - Returns: How the selection stands to all of them.
  /// - Throws: What `setSelectionFilters` throws.
  @discardableResult
  public func addSelectionFilter(_ filter: any SelectionFilter) throws -> SelectionRulesReport {
    try setSelectionFilters(selectionFilters + [filter], mode: selectionMode)
  }

  /// Removes a filter, which says and signals nothing from now on.
  public func removeSelectionFilter(_ filter: any SelectionFilter & AnyObject) {
    selectionFilters.removeAll { $0 as AnyObject === filter }
    // The others were asked before; if one of them asks for what cannot be, the next request says so.
    do { try askFilters() } catch { askedFilters.removeAll() }
  }

  /// Asks the filters what they are at this moment: their limits may have changed.
  ///
  /// While rows are read attributes are not known: then only numbers of rows are limited.
  func askFilters() throws {
    let isReading = if case .reading = loading { true } else { false }
    let asked = selectionFilters.filter { filter in
      switch filter.rule {
      case .maximum, .minimum: true
      case .required, .matching, .custom: !isReading
      }
    }
    try engine.setSelectionRules(asked.map(\.rule), mode: selectionMode)
    askedFilters = asked
  }

  /// Tells the filters of events that are about them.
  func signal(_ events: [SelectionEvent]) {
    for event in events {
      guard let index = event.rule, askedFilters.indices.contains(index) else { continue }
      (askedFilters[index] as? any SignallingSelectionFilter)?.signal(event)
    }
  }

  // MARK: Reading

  /// Selected rows in pick order; unless it is said which, all.
  ///
  /// - Parameters:
  ///   - start: The place of the first one wanted in the pick order.
  ///   - limit: How many are wanted.
  /// - Returns: Those that are there.
  public func selectedRows(
    from start: Int = 0, limit: Int = .max
  ) -> [(id: RowID, values: [CellValue])] {
    Array(engine.selectedRows(from: start, limit: limit))
  }

  /// Selected rows in pick order, with the revision that they were read at.
  ///
  /// - Parameters:
  ///   - from: The place of the first one wanted in the pick order.
  ///   - length: How many are wanted.
  ///   - ifRevision: The revision that they are to be read at; nil for any.
  /// - Returns: Those that are there.
  /// - Throws: `StaleRevision`.
  public func selectedRowsReport(
    from: Int = 0, length: Int = 100, ifRevision: Int? = nil
  ) throws -> SelectedRowsReport {
    try require(ifRevision)
    return engine.selectedRowsReport(from: from, length: length)
  }

  /// The selection at a glance.
  ///
  /// - Parameters:
  ///   - limit: How many ids are told.
  ///   - order: Their order.
  ///   - ifRevision: The revision that it is to be read at; nil for any.
  /// - Returns: What is selected, and how it stands to the filters.
  /// - Throws: `StaleRevision`; what `select` throws of filters.
  public func selection(
    limit: Int = 1000, order: SelectionReport.Order = .picked, ifRevision: Int? = nil
  ) throws -> SelectionReport {
    try require(ifRevision)
    try askFilters()
    return engine.selectionReport(limit: limit, order: order)
  }

  /// How the selection stands to its filters.
  ///
  /// - Throws: `StaleRevision`; what `select` throws of filters.
  public func selectionRules(ifRevision: Int? = nil) throws -> SelectionRulesReport {
    try require(ifRevision)
    try askFilters()
    return engine.selectionRules
  }

  /// How much of each shown section is selected.
  ///
  /// - Throws: `StaleRevision`.
  public func selectedSections(ifRevision: Int? = nil) throws -> SelectedSectionsReport {
    try require(ifRevision)
    return engine.selectedSections()
  }

  /// The selection as a shortlist to be kept.
  public func shortlist(named name: String) -> NamedShortlist { engine.shortlist(named: name) }
}
