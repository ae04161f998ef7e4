import Shortlist
public import ShortlistCore

extension ListPicker {
  // MARK: Requests

  /// Changes the selection, subject to its filters.
  ///
  /// Scopes and `extend` refer to the rows shown in the sections of the source.
  ///
  /// - Parameter request: The change to make.
  /// - Returns: The outcome, with all ids.
  /// - Throws: `InvalidRequestError` and `FilterError` if a filter's rule is invalid. The selection
  ///   then stays unchanged.
  /// - Complexity: O(n / 64 + k) for n rows, k of them selected or asked for, and what the filters
  ///   do; O(n log n) for the first request after the rows have changed
  @discardableResult
  public func select(_ request: SelectionRequest<RowID>) throws -> SelectionOutcome<RowID> {
    try installRules()
    admitItems(of: request)
    if readsRows { readTexts() }
    anchor = nil
    let before = shownSelection
    let outcome = engine.select(request, idLimit: .max, refusedIDLimit: .max)
    if outcome.result == .changed {
      showSelection()
      do { try noteTexts(of: outcome.added) } catch { problem = error }
    }
    announce(
      list: nil, selectionBefore: before, selected: outcome.added, deselected: outcome.removed)
    signal(outcome.events)
    if reporting == .live, outcome.result == .changed {
      let change = ListPickerSelectionChange(
        cause: .request, added: outcome.added, removed: outcome.removed)
      enqueue { [weak self] in self?.onSelectionChange?(change) }
    }
    deliver()
    return outcome
  }

  /// Selects a row, or deselects it if it is selected.
  ///
  /// - Parameter id: The row.
  /// - Returns: The outcome.
  /// - Throws: What `select(_:)` throws.
  /// - Complexity: That of `select(_:)`
  @discardableResult
  public func tap(_ id: RowID) throws -> SelectionOutcome<RowID> {
    let outcome = try select(.toggle([id]))
    anchor = id
    if isDoneOnSelection, !allowsMultipleSelection, outcome.addedCount > 0 { try done() }
    return outcome
  }

  /// Selects all rows between the last tapped row and another one, both included.
  ///
  /// If no row was tapped since the last request of another kind, or if the tapped row is no longer
  /// shown, this is a tap.
  ///
  /// - Parameter id: The row, which must be shown.
  /// - Returns: The outcome.
  /// - Throws: What `select(_:)` throws.
  /// - Complexity: That of `select(_:)`
  @discardableResult
  public func extend(to id: RowID) throws -> SelectionOutcome<RowID> {
    guard let first = anchor, indexPath(of: first) != nil else { return try tap(id) }
    defer { anchor = first }
    return try select(.extend(from: first, to: id))
  }

  /// Selects all shown rows; without a search, also the items that only `allUniqueIdentifiers(in:)`
  /// names.
  ///
  /// - Returns: The outcome.
  /// - Throws: What `select(_:)` throws.
  /// - Complexity: That of `select(_:)`, and O(identifiers)
  @discardableResult
  public func selectAll() throws -> SelectionOutcome<RowID> { try select(all(and: unlistedIDs)) }

  /// Deselects all rows that `selectAll()` selects.
  ///
  /// - Returns: The outcome.
  /// - Throws: What `select(_:)` throws.
  /// - Complexity: That of `select(_:)`, and O(identifiers)
  @discardableResult
  public func deselectAll() throws -> SelectionOutcome<RowID> { try select(none(and: unlistedIDs)) }

  /// Restores the selection before the last request that changed it.
  ///
  /// - Returns: The outcome.
  /// - Throws: What `select(_:)` throws.
  /// - Complexity: That of `select(_:)`
  @discardableResult
  public func undo() throws -> SelectionOutcome<RowID> { try select(.undo) }

  /// Restores the selection that was undone last.
  ///
  /// - Returns: The outcome.
  /// - Throws: What `select(_:)` throws.
  /// - Complexity: That of `select(_:)`
  @discardableResult
  public func redo() throws -> SelectionOutcome<RowID> { try select(.redo) }

  // MARK: Select All

  /// The button that selects or deselects all rows; nil to hide it.
  ///
  /// It appears if many rows can be selected and a source by unique identifier provides all
  /// identifiers. It acts on these, also on items that the list does not contain yet; during a
  /// search, on the shown rows. It becomes Deselect All when all of them, or all selectable ones,
  /// are selected.
  ///
  /// Reading it evaluates custom filters, to find out whether they would refuse the action.
  ///
  /// - Complexity: O(identifiers)
  public var selectAllButton: ListPickerSelectAll? {
    guard allowsMultipleSelection, !hidesEverything, identifiers != nil else { return nil }
    let unlisted = unlistedIDs
    let count = engine.total + unlisted.count
    let selected =
      engine.selectionReport(limit: 0).shown + unlisted.count { engine.isSelected($0) }
    let others = count - selected
    if count == 0 {
      return ListPickerSelectAll(action: .selectAll, count: 0, refusal: "nothing is shown")
    }
    let adding = trial(all(and: unlisted), with: unlisted)
    let isAllThatCanBe = selected > 0 && adding.isAboutRowsAlone
    if others > 0 && !isAllThatCanBe {
      return ListPickerSelectAll(action: .selectAll, count: others, refusal: adding.refusal)
    }
    return ListPickerSelectAll(
      action: .deselectAll, count: selected, refusal: trial(none(and: unlisted)).refusal)
  }

