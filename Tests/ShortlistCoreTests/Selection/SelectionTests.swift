import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("Selections")
struct SelectionTests {
  private static var stories: Int { Environment.number("SHORTLIST_SELECTIONS") ?? 25 }

  @Test(
    "requests, rules, queries and commits in any order agree with ids and pick numbers",
    arguments: [1, 2, 5, 1024])
  func randomStories(setThreshold: Int) throws {
    for seed in 0..<Self.stories {
      var random = SeededRandom(seed: seed)
      let count = random.pick([0, 1, 3, 20, 150])
      var world = try SelectionWorld(
        rows: count, setThreshold: setThreshold, seed: seed, &random)
      for _ in 0..<40 {
        switch random.next(below: 20) {
        case 0: try world.setRules(&random)
        case 1, 2: try world.setQuery(&random)
        case 3, 4, 5: try world.commit(&random)
        default: world.select(world.request(&random))
        }
      }
    }
  }

  /// All subsets of some elements, in the order given.
  private func subsets<Element>(_ elements: [Element]) -> [[Element]] {
    elements.reduce([[]]) { subsets, element in subsets + subsets.map { $0 + [element] } }
  }

  @Test("every request on every selection of three rows, under every two rules")
  func exhaustive() throws {
    let rows = [["1", "", "1"], ["2", "x", "2"], ["3", "x", "3"]]
    let table = try RowTable.plain(["id", "t", "n"], rows)
    let values = Dictionary(
      uniqueKeysWithValues: (0..<3).map { (RowID.integer($0 + 1), table.row(UInt32($0))) })
    let ids = [1, 2, 3].map(RowID.integer)
    let rules: [SelectionReference.Rule] =
      (0...3).map { .init(rule: .maximum($0)) } + (1...3).map { .init(rule: .minimum($0)) } + [
        .init(rule: .required("t")) { $0[1] != .null },
        .init(rule: .matching("n:<3", reason: "big")) { $0[2] != .integer(3) },
      ]
    let chosen = subsets(ids)
    let requests: [SelectionRequest<RowID>] =
      chosen.map(SelectionRequest<RowID>.select) + chosen.map(SelectionRequest<RowID>.deselect)
      + chosen.map(SelectionRequest<RowID>.toggle) + chosen.map(SelectionRequest<RowID>.replace)
      + [.all(), .none(), .invert, .undo, .redo, .extend(from: ids[2], to: ids[1])]
    for (setThreshold, mode) in [(1, SelectionMode.multiple), (9, .multiple), (9, .single)] {
      for start in chosen {
        for pair in rules.flatMap({ first in rules.map { [first, $0] } }) {
          for request in requests {
            var reference = SelectionReference()
            var list = ListEngine(table)
            list.selection = Selection(universe: 3, setThreshold: setThreshold)
            func expected(_ request: SelectionRequest<RowID>) -> SelectionReference.Outcome {
              reference.select(
                request, values, everything: ids, matching: ids, sections: ["": ids])
            }
            _ = list.select(.select(start))
            _ = expected(.select(start))
            try list.setSelectionRules(pair.map(\.rule), mode: mode)
            reference.rules = pair
            reference.isSingle = mode == .single
            let outcome = list.select(request)
            let wanted = expected(request)
            let comment: Comment = "\(start) \(pair.map(\.rule)) \(mode): \(request)"
            #expect(Set(outcome.added) == Set(wanted.added), comment)
            #expect(Set(outcome.removed) == Set(wanted.removed), comment)
            #expect(outcome.refusals.map(\.rule).count == wanted.refusals.count, comment)
            #expect(outcome.events.map(\.kind) == wanted.events.map(\.kind), comment)
            #expect(list.selectionReport().ids == reference.ids, comment)
            _ = list.select(.undo)
            _ = expected(.undo)
            #expect(list.selectionReport().ids == reference.ids, comment)
          }
        }
      }
    }
  }

