import ShortlistControls
import Testing

/// A searcher, a filter state, a range of the price and its view, all connected.
@MainActor
private struct Desk {
  let searcher: ListSearcher
  let state = FilterState()
  let range: NumberRangeInteractor<Int>
  let box = RangeBox<Int>()

  init(
    _ rows: String = goods, _ range: NumberRangeInteractor<Int> = .init()
  ) async throws {
    searcher = try await ListSearcher(rows: rows)
    self.range = range
  }

  func connect(_ operator: RefinementOperator = .and, group: String? = nil) async {
    searcher.connectFilterState(state)
    range.connectFilterState(state, attribute: "price", operator: `operator`, groupName: group)
    range.connectSearcher(searcher, attribute: "price")
    range.connectController(box)
    searcher.search()
    await searcher.settle()
  }
}

@MainActor
@Suite("A numeric range")
struct NumberRangeTests {
  private func price(_ lower: Int?, _ upper: Int?) -> Filter {
    .inRange("price", lower.map(CellValue.integer), upper.map(CellValue.integer))
  }

  /// Shows InstantSearch 2.
  @Test("bounds are those of the rows that match everything else, and come before the item")
  func bounds() async throws {
    let desk = try await Desk()
    await desk.connect()
    #expect(desk.box.takeCalls() == ["bounds 10...40", "item 10...40"])
    try desk.range.choose(from: 20, to: 30)
    #expect(desk.range.item == 20...30 && desk.range.bounds == 10...40)
    await desk.searcher.settle()
    #expect(try await desk.searcher.ids() == [2, 3])
    #expect(desk.box.takeCalls() == ["item 20...30"])
    // The other filters and the text narrow them, the choice stays and is shown within.
    try desk.state.add(.equals("kind", .text("fruit")), to: "kind")
    await desk.searcher.settle()
    #expect(desk.box.takeCalls() == ["bounds 10...20", "item 20...20"])
    #expect(desk.state.contains(price(20, 30), in: "price"))
    desk.state.clear(["kind"])
    await desk.searcher.settle()
    #expect(desk.box.takeCalls() == ["bounds 10...40", "item 20...30"])
    desk.searcher.query = "lamp"
    desk.searcher.search()
    await desk.searcher.settle()
    // What was chosen does not meet the bounds; the handles are at the bounds.
    #expect(desk.range.state == NumberRangeState(bounds: 40...40, isConflict: true))
    #expect(desk.box.takeCalls() == ["bounds 40...40", "item 40...40"])
    #expect(desk.box.state?.isConflict == true && desk.searcher.results?.total == 0)
    desk.searcher.query = "nothing"
    desk.searcher.search()
    await desk.searcher.settle()
    #expect(desk.range.bounds == nil && desk.box.takeCalls().isEmpty)
    #expect(desk.box.state == NumberRangeState(bounds: nil, isConflict: true))
  }

  /// Shows InstantSearch 25, InstantSearch 26, InstantSearch 34.
  @Test("a choice of the view is a filter; an echo of what it was told is none")
  func choosing() async throws {
    let desk = try await Desk()
    desk.box.echoes = true
    var told: [FilterGroups] = []
    desk.state.onChange { told.append($0) }
    await desk.connect()
    #expect(told.isEmpty)
    _ = desk.box.takeCalls()
    desk.box.onRangeChanged?(15...30)
    #expect(told.map(\.description) == [#"("price":15..30)"#])
    // What the view shows already it is not told.
    #expect(desk.box.takeCalls().isEmpty)
    desk.box.onRangeChanged?(15...30)
    #expect(told.count == 1)
    // An end at the bound is open; both are no filter.
    desk.box.onRangeChanged?(20...40)
    #expect(told.last?.description == #"("price":20..)"#)
    desk.box.onRangeChanged?(0...60)
    #expect(told.last?.isEmpty == true && told.count == 3)
    #expect(desk.box.takeCalls() == ["item 10...40"])
  }

