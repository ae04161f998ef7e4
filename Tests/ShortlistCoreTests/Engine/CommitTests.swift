import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("A list under commits")
struct CommitTests {
  /// Shows YapDatabase 13, YapDatabase 15, YapDatabase 25.
  @Test(
    "random commits: changesets are exact, and the list is the one built from nothing",
    arguments: 1...60)
  func randomCommits(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var model = ModelList(count: random.next(below: 25), &random)
    var list = ListEngine(try model.table())
    var rows = list.table
    for _ in 0..<25 {
      if random.chance(0.25) { _ = try list.setQuery(ModelList.query(&random)) }
      if random.chance(0.25) {
        let section = random.pick([nil, nil, "a", "b", "1"])
        _ = list.setRange(ModelList.range(&random), section: section)
      }
      let before = list
      let operations = model.change(random.pick([1, 1, 2, 5, 30]), &random)
      let outcome = try list.apply(operations)
      #expect(try rows.apply(operations) == outcome.inserted, "seed \(seed)")
      #expect(rows.allIDs == list.allIDs, "seed \(seed)")
      try check(outcome, from: before, to: list, seed)
      try checkAgainstNothing(list, model, seed)
    }
  }

  /// Checks that a changeset is exact and as small as can be.
  private func check(
    _ outcome: ApplyOutcome<RowID>, from before: ListEngine, to after: ListEngine, _ seed: Int
  ) throws {
    let view = StrictTableView(before)
    let target = StrictTableView(after)
    guard case .changes(let changes) = outcome.changes else {
      #expect(outcome.changes == nil, "a commit always reports, seed \(seed)")
      #expect(view == target && view.contents == target.contents, "seed \(seed)")
      return
    }
    var knowledge = StrictTableView.Knowledge()
    knowledge.staying = staying(before, after)
    try view.check(changes, reaching: target, knowing: knowledge)
    // The public way to apply it gives the same.
    var sections = view.sections.map { Changeset<RowID>.Section(name: $0.name, ids: $0.ids) }
    changes.apply(to: &sections)
    #expect(sections == target.sections.map { .init(name: $0.name, ids: $0.ids) }, "seed \(seed)")
  }

  /// The rows that are in the same section before and after, with the same place in the order.
  private func staying(_ before: ListEngine, _ after: ListEngine) -> Set<RowID> {
    var staying: Set<RowID> = []
    for slot in before.listing.tree.slots {
      let id = before.table.id(slot)
      // A row that was taken out and put in again has another slot.
      guard after.table.slot(of: id) == slot, after.listing.members[slot],
        before.listing.arrangement.scores?[Int(slot)]
          == after.listing.arrangement.scores?[Int(slot)]
      else { continue }
      let names = [before, after].map { $0.listing.name($0.listing.arrangement.section(of: slot)) }
      let keeps = before.query.sort.allSatisfy { key in
        let index = before.table.index(of: key.attribute)
        let pair = [before, after].map { sortingValue($0.table.columns[index].value(slot)) }
        return pair[0] == pair[1]
      }
      if keeps && BinaryString(names[0]) == BinaryString(names[1]) { staying.insert(id) }
    }
    return staying
  }

  /// What decides the place of a row with a value.
  private func sortingValue(_ value: CellValue) -> CellValue {
    switch value {
    case .date(let date): .integer(date.microseconds)
    case .list(let list): list.first.map(CellValue.text) ?? .null
    default: value
    }
  }

  /// Compares a list that has lived through commits with one of the same rows that has not.
  private func checkAgainstNothing(_ list: ListEngine, _ model: ModelList, _ seed: Int) throws {
    var fresh = ListEngine(try model.table())
    _ = try fresh.setQuery(list.query)
    #expect(fresh.table.count == list.table.count)
    var whole = list
    _ = whole.setRange(nil, section: nil)
    for name in ["a", "b", "1"] { _ = whole.setRange(nil, section: name) }
    #expect(StrictTableView(whole) == StrictTableView(fresh), "seed \(seed) \(list.query)")
    #expect(
      StrictTableView(whole).contents == StrictTableView(fresh).contents, "seed \(seed)")
    // The same query again, by way of another: the kept results have taken the commits in.
    _ = try whole.setQuery(ListQuery())
    _ = try whole.setQuery(list.query)
    #expect(StrictTableView(whole) == StrictTableView(fresh), "seed \(seed) \(list.query)")
    let ids = fresh.visibleIDs
    #expect(whole.locate(ids).positions == fresh.locate(ids).positions, "seed \(seed)")
  }
}

