extension ListEngine {
  /// Replaces the rules of the selection.
  ///
  /// No row is taken out, and there is no event; the report says how the selection stands to them.
  ///
  /// - Throws: `InvalidRequest` for a negative limit and an attribute that is not there, `FilterError`.
  ///   The rules then stay as they were.
  public mutating func setSelectionRules(
    _ rules: [SelectionRule], mode: SelectionMode = .multiple
  ) throws {
    self.rules = try rules.map { try InstalledRule($0, schema: table.schema) }
    selectionMode = mode
  }

  /// Changes the selection under its rules.
  ///
  /// First all that is so already is dropped. Ids that are not there are refused, the rest goes on.
  /// Then the rules are asked in order, each about what is left.
  ///
  /// - Parameters:
  ///   - request: What is asked for.
  ///   - idLimit: How many ids are told of the rows added and removed, and of each event.
  ///   - refusedIDLimit: How many ids are told of each refusal.
  /// - Returns: What became of it; a request that is refused or changes nothing leaves the revision
  ///   alone.
  /// - Complexity: O(rows) if they are few; O(rows of the list / 64) if they are many, and what rules
  ///   about rows cost
  public mutating func select(
    _ request: SelectionRequest, idLimit: Int = 1000, refusedIDLimit: Int = 1000
  ) -> SelectionOutcome {
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
      selection.tally.take(change, in: listing)
      revision += 1
    }
    return outcome(decision, before, idLimit, refusedIDLimit)
  }

  private func outcome(
    _ decision: SelectionDecision, _ before: Int, _ idLimit: Int, _ refusedIDLimit: Int
  ) -> SelectionOutcome {
    let change = decision.change
    let added = change.added.prefix(idLimit).map(table.id)
    let removed = change.removed.prefix(idLimit).map(table.id)
    var events: [SelectionEvent] = []
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
  ) -> [SelectionOutcome.Refusal] {
    var refusals: [SelectionOutcome.Refusal] = []
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
