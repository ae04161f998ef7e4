/// Selecting more rows than can be held: the condition is kept instead of the rows.
extension RemoteEngine {
  /// The maximum number of rows that are held for one request.
  static var maxHeldAtOnce: Int { Sizes.compared }

  /// The number of selected rows.
  var selectedCount: Int { bulk?.present.count ?? held.selectedCount }

  /// Returns for each of the rows whether it is selected.
  func areSelected(_ rows: [RemoteRow], from server: some RowServer) throws -> [Bool] {
    guard let bulk else { return rows.map { held.isSelected($0.id) } }
    if rows.isEmpty { return [] }
    let found = try selected(rows.map(\.id), bulk.present, server)
    return rows.map { found.contains($0.id) }
  }

  private func selected(
    _ ids: [RowID], _ state: BulkSelection.State, _ server: some RowServer
  ) throws -> Set<RowID> {
    let condition = RowCondition(tests: [state.test])
    return Set(try server.rows(with: ids, condition, by: RemoteOrder()).map(\.id))
  }

  /// Returns the condition of the rows of a scope, and their order; nil for no rows.
  func condition(of scope: SelectionScope) -> (RowCondition, RemoteOrder)? {
    switch scope {
    case .matching: return (condition, order)
    case .everything: return (RowCondition(), RemoteOrder())
    case .section(let name):
      let section = shown.sections.first { BinaryString($0.name) == BinaryString(name) }
      guard let section else { return nil }
      guard let column = sectionColumn else { return (condition, order) }
      return section.value.map { (condition.and(.section(column, $0)), order) }
    }
  }

  /// The maximum number of sections whose rows are added one section after the other.
  private static let maxParts = 50

  /// Returns the conditions of the rows of a scope, in the order of the shown sections.
  private func inSections(
    _ condition: RowCondition, _ order: RemoteOrder, _ scope: SelectionScope
  ) -> [(RowCondition, RemoteOrder)] {
    guard scope == .matching, let column = sectionColumn, shown.sections.count <= Self.maxParts
    else { return [(condition, order)] }
    return shown.sections.compactMap { section in
      section.value.map { (condition.and(.section(column, $0)), order) }
    }
  }

  /// Returns the first selected rows that match, as shown.
  func firstSelected(
    _ limit: Int, _ state: BulkSelection.State, from server: some RowServer
  ) throws -> [RowID] {
    var ids: [RowID] = []
    for (part, order) in inSections(condition, order, .matching) where ids.count < limit {
      let selected = part.and(state.test)
      ids += try server.rows(selected, by: order, 0..<limit - ids.count).map(\.id)
    }
    return ids
  }

  /// Whether the rules are about the number of selected rows only.
  var hasOnlyLimits: Bool {
    held.selectionMode == .multiple
      && held.rules.allSatisfy { [.maximum, .minimum].contains($0.rule.kind) }
  }

  /// Selects by conditions from now on, if a request is about many rows.
  mutating func beginBulk(for request: SelectionRequest<RowID>, from server: some RowServer) throws
  {
    let scope: SelectionScope
    switch request {
    case .all(let requested): scope = requested
    case .invert: scope = .matching
    default: return
    }
    guard hasOnlyLimits, let (condition, _) = condition(of: scope),
      try pages.count(condition, server) > Self.maxHeldAtOnce
    else { return }
    bulk = BulkSelection(held.selectedRows().map(\.id))
  }

