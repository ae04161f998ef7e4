extension ListEngine {
  /// Decides a request: drops what already is as requested, and applies the rules to the rest.
  mutating func decide(_ request: SelectionRequest<RowID>) -> SelectionDecision {
    var decision = requestedChange(request)
    if selectionMode == .single { decision.replaceAll(of: selection) }
    decision.apply(rules, to: selection, table)
    return decision
  }

  /// Returns the change that a request asks for, without what already is as requested.
  private mutating func requestedChange(_ request: SelectionRequest<RowID>) -> SelectionDecision {
    switch request {
    case .select(let ids):
      let (rows, unknown) = rows(of: ids)
      return decision(adding: partitioned(rows).unselected, unknown)
    case .deselect(let ids):
      return decision(removing: partitioned(rows(of: ids).known).selected)
    case .toggle(let ids):
      let (rows, unknown) = rows(of: ids)
      let (selected, unselected) = partitioned(rows)
      return decision(adding: unselected, removing: selected, unknown)
    case .replace(let ids):
      let (rows, unknown) = rows(of: ids)
      let set = rows.set(universe: table.slots)
      let others = selection.all.partitioned(
        by: { set[$0] }, passing: { set }, setThreshold: selection.setThreshold
      ).failing
      return decision(adding: partitioned(rows).unselected, removing: others, unknown)
    case .all(let scope): return decision(adding: partitioned(rows(of: scope)).unselected)
    case .none(.everything) where table.isInOrder:
      return decision(removing: selection.inSlotOrder)
    case .none(let scope): return decision(removing: partitioned(rows(of: scope)).selected)
    case .invert:
      let (selected, unselected) = partitioned(rows(of: .matching))
      return decision(adding: unselected, removing: selected)
    case .extend(let first, let last): return extended(from: first, to: last)
    case .undo, .redo: preconditionFailure("\(request) asks for no rows")
    }
  }

  private func decision(
    adding: RowSequence = .none, removing: RowSequence = .none, _ unknown: [RowID] = []
  ) -> SelectionDecision {
    SelectionDecision(
      Selection.Change(added: adding, removed: removing), unknown: unknown,
      because: "there is no such row")
  }

  private func extended(from first: RowID, to last: RowID) -> SelectionDecision {
    let ends = first == last ? [first] : [first, last]
    let positions = ends.map { id in
      table.slot(of: id).flatMap { listing.position(of: $0, in: table) }
    }
    let missing = zip(ends, positions).filter { $0.1 == nil }.map(\.0)
    let found = positions.compactMap(\.self).sorted()
    guard missing.isEmpty, let low = found.first, let high = found.last else {
      let nothing = Selection.Change(added: .none, removed: .none)
      return SelectionDecision(nothing, unknown: missing, because: "the row is not shown")
    }
    return decision(adding: partitioned(rows(at: low..<high + 1)).unselected)
  }

  /// Splits rows into selected and unselected ones.
  private func partitioned(_ rows: RowSequence) -> (selected: RowSequence, unselected: RowSequence)
  {
    let members = selection.members
    let parts = rows.partitioned(
      by: { members[$0] }, passing: { members }, setThreshold: selection.setThreshold)
    return (parts.passing, parts.failing)
  }

  /// Returns the distinct rows of `ids`, and the distinct ids that no row has.
  private func rows(of ids: [RowID]) -> (known: RowSequence, unknown: [RowID]) {
    var slots: [UInt32] = []
    var unknown: [RowID] = []
    var seen: Set<UInt32> = []
    var seenUnknown: Set<RowID> = []
    for id in ids {
      if let slot = table.slot(of: id) {
        // A single id needs no check for duplicates.
        if ids.count == 1 || seen.insert(slot).inserted { slots.append(slot) }
      } else if seenUnknown.insert(id).inserted {
        unknown.append(id)
      }
    }
    return (
      RowSequence(slots, universe: table.slots, setThreshold: selection.setThreshold), unknown
    )
  }

  /// Returns the rows of a scope.
  private mutating func rows(of scope: SelectionScope) -> RowSequence {
    switch scope {
    case .matching: return rows(at: 0..<listing.count)
    case .everything:
      let order =
        table.isInOrder
        ? SharedOrder.source(universe: table.slots)
        : .listed(results[table.version].order([], of: table))
      return RowSequence(table.rows, in: order, setThreshold: selection.setThreshold)
    case .section(let name):
      guard let section = listing.section(named: name) else { return .none }
      return rows(at: listing.range(of: section))
    }
  }

  /// Returns the rows at a range of positions in the listing.
  private func rows(at positions: Range<Int>) -> RowSequence {
    let order = SharedOrder.listed(listing.order)
    if positions.count == listing.count {
      return RowSequence(listing.members, in: order, setThreshold: selection.setThreshold)
    }
    if positions.count < max(selection.setThreshold, table.slots / 64) {
      var slots: [UInt32] = []
      slots.reserveCapacity(positions.count)
      listing.forEach(positions) { slots.append($0) }
      return RowSequence(slots)
    }
    var set = RowSet(universe: table.slots)
    listing.forEach(positions) { set[$0] = true }
    return RowSequence(set, in: order, setThreshold: selection.setThreshold)
  }
}
