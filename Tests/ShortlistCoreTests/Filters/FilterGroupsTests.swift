import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("A filter state")
struct FilterGroupsTests {
  private let schema = ListSchema(ModelList.schema)
  private let fruit = Filter.equals("kind", .text("fruit"))
  private let cheap = Filter.inRange("price", nil, .integer(10))

  @Test("groups come with their first filter and go with their last; a filter is in a group once")
  func groups() throws {
    var state = FilterGroups()
    try state.add([], to: "none")
    try state.remove([fruit], from: "none", .or)
    #expect(state.isEmpty && state.filter == nil && state.description == "")
    try state.add([fruit, fruit], to: "kind", .or)
    try state.add([cheap], to: "price")
    try state.add([fruit], to: "kind", .or)
    #expect(state.groups.map(\.name) == ["kind", "price"])
    #expect(state["kind"]?.filters == [fruit] && state.contains(fruit, in: "kind"))
    #expect(!state.contains(fruit, in: "price") && state["nope"] == nil)
    #expect(state.description == #"("kind":"fruit") AND ("price":..10)"#)
    try state.toggle([fruit, .not(fruit)], in: "kind", .or)
    #expect(state["kind"]?.filters == [.not(fruit)])
    try state.remove([.not(fruit)], from: "kind", .or)
    #expect(state.groups.map(\.name) == ["price"])
    try state.add([fruit], to: "kind", .and)  // The name is free for the other operator.
    #expect(state.filter == .all([.all([cheap]), .all([fruit])]))
  }

  @Test("a group has one operator; using the other is refused and changes nothing")
  func mismatch() throws {
    var state = FilterGroups()
    try state.add([fruit], to: "kind", .or)
    let before = state
    let changes: [(inout FilterGroups) throws -> Void] = [
      { try $0.add([self.cheap], to: "kind", .and) },
      { try $0.remove([self.fruit], from: "kind", .and) },
      { try $0.toggle([self.fruit], in: "kind", .and) },
    ]
    for change in changes {
      let error = #expect(throws: FilterGroups.OperatorMismatchError.self) { try change(&state) }
      #expect("\(try #require(error))" == "the group kind has the operator or")
      #expect(state == before)
    }
  }

  @Test("clearing: all, some, all but some, some but others")
  func clearing() throws {
    var full = FilterGroups()
    for name in ["a", "b", "c"] { try full.add([fruit], to: name) }
    func left(_ names: [String]?, _ exceptions: [String]) -> [String] {
      var state = full
      state.clear(names, except: exceptions)
      return state.groups.map(\.name)
    }
    #expect(left(nil, []) == [])
    #expect(left(["b", "x"], []) == ["a", "c"])
    #expect(left([], []) == ["a", "b", "c"])
    #expect(left(nil, ["b", "x"]) == ["b"])
    #expect(left(["a", "b"], ["b"]) == ["b", "c"])
  }

