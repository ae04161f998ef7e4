extension ListEngine {
  /// Replaces the rules of the selection.
  ///
  /// No row is deselected and no event is reported. The report of the rules says whether the
  /// selection satisfies the new rules.
  ///
  /// - Throws: `InvalidRequestError` for a negative limit or an unknown attribute; `FilterError`.
  ///   The rules are then unchanged.
  /// - Complexity: O(length of the filters of the rules)
  package mutating func setSelectionRules(
    _ rules: [SelectionRule], mode: SelectionMode = .multiple
  ) throws {
    self.rules = try rules.map { try InstalledRule($0, schema: table.schema) }
    selectionMode = mode
  }

  /// Changes the selection under its rules.
  ///
  /// What already is as requested is dropped first. Unknown ids are refused; the rest of the
  /// request continues. The rules then apply in order, each to what is left.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - idLimit: The maximum number of ids to report for the added rows, for the removed rows
  ///     and for each event.
  ///   - refusedIDLimit: The maximum number of ids to report for each refusal.
  /// - Returns: The outcome. A request that is refused or changes nothing does not change the
  ///   revision.
  /// - Complexity: O(rows) for few rows; O(rows of the list / 64) for many, plus the cost of
  ///   rules about rows
  package mutating func select(
    _ request: SelectionRequest<RowID>, idLimit: Int = 1000, refusedIDLimit: Int = 1000
  ) -> SelectionOutcome<RowID> {
    let before = selection.count
    let decision: SelectionDecision
    switch request {
    case .undo, .redo:
      let nothing = Selection.Change(added: .none, removed: .none)
      let change =
        request == .undo
        ? selection.undo(among: table.rows) : selection.redo(among: table.rows)
      decision = SelectionDecision(change ?? nothing)
    default:
      decision = decide(request)
      if !decision.change.isEmpty { selection.make(decision.change) }
    }
    let change = decision.change
    if !change.isEmpty {
      selection.tally.apply(change, in: listing)
      revision += 1
    }
    return outcome(decision, before, idLimit, refusedIDLimit)
  }

  /// Clears the undo and redo history of the selection.
  package mutating func forgetSelectionHistory() { selection.forgetSteps() }

  private func outcome(
    _ decision: SelectionDecision, _ before: Int, _ idLimit: Int, _ refusedIDLimit: Int
  ) -> SelectionOutcome<RowID> {
    let change = decision.change
    let added = change.added.prefix(idLimit).map(table.id)
    let removed = change.removed.prefix(idLimit).map(table.id)
    var events: [SelectionEvent<RowID>] = []
    if !change.added.isEmpty {
      events.append(SelectionEvent(.selected, ids: added, count: change.added.count))
    }
    if !change.removed.isEmpty {
      events.append(SelectionEvent(.deselected, ids: removed, count: change.removed.count))
    }
    for (index, rule) in rules.enumerated() {
      if let crossing = rule.crossing(from: before, to: selection.count) {
        events.append(SelectionEvent(crossing, rule: index))
      }
      if let attempt = decision.attempts[index] {
        events.append(
          SelectionEvent(
            attempt.kind, ids: attempt.rows.prefix(idLimit).map(table.id),
            count: attempt.rows.count, rule: index))
      }
    }
    return SelectionOutcome(
      revision: revision,
      result: !change.isEmpty ? .changed : decision.isRefusal ? .refused : .unchanged,
      added: added, addedCount: change.added.count, removed: removed,
      removedCount: change.removed.count,
      refusals: refusals(decision, refusedIDLimit),
      events: events, count: selection.count)
  }

  private func refusals(
    _ decision: SelectionDecision, _ limit: Int
  ) -> [SelectionOutcome<RowID>.Refusal] {
    var refusals: [SelectionOutcome<RowID>.Refusal] = []
    if let unknown = decision.unknown {
      refusals.append(
        .init(
          ids: Array(unknown.ids.prefix(limit)), count: unknown.ids.count, rule: .unknown,
          reason: unknown.reason))
    }
    for refusal in decision.refusals {
      let slots = refusal.rows.flatMap { $0.prefix(limit) }.prefix(limit)
      refusals.append(
        .init(
          ids: slots.map(table.id), count: refusal.rows.reduce(0) { $0 + $1.count },
          rule: refusal.kind, reason: refusal.reason))
    }
    return refusals
  }
}