extension CommitTests {
  /// So many random commits on a list of 2,000 rows; more with `SHORTLIST_COMMITS`.
  private static var commits: Int { Environment.number("SHORTLIST_COMMITS") ?? 300 }

  @Test("random commits on 2,000 rows: the tree keeps its rules, and two lists agree")
  func manyCommits() throws {
    let seed = Environment.number("SHORTLIST_SEED") ?? 1
    var random = SeededRandom(seed: seed)
    var model = ModelList(count: 2000, &random)
    var list = ListEngine(try model.table())
    try list.update { $0.sort = [SortKey("price", .descending), SortKey("kind")] }
    _ = list.setRange(.flexible(length: 50, from: .end, maxLength: 80), section: nil)
    for commit in 1...Self.commits {
      let before = list
      let operations = model.change(random.pick([1, 2, 10, 100, 400]), &random)
      let outcome = try list.apply(operations)
      if case .changes(let changes) = outcome.changes {
        var view = StrictTableView(before)
        try view.apply(changes)
        #expect(view == StrictTableView(list), "seed \(seed), commit \(commit)")
      }
      if model.rows.count > 2100 || model.rows.count < 1900 {
        model = ModelList(count: 2000, &random)
        list = ListEngine(try model.table())
        try list.update { $0.sort = [SortKey("price", .descending), SortKey("kind")] }
        _ = list.setRange(.flexible(length: 50, from: .end, maxLength: 80), section: nil)
      }
      if commit % 50 == 0 {
        var fresh = ListEngine(try model.table())
        _ = try fresh.setQuery(list.query)
        var whole = list
        _ = whole.setRange(nil, section: nil)
        #expect(whole.visibleIDs == fresh.visibleIDs, "seed \(seed), commit \(commit)")
      }
    }
  }

  @Test("a list most of whose rows are gone is compacted, and nobody notices")
  func compacting() throws {
    var random = SeededRandom(seed: 1)
    var model = ModelList(count: 40, &random)
    var list = ListEngine(try model.table())
    try list.update { query in
      query.sort = [SortKey("n")]
      query.sections = SectionRule(by: "kind")
    }
    _ = list.setRange(.fixed(length: 3), section: nil)
    _ = list.select(.select([.integer(7), .integer(3)]))
    let many = 100_000..<100_000 + Chunk.rows + 100
    _ = try list.apply(many.map { .insert(["id": .integer($0), "kind": .text("z")]) })
    #expect(list.table.slots == 40 + many.count)
    let outcome = try list.apply(many.map { .delete(.integer($0)) })
    #expect(list.table.slots == 40)
    #expect("\(try #require(outcome.changes))".contains("-#"))
    #expect(list.selectedRows().map(\.id) == [.integer(7), .integer(3)])
    for _ in 0..<5 {
      let before = StrictTableView(list)
      let outcome = try list.apply(model.change(5, &random))
      if case .changes(let changes) = outcome.changes {
        try before.check(changes, reaching: StrictTableView(list))
      }
      var fresh = ListEngine(try model.table())
      _ = try fresh.setQuery(list.query)
      _ = fresh.setRange(.fixed(length: 3), section: nil)
      #expect(StrictTableView(fresh) == StrictTableView(list))
    }
  }

  @Test("texts that no row has any more are dropped")
  func staleTexts() throws {
    let count = 3000
    var list = ListEngine(try .plain(["id", "name"], (0..<count).map { ["\($0)", "a"] }))
    for step in 0...Chunk.rows / count {
      _ = try list.apply(
        (0..<count).map { id in
          .update(["id": .integer(id), "name": .text("name \(step) \(id)")])
        })
    }
    #expect(list.table.columns[1].pool.map { $0.count == count } == true)
    #expect(list.table.stale == (0, 0))
    let last = "name \(Chunk.rows / count) 7"
    #expect(try list.rows(from: 7, length: 1).rows[0][1] == .text(last))
    #expect(try list.update { $0.filters = "name:\"\(last)\"" }.total == 1)
  }

