extension ListPicker {
  // MARK: Requests

  /// Changes the selection under its filters.
  ///
  /// Scopes and `extend` are about what is shown in the sections of the source.
  ///
  /// - Parameter request: what is asked for.
  /// - Returns: What became of it, with all ids.
  /// - Throws: `InvalidRequest` and `FilterError` if a filter asks for what cannot be. The
  ///   selection then stays as it was.
  @discardableResult
  public func select(_ request: SelectionRequest) throws -> SelectionOutcome {
    try installRules()
    anchor = nil
    let before = shownSelection
    let outcome = engine.select(request, idLimit: .max, refusedIDLimit: .max)
    if outcome.result == .changed { showSelection() }
    announce(
      list: nil, selectionBefore: before, selected: outcome.added, deselected: outcome.removed)
    signal(outcome.events)
    if reporting == .live, outcome.result == .changed {
      let change = ListPickerSelectionChange(
        cause: .request, added: outcome.added, removed: outcome.removed)
      note { [weak self] in self?.onSelectionChange?(change) }
    }
    deliver()
    return outcome
  }

  /// Selects a row, or deselects it if it is selected.
  ///
  /// - Parameter id: the row.
  /// - Returns: What became of it.
  /// - Throws: What `select(_:)` throws.
  @discardableResult
  public func tap(_ id: RowID) throws -> SelectionOutcome {
    let outcome = try select(.toggle([id]))
    anchor = id
    if isDoneOnSelection, !allowsMultipleSelection, outcome.addedCount > 0 { try done() }
    return outcome
  }

  /// Selects all rows between the one that was tapped last and another, both included.
  ///
  /// It is a tap if nothing was tapped since the last request of another kind, or if that row is
  /// not shown any more.
  ///
  /// - Parameter id: the row, which is shown.
  /// - Returns: What became of it.
  /// - Throws: What `select(_:)` throws.
  @discardableResult
  public func extend(to id: RowID) throws -> SelectionOutcome {
    guard let first = anchor, indexPath(of: first) != nil else { return try tap(id) }
    defer { anchor = first }
    return try select(.extend(from: first, to: id))
  }

  /// Selects all shown rows.
  ///
  /// - Returns: What became of it.
  /// - Throws: What `select(_:)` throws.
  @discardableResult
  public func selectAll() throws -> SelectionOutcome { try select(.all(.matching)) }

  /// Deselects all shown rows.
  ///
  /// - Returns: What became of it.
  /// - Throws: What `select(_:)` throws.
  @discardableResult
  public func deselectAll() throws -> SelectionOutcome { try select(.none(.matching)) }

  /// Goes back to the selection before the last request that changed it.
  ///
  /// - Returns: What became of it.
  /// - Throws: What `select(_:)` throws.
  @discardableResult
  public func undo() throws -> SelectionOutcome { try select(.undo) }

  /// Does again what was undone last.
  ///
  /// - Returns: What became of it.
  /// - Throws: What `select(_:)` throws.
  @discardableResult
  public func redo() throws -> SelectionOutcome { try select(.redo) }

  // MARK: Select All

  /// The button that selects all shown rows, or none; nil if it is not to be shown.
  ///
  /// It is shown if many rows can be selected and the source by unique identifier gives all
  /// identifiers. It becomes Deselect All when all shown rows are selected, or all of them that can
  /// be. The identifiers given only decide whether it is shown: it acts on the shown rows.
  ///
  /// Filters of one's own are asked, to know whether they would refuse.
  public var selectAllButton: ListPickerSelectAll? {
    guard allowsMultipleSelection, !hidesEverything, isDataSourceRequiringUniqueIdentifiers,
      dataSource.allUniqueIdentifiers(in: self) != nil
    else { return nil }
    let selected = engine.selectionReport(limit: 0).shown
    let others = engine.total - selected
    if engine.total == 0 {
      return ListPickerSelectAll(action: .selectAll, count: 0, refusal: "nothing is shown")
    }
    let adding = trial(.all(.matching))
    let isAllThatCanBe = selected > 0 && adding.isAboutRowsAlone
    if others > 0 && !isAllThatCanBe {
      return ListPickerSelectAll(action: .selectAll, count: others, refusal: adding.refusal)
    }
    return ListPickerSelectAll(
      action: .deselectAll, count: selected, refusal: trial(.none(.matching)).refusal)
  }

  /// What would become of a request: why it would be refused, and whether only because none of its
  /// rows can be selected.
  private func trial(
    _ request: SelectionRequest
  ) -> (refusal: String?, isAboutRowsAlone: Bool) {
    var trial = engine
    do {
      try trial.setSelectionRules(rules, mode: mode)
    } catch {
      return ("\(error)", false)
    }
    let outcome = trial.select(request, idLimit: 0, refusedIDLimit: 0)
    if outcome.result != .refused { return (nil, false) }
    let isAboutRows = outcome.refusals.allSatisfy { [.required, .matching].contains($0.rule) }
    return (outcome.refusals.map(\.reason).joined(separator: "; "), isAboutRows)
  }

  // MARK: Filters

  /// Replaces the filters of the selection.
  ///
  /// No row is taken out, and nothing is signalled.
  ///
  /// - Parameter filters: the filters, in the order in which they are asked.
  /// - Returns: How the selection stands to them.
  /// - Throws: `InvalidRequest` for a negative limit and an attribute that is not there,
  ///   `FilterError`. The filters then stay as they were.
  @discardableResult
  public func setSelectionFilters(
    _ filters: [any SelectionFilter]
  ) throws -> SelectionRulesReport {
    let old = selectionFilters
    selectionFilters = filters
    do { try installRules() } catch {
      selectionFilters = old
      throw error
    }
    return engine.selectionRules
  }

  /// Adds a filter, to be asked after the others.
  ///
  /// - Parameter filter: the filter.
  /// - Returns: How the selection stands to all of them.
  /// - Throws: What `setSelectionFilters` throws.
  @discardableResult
  public func addSelectionFilter(_ filter: any SelectionFilter) throws -> SelectionRulesReport {
    try setSelectionFilters(selectionFilters + [filter])
  }

  /// Removes a filter, which says and signals nothing from now on.
  public func removeSelectionFilter(_ filter: any SelectionFilter & AnyObject) {
    selectionFilters.removeAll { $0 as AnyObject === filter }
    // The others were asked before; if one of them asks for what cannot be, the next request says so.
    do { try installRules() } catch { try? engine.setSelectionRules([]) }
  }

  /// What the filters are at this moment, and that something must be selected.
  var rules: [SelectionRule] {
    selectionFilters.map(\.rule) + (allowsEmptySelection ? [] : [.minimum(1)])
  }

  private var mode: SelectionMode { allowsMultipleSelection ? .multiple : .single }

  func installRules() throws { try engine.setSelectionRules(rules, mode: mode) }

  /// Tells the filters of events that are about them.
  func signal(_ events: [SelectionEvent]) {
    for event in events {
      guard let index = event.rule, selectionFilters.indices.contains(index),
        let filter = selectionFilters[index] as? any SignallingSelectionFilter
      else { continue }
      note { filter.signal(event) }
    }
  }

  /// Selects rows whatever the filters say, as something that cannot be undone.
  func select(withoutRules ids: [RowID]) {
    try? engine.setSelectionRules([])
    _ = engine.select(.select(ids), idLimit: 0)
    engine.forgetSelectionHistory()
    try? installRules()
  }
}
