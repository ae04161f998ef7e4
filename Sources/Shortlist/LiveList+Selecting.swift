extension LiveList {
  // MARK: Changing

  /// Changes the selection, subject to its filters.
  ///
  ///     try await list.select(.toggle([id]))
  ///     try await list.select(.all(), ifRevision: shown.revision)
  ///
  /// - Parameters:
  ///   - request: The change to make.
  ///   - idLimit: The maximum number of ids reported for added rows, removed rows and each event.
  ///   - refusedIDLimit: The maximum number of ids reported for each refusal.
  ///   - ifRevision: The required revision; nil for any.
  /// - Returns: The changes made, and the refusals.
  /// - Throws: `StaleRevision`; `InvalidRequest` and `FilterError` if a filter's rule is invalid.
  ///   The selection then stays unchanged.
  package func select(
    _ request: SelectionRequest, idLimit: Int = 1000, refusedIDLimit: Int = 1000,
    ifRevision: Int? = nil
  ) throws -> SelectionOutcome {
    try beginRequest(ifRevision: ifRevision)
    try updateRules()
    let outcome = engine.select(request, idLimit: idLimit, refusedIDLimit: refusedIDLimit)
    publish(PendingChanges(), SelectionChange(outcome))
    signal(outcome.events)
    return outcome
  }

  /// Changes the selection by the ids that rows had at an earlier revision.
  ///
  /// Row numbers serve as ids until all rows are read; this maps them to the ids of today's rows.
  ///
  /// - Throws: What `select(_:)` throws, and `StaleRevision` if a row given by its number is gone.
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

  /// Replaces the selection with a shortlist, subject to the filters.
  ///
  /// - Parameters:
  ///   - shortlist: The rows to select.
  ///   - ifRevision: The required revision; nil for any.
  /// - Returns: The outcome of the replacement, and the rows that no longer exist.
  /// - Throws: What `select` throws.
  package func load(
    _ shortlist: NamedShortlist, ifRevision: Int? = nil
  ) throws -> ShortlistOutcome {
    try beginRequest(ifRevision: ifRevision)
    try updateRules()
    let loaded = engine.load(shortlist)
    publish(PendingChanges(), SelectionChange(loaded.outcome))
    signal(loaded.outcome.events)
    return loaded
  }

  // MARK: Filters

  /// Replaces the filters of the selection.
  ///
  /// It deselects no row and signals no event.
  ///
  /// - Parameters:
  ///   - filters: The filters in evaluation order: `SelectionRule`s or other types.
  ///   - mode: Whether one row or many can be selected; nil keeps the mode.
  ///   - ifRevision: The required revision; nil for any.
  /// - Returns: Whether the selection satisfies the new filters.
  /// - Throws: `StaleRevision`; `InvalidRequest` for a negative limit or an attribute that does not
  ///   exist, `FilterError`. The filters then stay unchanged.
  @discardableResult
  package func setSelectionFilters(
    _ filters: [any SelectionFilter], mode: SelectionMode? = nil, ifRevision: Int? = nil
  ) throws -> SelectionRulesReport {
    try beginRequest(ifRevision: ifRevision)
    let old = (selectionFilters, selectionMode)
    (selectionFilters, selectionMode) = (filters, mode ?? selectionMode)
    do { try updateRules() } catch {
      (selectionFilters, selectionMode) = old
      throw error
    }
    followLimits()
    return engine.selectionRules
  }

  /// Adds a filter after the others.
  ///
  /// - Returns: Whether the selection satisfies all of them.
  /// - Throws: What `setSelectionFilters` throws.
  @discardableResult
  package func addSelectionFilter(_ filter: any SelectionFilter) throws -> SelectionRulesReport {
    try setSelectionFilters(selectionFilters + [filter])
  }

  /// Removes a filter; it has no effect and signals nothing from then on.
  package func removeSelectionFilter(_ filter: any SelectionFilter & AnyObject) {
    selectionFilters.removeAll { $0 as AnyObject === filter }
    // The others were valid before; if one has become invalid, the next request throws.
    do { try updateRules() } catch { askedFilters.removeAll() }
    followLimits()
  }

  /// Follows the limits of the filters, and tells `rulesChanged` that there are other filters.
  func followLimits() {
    for observation in limitObservations { observation.cancel() }
    limitObservations = selectionFilters.observeLimits { [weak rulesChanged] in
      rulesChanged?.send(())
    }
    rulesChanged.send(())
  }

  /// Rereads the rules of the filters, whose limits may have changed.
  ///
  /// While rows are being read the attributes are not known; only the row-count limits apply then.
  func updateRules() throws {
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

  /// Signals events to the filters that caused them.
  func signal(_ events: [SelectionEvent]) { askedFilters.signal(events) }

  // MARK: Reading

  /// Returns selected rows in pick order; by default all.
  ///
  /// - Parameters:
  ///   - start: The index of the first row in pick order.
  ///   - limit: The maximum number of rows.
  /// - Returns: The rows within these bounds.
  package func selectedRows(
    from start: Int = 0, limit: Int = .max
  ) -> [(id: RowID, values: [CellValue])] {
    Array(engine.selectedRows(from: start, limit: limit))
  }

  /// Returns selected rows in pick order, with the current revision.
  ///
  /// - Parameters:
  ///   - from: The index of the first row in pick order.
  ///   - length: The maximum number of rows.
  ///   - ifRevision: The required revision; nil for any.
  /// - Returns: The rows within these bounds.
  /// - Throws: `StaleRevision`.
  package func selectedRowsReport(
    from: Int = 0, length: Int = 100, ifRevision: Int? = nil
  ) throws -> SelectedRowsReport {
    try beginRequest(ifRevision: ifRevision)
    return engine.selectedRowsReport(from: from, length: length)
  }

  /// Returns an overview of the selection.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of ids.
  ///   - order: The order of the ids.
  ///   - ifRevision: The required revision; nil for any.
  /// - Returns: The selected rows, and whether they satisfy the filters.
  /// - Throws: `StaleRevision`; the errors that `select` throws for filters.
  package func selection(
    limit: Int = 1000, order: SelectionReport.Order = .picked, ifRevision: Int? = nil
  ) throws -> SelectionReport {
    try beginRequest(ifRevision: ifRevision)
    try updateRules()
    return engine.selectionReport(limit: limit, order: order)
  }

  /// Returns whether the selection satisfies its filters.
  ///
  /// - Throws: `StaleRevision`; the errors that `select` throws for filters.
  package func selectionRules(ifRevision: Int? = nil) throws -> SelectionRulesReport {
    try beginRequest(ifRevision: ifRevision)
    try updateRules()
    return engine.selectionRules
  }

  /// Returns how many rows of each shown section are selected.
  ///
  /// - Throws: `StaleRevision`.
  package func selectedSections(ifRevision: Int? = nil) throws -> SelectedSectionsReport {
    try beginRequest(ifRevision: ifRevision)
    return engine.selectedSections()
  }

  /// Returns the selection as a named shortlist.
  package func shortlist(named name: String) -> NamedShortlist { engine.shortlist(named: name) }
}
