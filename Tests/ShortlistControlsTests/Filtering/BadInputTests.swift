import Foundation
import ShortlistControls
import Testing

@MainActor
@Suite("Bad input to the parts")
struct BadInputTests {
  private func price(_ lower: Int?, _ upper: Int?) -> Filter {
    .inRange("price", lower.map(CellValue.integer), upper.map(CellValue.integer))
  }

  /// A range from 20 to 30 of the prices, connected.
  private func connected<Number: RangeNumber & ExpressibleByIntegerLiteral>(
    _ type: Number.Type = Number.self
  ) async throws -> (ListSearcher, FilterState, NumberRangeInteractor<Number>, RangeBox<Number>) {
    let searcher = try await ListSearcher(rows: goods)
    let state = FilterState()
    let box = RangeBox<Number>()
    let connector = NumberRangeConnector<Number>(
      searcher: searcher, filterState: state, attribute: "price", controller: box)
    searcher.search()
    await searcher.settle()
    try connector.interactor.choose(from: 20, to: 30)
    await searcher.settle()
    _ = box.takeCalls()
    return (searcher, state, connector.interactor, box)
  }

  @Test("ends that are inverted, not finite or outside of the bounds are refused by name")
  func ends() async throws {
    let (_, state, range, box) = try await connected(Double.self)
    let before = (state.groups, range.state)
    for (lower, upper, place) in [
      (30, 20, "range: 30 is above 20"), (.nan, 20, "lower end"), (20, .nan, "upper end"),
      (-.infinity, 20, "lower end"), (20, .infinity, "upper end"), (500, 600, "10 to 40"),
      (-5, 9.999, "outside of the bounds"),
    ] as [(Double, Double, String)] {
      let error = #expect(throws: InvalidRequestError.self) {
        try range.choose(from: lower, to: upper)
      }
      #expect(error?.description.contains(place) == true)
      #expect(state.groups == before.0 && range.state == before.1)
    }
    #expect(box.takeCalls().isEmpty)
    // From a view, whose handles go back.
    for item in [500...600, -Double.infinity...25, 0 ... .infinity] {
      box.onRangeChanged?(item)
      #expect(box.takeCalls() == ["item 20.0...30.0"])
      #expect(range.lastError is InvalidRequestError)
      #expect(state.groups == before.0 && range.state == before.1)
    }
  }

  @Test("no double and no whole number traps")
  func noTraps() async throws {
    let doubles: [Double] = [
      .nan, .signalingNaN, .infinity, -.infinity, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
      .leastNormalMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 0, -0.0, 0.1, 10,
      25, 40, 0x1p53, 9.3e18,
    ]
    let (searcher, state, range, _) = try await connected(Double.self)
    for lower in doubles {
      for upper in doubles {
        let before = (state.groups, range.state)
        do {
          try range.choose(from: lower, to: upper)
          #expect(lower <= upper && lower.isFinite && upper.isFinite)
          #expect(lower <= 40 && upper >= 10)
        } catch {
          #expect(
            !(lower <= upper && lower <= 40 && upper >= 10)
              || !lower.isFinite || !upper.isFinite)
          #expect(state.groups == before.0 && range.state == before.1)
        }
      }
    }
    for bound in doubles where !bound.isNaN {
      let bounds = min(bound, 0)...max(bound, 0)
      #expect((try? NumberRangeInteractor(bounds: bounds)) == nil || bound.isFinite)
      #expect((try? NumberRangeInteractor(bounds: 0...1, step: bound)) == nil || bound > 0)
      try? range.applyBounds(bounds)
    }
    let (_, integers, whole, _) = try await connected(Int.self)
    for lower in [Int.min, -1, 0, 25, .max] {
      for upper in [Int.min, -1, 0, 25, .max] {
        try? whole.choose(from: lower, to: upper)
        _ = integers.groups.description
      }
    }
    try whole.applyBounds(.min ... .max)
    try whole.choose(from: .min, to: 0)
    #expect(whole.item == .min...0)
    await searcher.settle()
  }

  @Test("far dates")
  func dates() async throws {
    let searcher = try await ListSearcher(
      rows: "id,at\n1,0001-01-01\n2,2024-01-01\n3,9999-12-31T23:59:59.999999Z")
    let state = FilterState()
    let range = NumberRangeInteractor<Date>()
    range.connectFilterState(state, attribute: "at")
    range.connectSearcher(searcher, attribute: "at")
    searcher.connectFilterState(state)
    searcher.search()
    await searcher.settle()
    let bounds = try #require(range.bounds)
    for seconds in [-1e300, -1e12, 0, 1e12, 1e300] {
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      try? range.choose(from: .distantPast, to: date)
      try? range.choose(from: date, to: .distantFuture)
    }
    try range.choose(
      from: Date(timeIntervalSinceReferenceDate: 0), to: Date(timeIntervalSinceReferenceDate: 1e300)
    )
    await searcher.settle()
    #expect(range.bounds == bounds)
    #expect(try await searcher.ids() == [2, 3])
    let nan = Date(timeIntervalSinceReferenceDate: .nan)
    #expect(throws: InvalidRequestError.self) { try range.choose(from: nan, to: nan) }
    #expect(range.item != nil)
  }

  @Test("an attribute that is not there, or a text, is told; other controls and the rows go on")
  func attributes() async throws {
    let (searcher, _, good, _) = try await connected(Int.self)
    for (attribute, place) in [("nope", "no attribute nope"), ("name", "name is neither")] {
      var errors: [String] = []
      let observation = searcher.onError { errors.append("\($0)") }
      let range = NumberRangeInteractor<Int>()
      let connection = range.connectSearcher(searcher, attribute: Attribute(attribute))
      await searcher.settle()
      #expect(errors.contains { $0.contains(place) })
      #expect("\(range.lastError ?? CancellationError())".contains(place) && range.bounds == nil)
      #expect(good.state == NumberRangeState(bounds: 10...40, range: 20...30))
      #expect(searcher.results?.total == 2)
      connection.disconnect()
      observation.disconnect()
    }
  }

  @Test("a filter of an attribute that is not there or is a text fails the search")
  func filters() async throws {
    let (searcher, state, range, _) = try await connected(Int.self)
    let before = (await searcher.list.query, await searcher.list.revision, range.state)
    var errors: [String] = []
    searcher.onError { errors.append("\($0)") }
    for (filter, place) in [
      (Filter.equals("nope", .integer(1)), "no attribute nope"),
      (.inRange("name", .integer(1), nil), "name is neither"),
      (.inRange("price", .integer(2), .integer(1)), "inverted"),
      (.inRange("price", .number(.nan), nil), "price"),
    ] {
      try state.add(filter, to: "bad")
      await searcher.settle()
      #expect(errors.count == 1 && errors[0].contains(place))
      #expect(await searcher.list.query == before.0)
      #expect(await searcher.list.revision == before.1 && searcher.results?.total == 2)
      #expect(range.state == before.2)
      state.clear(["bad"])
      await searcher.settle()
      errors = []
    }
    #expect(searcher.results?.total == 2)
  }

  @Test("a group with the other operator is told by name, and stays as it was")
  func operators() async throws {
    let state = FilterState()
    try state.add(price(1, 2), to: "price", .or)
    let before = state.groups
    for change in [
      { try state.add(price(3, 4), to: "price") }, { try state.toggle(price(1, 2), in: "price") },
      { try state.remove(price(1, 2), from: "price") },
    ] {
      let error = #expect(throws: FilterGroups.OperatorMismatchError.self, performing: change)
      #expect(error?.description == "the group price has the operator or")
    }
    // The range that is there is of another kind; the control's own is given up.
    let range = try NumberRangeInteractor(range: 5...6)
    range.connectFilterState(state, attribute: "price")
    #expect(range.lastError is FilterGroups.OperatorMismatchError)
    #expect(throws: FilterGroups.OperatorMismatchError.self) { try range.choose(from: 1, to: 9) }
    #expect(range.item == nil && state.groups == before)
    // A group that is not there is none to clear, and no mistake.
    state.clear(["nope"])
    #expect(state.groups == before)
  }

  @Test("what a connector cannot use is told and left out")
  func connector() async throws {
    let searcher = try await ListSearcher(rows: goods)
    for (bounds, range) in [
      (0...Double.infinity, nil), (0...100, 200 ... .infinity), (nil, -.infinity...5),
    ] as [(ClosedRange<Double>?, ClosedRange<Double>?)] {
      let state = FilterState()
      let connector = NumberRangeConnector<Double>(
        searcher: searcher, filterState: state, attribute: "price", bounds: bounds, range: range)
      #expect(connector.interactor.lastError is InvalidRequestError)
      #expect(connector.interactor.item == nil && state.isEmpty)
      connector.disconnect()
    }
  }

  @Test("bounds that the number type cannot hold are told, and the former ones stay")
  func misfit() async throws {
    let searcher = try await ListSearcher(rows: "id,v\n1,1.5\n2,2.5")
    let range = NumberRangeInteractor<Int>()
    range.connectSearcher(searcher, attribute: "v")
    searcher.search()
    await searcher.settle()
    #expect(range.bounds == 1...3)
    _ = try await searcher.list.apply([.insert(["id": .integer(3), "v": .number(1e30)])])
    await searcher.settle()
    #expect(range.bounds == 1...3)
    #expect("\(range.lastError ?? CancellationError())".contains("Int cannot hold the bounds"))
  }
}
