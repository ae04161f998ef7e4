import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("Facets and measures of a list")
struct MeasuringTests {
  private static let names = ModelList.schema.map(\.name)
  private static let numbers = ["id", "n", "price", "day"]

  @Test(
    "one pass is one query for each attribute: with searches, filters, groups, ranges and commits",
    arguments: 1...40)
  func onePass(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var model = ModelList(count: random.next(below: 60), &random)
    var list = ListEngine(try model.table())
    var handles: [RangeHandle] = []
    for _ in 0..<8 {
      var query = ModelList.query(&random)
      query.groups = try random.chance(0.2) ? FilterGroups() : groups(&random)
      _ = try list.setQuery(query)
      if handles.count < 3, random.chance(0.5) {
        let control = RangeControl(
          random.pick(Self.numbers), group: random.pick(["r", "s"]),
          operator: random.pick(RefinementOperator.allCases))
        if let handle = try? list.connect(control).handle { handles.append(handle) }
      }
      for handle in handles where random.chance(0.7) {
        let ends = [0, 1, 2, 5].map { random.chance(0.9) ? Quantity.integer($0) : .number(0.5) }
        let (a, b) = (random.pick(ends), random.pick(ends))
        _ = try? list.choose((min(a, b), max(a, b)), with: handle)
      }
      for _ in 0..<random.next(below: 3) {
        _ = try list.apply(model.change(random.pick([1, 5, 30]), &random))
      }
      try check(&list, model, &random, "seed \(seed): \(list.query)")
    }
  }

  /// Checks all that can be measured against queries to a list of the same rows.
  private func check(
    _ list: inout ListEngine, _ model: ModelList, _ random: inout SeededRandom, _ comment: Comment
  ) throws {
    let limit = random.pick([0, 1, 2, 3, 100])
    let keepsSelected = random.chance(0.5)
    let search = random.pick(["", "", "b", "2024 01", "x", "zz", "1"])
    let buckets = random.pick([1, 3, 10])
    let request = MeasureRequest(
      facets: Self.names.map {
        FacetRequest($0, limit: limit, search: search, keepsSelected: keepsSelected)
      },
      numbers: Self.numbers.map { NumberRequest($0, buckets: buckets) })
    let revision = list.revision
    let measures = try list.measure(request)
    #expect(measures.revision == revision && list.revision == revision, comment)
    #expect(measures.total == (try rows(list.query, model).count), comment)

    for report in measures.facets {
      let name = report.attribute
      var without = list.query
      let own = without.groups.groups.filter { group in
        group.operator == .or && group.filters.contains { $0.hasAttribute(name) }
      }
      without.groups.clear(own.map(\.name))
      let selected = list.query.groups.groups.flatMap(\.filters).compactMap {
        filter -> CellValue? in
        guard case .equals(name, let value) = filter else { return nil }
        return try? operand(value, name)
      }
      let slow = SlowFacets(
        try rows(without, model).map { $0[index(name)] }, selected: selected, search: search)
      let expected = slow.first(limit, keepsSelected: keepsSelected)
      #expect(report.items == expected.items, "\(name) \(limit) \(keepsSelected), \(comment)")
      #expect(report.hasMore == expected.hasMore, "\(name) \(limit) \(keepsSelected), \(comment)")
      #expect(report.operator == (own.isEmpty ? .and : .or), "\(name), \(comment)")
    }
    for report in measures.numbers {
      let own = list.ranges.members(on: report.attribute)
      try checkNumber(report, buckets, own, list, model, comment)
    }
    // Leaving out what a control says are its own.
    if let group = list.query.groups.groups.first {
      let members = group.filters.map { FilterGroups.Member($0, in: group.name) }
      let reports = try list.measure(
        MeasureRequest(numbers: [NumberRequest("n", without: members)])
      ).numbers
      let own = list.ranges.members(on: "n")
      try checkNumber(reports[0], nil, members + own, list, model, comment)
    }
  }