  @Test("rows without id attribute are known by numbers, which are never given twice")
  func numbers() throws {
    var list = ListEngine(try .plain(["name"], [["a"], ["b"]]))
    #expect(try list.apply([.insert(["name": .text("c")])]).inserted == [.integer(3)])
    let outcome = try list.apply([
      .delete(.integer(3)), .insert(["name": .text("d")]), .delete(.integer(4)),
      .insert(["name": .text("e")]), .update(["id": .integer(1), "name": .text("A")]),
    ])
    #expect(outcome.inserted == [.integer(4), .integer(5)])
    #expect(list.visibleIDs == [1, 2, 5].map(RowID.integer))
    #expect(try list.apply([.insert([:]), .delete(.integer(6))]).revision == 3)
    #expect(try list.apply([.insert([:])]).inserted == [.integer(7)])
  }

  @Test("a number that was given and taken back is no row", arguments: [0, 1, 63, 64, 65, 128])
  func numbersTakenBack(count: Int) throws {
    var list = ListEngine(try .plain(["name"], (0..<count).map { ["n\($0)"] }))
    _ = try list.apply([.insert(["name": .text("x")]), .delete(.integer(count + 1))])
    #expect(list.locate([.integer(count + 1), .integer(count + 2)]).positions == [nil, nil])
    #expect(throws: WriteError.self) { try list.apply([.delete(.integer(count + 1))]) }
    #expect(try list.apply([.insert([:])]).inserted == [.integer(count + 2)])
    #expect(list.locate([.integer(count + 2)]).positions[0]?.index == count)
  }

  @Test("long texts that are replaced do not pile up")
  func staleBytes() throws {
    var list = ListEngine(try .plain(["id", "name"], [["1", "a"]]))
    let long = String(repeating: "x", count: 8 << 20)
    for step in 0..<10 {
      _ = try list.apply([.update(["id": .integer(1), "name": .text(long + "\(step)")])])
    }
    #expect(list.table.columns[1].textBytes < 80 << 20)
    #expect(list.table.stale.bytes < 64 << 20)
    #expect(try list.rows().rows[0][1] == .text(long + "9"))
  }

  @Test("selected rows that go leave the selection, those put in again keep their places")
  func selecting() throws {
    var list = ListEngine(try .plain(["id"], (0..<100).map { ["\($0)"] }))
    _ = list.select(.select([7, 3, 50, 8, 1].map(RowID.integer)))
    _ = try list.apply([
      .delete(.integer(3)), .delete(.integer(2)), .delete(.integer(8)),
      .insert(["id": .integer(8)]), .insert(["id": .integer(300)]),
    ])
    #expect(list.selectedRows().map(\.id) == [7, 50, 8, 1].map(RowID.integer))
    _ = list.select(.all())
    _ = try list.apply((0..<100).filter { ![2, 3, 50].contains($0) }.map { .delete(.integer($0)) })
    #expect(list.selectedRows().map(\.id) == [50, 300].map(RowID.integer))
  }

  @Test("rows appended to the source: misfits were made null, used and missing ids are skipped")
  func appending() throws {
    var list = ListEngine(try .plain(["id", "n"], [["1", "5"]]))
    var rows = AppendedRows(schema: list.table.schema)
    for cells in [["1", "9"], ["2", "x"], ["", "3"], ["3", "4"], ["3", "7"]] {
      rows.beginRow(line: 1)
      for (column, cell) in cells.enumerated() {
        rows.append(.plain, Array(cell.utf8).span, column: column)
      }
      rows.append(.plain, [49].span, column: 9)
      rows.endRow()
    }
    let outcome = try list.append(rows)
    #expect(outcome.changes.map { "\($0)" } == "+0:1(2) +0:2(3)")
    #expect(try list.rows().rows.map { $0[1] } == [.integer(5), .null, .integer(4)])
    rows = AppendedRows(schema: list.table.schema)
    rows.isAnew = true
    rows.beginRow(line: 1)
    rows.append(.plain, [50].span, column: 0)
    rows.endRow()
    #expect(try list.append(rows).changes.map { "\($0)" } == "-0:0(1) -0:2(3)")
  }
}