  @Test("no request breaks a rule about the number of rows; data and undo can")
  func limits() throws {
    for seed in 0..<200 {
      var random = SeededRandom(seed: seed)
      var list = ListEngine(try .plain(["id"], (0..<9).map { ["\($0)"] }))
      list.selection = Selection(universe: 9, setThreshold: random.pick([1, 3, 99]))
      let (least, most) = (random.next(below: 4), 4 + random.next(below: 4))
      try list.setSelectionRules([.maximum(most), .minimum(least)].shuffled(using: &random))
      for _ in 0..<30 {
        let before = list.selection.count
        let ids = (0..<random.next(below: 6)).map { _ in RowID.integer(random.next(below: 10)) }
        let request = random.pick([
          SelectionRequest<RowID>.select(ids), .deselect(ids), .toggle(ids), .replace(ids), .invert,
          .all(), .none(),
        ])
        let after = list.select(request).count
        #expect(after <= max(most, before), "seed \(seed): \(request)")
        #expect(after >= min(least, before), "seed \(seed): \(request)")
      }
    }
  }

  @Test("a hundred steps are undone, and no more")
  func depth() throws {
    var list = ListEngine(try .plain(["id"], (0..<200).map { ["\($0)"] }))
    for id in 0..<150 { _ = list.select(.select([.integer(id)])) }
    var undone = 0
    while list.select(.undo).result == .changed { undone += 1 }
    #expect(undone == 100 && list.selectedCount == 50)
    while list.select(.redo).result == .changed {}
    #expect(list.selectionReport().ids == (0..<150).map(RowID.integer))
  }

  @Test("more runs than are kept are written down, in the same order")
  func manyRuns() throws {
    let rows = 400
    var list = ListEngine(try .plain(["id", "n"], (0..<rows).map { ["\($0)", "\($0 / 4)"] }))
    list.selection = Selection(universe: rows, setThreshold: 2)
    var picked: [RowID] = []
    for number in (0..<100).reversed() {
      try list.update { $0.filters = "n:\(number)" }
      picked += list.select(.all(), idLimit: .max).added
    }
    #expect(picked.count == rows)
    #expect(list.selectionReport(limit: .max).ids == picked)
    _ = list.select(.deselect(Array(picked[3..<397])))
    _ = list.select(.undo)
    #expect(list.selectionReport(limit: .max).ids == picked)
    for _ in 0..<50 { _ = list.select(.undo) }
    #expect(list.selectionReport(limit: .max).ids == Array(picked.prefix(200)))
    for _ in 0..<50 { _ = list.select(.redo) }
    #expect(list.selectionReport(limit: .max).ids == picked)
  }

  @Test("ids are told as far as they are asked for, their number always")
  func idLimits() throws {
    var list = ListEngine(try .plain(["id"], (0..<3000).map { ["\($0)"] }))
    let all = list.select(.all(), idLimit: 2)
    #expect(all.added == [0, 1].map(RowID.integer) && all.addedCount == 3000)
    #expect(all.events == [SelectionEvent(.selected, ids: all.added, count: 3000)])
    try list.setSelectionRules([.minimum(1)])
    let none = list.select(.none(), refusedIDLimit: 5)
    #expect(none.refusals.map(\.count) == [3000] && none.refusals[0].ids.count == 5)
    #expect(none.events.map(\.count) == [3000])
    #expect(list.select(.deselect([.integer(7)])).removedCount == 1)
    #expect(list.selectionReport().ids.count == 1000)
  }

  @Test("many rows picked at once follow the order that was shown, whatever is shown later")
  func runOrder() throws {
    var list = ListEngine(
      try .plain(["id", "n"], (0..<2000).map { ["\($0)", "\(($0 * 7919) % 2000)"] }))
    try list.update { $0.sort = [SortKey("n", .descending)] }
    let shown = list.ids().ids
    _ = list.select(.select([.integer(5)]))
    _ = list.select(.all())
    try list.update { $0.sort = [] }
    let expected = [.integer(5)] + shown.filter { $0 != .integer(5) }
    #expect(list.selectionReport(limit: .max).ids == expected)
    _ = list.select(.toggle([.integer(1000)]))
    _ = list.select(.undo)
    #expect(list.selectionReport(limit: .max).ids == expected)
    #expect(list.selectedRows().map(\.id) == expected)
    for (start, limit) in [(0, 0), (0, 3), (1998, 1), (1998, 9), (2000, 1), (5000, 2), (7, .max)] {
      let rows = list.selectedRows(from: start, limit: limit)
      #expect(rows.map(\.id) == Array(expected.dropFirst(start).prefix(limit)))
    }
  }
}