  /// Changes the selection under its rules.
  mutating func selectInBulk(
    _ request: SelectionRequest<RowID>, idLimit: Int, refusedIDLimit: Int,
    from server: some RowServer
  ) throws -> SelectionOutcome<RowID> {
    guard var bulk else { preconditionFailure("The rows are held.") }
    let before = bulk.present
    var change = BulkChange(before)
    switch request {
    case .undo:
      if bulk.undo() {
        try returnTo(bulk, server)
      } else {
        (undoneBulk, self.bulk) = (bulk, nil)
        revision += 1
      }
      return bulkOutcome(before.count)
    case .redo:
      if !bulk.redo() { return bulkOutcome(before.count, isChanged: false) }
      try returnTo(bulk, server)
      return bulkOutcome(before.count)
    case .select(let ids), .toggle(let ids), .deselect(let ids), .replace(let ids):
      try decide(request, ids, &change, server)
    case .extend(let first, let last):
      let (ids, missing) = try rows(from: first, to: last, server)
      change.unknown = (missing, "the row is not shown")
      if missing.isEmpty { try decide(.select(ids), ids, &change, server) }
    case .all(let scope):
      guard let (condition, order) = condition(of: scope) else { break }
      change.addedCount = try pages.count(condition.and(.not(before.test)), server)
      for (part, order) in inSections(condition, order, scope) {
        change.state.layers.append(.add(part, order))
      }
    case .none(.everything):
      change.removedCount = before.count
      change.state.layers = []
    case .none(let scope):
      guard let (condition, _) = condition(of: scope) else { break }
      change.removedCount = try pages.count(condition.and(before.test), server)
      change.state.layers.append(.remove(.all(condition.tests)))
    case .invert:
      change.removedCount = try pages.count(condition.and(before.test), server)
      change.addedCount = try pages.count(condition, server) - change.removedCount
      for (part, order) in inSections(condition, order, .matching) {
        change.state.layers.append(.invert(part, order))
      }
    }
    change.state.count = before.count + change.addedCount - change.removedCount
    let refusal = held.rules.enumerated().first { change.breaks($1.rule) }
    if refusal == nil && change.isChange {
      bulk.make(change.state)
      self.bulk = bulk
      revision += 1
    }
    return outcome(change, refusal, idLimit, refusedIDLimit)
  }

  /// Takes a selection that was left before; commits may have changed its rows since.
  mutating func returnTo(_ earlier: BulkSelection, _ server: some RowServer) throws {
    var bulk = earlier
    _ = bulk.update(count: try server.count(RowCondition(tests: [bulk.present.test])))
    self.bulk = bulk
    revision += 1
  }

  private func decide(
    _ request: SelectionRequest<RowID>, _ ids: [RowID], _ change: inout BulkChange,
    _ server: some RowServer
  ) throws {
    var seen: Set<RowID> = []
    let distinct = ids.filter { seen.insert($0).inserted }
    let rows = try server.rows(with: distinct, RowCondition(), by: RemoteOrder())
    let existing = Set(rows.map(\.id))
    let selected = try selected(distinct, change.state, server)
    var (added, removed): ([RowID], [RowID]) = ([], [])
    switch request {
    case .deselect: removed = distinct.filter(selected.contains)
    case .toggle: removed = distinct.filter(selected.contains)
    case .replace:
      change.removedCount = change.state.count - selected.count
      change.state.layers.append(.remove(.not(.ids(distinct))))
    default: break
    }
    if case .deselect = request {
    } else {
      added = distinct.filter { existing.contains($0) && !selected.contains($0) }
      change.unknown = (distinct.filter { !existing.contains($0) }, "there is no such row")
    }
    change.added = added
    change.removed = removed
    change.addedCount += added.count
    change.removedCount += removed.count
    change.state.change(adding: added, removing: removed)
  }

  func bulkOutcome(_ before: Int, isChanged: Bool = true) -> SelectionOutcome<RowID> {
    var change = BulkChange(BulkSelection.State(count: before))
    change.state.count = selectedCount
    (change.addedCount, change.removedCount) = (
      max(0, selectedCount - before), max(0, before - selectedCount)
    )
    var outcome = outcome(change, nil, 0, 0)
    outcome.result = isChanged ? .changed : .unchanged
    return outcome
  }

