extension ListEngine {
  /// Changes the selection under its limits.
  ///
  /// Ids that are not there are refused, the rest goes on; a limit refuses all of it.
  public mutating func select(_ request: SelectionRequest) -> SelectionOutcome {
    var refusals: [SelectionOutcome.Refusal] = []
    var adding: [UInt32] = []
    var removing: [UInt32] = []
    switch request {
    case .select(let ids):
      adding = known(ids, &refusals)
    case .deselect(let ids):
      removing = ids.compactMap(table.slot)
    case .toggle(let ids):
      adding = known(ids, &refusals)
      removing = adding
    case .selectMatching:
      adding = listing.tree.slots
    case .deselectAll:
      removing = selection.picked
    case .invertMatching:
      adding = listing.tree.slots
      removing = adding
    }
    adding.removeAll { selection.members[$0] }
    removing.removeAll { !selection.members[$0] }
    if let refusal = selection.refusal(adding: adding.count, removing: removing.count) {
      refusals.append(
        .init(
          ids: (adding + removing).map(table.id), rule: refusal.rule, reason: refusal.reason))
      (adding, removing) = ([], [])
    }
    let isChange = !adding.isEmpty || !removing.isEmpty
    if isChange {
      selection.change(adding: adding, removing: removing)
      revision += 1
    }
    return SelectionOutcome(
      revision: revision, result: isChange ? .changed : refusals.isEmpty ? .unchanged : .refused,
      added: adding.map(table.id), removed: removing.map(table.id), refusals: refusals,
      count: selection.count)
  }

  /// The slots of ids, each once; those that are not there are refused.
  private func known(
    _ ids: [RowID], _ refusals: inout [SelectionOutcome.Refusal]
  ) -> [UInt32] {
    var seen: Set<UInt32> = []
    var unknown: [RowID] = []
    var slots: [UInt32] = []
    for id in ids {
      guard let slot = table.slot(of: id) else {
        unknown.append(id)
        continue
      }
      if seen.insert(slot).inserted { slots.append(slot) }
    }
    if !unknown.isEmpty {
      refusals.append(.init(ids: unknown, rule: "unknown", reason: "there is no such row"))
    }
    return slots
  }

  /// The selected rows in pick order.
  public func selectedRows() -> some Sequence<(id: RowID, values: Row)> {
    selection.picked.lazy.map { (table.id($0), table.row($0)) }
  }
}