  @Test(
    "filters that cannot be are refused with the attribute named",
    arguments: [
      Filter.equals("nope", .text("x")), .isNull("nope"), .equals("n", .text("x")),
      .equals("n", .number(.nan)), .equals("n", .number(.infinity)), .equals("kind", .integer(1)),
      .equals("day", .text("2024-02-30")), .equals("tags", .list(["x"])),
      .inRange("price", nil, nil), .inRange("price", .integer(3), .integer(1)),
      .inRange("n", .number(1.5), .integer(1)), .inRange("kind", .text("a"), nil),
      .inRange("day", .text("2024-02-01"), .text("2024-01-31")), .compares("n", .less, .null),
      .compares("tags", .equal, .text("x")), .not(.inRange("price", .number(-.infinity), nil)),
      .all([.isNull("n"), .any([.isNotNull("nope")])]),
    ])
  func impossible(filter: Filter) throws {
    let error = #expect(throws: InvalidRequestError.self) { try filter.checked(against: schema) }
    let names = ["nope", "n", "kind", "day", "tags", "price"]
    #expect(names.contains { error?.description.contains($0) == true })
    var list = ListEngine(try .plain(["n"], [["1"]]))
    #expect(throws: InvalidRequestError.self) {
      try list.update { try? $0.groups.add([.equals("nope", .null)], to: "g") }
    }
    #expect(list.revision == 1)
  }

  @Test("operands become what the attribute compares with")
  func operands() throws {
    let day = try #require(Timestamp("2024-01-01"))
    let checks: [(Filter, Filter)] = [
      (.equals("n", .number(2)), .equals("n", .integer(2))),
      (.equals("n", .number(2.5)), .equals("n", .number(2.5))),
      (.equals("price", .number(-0.0)), .equals("price", .integer(0))),
      (.equals("day", .text("2024-01-01")), .equals("day", .date(day))),
      (.equals("kind", .null), .isNull("kind")), (.not(.isNotNull("n")), .not(.isNotNull("n"))),
      (.compares("n", .less, .number(1e300)), .compares("n", .less, .number(1e300))),
      (.equals("n", .integer(.min)), .equals("n", .integer(.min))),
    ]
    for (given, expected) in checks { #expect(try given.checked(against: schema) == expected) }
  }

  @Test(
    "random states: the text parses back to one that selects the same rows, and groups are as slow sets",
    arguments: 1...40)
  func randomStates(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let model = ModelList(count: 20, &random)
    let table = try model.table()
    var state = FilterGroups()
    var slow: [String: (operator: RefinementOperator, filters: [Filter])] = [:]
    for _ in 0..<40 {
      let name = random.pick(["a", "b", "é", ""])
      let asked = random.pick(RefinementOperator.allCases)
      let filters = try (0..<random.next(below: 3)).map { _ in
        try filter(&random).checked(against: schema)
      }
      let kind = random.next(below: 3)
      var changed = state
      do {
        switch kind {
        case 0: try changed.add(filters, to: name, asked)
        case 1: try changed.remove(filters, from: name, asked)
        default: try changed.toggle(filters, in: name, asked)
        }
        #expect(slow[name].map { $0.operator == asked } != false, "seed \(seed)")
      } catch {
        #expect(slow[name].map { $0.operator != asked } == true, "seed \(seed)")
        #expect(changed == state)
        continue
      }
      state = changed
      var group = slow[name]?.filters ?? []
      var done: [Filter] = []
      for filter in filters where !done.contains(filter) {
        done.append(filter)
        let isThere = group.contains(filter)
        if isThere && kind > 0 { group.removeAll { $0 == filter } }
        if !isThere && kind != 1 { group.append(filter) }
      }
      slow[name] = group.isEmpty ? nil : (asked, group)
      #expect(
        Dictionary(uniqueKeysWithValues: state.groups.map { ($0.name, $0.filters) })
          == slow.mapValues(\.filters), "seed \(seed)")

      let parsed = try Filter(parsing: state.description, schema: schema)
      let again = try parsed.flatMap { try Filter(parsing: $0.description, schema: schema) }
      #expect(parsed == again, "printing what was parsed is a fixed point, seed \(seed)")
      let rows = (state.filter?.rows(of: table) ?? table.rows).slots
      #expect((parsed?.rows(of: table) ?? table.rows).slots == rows, "seed \(seed) \(state)")
      let holding = table.rows.slots.filter { slot in
        slow.values.allSatisfy { group in
          let holds = group.filters.map { $0.holds(for: slot, in: table) }
          return group.operator == .and ? !holds.contains(false) : holds.contains(true)
        }
      }
      #expect(rows == holding, "seed \(seed) \(state)")
    }
  }

  private func filter(_ random: inout SeededRandom) -> Filter {
    let name = random.pick(["kind", "n", "day", "tags", "price"])
    var filter: Filter
    switch name {
    case "kind", "tags":
      let text = random.pick(["a", "B", "é", "e\u{301}", "x", "", #"q"\"#])
      filter = .equals(name, .text(text))
    case "day":
      let day = CellValue.text(random.pick(["2024-01-01", "2024-01-01T00:00:00Z", "2024-02-02"]))
      filter = random.pick([
        .equals(name, day), .inRange(name, day, nil),
        .compares(name, random.pick(Filter.Comparison.allCases), day),
      ])
    default:
      let number = random.pick([
        CellValue.integer(random.next(below: 4)), .number(0.5), .number(2), .integer(.max),
        .number(.leastNonzeroMagnitude),
      ])
      filter = random.pick([
        .equals(name, number), .inRange(name, nil, number), .inRange(name, number, number),
        .compares(name, random.pick(Filter.Comparison.allCases), number),
      ])
    }
    if random.chance(0.1) { filter = .isNull(name) }
    return random.chance(0.3) ? .not(filter) : filter
  }
}