  private func outcome(
    _ change: BulkChange, _ refusal: (offset: Int, element: InstalledRule)?, _ idLimit: Int,
    _ refusedIDLimit: Int
  ) -> SelectionOutcome<RowID> {
    var refusals: [SelectionOutcome<RowID>.Refusal] = []
    if !change.unknown.ids.isEmpty {
      refusals.append(
        .init(
          ids: Array(change.unknown.ids.prefix(refusedIDLimit)), count: change.unknown.ids.count,
          rule: .unknown, reason: change.unknown.reason))
    }
    var events: [SelectionEvent<RowID>] = []
    let isChanged = refusal == nil && change.isChange
    if let (index, rule) = refusal {
      let isMaximum = rule.rule.kind == .maximum
      let (ids, count) =
        isMaximum
        ? (change.added, change.addedCount) : (change.removed, change.removedCount)
      refusals.append(
        .init(
          ids: Array((change.added + change.removed).prefix(refusedIDLimit)),
          count: change.addedCount + change.removedCount, rule: rule.rule.kind,
          reason: rule.rule.reason))
      events = [
        SelectionEvent(
          isMaximum ? .attemptedToExceedMaximum : .attemptedToDropBelowMinimum,
          ids: Array(ids.prefix(idLimit)), count: count, rule: index)
      ]
    } else {
      if change.addedCount > 0 {
        let ids = Array(change.added.prefix(idLimit))
        events.append(SelectionEvent(.selected, ids: ids, count: change.addedCount))
      }
      if change.removedCount > 0 {
        let ids = Array(change.removed.prefix(idLimit))
        events.append(SelectionEvent(.deselected, ids: ids, count: change.removedCount))
      }
      events += crossings(from: change.before, to: change.state.count)
    }
    return SelectionOutcome(
      revision: revision,
      result: isChanged ? .changed : refusals.isEmpty ? .unchanged : .refused,
      added: isChanged ? Array(change.added.prefix(idLimit)) : [],
      addedCount: isChanged ? change.addedCount : 0,
      removed: isChanged ? Array(change.removed.prefix(idLimit)) : [],
      removedCount: isChanged ? change.removedCount : 0, refusals: refusals, events: events,
      count: selectedCount)
  }

  private func crossings(from before: Int, to after: Int) -> [SelectionEvent<RowID>] {
    held.rules.enumerated().compactMap { index, rule in
      rule.crossing(from: before, to: after).map { SelectionEvent($0, rule: index) }
    }
  }

  /// Counts the selected rows after a commit.
  ///
  /// - Returns: The change of the selection, which does not say which rows have left or come; nil
  ///   for none.
  mutating func refreshBulk(from server: some RowServer) throws -> SelectionChange<RowID>? {
    guard var bulk else { return nil }
    let before = bulk.present.count
    let count = try server.count(RowCondition(tests: [bulk.present.test]))
    let isOther = bulk.update(count: count)
    self.bulk = bulk
    if !isOther { return nil }
    var change = SelectionChange(events: crossings(from: before, to: count), count: count)
    change.isReset = true
    return change
  }

  /// Passes the selected rows to a function, in batches in pick order.
  func forEachSelectedBatch(
    from first: Int, length: Int, from server: some RowServer, _ state: BulkSelection.State,
    _ body: ([RemoteRow]) throws -> Void
  ) throws {
    var (skipped, left) = (first, length)
    for (part, condition) in state.parts where left > 0 {
      switch part {
      case .ids(let ids):
        let found = try server.rows(with: ids, condition, by: RemoteOrder())
        let known = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        let rows = ids.compactMap { known[$0] }.dropFirst(skipped).prefix(left)
        skipped = max(0, skipped - found.count)
        left -= rows.count
        if !rows.isEmpty { try body(Array(rows)) }
      case .rows(let order):
        var count = 0
        let end = skipped.addingReportingOverflow(left)
        try server.forEachBatch(
          condition, by: order, skipped..<(end.overflow ? .max : end.partialValue)
        ) { rows in
          count += rows.count
          try body(rows)
        }
        left -= count
        if skipped > 0 {
          skipped = count > 0 ? 0 : max(0, skipped - (try server.count(condition)))
        }
      }
    }
  }
}

/// What a request does to a selection.
private struct BulkChange {
  /// The number of selected rows before.
  let before: Int
  var state: BulkSelection.State
  var (addedCount, removedCount) = (0, 0)
  /// The rows if the request names them.
  var (added, removed): ([RowID], [RowID]) = ([], [])
  var unknown: (ids: [RowID], reason: String) = ([], "")

  init(_ state: BulkSelection.State) {
    before = state.count
    self.state = state
  }

  var isChange: Bool { addedCount > 0 || removedCount > 0 }

  /// Whether a rule about the number of rows refuses the request.
  func breaks(_ rule: SelectionRule) -> Bool {
    switch rule {
    case .maximum(let most): most > 0 && addedCount > 0 && state.count > most
    case .minimum(let least): removedCount > 0 && state.count < least
    default: false
    }
  }
}
