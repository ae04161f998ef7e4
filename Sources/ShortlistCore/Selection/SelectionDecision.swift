/// What is left of a request when the rules have been asked, and what they refused.
struct SelectionDecision {
  /// What is left.
  private(set) var change: Selection.Change
  /// The rows that the request itself takes out, where one new row is to replace all others.
  private var asked: RowSequence?
  /// Ids of rows that are not there, or not shown, and which of both.
  private(set) var unknown: (ids: [RowID], reason: String)?
  /// What was refused, and why.
  private(set) var refusals: [(rows: [RowSequence], kind: SelectionRule.Kind, reason: String)] = []
  /// The attempts to break rules about the number of rows, by the index of the rule.
  private(set) var attempts: [Int: (kind: SelectionEvent.Kind, rows: RowSequence)] = [:]

  /// Begins with all of a request.
  init(_ change: Selection.Change, unknown: [RowID] = [], because reason: String = "") {
    self.change = change
    if !unknown.isEmpty { self.unknown = (unknown, reason) }
  }

  /// Whether something was refused.
  var isRefusal: Bool { unknown != nil || !refusals.isEmpty }

  /// Refuses some rows that are not part of the change any more.
  private mutating func refuse(_ rows: RowSequence, _ kind: SelectionRule.Kind, _ reason: String) {
    if !rows.isEmpty { refusals.append(([rows], kind, reason)) }
  }

  /// Refuses all that is left.
  private mutating func refuseAll(_ kind: SelectionRule.Kind, _ reason: String) {
    refusals.append(([change.added, change.removed], kind, reason))
    change = Selection.Change(added: .none, removed: .none)
  }

  /// Takes single mode into account: one new row replaces all others.
  mutating func replaceAll(of selection: Selection) {
    if change.added.isEmpty { return }
    if change.added.count > 1 {
      refuseAll(.single, "only one row can be selected")
    } else {
      asked = change.removed
      change.removed = selection.all
    }
  }

  /// Asks rules in order, and those about the least number once more of what all of them have left.
  mutating func ask(_ rules: [InstalledRule], about selection: Selection, _ table: RowTable) {
    askInOrder(rules, about: selection, table)
    for (index, rule) in rules.enumerated() {
      if case .minimum(let least) = rule.rule { keep(least, index, of: selection) }
    }
  }

  /// Refuses all that is left if it takes rows out and leaves too few.
  private mutating func keep(_ least: Int, _ index: Int, of selection: Selection) {
    let result = selection.count + change.added.count - change.removed.count
    guard result < least, !change.removed.isEmpty else { return }
    attempts[index] = (.attemptedToDropBelowMinimum, change.removed)
    refuseAll(.minimum, SelectionRule.minimum(least).reason)
  }

  /// Takes out nothing but what was asked for, if the row that was to replace all others is refused.
  private mutating func keepReplaced(universe: Int, leastMany: Int) {
    guard let asked, change.added.isEmpty else { return }
    let removed = change.removed.set(universe: universe)
    change.removed =
      asked.partitioned(by: { removed[$0] }, passing: { removed }, leastMany: leastMany).passing
    self.asked = nil
  }

  private mutating func askInOrder(
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
          leastMany: selection.leastMany)
        change.added = added
        refuse(refused, rule.rule.kind, rule.rule.reason)
        keepReplaced(universe: table.slots, leastMany: selection.leastMany)
      case .custom(let filter):
        guard
          let added = narrow(change.added, selection, table, filter.filterForSelection),
          let removed = narrow(change.removed, selection, table, filter.filterForDeselection)
        else { return refuseAll(.custom, filter.reason) }
        change = Selection.Change(added: added.passing, removed: removed.passing)
        refuse(added.failing, .custom, filter.reason)
        refuse(removed.failing, .custom, filter.reason)
        keepReplaced(universe: table.slots, leastMany: selection.leastMany)
      }
    }
  }

  /// Parts rows by a filter of somebody's own; nil if it refuses all.
  private func narrow(
    _ rows: RowSequence, _ selection: Selection, _ table: RowTable,
    _ filter: ([SelectionItem]) -> [SelectionItem]?
  ) -> (passing: RowSequence, failing: RowSequence)? {
    if rows.isEmpty { return (.none, .none) }
    let slots = rows.prefix(rows.count)
    guard let passing = filter(slots.map { SelectionItem(slot: $0, in: table) }) else {
      return nil
    }
    // Items may be from another time or another list: what they are known by is their ids.
    let ids = Set(passing.map(\.id))
    let set = RowSet(slots.filter { ids.contains(table.id($0)) }, universe: table.slots)
    return rows.partitioned(
      by: { set[$0] }, passing: { set }, leastMany: selection.leastMany)
  }
}