  @Test("what others take out is not chosen any more, what they put in is")
  func fromElsewhere() async throws {
    let desk = try await Desk()
    await desk.connect()
    try desk.range.choose(from: 20, to: 30)
    _ = desk.box.takeCalls()
    desk.state.clear()
    #expect(desk.range.item == nil && desk.box.takeCalls() == ["item 10...40"])
    try desk.state.add(price(nil, 20), to: "price")
    #expect(desk.range.item == 10...20 && desk.box.takeCalls() == ["item 10...20"])
    // Another one beside it is left alone; choosing replaces its own.
    try desk.state.add(price(15, nil), to: "price")
    #expect(desk.range.item == 10...20)
    try desk.range.choose(from: 20, to: 30)
    #expect(desk.state.groups.description == #"("price":15.. AND "price":20..30)"#)
    // Then the other one is the range.
    try desk.state.remove(price(20, 30), from: "price")
    #expect(desk.range.item == 15...40)
    desk.range.clear()
    #expect(desk.state.isEmpty && desk.range.item == nil)
    // Filters of other kinds, attributes and groups are none of it.
    try desk.state.add(
      .compares("price", .greater, .integer(1)), .not(price(1, 2)),
      .inRange("id", .integer(1), nil),
      .inRange("price", .text("x"), nil), .inRange("price", .number(.nan), .number(1)),
      price(3, 2), price(nil, nil), to: "price")
    try desk.state.add(price(1, 2), to: "other")
    #expect(desk.range.item == nil)
  }

  /// Shows InstantSearch 14.
  @Test("an initial range is a filter of the first search")
  func initialRange() async throws {
    let desk = try await Desk(goods, try NumberRangeInteractor(range: 20...90))
    var totals: [Int] = []
    desk.searcher.onResults { totals.append($0.total) }
    await desk.connect()
    #expect(totals == [3])
    #expect(desk.box.takeCalls() == ["bounds 10...40", "item 20...40"])
    #expect(desk.state.groups.description == #"("price":20..90)"#)
  }

