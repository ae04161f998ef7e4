@testable import ShortlistCore

/// What a selection must be: ids and pick numbers, without bitmaps.
struct SelectionReference {
  /// A rule, and for one about rows its meaning.
  struct Rule {
    var rule: SelectionRule
    var admits: @Sendable ([CellValue]) -> Bool = { _ in true }

    var limit: Int {
      switch rule {
      case .maximum(let limit), .minimum(let limit): limit
      default: 0
      }
    }

    func crossing(_ before: Int, _ after: Int) -> SelectionEvent<RowID>.Kind? {
      guard limit > 0, before != after else { return nil }
      if rule.kind == .maximum {
        return after == limit && before < limit
          ? .maximumReached : before == limit && after < limit ? .noLongerAtMaximum : nil
      }
      return after == limit && before > limit
        ? .minimumReached : before == limit && after > limit ? .noLongerAtMinimum : nil
    }
  }

  /// What became of a request.
  struct Outcome: Equatable {
    var added: [RowID] = []
    var removed: [RowID] = []
    var refusals: [SelectionRule.Kind: [RowID]] = [:]
    var events: [SelectionEvent<RowID>] = []
  }

  var rules: [Rule] = []
  var isSingle = false
  private(set) var picked: [RowID: Int] = [:]
  private var next = 0
  private var done: [(added: [(RowID, Int)], removed: [(RowID, Int)])] = []
  private var undone: [(added: [(RowID, Int)], removed: [(RowID, Int)])] = []

  var ids: [RowID] { picked.sorted { $0.value < $1.value }.map(\.key) }
  var canUndo: Bool { !done.isEmpty }
  var canRedo: Bool { !undone.isEmpty }

  /// Carries out a request over rows in source order, of which some match, in shown order.
  mutating func select(
    _ request: SelectionRequest<RowID>, _ rows: [RowID: [CellValue]], everything: [RowID],
    matching: [RowID],
    sections: [String: [RowID]]
  ) -> Outcome {
    func scope(_ scope: SelectionScope) -> [RowID] {
      switch scope {
      case .matching: matching
      case .everything: everything
      case .section(let name): sections[name] ?? []
      }
    }
    switch request {
    case .select(let ids): return change(ids, [], rows)
    case .deselect(let ids): return change([], ids, rows)
    case .toggle(let ids): return change(ids, ids, rows)
    case .replace(let ids): return change(ids, self.ids.filter { !ids.contains($0) }, rows)
    case .all(let asked): return change(scope(asked), [], rows)
    case .none(let asked): return change([], scope(asked), rows)
    case .invert: return change(matching, matching, rows)
    case .extend(let first, let last):
      let places = [first, last].map { matching.firstIndex(of: $0) }
      if let low = places.compactMap(\.self).min(), let high = places.compactMap(\.self).max(),
        !places.contains(nil)
      {
        return change(Array(matching[low...high]), [], rows)
      }
      var outcome = Outcome()
      outcome.refusals[.unknown] = Self.unique([first, last]).filter { !matching.contains($0) }
      return outcome
    case .undo:
      guard let step = done.popLast() else { return Outcome() }
      undone.append(step)
      return restore(step.removed, without: step.added, rows)
    case .redo:
      guard let step = undone.popLast() else { return Outcome() }
      done.append(step)
      return restore(step.added, without: step.removed, rows)
    }
  }

  private static func unique(_ ids: [RowID]) -> [RowID] {
    var seen: Set<RowID> = []
    return ids.filter { seen.insert($0).inserted }
  }

