import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("Lists of shared rows")
struct SharedTableTests {
  /// A list of shared rows, and one of its own rows, to which the same happens.
  private struct Pair {
    var shared: ListEngine
    var alone: ListEngine
    /// The steps that the shared one has not followed yet.
    var pending: [TableStep] = []
    /// Whether a row that was deleted and came back in a merged step may have stayed selected.
    var hasOtherSelection = false
  }

  @Test("under random commits, they are as lists of their own rows", arguments: 1...30)
  func randomCommits(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var model = ModelList(count: random.next(below: 60), &random)
    var rows = SharedTable(
      try model.table(), limit: random.pick([1 << 20, 1 << 20, 20_000, 0]))
    var pairs = try (0..<4).map { _ in
      Pair(shared: try rows.engine(), alone: ListEngine(try model.table()))
    }
    for _ in 0..<30 {
      for index in pairs.indices {
        try change(&pairs[index], &random, seed)
        // A list that falls behind merges steps, or follows them later.
        try catchUp(&pairs[index], merging: random.chance(0.5), random.chance(0.6), seed)
      }
      if random.chance(0.1) {
        let query = pairs[0].shared.query
        try catchUp(&pairs[0], merging: false, true, seed)
        pairs.append(Pair(shared: try rows.engine(query: query), alone: pairs[0].alone))
        pairs[pairs.count - 1].alone = try ListEngine(model.table(), query: query)
      }
      if random.chance(0.1) {
        model.replaceAll(&random)
        let values = model.rows.map(\.values)
        let step = try rows.replaceAll(
          count: values.count, items: nil, touching: { _, _ in false }, { values[$0] }
        ).step
        for index in pairs.indices {
          try catchUp(&pairs[index], merging: false, true, seed)
          let outcome = try pairs[index].alone.replaceAll(count: values.count) { values[$0] }
          if let step { expect(pairs[index].shared.follow(step), outcome, pairs[index], seed) }
        }
        continue
      }
      let operations = model.change(random.pick([1, 1, 2, 5, 30]), &random)
      let outcome = try rows.apply(operations)
      for index in pairs.indices {
        if pairs[index].pending.isEmpty && random.chance(0.7) {
          let expected = try pairs[index].alone.apply(operations)
          #expect(outcome.inserted == expected.inserted, "seed \(seed)")
          if let step = outcome.step {
            expect(pairs[index].shared.follow(step), expected, pairs[index], seed)
          }
          check(pairs[index], seed)
        } else {
          _ = try pairs[index].alone.apply(operations)
          if let step = outcome.step { pairs[index].pending.append(step) }
        }
      }
    }
    for index in pairs.indices { try catchUp(&pairs[index], merging: false, true, seed) }
    let found = try rows.lookUp(
      pairs[0].shared.query, 1..<5, measuring: MeasureRequest(numbers: [NumberRequest("n")]),
      isCancelled: { false })
    var fresh = try ListEngine(model.table(), query: pairs[0].shared.query)
    #expect(found.sections == fresh.matchingSections(1..<5), "seed \(seed)")
    #expect(
      found.measures.numbers
        == (try fresh.measure(MeasureRequest(numbers: [NumberRequest("n")])))
        .numbers, "seed \(seed)")
  }

  @Test("first rows that are looked up are those of lists with all in order", arguments: 1...16)
  func lookingUp(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var model = ModelList(count: Sizes.fewRows + 200, &random)
    var rows = SharedTable(try model.table(), limit: 1 << 24)
    var pairs = try (0..<4).map { _ in
      Pair(shared: try rows.engine(), alone: ListEngine(try model.table()))
    }
    var (lookUps, advances) = (0, 0)
    // Lists that keep their queries exchange some of the first rows until too few are left.
    let changing = seed % 2 == 0 ? 0.4 : 0.06
    for _ in 0..<30 {
      for index in pairs.indices where random.chance(changing) {
        let range: RangeOptions? = random.pick([
          .fixed(length: 1 + random.next(below: 6), offset: random.pick([0, 0, 2])),
          ModelList.range(&random),
        ])
        _ = pairs[index].shared.setRange(range, section: nil)
        _ = pairs[index].alone.setRange(range, section: nil)
        let query = ModelList.query(&random)
        _ = try pairs[index].shared.setQuery(query)
        _ = try pairs[index].alone.setQuery(query)
        let ids = pairs[index].alone.visibleIDs.prefix(3)
        _ = pairs[index].shared.select(.select(Array(ids)))
        _ = pairs[index].alone.select(.select(Array(ids)))
      }
      let operations = model.change(
        random.pick([1, 1, 2, 7]), among: random.pick([20, 20, 200, .max]), &random)
      let outcome = try rows.apply(operations)
      for index in pairs.indices {
        let expected = try pairs[index].alone.apply(operations)
        let before = pairs[index].shared.lookUps
        if let step = outcome.step {
          expect(pairs[index].shared.follow(step), expected, pairs[index], seed)
          let isLookedUp = pairs[index].shared.lookUps > before
          if isLookedUp { lookUps += 1 }
          if !isLookedUp && pairs[index].shared.listing.unfinished != nil { advances += 1 }
          // This checks the first rows, also those that no window shows.
          if random.chance(0.2) { _ = pairs[index].shared.listing.order }
        }
        check(pairs[index], seed)
      }
    }
    #expect(lookUps + advances > 0, "seed \(seed)")
    if seed % 2 == 1 { #expect(advances > 0, "seed \(seed)") }
  }

  /// Changes the query, the windows or the selection of both lists.
  private func change(_ pair: inout Pair, _ random: inout SeededRandom, _ seed: Int) throws {
    if !pair.pending.isEmpty { return }
    if random.chance(0.3) {
      let query = random.chance(0.3) ? ListQuery() : ModelList.query(&random)
      let (outcome, expected) = (try pair.shared.setQuery(query), try pair.alone.setQuery(query))
      #expect(outcome.changes == expected.changes, "seed \(seed)")
      #expect(outcome.sections == expected.sections, "seed \(seed)")
    }
    if random.chance(0.3) {
      let (range, section) = (ModelList.range(&random), random.pick([nil, nil, "a", "b", "1"]))
      let outcome = pair.shared.setRange(range, section: section)
      #expect(outcome.changes == pair.alone.setRange(range, section: section).changes)
    }
    if !pair.hasOtherSelection && random.chance(0.3) {
      let ids = pair.alone.visibleIDs
      let request: SelectionRequest<RowID> =
        ids.isEmpty || random.chance(0.2)
        ? random.pick([.all(), .undo, .invert]) : .toggle([random.pick(ids), random.pick(ids)])
      #expect(pair.shared.select(request) == pair.alone.select(request), "seed \(seed)")
    }
    if random.chance(0.2) {
      let request = MeasureRequest(
        facets: [FacetRequest("kind")], numbers: [NumberRequest("price")])
      #expect(
        try pair.shared.measure(request) == pair.alone.measure(request), "seed \(seed)")
    }
    check(pair, seed)
  }

  /// Follows the pending steps, one by one or merged, and checks that the changes lead there.
  private func catchUp(
    _ pair: inout Pair, merging: Bool, _ isDue: Bool, _ seed: Int
  ) throws {
    if pair.pending.isEmpty || !isDue { return }
    var steps: [TableStep] = []
    for step in pair.pending {
      if merging, let merged = steps.last?.followed(by: step) {
        steps[steps.count - 1] = merged
      } else {
        steps.append(step)
      }
    }
    pair.pending = []
    for step in steps {
      let before = StrictTableView(pair.shared)
      let outcome = pair.shared.follow(step)
      let after = StrictTableView(pair.shared)
      if case .changes(let changes) = outcome.changes {
        var view = before
        try view.apply(changes)
        #expect(view == after, "seed \(seed)")
      } else if outcome.changes == nil {
        #expect(before == after && before.contents == after.contents, "seed \(seed)")
      }
    }
    // Several commits may count as fewer.
    pair.alone.revision = pair.shared.revision
    if merging {
      // Windows move with the rows by another way then.
      pair.hasOtherSelection = true
      pair.shared.placeWindows()
      pair.alone.placeWindows()
    }
    check(pair, seed)
  }

  private func expect(
    _ outcome: ApplyOutcome<RowID>, _ expected: ApplyOutcome<RowID>, _ pair: Pair, _ seed: Int
  ) {
    #expect(outcome.changes == expected.changes, "seed \(seed)")
    if !pair.hasOtherSelection {
      #expect(outcome.selection == expected.selection, "seed \(seed)")
    }
  }

  private func check(_ pair: Pair, _ seed: Int) {
    let (shared, alone) = (StrictTableView(pair.shared), StrictTableView(pair.alone))
    #expect(shared == alone && shared.contents == alone.contents, "seed \(seed)")
    #expect(pair.shared.table.allIDs == pair.alone.table.allIDs, "seed \(seed)")
    if !pair.hasOtherSelection {
      #expect(pair.shared.selectedIDs == pair.alone.selectedIDs, "seed \(seed)")
    }
    #expect(pair.shared.total == pair.alone.total, "seed \(seed)")
  }

  @Test("a list that has not followed a commit yet finds the orders of its rows")
  func lagging() throws {
    var random = SeededRandom(seed: 1)
    var model = ModelList(count: 500, &random)
    var rows = SharedTable(try model.table(), limit: 1 << 20)
    var query = ListQuery()
    query.sort = [SortKey("price")]
    for _ in 0..<5 {
      let list = try rows.engine(query: query)
      let slots = list.listing.order.slots
      _ = try rows.apply(model.change(3, &random))
      let results = try #require(list.results.shared).borrow(list.table.version)
      let kept = try #require(results.orders.first { $0.key == query.sort })
      #expect(kept.result.slots == slots && kept.seen == results.log.count)
    }
  }

  @Test("lists with one query share their listing also after commits, and so do later ones")
  func sharing() throws {
    var random = SeededRandom(seed: 1)
    var model = ModelList(count: 4000, &random)
    var rows = SharedTable(try model.table(), limit: 1 << 20)
    var query = ListQuery()
    query.sort = [SortKey("price")]
    query.sections = SectionRule(by: "kind")
    var lists = try (0..<20).map { _ in try rows.engine(query: query) }
    for index in lists.indices { _ = lists[index].setRange(.fixed(length: 5), section: nil) }
    let before = MemoryUse(of: [lists[0]]).total
    for _ in 0..<5 {
      let step = try #require(try rows.apply(model.change(3, &random)).step)
      for index in lists.indices { _ = lists[index].follow(step) }
      lists[7] = try rows.engine(query: query)
    }
    let (one, all) = (MemoryUse(of: [lists[0]]).total, MemoryUse(of: lists).total)
    // What each has of its own is the set of its selected rows.
    #expect(all < one + one / 5, "\(all) bytes instead of \(one), which were \(before)")
    // A list with an order of its own shares the rows.
    query.sort = [SortKey("n")]
    lists.append(try rows.engine(query: query))
    #expect(MemoryUse(of: lists).total < 2 * one)
  }

  @Test("what one list has searched and sorted, others need not, until the limit is reached")
  func limits() throws {
    var random = SeededRandom(seed: 1)
    let model = ModelList(count: 4000, &random)
    var sorted = ListQuery()
    sorted.sort = [SortKey("price")]
    sorted.filters = "n:>1"
    let rows = SharedTable(try model.table(), limit: 1 << 20)
    _ = try rows.engine(query: sorted)
    let list = try rows.engine()
    var results = list.results[list.table.version]
    #expect(results.filtered.count == 1 && results.listings.count == 2)
    #expect(results.orders.count + results.deferredOrders.count == 1)
    let own = SharedTable(try model.table(), limit: 0)
    _ = try own.engine(query: sorted)
    let other = try own.engine()
    results = other.results[other.table.version]
    #expect(results.filtered.isEmpty && results.listings.isEmpty && results.orders.isEmpty)
    #expect(results.ranks.isEmpty && own.memory.orders + own.memory.results < 10_000)
  }

  @Test("a table most of whose rows are gone is compacted, for lists that follow at once or later")
  func compacting() throws {
    var random = SeededRandom(seed: 1)
    let model = ModelList(count: 40, &random)
    var query = ListQuery()
    query.sort = [SortKey("n")]
    query.sections = SectionRule(by: "kind")
    var table = try model.table()
    table.items = ItemChunks((0..<40).map(Optional.some))
    var rows = SharedTable(table, limit: 1 << 20)
    var lists = try [rows.engine(query: query), rows.engine(query: query), rows.engine()]
    for index in lists.indices {
      _ = lists[index].select(.select([.integer(7), .integer(3)]))
    }
    let many = 100_000..<100_000 + Chunk.rows + 100
    let steps = try [
      rows.apply(many.map { .insert(["id": .integer($0), "kind": .text("z")]) }) { table, ids in
        for id in ids { if case .integer(let id) = id { table.setItem(id, .integer(id)) } }
      },
      rows.apply(many.map { .delete(.integer($0)) }),
      rows.apply([.update(["id": .integer(5), "n": .integer(9)])]),
    ].compactMap(\.step)
    #expect(rows.table.slots == 40)
    for step in steps { _ = lists[0].follow(step) }
    let merged = try #require(steps[0].followed(by: steps[1]))
    #expect(merged.followed(by: steps[2]) == nil)
    for index in 1...2 {
      #expect(lists[index].follow(merged).changes == nil)
      let changes = try #require(lists[index].follow(steps[2]).changes)
      #expect(changes.description.contains("(5)"))
    }
    var fresh = try rows.engine(query: query)
    for list in lists {
      #expect(list.table.slots == 40 && list.selectedIDs == [.integer(7), .integer(3)])
      _ = try fresh.setQuery(list.query)
      #expect(StrictTableView(list) == StrictTableView(fresh))
      #expect((0..<40).allSatisfy { list.item(.integer($0), as: Int.self) == $0 })
    }
  }

  @Test("items are those of the version that a list has")
  func items() throws {
    var random = SeededRandom(seed: 1)
    var table = try ModelList(count: 3000, &random).table()
    table.items = ItemChunks((0..<3000).map { Optional("\($0)") })
    var rows = SharedTable(table, limit: 1 << 20)
    var list = try rows.engine()
    let outcome = try rows.apply(
      [
        .update(["id": .integer(2000)]), .delete(.integer(1)),
        .insert(["id": .integer(3000), "n": .integer(1)]),
      ], touching: [.integer(2000)]
    ) { table, _ in
      table.setItem("new", .integer(2000))
      table.setItem("more", .integer(3000))
    }
    #expect(list.item(.integer(2000), as: String.self) == "2000")
    #expect(list.item(.integer(1), as: String.self) == "1")
    #expect(list.item(.integer(3000), as: String.self) == nil)
    let changes = list.follow(try #require(outcome.step)).changes
    #expect(changes?.description == "-0:1(1) *0:2000(2000) +0:2999(3000)")
    #expect(list.item(.integer(2000), as: String.self) == "new")
    #expect(list.item(.integer(1), as: String.self) == nil)
    #expect(list.item(.integer(3000), as: String.self) == "more")
    #expect(list.item(.integer(2999), as: String.self) == "2999")
  }
}
