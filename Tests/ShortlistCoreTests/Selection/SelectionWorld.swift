import ShortlistTestSupport
import Testing

@testable import ShortlistCore

/// A list and what its selection must be, side by side.
struct SelectionWorld {
  private(set) var list: ListEngine
  private(set) var reference = SelectionReference()
  private var model: ModelList
  /// What the events say is selected.
  private var folded: Set<RowID> = []
  /// Whether a request of few rows is told in the order of the reference; many are in any order.
  private let isOrdered: Bool
  private let seed: Int

  static let rules: [SelectionReference.Rule] = [
    .init(rule: .required("kind")) { $0[1] != .null && $0[1] != .text("") },
    .init(rule: .required("tags")) { $0[4] != .null && $0[4] != .list([]) },
    .init(rule: .required("n")) { $0[2] != .null },
    .init(rule: .matching("n:>1", reason: "small")) {
      if case .integer(let number) = $0[2] { number > 1 } else { false }
    },
    .init(rule: .matching("", reason: "never")),
  ]

  init(rows: Int, setThreshold: Int, seed: Int, _ random: inout SeededRandom) throws {
    model = ModelList(count: rows, &random)
    list = ListEngine(try model.table())
    list.selection = Selection(universe: list.table.slots, setThreshold: setThreshold)
    isOrdered = setThreshold > rows + 100
    self.seed = seed
  }

  private var rows: [RowID: [CellValue]] {
    Dictionary(uniqueKeysWithValues: model.rows.map { (.integer($0.id), $0.values) })
  }

  private var everything: [RowID] { model.rows.map { .integer($0.id) } }

  /// The matching rows by section, in shown order.
  private var shown: [(name: String, ids: [RowID])] {
    list.listing.shown.slots.map { section in
      let range = list.listing.range(of: section)
      return (
        list.listing.name(section), range.map { list.table.id(list.listing[$0]) }
      )
    }
  }

  // MARK: Steps

  mutating func setRules(_ random: inout SeededRandom) throws {
    let now = reference.picked.count
    reference.rules = (0..<random.next(below: 4)).map { _ in
      switch random.next(below: 4) {
      case 0: .init(rule: .maximum(max(0, now + random.pick([-1, 0, 1, 2, 20]))))
      case 1: .init(rule: .minimum(max(0, now + random.pick([-20, -2, -1, 0, 1]))))
      default: random.pick(Self.rules)
      }
    }
    reference.isSingle = random.chance(0.1)
    let before = list.selection.prefix(.max)
    try list.setSelectionRules(
      reference.rules.map(\.rule), mode: reference.isSingle ? .single : .multiple)
    #expect(list.selection.prefix(.max) == before)
  }

  mutating func setQuery(_ random: inout SeededRandom) throws {
    let before = list.selectionReport(limit: .max).ids
    _ = try list.setQuery(ModelList.query(&random))
    _ = list.setRange(ModelList.range(&random), section: nil)
    #expect(list.selectionReport(limit: .max).ids == before, "seed \(seed)")
  }

  mutating func commit(_ random: inout SeededRandom) throws {
    let outcome = try list.apply(model.change(1 + random.next(below: 6), &random))
    #expect(outcome.selection == reference.prune(rows), "seed \(seed)")
    for event in outcome.selection?.events ?? [] { fold(event) }
    if random.chance(0.1) {
      list.compact()
      reference.forget(rows)
    }
    check()
  }

  mutating func select(_ request: SelectionRequest<RowID>) {
    let (before, revision) = (reference.ids, list.revision)
    let shown = shown
    let expected = reference.select(
      request, rows, everything: everything, matching: shown.flatMap(\.ids),
      sections: Dictionary(uniqueKeysWithValues: shown.map { ($0.name, $0.ids) }))
    let outcome = list.select(request, idLimit: .max, refusedIDLimit: .max)
    var refusals: [SelectionRule.Kind: [RowID]] = [:]
    for refusal in outcome.refusals {
      #expect(refusal.count == refusal.ids.count)
      refusals[refusal.rule, default: []] += refusal.ids
    }
    let found = SelectionReference.Outcome(
      added: outcome.added, removed: outcome.removed, refusals: refusals, events: outcome.events)
    let comment: Comment = "seed \(seed): \(request)"
    #expect(found.sorted(!isOrdered) == expected.sorted(!isOrdered), comment)
    #expect(outcome.addedCount == expected.added.count, comment)
    #expect(outcome.removedCount == expected.removed.count, comment)
    let isChange = !expected.added.isEmpty || !expected.removed.isEmpty
    #expect(
      outcome.result
        == (isChange ? .changed : expected.refusals.isEmpty ? .unchanged : .refused), comment)
    #expect(outcome.revision == revision + (isChange ? 1 : 0), comment)
    if !isChange { #expect(reference.ids == before, comment) }
    for event in outcome.events { fold(event) }
    check(comment)
  }

