extension LiveList {
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
  /// - Throws: `StaleRevisionError`; `InvalidRequestError` for a negative limit or an attribute
  ///   that does not exist, `FilterError`. The filters then stay unchanged.
  @discardableResult
  package func setSelectionFilters(
    _ filters: [any SelectionFilter], mode: SelectionMode? = nil, ifRevision: Int? = nil
  ) throws -> SelectionRulesReport<RowID> {
    try beginRequest(ifRevision: ifRevision)
    let old = (selectionFilters, selectionMode)
    selectionFilters.replace(with: filters)
    selectionMode = mode ?? selectionMode
    do {
      try updateRules()
      try requireSource()
    } catch {
      (selectionFilters, selectionMode) = old
      throw error
    }
    observeLimits()
    publishRules()
    return engine.selectionRules
  }

  /// Publishes changes of the limits of the filters.
  func observeLimits() {
    selectionFilters.observeLimits { [weak self] in
      Task { [weak self] in await self?.publishRules() }
    }
  }

  /// Rereads the rules of the filters, whose limits may have changed.
  func updateRules() throws {
    let isReading = if case .reading = loading { true } else { false }
    let rules = selectionFilters.evaluatedRules(isReading: isReading)
    try engine.setSelectionRules(rules, mode: selectionMode)
  }
}
