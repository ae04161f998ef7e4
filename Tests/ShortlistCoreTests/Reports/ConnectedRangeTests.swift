import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("Ranges connected to a list")
struct ConnectedRangeTests {
  /// What a connected range must be: a control's range, and what it was told last.
  private struct SlowRange {
    let handle: RangeHandle
    let control: RangeControl
    var range: NumberRange<Quantity>
    var told: NumberRangeState<Quantity>

    var filter: Filter? { range.filter(on: control.attribute) }
  }

  /// The ranges of a list, and its query, by the rules alone.
  private struct SlowRanges {
    var ranges: [SlowRange] = []
    var query = ListQuery()

    /// The bounds of a range: those given, or of the rows that match everything else.
    func bounds(
      of control: RangeControl, _ range: NumberRange<Quantity>, _ model: ModelList
    ) throws -> ClosedRange<Quantity>? {
      var query = query
      if let filter = range.filter(on: control.attribute) {
        query.groups = Self.without(filter, in: control.group, query.groups)
      }
      var fresh = ListEngine(try model.table())
      _ = try fresh.setQuery(query)
      let ids = Set(fresh.visibleIDs)
      let column = ModelList.schema.firstIndex { $0.name == control.attribute } ?? 0
      let values = model.rows.filter { ids.contains(.integer($0.id)) }
        .compactMap { Quantity($0.values[column]) }
      guard let least = values.min(), let greatest = values.max() else {
        return range.bounds(over: nil)
      }
      return range.bounds(over: least...greatest)
    }

    static func without(_ filter: Filter, in name: String, _ groups: FilterGroups) -> FilterGroups {
      var groups = groups
      if let group = groups[name] { try? groups.remove([filter], from: name, group.operator) }
      return groups
    }

    /// Ranges whose filter is gone are reset.
    mutating func reset() {
      for index in ranges.indices {
        guard let filter = ranges[index].filter else { continue }
        if !query.groups.contains(filter, in: ranges[index].control.group) {
          ranges[index].range.reset()
        }
      }
    }

    /// Puts the filter of a range in the place of another one.
    mutating func replace(_ old: Filter?, with new: Filter?, _ control: RangeControl) throws {
      if old == new { return }
      var groups = query.groups
      // A group that is left without filters for a moment keeps its place.
      let names = groups.groups.map(\.name)
      if let old { groups = Self.without(old, in: control.group, groups) }
      if let new { try groups.add([new], to: control.group, control.operator) }
      if names.contains(control.group) && new != nil {
        var ordered = FilterGroups()
        for name in names {
          guard let group = groups[name] else { continue }
          try ordered.add(group.filters, to: name, group.operator)
        }
        groups = ordered
      }
      query.groups = groups
      reset()
    }
  }

  @Test("random lives: connect, choose, disconnect, commits and queries", arguments: 1...40)
  func lives(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var model = ModelList(count: random.next(below: 40), &random)
    var list = ListEngine(try model.table())
    var slow = SlowRanges()
    for step in 0..<25 {
      let comment: Comment = "seed \(seed), step \(step)"
      let before = (list.query, list.revision)
      switch random.next(below: 6) {
      case 0 where slow.ranges.count < 4: try connect(&list, &slow, model, &random, comment)
      case 1 where !slow.ranges.isEmpty && random.chance(0.4):
        let index = random.next(below: slow.ranges.count)
        let gone = slow.ranges.remove(at: index)
        _ = try list.disconnect(gone.handle)
        try slow.replace(gone.filter, with: nil, gone.control)
        #expect(throws: InvalidRequestError.self) { try list.rangeState(gone.handle) }
      case 2: _ = try list.apply(model.change(random.pick([1, 3, 20]), &random))
      case 3:
        var query = list.query
        if random.chance(0.5) { query.filters = random.pick(["", "n:>1", "kind:a", "price:..1"]) }
        if random.chance(0.3) { query.search = random.pick(["", "a", "x"]) }
        if random.chance(0.2) { query.groups.clear() }
        if random.chance(0.3) {
          try? query.groups.toggle(
            [.compares("n", .less, .integer(random.next(below: 5)))], in: random.pick(["g", "n"]))
        }
        _ = try list.setQuery(query)
        slow.query = query
        slow.reset()
      case _ where !slow.ranges.isEmpty: try choose(&list, &slow, model, &random, comment)
      default: break
      }
      #expect(list.query == slow.query, comment)
      #expect((list.query == before.0) || list.revision > before.1, comment)
      #expect(list.total == list.listing.count)
      try check(&list, &slow, model, &random, comment)
    }
  }

  private func check(
    _ list: inout ListEngine, _ slow: inout SlowRanges, _ model: ModelList,
    _ random: inout SeededRandom, _ comment: Comment
  ) throws {
    for range in slow.ranges {
      let state = range.range.state(within: try slow.bounds(of: range.control, range.range, model))
      #expect(try list.rangeState(range.handle) == state, comment)
    }
    if random.chance(0.5) { return }
    // What changed since each control was told, and nothing else, is news, once.
    var expected: [RangeUpdate] = []
    for index in slow.ranges.indices {
      let range = slow.ranges[index]
      let state = range.range.state(within: try slow.bounds(of: range.control, range.range, model))
      if state != range.told { expected.append(RangeUpdate(handle: range.handle, state: state)) }
      slow.ranges[index].told = state
    }
    #expect(try list.drainRangeUpdates() == expected, comment)
    #expect(try list.drainRangeUpdates() == [], comment)
  }