  private func checkNumber(
    _ report: NumberReport, _ buckets: Int?, _ own: [FilterGroups.Member], _ list: ListEngine,
    _ model: ModelList, _ comment: Comment
  ) throws {
    var without = list.query
    for member in own {
      guard let group = without.groups[member.group] else { continue }
      try without.groups.remove([member.filter], from: member.group, group.operator)
    }
    let values = try rows(without, model).map { $0[index(report.attribute)] }
    let quantities = values.compactMap { Quantity($0) }
    #expect(report.count == quantities.count, "\(report.attribute), \(comment)")
    #expect(report.nulls == values.count - quantities.count, "\(report.attribute), \(comment)")
    #expect(report.range?.lowerBound == quantities.min(), "\(report.attribute), \(comment)")
    #expect(report.range?.upperBound == quantities.max(), "\(report.attribute), \(comment)")
    #expect(
      report.histogram?.reduce(0) { $0 + $1.count } == buckets.map { _ in quantities.count },
      comment)
  }

  private func index(_ name: String) -> Int { Self.names.firstIndex(of: name) ?? 0 }

  /// The rows that match a query, found by a list that was made for it.
  private func rows(_ query: ListQuery, _ model: ModelList) throws -> [[CellValue]] {
    var fresh = ListEngine(try model.table())
    _ = try fresh.setQuery(query)
    let ids = Set(fresh.visibleIDs)
    return model.rows.filter { ids.contains(.integer($0.id)) }.map(\.values)
  }

  private func operand(_ value: CellValue, _ name: String) throws -> CellValue? {
    let filter = try Filter.equals(name, value).checked(against: ListSchema(ModelList.schema))
    if case .equals(_, let value) = filter { return value }
    return nil
  }

  private func groups(_ random: inout SeededRandom) throws -> FilterGroups {
    var groups = FilterGroups()
    for name in ["a", "b", "c"] where random.chance(0.6) {
      let filters = (0...random.next(below: 3)).map { _ in filter(&random) }
      try groups.add(filters, to: name, random.pick(RefinementOperator.allCases))
    }
    return groups
  }

  private func filter(_ random: inout SeededRandom) -> Filter {
    let name = random.pick(Self.names)
    var value =
      name == "id" ? CellValue.integer(random.next(below: 9)) : ModelList.value(name, &random)
    if case .list(let elements) = value { value = .text(elements.first ?? "z") }
    if random.chance(0.1) { value = name == "kind" ? .text("É") : .null }
    let isOrdered = Self.numbers.contains(name) && value != .null
    let filter: Filter =
      isOrdered && random.chance(0.4)
      ? random.pick([
        .inRange(name, value, nil), .inRange(name, nil, value),
        .compares(name, random.pick(Filter.Comparison.allCases), value),
      ]) : .equals(name, value)
    if random.chance(0.15) { return .any([filter, .isNull("kind")]) }
    return random.chance(0.2) ? .not(filter) : filter
  }

  @Test("a number in an or group of two is measured without its own filter, the other stays")
  func ownFilterInOrGroup() throws {
    var list = ListEngine(
      try .plain(["n", "k"], [["1", "a"], ["5", "b"], ["9", "b"], ["2", "c"]]))
    try list.update { try? $0.groups.add([.equals("k", .text("c"))], to: "g", .or) }
    let handle = try list.connect(RangeControl("n", group: "g", operator: .or)).handle
    // Bounds are those of the other filter of the group.
    #expect(try list.rangeState(handle).bounds == .integer(2) ... .integer(2))
    #expect(throws: InvalidRequestError.self) {
      try list.choose((.integer(5), .integer(9)), with: handle)
    }
  }

  // MARK: Columns

  @Test("each kind of column against a dictionary", arguments: 1...20)
  func columns(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let table = try random.oddTable(rows: random.pick([0, 1, 63, 64, 65, 200]))
    var list = ListEngine(table)
    let names = OddValues.schema.map(\.name)
    if random.chance(0.5) { try list.update { $0.filters = "null:>0 OR id:..20" } }
    let report = try list.measure(
      MeasureRequest(facets: names.map { FacetRequest($0, limit: .max) }))
    for (index, facet) in report.facets.enumerated() {
      let values = list.listing.members.slots.map { table.columns[index].value($0) }
      #expect(facet.items == SlowFacets(values).items, "seed \(seed), \(facet.attribute)")
      #expect(!facet.hasMore)
    }
  }

  @Test("texts with codes in one chunk and without in the next, and after commits to both")
  func mixedTexts() throws {
    var random = SeededRandom(seed: 1)
    var pool = TextPool()
    let codes = (0..<Chunk.rows).map { row in
      row % 7 == 0 ? TextPool.null : pool.code(of: Array("t\(row % 13)".utf8).span)
    }
    var rest = TextRows()
    for row in 0..<500 { rest.append(row % 9 == 0 ? nil : Array("t\(row % 40)".utf8)) }
    let column = TextColumn(columnPool: ColumnPool(pool), pieces: [.coded(codes), .direct(rest)])
    let count = Chunk.rows + 500
    let table = RowTable(
      path: "mixed", schema: ListSchema([.init(name: "t", type: .text)]), columns: [.text(column)],
      count: count)
    var values = (0..<count).map { table.columns[0].value(UInt32($0)) }
    var list = ListEngine(table)
    func check() throws {
      let request = MeasureRequest(facets: [FacetRequest("t", limit: .max)])
      let report = try list.measure(request)
      #expect(report.facets[0].items == SlowFacets(values).items)
    }
    try check()
    var operations: [RowOperation] = []
    for _ in 0..<50 {
      let row = random.pick([random.next(below: Chunk.rows), Chunk.rows + random.next(below: 500)])
      let value = random.pick([CellValue.null, .text("t3"), .text("t39"), .text("new"), .text("")])
      operations.append(.update(["id": .integer(row + 1), "t": value]))
      values[row] = value
    }
    _ = try list.apply(operations)
    try check()
  }
}
