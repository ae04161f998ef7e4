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

  /// Drops the filters of the selection that a table with other columns cannot have.
  ///
  /// - Returns: Why they were dropped.
  func dropFilters(notFitting schema: ListSchema) -> [String] {
    var dropped: [String] = []
    selectionFilters.removeAll { filter in
      do { try filter.rule.check(schema: schema) } catch {
        dropped.append("rules: \((error as? FilterError)?.sentence ?? "\(error)")")
        return true
      }
      return false
    }
    if !dropped.isEmpty { followLimits() }
    return dropped
  }

  /// Signals events to the filters that caused them.
  func signal(_ events: [SelectionEvent]) { askedFilters.signal(events) }
}