  private func connect(
    _ list: inout ListEngine, _ slow: inout SlowRanges, _ model: ModelList,
    _ random: inout SeededRandom, _ comment: Comment
  ) throws {
    let attribute = random.pick(["n", "price", "day", "id"])
    let control = RangeControl(
      attribute, group: random.pick([nil, "g"]), operator: random.pick(RefinementOperator.allCases),
      bounds: attribute != "day" && random.chance(0.2) ? .integer(1) ... .number(2.5) : nil,
      step: random.chance(0.3) ? random.pick([.integer(1), .number(0.5), .integer(86_400)]) : nil)
    let ends = random.chance(0.5) ? pair(attribute, &random) : nil
    var range = try NumberRange<Quantity>(bounds: control.bounds, step: control.step)
    var copy = slow
    do {
      let bounds = try copy.bounds(of: control, range, model)
      if let group = slow.query.groups[control.group], group.operator != control.operator {
        throw InvalidRequestError("operator")
      }
      if let ends { try range.choose(ends.lower, ends.upper, within: bounds) }
      try copy.replace(nil, with: range.filter(on: attribute), control)
    } catch {
      let before = (list.query, list.revision, "\(list.ranges)")
      #expect(throws: (any Error).self, comment) { try list.connect(control, range: ends) }
      #expect((list.query, list.revision, "\(list.ranges)") == before, comment)
      return
    }
    let (handle, outcome) = try list.connect(control, range: ends)
    let state = range.state(within: try copy.bounds(of: control, range, model))
    #expect(outcome.state == state && outcome.outcome.revision == list.revision, comment)
    copy.ranges.append(SlowRange(handle: handle, control: control, range: range, told: state))
    slow = copy
  }

  private func choose(
    _ list: inout ListEngine, _ slow: inout SlowRanges, _ model: ModelList,
    _ random: inout SeededRandom, _ comment: Comment
  ) throws {
    let index = random.next(below: slow.ranges.count)
    let old = slow.ranges[index]
    let ends = random.chance(0.8) ? pair(old.control.attribute, &random) : nil
    var copy = slow
    var range = old.range
    do {
      if let ends {
        let bounds = try copy.bounds(of: old.control, range, model)
        try range.choose(ends.lower, ends.upper, within: bounds)
      } else {
        range.reset()
      }
      try copy.replace(old.filter, with: range.filter(on: old.control.attribute), old.control)
    } catch {
      let before = (list.query, list.revision)
      #expect(throws: (any Error).self, comment) { try list.choose(ends, with: old.handle) }
      #expect((list.query, list.revision) == before, comment)
      return
    }
    copy.ranges[index].range = range
    let state = range.state(within: try copy.bounds(of: old.control, range, model))
    #expect(try list.choose(ends, with: old.handle).state == state, comment)
    copy.ranges[index].told = state
    slow = copy
  }

  /// Two ends, now and then the wrong way round, not finite, or of another type.
  private func pair(
    _ attribute: String, _ random: inout SeededRandom
  ) -> (lower: Quantity, upper: Quantity) {
    let dates = ["2024-01-01", "2024-01-01T00:00:00Z", "2024-01-15", "2024-02-02", "2025-01-01"]
      .compactMap(Timestamp.init).map(Quantity.date)
    let numbers: [Quantity] = [.integer(0), .integer(1), .number(1.5), .integer(3), .integer(40)]
    let pool = attribute == "day" ? dates : numbers
    let (a, b) = (random.pick(pool), random.pick(pool))
    if random.chance(0.05) { return (random.pick([.number(.nan), dates[0]]), a) }
    return random.chance(0.1) ? (max(a, b), min(a, b)) : (min(a, b), max(a, b))
  }

  @Test("what cannot be connected is refused, and nothing is")
  func refused() throws {
    var list = ListEngine(
      try .plain(["n", "t", "day"], [["1", "a", "2024-01-01"], ["5", "b", ""]]))
    try list.update { try? $0.groups.add([.equals("t", .text("a"))], to: "t", .or) }
    let date = Quantity.date(Timestamp(microseconds: 0))
    let before = (list.query, list.revision)
    let bad: [(RangeControl, (Quantity, Quantity)?)] = [
      (RangeControl("t"), nil), (RangeControl("nope"), nil), (RangeControl("n", group: "t"), nil),
      (RangeControl("n", bounds: date...date), nil), (RangeControl("n", step: .integer(0)), nil),
      (RangeControl("n"), (.integer(5), .integer(1))),
      (RangeControl("n"), (.integer(50), .integer(60))),
      (RangeControl("n"), (.number(.nan), .integer(1))), (RangeControl("n"), (date, date)),
      (RangeControl("day"), (.integer(1), .integer(2))),
      (RangeControl("n", bounds: .integer(10) ... .integer(20)), (.integer(1), .integer(5))),
    ]
    for (control, ends) in bad {
      #expect(throws: (any Error).self, "\(control)") {
        try list.connect(control, range: ends.map { (lower: $0.0, upper: $0.1) })
      }
      #expect((list.query, list.revision) == before && !list.ranges.hasUpdates(at: -1))
    }
  }
}