  /// The items that Select All is about beyond the shown rows, in the order of the source.
  private var unlistedIDs: [RowID] {
    if isSearching || isFiltered || hidesEverything { return [] }
    fillTable()
    var seen: Set<RowID> = []
    return (identifiers ?? []).map(RowID.text).filter { id in
      items[id]?.place == nil && seen.insert(id).inserted
    }
  }

  private func all(and unlisted: [RowID]) -> SelectionRequest<RowID> {
    unlisted.isEmpty ? .all(.matching) : .select(engine.ids().ids + unlisted)
  }

  private func none(and unlisted: [RowID]) -> SelectionRequest<RowID> {
    unlisted.isEmpty ? .none(.matching) : .deselect(engine.ids().ids + unlisted)
  }

  /// Adds the unlisted items that a request is about.
  private func admitItems(of request: SelectionRequest<RowID>) {
    if !isDataSourceRequiringUniqueIdentifiers || hidesEverything { return }
    fillTable()
    var unknown: [RowID] = []
    _ = request.mapIDs { id in
      if items[id] == nil { unknown.append(id) }
      return id
    }
    admit(unknown)
  }

  /// Tries a request on a copy: returns why it would be refused, and whether only because none of
  /// its rows can be selected.
  private func trial(
    _ request: SelectionRequest<RowID>, with unlisted: [RowID] = []
  ) -> (refusal: String?, isAboutRowsAlone: Bool) {
    if readsRows { readTexts() }
    var trial = engine
    do {
      let unknown = unlisted.filter { items[$0] == nil }
      _ = try trial.apply(
        unknown.map { id in
          .insert(
            values(of: id, as: Item(text: readsRows ? try reader.cell(of: id).searchText : "")))
        })
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
  /// It deselects no row and signals no event.
  ///
  /// - Parameter filters: The filters, in evaluation order.
  /// - Returns: Whether the selection satisfies them.
  /// - Throws: `InvalidRequestError` for a negative limit or an attribute that does not exist,
  ///   `FilterError`. The filters then stay unchanged.
  /// - Complexity: O(k) for k selected rows, and what the filters do
  @discardableResult
  public func setSelectionFilters(
    _ filters: [any SelectionFilter]
  ) throws -> SelectionRulesReport<RowID> {
    let old = selectionFilters
    selectionFilters = filters
    do { try installRules() } catch {
      selectionFilters = old
      throw error
    }
    return engine.selectionRules
  }

  /// Adds a filter after the others.
  ///
  /// - Parameter filter: The filter.
  /// - Returns: Whether the selection satisfies all of them.
  /// - Throws: What `setSelectionFilters` throws.
  /// - Complexity: That of `setSelectionFilters`
  @discardableResult
  public func addSelectionFilter(_ filter: any SelectionFilter) throws -> SelectionRulesReport<
    RowID
  > {
    try setSelectionFilters(selectionFilters + [filter])
  }

  /// Removes a filter; it has no effect and signals nothing from then on.
  public func removeSelectionFilter(_ filter: any SelectionFilter & AnyObject) {
    selectionFilters.removeAll { $0 as AnyObject === filter }
    // The others were valid before; if one has become invalid, the next request throws.
    do { try installRules() } catch { try? engine.setSelectionRules([]) }
  }

  /// The current rules of the filters, and the minimum of one row unless empty selections are
  /// allowed.
  var rules: [SelectionRule] {
    selectionFilters.map(\.rule) + (allowsEmptySelection ? [] : [.minimum(1)])
  }

  /// Whether a rule looks at the rows.
  ///
  /// Cells are made for such rules only.
  private var readsRows: Bool {
    rules.contains { rule in
      switch rule {
      case .maximum, .minimum: false
      case .required, .matching, .custom: true
      }
    }
  }

  private var mode: SelectionMode { allowsMultipleSelection ? .multiple : .single }

  func installRules() throws { try engine.setSelectionRules(rules, mode: mode) }

  /// Signals events to the filters that caused them.
  func signal(_ events: [SelectionEvent<RowID>]) {
    for event in events {
      guard let index = event.rule, selectionFilters.indices.contains(index),
        let filter = selectionFilters[index] as? any SignallingSelectionFilter
      else { continue }
      enqueue { filter.signal(event) }
    }
  }

  /// Selects rows regardless of filters; undo cannot revert this.
  func select(withoutRules ids: [RowID]) {
    try? engine.setSelectionRules([])
    _ = engine.select(.select(ids), idLimit: 0)
    engine.forgetSelectionHistory()
    try? installRules()
  }
}