  private mutating func fold(_ event: SelectionEvent<RowID>) {
    switch event.kind {
    case .selected:
      #expect(folded.isDisjoint(with: event.ids))
      folded.formUnion(event.ids)
    case .deselected, .pruned:
      #expect(folded.isSuperset(of: event.ids))
      folded.subtract(event.ids)
    default: break
    }
  }

  /// Compares all that can be read.
  private mutating func check(_ comment: Comment? = nil) {
    let comment = comment ?? "seed \(seed)"
    let shown = shown
    let ids = reference.ids
    let selected = Set(ids)
    #expect(folded == selected, comment)
    let report = list.selectionReport(limit: .max)
    #expect(report.ids == ids, comment)
    #expect(list.selectionReport(limit: 3).ids == Array(ids.prefix(3)), comment)
    let matching = shown.flatMap(\.ids).filter(selected.contains)
    let others = ids.filter { !matching.contains($0) }
    #expect(
      list.selectionReport(limit: .max, order: .shown).ids == matching + others, comment)
    #expect(report.count == ids.count && report.shown == matching.count, comment)
    #expect(
      report.canUndo == reference.canUndo && report.canRedo == reference.canRedo, comment)
    #expect(
      list.selectedSections().sections.map(\.selected)
        == shown.map { $0.ids.count(where: selected.contains) }, comment)
    let rows = rows
    for (rule, status) in zip(reference.rules, list.selectionRules.status) {
      switch rule.rule {
      case .maximum(0), .minimum(0): #expect(status.state == .within && status.by == 0)
      case .maximum(let limit):
        #expect(status.by == abs(ids.count - limit), comment)
        #expect((status.state == .above) == (ids.count > limit), comment)
      case .minimum(let limit):
        #expect(status.by == abs(ids.count - limit), comment)
        #expect((status.state == .below) == (ids.count < limit), comment)
      default: #expect(status.by == reference.failing(rule, rows).count, comment)
      }
    }
    let failing = reference.rules.compactMap { rule -> [RowID]? in
      let ids = reference.failing(rule, rows)
      return ids.isEmpty ? nil : ids
    }
    #expect(report.violations.filter { !$0.ids.isEmpty }.map(\.ids) == failing, comment)
  }

  /// A random request.
  func request(_ random: inout SeededRandom) -> SelectionRequest<RowID> {
    let known = everything + [.integer(-1), .text("nobody")]
    func ids() -> [RowID] { (0..<random.pick([1, 1, 2, 5, 30])).map { _ in random.pick(known) } }
    func scope() -> SelectionScope {
      random.pick([.matching, .everything, .section(""), .section("a"), .section("1")])
    }
    switch random.next(below: 12) {
    case 0: return .select(ids())
    case 1: return .deselect(ids())
    case 2: return .toggle(ids())
    case 3: return .replace(ids())
    case 4: return .all(scope())
    case 5: return .none(scope())
    case 6: return .invert
    case 7: return .extend(from: random.pick(known), to: random.pick(known))
    case 8, 9, 10: return .undo
    default: return .redo
    }
  }
}

extension SelectionReference.Outcome {
  /// The same with all ids sorted, or only those that can be in any order.
  func sorted(_ sortsAll: Bool) -> Self {
    var outcome = self
    func sort(_ ids: inout [RowID]) { ids.sort { "\($0)" < "\($1)" } }
    if sortsAll { sort(&outcome.added) }
    sort(&outcome.removed)
    for kind in outcome.refusals.keys { sort(&outcome.refusals[kind, default: []]) }
    for index in outcome.events.indices where sortsAll || outcome.events[index].kind == .deselected
    {
      sort(&outcome.events[index].ids)
    }
    return outcome
  }
}
