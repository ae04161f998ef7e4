/// The part of a selection request that the rules admit, and the parts that they refuse.
struct SelectionDecision {
  /// The change that is not refused so far.
  private(set) var change: Selection.Change
  /// The rows that the request itself removes, in single mode where one new row replaces all
  /// others.
  private var requestedRemovals: RowSequence?
  /// The ids of rows that do not exist or are not shown, and the reason for their refusal.
  private(set) var unknown: (ids: [RowID], reason: String)?
  /// The refused rows with the kind of rule and the reason.
  private(set) var refusals: [(rows: [RowSequence], kind: SelectionRule.Kind, reason: String)] = []
  /// The attempts to exceed a limit on the number of rows, by the index of the rule.
  private(set) var attempts: [Int: (kind: SelectionEvent<RowID>.Kind, rows: RowSequence)] = [:]

  /// Creates a decision that admits the whole change.
  init(_ change: Selection.Change, unknown: [RowID] = [], because reason: String = "") {
    self.change = change
    if !unknown.isEmpty { self.unknown = (unknown, reason) }
  }

  /// Whether any part of the request was refused.
  var isRefusal: Bool { unknown != nil || !refusals.isEmpty }

  /// Records a refusal of rows that are no longer part of the change.
  private mutating func refuse(_ rows: RowSequence, _ kind: SelectionRule.Kind, _ reason: String) {
    if !rows.isEmpty { refusals.append(([rows], kind, reason)) }
  }

  /// Refuses the rest of the change.
  private mutating func refuseAll(_ kind: SelectionRule.Kind, _ reason: String) {
    refusals.append(([change.added, change.removed], kind, reason))
    change = Selection.Change(added: .none, removed: .none)
  }

  /// Applies single mode: one new row replaces all selected rows.
  mutating func replaceAll(of selection: Selection) {
    if change.added.isEmpty { return }
    if change.added.count > 1 {
      refuseAll(.single, "only one row can be selected")
    } else {
      requestedRemovals = change.removed
      change.removed = selection.all
    }
  }

  /// Applies the rules in order, and then each minimum again to the final change.
  mutating func apply(_ rules: [InstalledRule], to selection: Selection, _ table: RowTable) {
    applyInOrder(rules, about: selection, table)
    for (index, rule) in rules.enumerated() {
      if case .minimum(let least) = rule.rule { keep(least, index, of: selection) }
    }
  }

  /// Refuses the rest of the change if it removes rows and leaves fewer than `least`.
  private mutating func keep(_ least: Int, _ index: Int, of selection: Selection) {
    let result = selection.count + change.added.count - change.removed.count
    guard result < least, !change.removed.isEmpty else { return }
    attempts[index] = (.attemptedToDropBelowMinimum, change.removed)
    refuseAll(.minimum, SelectionRule.minimum(least).reason)
  }

  /// Limits the removals to those that the request asked for if the replacing row was refused.
  private mutating func limitRemovals(universe: Int, setThreshold: Int) {
    guard let requestedRemovals, change.added.isEmpty else { return }
    let removed = change.removed.set(universe: universe)
    change.removed =
      requestedRemovals.partitioned(
        by: { removed[$0] }, passing: { removed }, setThreshold: setThreshold
      ).passing
    self.requestedRemovals = nil
  }

  private mutating func applyInOrder(
    _ rules: [InstalledRule], about selection: Selection, _ table: RowTable
  ) {
    for (index, rule) in rules.enumerated() {
      let result = selection.count + change.added.count - change.removed.count
      switch rule.rule {
      case .maximum(let most):
        guard most > 0, result > most, !change.added.isEmpty else { continue }
        attempts[index] = (.attemptedToExceedMaximum, change.added)
        return refuseAll(.maximum, rule.rule.reason)
      case .minimum(let least):
        keep(least, index, of: selection)
        if attempts[index] != nil { return }
      case .required, .matching:
        if change.added.isEmpty || !rule.isAboutRows { continue }
        let (added, refused) = change.added.partitioned(
          by: { rule.admits($0, in: table) },
          passing: { rule.admitted(change.added.set(universe: table.slots), in: table) },
          setThreshold: selection.setThreshold)
        change.added = added
        refuse(refused, rule.rule.kind, rule.rule.reason)
        limitRemovals(universe: table.slots, setThreshold: selection.setThreshold)
      case .custom(let filter):
        guard
          let added = narrow(change.added, selection, table, filter.filterForSelection),
          let removed = narrow(change.removed, selection, table, filter.filterForDeselection)
        else { return refuseAll(.custom, filter.reason) }
        change = Selection.Change(added: added.passing, removed: removed.passing)
        refuse(added.failing, .custom, filter.reason)
        refuse(removed.failing, .custom, filter.reason)
        limitRemovals(universe: table.slots, setThreshold: selection.setThreshold)
      }
    }
  }

  /// Splits rows by a custom filter; returns nil if the filter refuses the whole request.
  private func narrow(
    _ rows: RowSequence, _ selection: Selection, _ table: RowTable,
    _ filter: ([SelectionItem]) -> [SelectionItem]?
  ) -> (passing: RowSequence, failing: RowSequence)? {
    if rows.isEmpty { return (.none, .none) }
    let slots = rows.prefix(rows.count)
    guard let passing = filter(slots.map { SelectionItem(slot: $0, in: table) }) else {
      return nil
    }
    // A filter may return items of another list or revision, so match them by id.
    let ids = Set(passing.map(\.id))
    let set = RowSet(slots.filter { ids.contains(table.id($0)) }, universe: table.slots)
    return rows.partitioned(
      by: { set[$0] }, passing: { set }, setThreshold: selection.setThreshold)
  }
}
