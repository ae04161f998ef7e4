import ShortlistTestSupport
import ShortlistCore
import Testing

@Suite("A list")
struct ListEngineTests {
  private func engine(_ rows: [[String]] = [["1", "b", "x"], ["2", "a", "y"], ["3", "b", ""]])
    throws
    -> ListEngine
  {
    ListEngine(try .plain(["id", "kind", "name"], rows))
  }

  private func ids(_ numbers: Int...) -> [RowID] { numbers.map(RowID.integer) }

  @Test("opens at revision 1 and shows everything in source order")
  func opening() throws {
    let list = try engine()
    #expect(list.revision == 1)
    #expect(list.visibleIDs == ids(1, 2, 3))
    #expect(list.sections.sections.map(\.name) == [""])
  }

  @Test("attributes whose names look the same are different ones, in every part of a query")
  func canonicallyEqualNames() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    var list = ListEngine(
      try .plain(
        ["id", composed, decomposed], [["1", "a", "z"], ["2", "b", "y"], ["3", "c", "x"]]))
    func sort(by name: String) throws -> [RowID] {
      try list.update { $0.sort = [SortKey(name)] }
      return list.visibleIDs
    }
    #expect(try sort(by: composed) == ids(1, 2, 3))
    #expect(try sort(by: decomposed) == ids(3, 2, 1))
    #expect(try sort(by: composed) == ids(1, 2, 3))
    func sections(by name: String) throws -> [String] {
      try list.update { ($0.sort, $0.sections) = ([], SectionRule(by: name)) }
      return list.sections.sections.map(\.name)
    }
    #expect(try sections(by: composed) == ["a", "b", "c"])
    #expect(try sections(by: decomposed) == ["x", "y", "z"])
    func matches(of text: String, in name: String) throws -> [RowID] {
      try list.update { ($0.sections, $0.search, $0.attributes) = (nil, text, [name]) }
      return list.visibleIDs
    }
    #expect(try matches(of: "a", in: composed) == ids(1))
    #expect(try matches(of: "a", in: decomposed) == [])
  }

  @Test("the same query again changes nothing, written out or by default")
  func sameQuery() throws {
    var list = try engine()
    try list.update { $0.sort = [SortKey("kind")] }
    #expect(list.revision == 2)
    let again = try list.update { ($0.attributes, $0.filters) = (["kind", "name"], "  ") }
    #expect(again.revision == 2 && again.changes == nil)
  }

  @Test("a bad query leaves the list as it was, and the error names the attribute")
  func badQuery() throws {
    var list = try engine()
    let changes: [(inout ListQuery) -> Void] = [
      { $0.attributes = ["nope"] }, { $0.sort = [SortKey("nope")] },
      { $0.sections = SectionRule(by: "nope") },
    ]
    for change in changes {
      let error = #expect(throws: InvalidRequestError.self) { try list.update(change) }
      #expect(error?.description.contains("nope") == true)
    }
    #expect(throws: FilterError.self) { try list.update { $0.filters = "nope:1" } }
    #expect(list.revision == 1 && list.query == ListQuery())
  }

  @Test("sections: ascending with the nameless last, descending, and in an order of names")
  func sections() throws {
    var list = try engine([["1", "b", "x"], ["2", "", "y"], ["3", "a", ""], ["4", "b", ""]])
    func names(_ order: SectionRule.Order) throws -> [String] {
      try list.update { $0.sections = SectionRule(by: "kind", order: order) }.sections.map {
        "\($0.name)\($0.count)"
      }
    }
    #expect(try names(.ascending) == ["a1", "b2", "1"])
    #expect(try names(.descending) == ["b2", "a1", "1"])
    #expect(try names(.names(["b", "c"], keepEmpty: false)) == ["b2", "a1", "1"])
    #expect(try names(.names(["c", "", "b"], keepEmpty: true)) == ["c0", "1", "b2", "a1"])
    #expect(list.visibleIDs == ids(2, 1, 4, 3))
    #expect(
      list.locate(ids(4)).positions.map { [$0?.section, $0?.row, $0?.index] } == [[2, 1, 1]])
  }

  @Test("numbers name their sections in numeric order")
  func numericSections() throws {
    var list = ListEngine(try .plain(["n"], [["10"], ["9"], [""], ["10"]]))
    try list.update { $0.sections = SectionRule(by: "n") }
    #expect(list.sections.sections.map(\.name) == ["9", "10", ""])
  }

  @Test("fixed windows at every length, offset and pin, over every count up to six")
  func fixedWindows() throws {
    for count in 0...6 {
      var list = ListEngine(try .plain(["id"], (0..<count).map { ["\($0)"] }))
      for length in 0...7 {
        for offset in 0...7 {
          for pin in RangeOptions.Pin.allCases {
            let before = StrictTableView(list)
            let outcome = list.setRange(
              .fixed(length: length, offset: offset, from: pin), section: nil)
            let all = Array(0..<count)
            let expected =
              pin == .beginning
              ? Array(all.dropFirst(offset).prefix(length))
              : Array(all.dropLast(offset).suffix(length))
            #expect(list.visibleIDs == expected.map(RowID.integer))
            try replay(outcome.changes, before, list)
          }
        }
      }
    }
  }

  @Test("a section keeps its own range while it comes and goes")
  func ownRange() throws {
    var list = try engine()
    try list.update { $0.sections = SectionRule(by: "kind") }
    _ = list.setRange(.fixed(length: 1, from: .end), section: "b")
    #expect(list.visibleIDs == ids(2, 3))
    try list.update { $0.filters = "kind:a" }
    #expect(list.visibleIDs == ids(2))
    _ = list.setRange(nil, section: nil)
    try list.update { $0.filters = "" }
    #expect(list.visibleIDs == ids(2, 3))
    #expect(list.ids(section: "nowhere").ids.isEmpty)
    #expect(list.id(section: 1, row: 0) == .integer(3))
    #expect(list.id(section: 1, row: 1) == nil && list.id(section: 2, row: 0) == nil)
  }

  @Test(
    "random queries: every changeset replays, and the rows are those of a slow list",
    arguments: 1...80)
  func randomQueries(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let kinds = ["a", "B", "b", ""]
    let rows = (0..<12).map {
      [
        "\($0)", random.pick(kinds), random.pick(["1", "2", "10", ""]),
        random.pick(["x y", "Yx", "z"]),
      ]
    }
    var list = ListEngine(try .plain(["id", "kind", "n", "name"], rows))
    for _ in 0..<40 {
      let before = StrictTableView(list)
      let outcome = try list.update { query in
        if random.chance(0.5) { query.search = random.pick(["", "x", "y", "z", "q"]) }
        if random.chance(0.4) { query.filters = random.pick(["", "n:>1", "kind:b", "-n:null"]) }
        if random.chance(0.5) {
          query.sort = random.pick([
            [], [SortKey("n")], [SortKey("n", .descending)], [SortKey("kind"), SortKey("n")],
          ])
        }
        if random.chance(0.3) {
          query.sections = random.pick([
            nil, SectionRule(by: "kind"), SectionRule(by: "n", order: .descending),
          ])
        }
      }
      try replay(outcome.changes, before, list)
      try check(list, rows, seed)
      if random.chance(0.3) {
        let before = StrictTableView(list)
        let range = random.pick([nil, RangeOptions.fixed(length: 2, offset: 1, from: .end)])
        let section = random.pick([nil, "a", ""])
        try replay(list.setRange(range, section: section).changes, before, list)
        _ = list.setRange(nil, section: section)
      }
    }
  }

  private func replay(
    _ changes: VisibleChanges<RowID>?, _ before: StrictTableView, _ list: ListEngine
  ) throws {
    var view = before
    if case .changes(let changes) = changes { try view.apply(changes) }
    #expect(view == StrictTableView(list))
    #expect((changes == nil) == (before == StrictTableView(list)))
  }

  /// Compares all matching rows with those that plain sorting and filtering gives.
  private func check(_ list: ListEngine, _ rows: [[String]], _ seed: Int) throws {
    let query = list.query
    func key(_ row: [String], _ sort: SortKey) -> (isNull: Bool, number: Int, text: [UInt8]) {
      let cell = row[sort.attribute == "kind" ? 1 : 2]
      let sign = sort.order == .ascending ? 1 : -1
      if sort.attribute == "n" { return (cell.isEmpty, sign * (Int(cell) ?? 0), []) }
      return (cell.isEmpty, 0, Folding.fold(cell) + [0] + Array(cell.utf8))
    }
    let matching = rows.filter { row in
      (query.search.isEmpty
        || [row[1], row[3]].contains { text in
          text.lowercased().split(separator: " ").contains { $0.hasPrefix(query.search) }
        })
        && (query.filters != "n:>1" || (Int(row[2]) ?? 0) > 1)
        && (query.filters != "kind:b" || row[1].lowercased() == "b")
        && (query.filters != "-n:null" || !row[2].isEmpty)
    }
    var sorted = Array(matching.enumerated())
    for sort in query.sort.reversed() {
      sorted = Array(sorted.map(\.element).enumerated())
      sorted.sort { a, b in
        let (x, y) = (key(a.element, sort), key(b.element, sort))
        if x.isNull != y.isNull { return y.isNull }
        if x.number != y.number { return x.number < y.number }
        if x.text != y.text { return x.text.lexicographicallyPrecedes(y.text) }
        return a.offset < b.offset
      }
    }
    let shown = list.snapshot(0..<rows.count).lines.map { $0.values[0].text }
    if query.sections == nil {
      #expect(shown == sorted.map { $0.element[0] }, "\(query), seed \(seed)")
    } else {
      #expect(Set(shown) == Set(matching.map { $0[0] }), "\(query), seed \(seed)")
      #expect(shown.count == matching.count)
    }
    for (position, line) in list.snapshot(0..<rows.count).lines.enumerated() {
      let found = try #require(list.locate([line.id]).positions[0])
      #expect(
        list.snapshot(0..<rows.count).headings.first { $0.section == found.section }?.start
          == position - found.index)
    }
  }

  @Test("more than 10,000 visible rows are not reported one by one")
  func reset() throws {
    for count in [10_000, 10_001] {
      var list = ListEngine(try .plain(["id"], (0..<count).map { ["\($0)"] }))
      let outcome = try list.update { $0.filters = "id:0" }
      #expect((outcome.changes == .reset) == (count > 10_000))
      #expect(try list.update { $0.filters = "id:..0" }.changes == nil)
    }
  }

  @Test("the selection keeps its limits and its pick order, and survives a query")
  func selection() throws {
    var list = ListEngine(try .plain(["id"], (0..<5).map { ["\($0)"] }))
    try list.setSelectionRules([.maximum(3), .minimum(1)])
    #expect(list.select(.toggle(ids(3, 1))).result == .changed)
    #expect(list.revision == 2)
    let refused = list.select(.all())
    #expect(refused.result == .refused && refused.refusals[0].rule == .maximum)
    #expect(list.revision == 2)
    #expect(list.select(.select(ids(1))).result == .unchanged)
    let unknown = list.select(.select(ids(9, 0)))
    #expect(unknown.added == ids(0))
    #expect(unknown.refusals.map(\.ids) == [ids(9)] && unknown.refusals[0].rule == .unknown)
    try list.update { $0.filters = "id:4" }
    #expect(list.selectedRows().map(\.id) == ids(3, 1, 0))
    #expect(list.select(.none()).refusals.map(\.rule) == [.minimum])
    #expect(list.select(.deselect(ids(1))).removed == ids(1))
    #expect(list.selectedRows().map(\.id) == ids(3, 0))
    #expect(list.snapshot(0..<9).lines.map(\.isSelected) == [false])
    #expect(list.select(.invert).added == ids(4))
  }

  @Test("a grown table is adopted with the selection kept")
  func adopt() throws {
    var list = ListEngine(try .plain(["a"], [["x"], ["y"]]))
    _ = list.select(.select(ids(2)))
    list.adopt(try .plain(["a"], [["x"], ["y"], ["z"]]))
    #expect(list.selectedRows().map(\.id) == ids(2))
    #expect(list.sections.total == 3)
  }
}