  private mutating func change(
    _ adds: [RowID], _ removes: [RowID], _ rows: [RowID: [CellValue]]
  ) -> Outcome {
    var outcome = Outcome()
    var adds = Self.unique(adds).filter { picked[$0] == nil }
    var removes = Self.unique(removes).filter { picked[$0] != nil }
    func refuse(_ ids: [RowID], _ kind: SelectionRule.Kind) {
      if !ids.isEmpty { outcome.refusals[kind, default: []] += ids }
    }
    refuse(adds.filter { rows[$0] == nil }, .unknown)
    adds.removeAll { rows[$0] == nil }
    var attempts: [Int: [RowID]] = [:]
    let asked = removes
    if isSingle && !adds.isEmpty {
      if adds.count == 1 {
        removes = ids
      } else {
        refuse(adds + removes, .single)
        (adds, removes) = ([], [])
      }
    }
    for (index, rule) in rules.enumerated() {
      let result = picked.count + adds.count - removes.count
      switch rule.rule {
      case .maximum(let most) where most > 0 && result > most && !adds.isEmpty:
        attempts[index] = adds
      case .minimum(let least) where result < least && !removes.isEmpty:
        attempts[index] = removes
      case .required, .matching:
        refuse(adds.filter { !rule.admits(rows[$0] ?? []) }, rule.rule.kind)
        let count = adds.count
        adds.removeAll { !rule.admits(rows[$0] ?? []) }
        if isSingle && count > 0 && adds.isEmpty { removes = asked }
      default: break
      }
      if attempts[index] != nil {
        refuse(adds + removes, rule.rule.kind)
        (adds, removes) = ([], [])
        break
      }
    }
    for (index, rule) in rules.enumerated() {
      if case .minimum(let least) = rule.rule, !removes.isEmpty,
        picked.count + adds.count - removes.count < least
      {
        attempts[index] = removes
        refuse(adds + removes, .minimum)
        (adds, removes) = ([], [])
      }
    }
    let added = adds.enumerated().map { ($1, next + $0) }
    let removed = removes.map { ($0, picked[$0, default: 0]) }
    next += adds.count
    if !adds.isEmpty || !removes.isEmpty {
      done.append((added, removed))
      undone = []
    }
    return finish(added, removes, outcome, attempts)
  }

  private mutating func restore(
    _ adds: [(RowID, Int)], without removes: [(RowID, Int)], _ rows: [RowID: [CellValue]]
  ) -> Outcome {
    let adds = adds.filter { rows[$0.0] != nil && picked[$0.0] == nil }
    return finish(adds, removes.map(\.0).filter { picked[$0] != nil }, Outcome(), [:])
  }

  private mutating func finish(
    _ adds: [(RowID, Int)], _ removes: [RowID], _ outcome: Outcome, _ attempts: [Int: [RowID]]
  ) -> Outcome {
    var outcome = outcome
    let before = picked.count
    for id in removes { picked[id] = nil }
    for (id, number) in adds { picked[id] = number }
    outcome.added = adds.map(\.0)
    outcome.removed = removes
    if !adds.isEmpty { outcome.events.append(SelectionEvent(.selected, ids: outcome.added)) }
    if !removes.isEmpty { outcome.events.append(SelectionEvent(.deselected, ids: removes)) }
    for (index, rule) in rules.enumerated() {
      if let kind = rule.crossing(before, picked.count) {
        outcome.events.append(SelectionEvent(kind, rule: index))
      }
      if let ids = attempts[index] {
        let kind: SelectionEvent<RowID>.Kind =
          rule.rule.kind == .maximum ? .attemptedToExceedMaximum : .attemptedToDropBelowMinimum
        outcome.events.append(SelectionEvent(kind, ids: ids, rule: index))
      }
    }
    return outcome
  }

  /// Takes out the rows that are gone.
  mutating func prune(_ rows: [RowID: [CellValue]]) -> SelectionChange<RowID>? {
    let before = picked.count
    let gone = ids.filter { rows[$0] == nil }
    if gone.isEmpty { return nil }
    for id in gone { picked[id] = nil }
    var events = [SelectionEvent(.pruned, ids: gone)]
    for (index, rule) in rules.enumerated() {
      if let kind = rule.crossing(before, picked.count) {
        events.append(SelectionEvent(kind, rule: index))
      }
    }
    return SelectionChange(removed: gone, events: events, count: picked.count)
  }

  /// Forgets the rows that are gone, also in the history.
  mutating func forget(_ rows: [RowID: [CellValue]]) {
    for index in done.indices {
      done[index].added.removeAll { rows[$0.0] == nil }
      done[index].removed.removeAll { rows[$0.0] == nil }
    }
    for index in undone.indices {
      undone[index].added.removeAll { rows[$0.0] == nil }
      undone[index].removed.removeAll { rows[$0.0] == nil }
    }
  }

  /// The selected rows that a rule about rows would not let be selected.
  func failing(_ rule: Rule, _ rows: [RowID: [CellValue]]) -> [RowID] {
    ids.filter { !rule.admits(rows[$0] ?? []) }
  }
}