  /// Shows InstantSearch 12, InstantSearch 14.
  @Test("an initial range outside of given bounds begins at the nearest bound")
  func clampedInitialRange() async throws {
    for (range, clamped) in [
      (100...200, 30...30), (-9 ... -5, 0...0), (20...90, 20...30), (-9...5, 0...5), (0...30, nil),
      (-9...90, nil),
    ] as [(ClosedRange<Int>, ClosedRange<Int>?)] {
      let interactor = try NumberRangeInteractor(bounds: 0...30, range: range)
      #expect(interactor.item == clamped, "\(range)")
      let searcher = try await ListSearcher(rows: goods)
      let filterState = FilterState()
      let box = RangeBox<Int>()
      let connector = NumberRangeConnector(
        searcher: searcher, filterState: filterState, attribute: "price", bounds: 0...30,
        range: range, controller: box)
      #expect(connector.interactor.item == clamped && connector.interactor.lastError == nil)
      let filter = clamped.map { price($0.lowerBound, $0.upperBound) }
      #expect(
        (filterState.groups["price"]?.filters ?? []) == [filter].compactMap(\.self), "\(range)")
      let shown = clamped ?? 0...30
      #expect(box.takeCalls() == ["bounds 0...30", "item \(shown)"], "\(range)")
    }
    #expect(throws: InvalidRequestError.self) {
      try NumberRangeInteractor<Double>(bounds: 0...30, range: 100 ... .infinity)
    }
  }

  @Test("a connector takes up the range that a filter state has, also one outside of the bounds")
  func adopting() async throws {
    let searcher = try await ListSearcher(rows: goods)
    let filterState = FilterState()
    try filterState.add(price(20, 30), to: "price")
    let (box, twin) = (RangeBox<Int>(), RangeBox<Int>())
    let connector = NumberRangeConnector(
      searcher: searcher, filterState: filterState, attribute: "price", range: 10...15,
      controller: box)
    #expect(filterState.groups.description == #"("price":20..30)"#)
    // A second connector of the attribute mirrors the first one.
    let other = NumberRangeConnector(
      searcher: searcher, filterState: filterState, attribute: "price", controller: twin)
    searcher.search()
    await searcher.settle()
    #expect(try await searcher.ids() == [2, 3])
    #expect(connector.interactor.item == 20...30 && other.interactor.item == 20...30)
    #expect(box.takeCalls().last == "item 20...30" && twin.takeCalls().last == "item 20...30")
    twin.onRangeChanged?(30...40)
    await searcher.settle()
    #expect(connector.interactor.item == 30...40 && other.interactor.item == 30...40)
    #expect(filterState.groups.description == #"("price":30..)"#)
    // One outside of the bounds stays the choice, and the handles are at the nearest bound.
    let far = FilterState()
    try far.add(price(100, 200), to: "price")
    let clamping = NumberRangeConnector(
      searcher: try await ListSearcher(rows: goods), filterState: far, attribute: "price",
      bounds: 0...50, range: 10...15, controller: box)
    #expect(clamping.interactor.state == NumberRangeState(bounds: 0...50, isConflict: true))
    #expect(
      far.groups.description == #"("price":100..200)"# && box.takeCalls().last == "item 50...50")
  }

  @Test("a filter state that has a range wins over an initial one")
  func stateWins() async throws {
    let desk = try await Desk(goods, try NumberRangeInteractor(range: 20...90))
    try desk.state.add(price(nil, 30), to: "price")
    await desk.connect()
    #expect(desk.range.item == 10...30)
    #expect(desk.state.groups.description == #"("price":..30)"#)
    #expect(try await desk.searcher.ids() == [1, 2, 3])
  }

  /// Shows InstantSearch 12.
  @Test("given bounds win over those of the data, and clamp what is chosen")
  func givenBounds() async throws {
    let desk = try await Desk(goods, try NumberRangeInteractor(bounds: 0...100, step: 10))
    await desk.connect()
    #expect(desk.box.takeCalls() == ["bounds 0...100", "item 0...100"])
    try desk.range.choose(from: 33, to: 500)
    #expect(desk.range.item == 30...100)
    #expect(desk.state.groups.description == #"("price":30..100)"#)
    try desk.range.applyBounds(0...50)
    #expect(desk.range.item == 30...50)
    try desk.range.applyBounds(nil)
    await desk.searcher.settle()
    #expect(desk.range.state == NumberRangeState(bounds: 10...40, range: 30...40))
    #expect(desk.range.step == 10)
  }

  @Test("two ranges of one group show the same")
  func twins() async throws {
    let desk = try await Desk()
    await desk.connect()
    let twin = NumberRangeInteractor<Double>()
    twin.connectSearcher(desk.searcher, attribute: "price")
    let connection = twin.connectFilterState(desk.state, attribute: "price")
    await desk.searcher.settle()
    #expect(twin.bounds == 10...40)
    try desk.range.choose(from: 20, to: 30)
    #expect(twin.item == 20...30)
    try twin.choose(from: 12.5, to: 30)
    #expect(desk.range.item == 12...30)
    #expect(desk.state.groups.description == #"("price":12.5..30)"#)
    await desk.searcher.settle()
    #expect(twin.bounds == 10...40 && desk.range.bounds == 10...40)
    connection.disconnect()
    #expect(desk.state.isEmpty && desk.range.item == nil && twin.item == nil)
  }

  @Test("ranges of two groups narrow each other, not themselves")
  func twoGroups() async throws {
    let desk = try await Desk()
    await desk.connect()
    let other = NumberRangeInteractor<Int>()
    other.connectFilterState(desk.state, attribute: "price", groupName: "other")
    other.connectSearcher(desk.searcher, attribute: "price")
    try desk.range.choose(from: 20, to: 40)
    try other.choose(from: 10, to: 30)
    await desk.searcher.settle()
    #expect(desk.range.bounds == 10...30 && other.bounds == 20...40)
  }

  @Test("a transaction that is taken back takes a choice back too")
  func rollback() async throws {
    let desk = try await Desk()
    await desk.connect()
    try desk.range.choose(from: 20, to: 30)
    _ = desk.box.takeCalls()
    var told = 0
    desk.state.onChange { _ in told += 1 }
    #expect(throws: InvalidRequestError.self) {
      try desk.state.transaction {
        try desk.range.choose(from: 15, to: 25)
        try desk.range.choose(from: 500, to: 600)
      }
    }
    #expect(told == 0 && desk.state.contains(price(20, 30), in: "price"))
    #expect(desk.range.item == 20...30)
    #expect(desk.box.takeCalls() == ["item 15...25", "item 20...30"])
  }

  @Test("a histogram is measured with the bounds, on demand")
  func histogram() async throws {
    let desk = try await Desk()
    await desk.connect()
    try desk.range.choose(from: 20, to: 30)
    #expect(desk.range.report?.histogram == nil)
    desk.range.buckets = 3
    await desk.searcher.settle()
    #expect(desk.range.report?.histogram?.map(\.count) == [1, 1, 2])
  }
}
