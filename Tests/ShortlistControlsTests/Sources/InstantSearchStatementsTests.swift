import ShortlistControls
import Testing

/// What the guide of InstantSearch says of its numeric range and no other test shows.
@MainActor
@Suite("What InstantSearch says of a numeric range")
struct InstantSearchStatementsTests {
  private func price(_ lower: Int, _ upper: Int) -> Filter {
    .inRange("price", .integer(lower), .integer(upper))
  }

  /// Shows InstantSearch 1, InstantSearch 11, InstantSearch 12, InstantSearch 14.
  ///
  /// Also InstantSearch 18, InstantSearch 20.
  @Test("a connector with every parameter")
  func everyParameter() async throws {
    let searcher = try await ListSearcher(rows: goods)
    let filterState = FilterState()
    let interactor = NumberRangeInteractor<Int>()
    let box = RangeBox<Int>()
    let connector = NumberRangeConnector<Int>(
      searcher: searcher, filterState: filterState, attribute: "price", interactor: interactor,
      bounds: 0...100, range: 20...30, operator: .or, groupName: "cost", controller: box)
    #expect(connector.interactor === interactor && connector.attribute == "price")
    #expect(filterState.groups.groups.map(\.name) == ["cost"])
    #expect(filterState.groups["cost"]?.operator == .or)
    #expect(filterState.groups["cost"]?.filters == [price(20, 30)])
    #expect(box.takeCalls() == ["bounds 0...100", "item 20...30"])
    searcher.search()
    await searcher.settle()
    #expect(try await searcher.ids() == [2, 3])
    #expect(interactor.bounds == 0...100)
    box.onRangeChanged?(30...500)
    await searcher.settle()
    #expect(try await searcher.ids() == [3, 4])
    #expect(box.takeCalls() == ["item 30...100"])
  }

  /// Shows InstantSearch 6, InstantSearch 8, InstantSearch 9, InstantSearch 10, InstantSearch 11.
  ///
  /// Also InstantSearch 13, InstantSearch 15, InstantSearch 17, InstantSearch 19, InstantSearch 21.
  @Test("a connector with the parameters that it needs, and no others")
  func defaults() async throws {
    let searcher = try await ListSearcher(rows: goods)
    let filterState = FilterState()
    #expect(filterState.isEmpty)
    let connector = NumberRangeConnector<Int>(
      searcher: searcher, filterState: filterState, attribute: "price")
    let interactor = connector.interactor
    #expect(interactor.bounds == nil && interactor.item == nil && filterState.isEmpty)
    searcher.search()
    await searcher.settle()
    #expect(interactor.bounds == 10...40 && interactor.item == nil && filterState.isEmpty)
    try interactor.choose(from: 20, to: 30)
    #expect(filterState.groups.groups.map(\.name) == ["price"])
    #expect(filterState.groups["price"]?.operator == .and)
    #expect(filterState.groups["price"]?.filters == [price(20, 30)])
    await searcher.settle()
    #expect(try await searcher.ids() == [2, 3])
  }

  /// Shows InstantSearch 16.
  @Test(
    "the group of the range takes all of its filters together, or any of them",
    arguments: [(RefinementOperator.and, []), (.or, [1, 2, 3])])
  func operators(_ operator: RefinementOperator, found: [Int]) async throws {
    let searcher = try await ListSearcher(rows: goods)
    let filterState = FilterState()
    try filterState.add(.equals("kind", .text("fruit")), to: "cheap", `operator`)
    let connector = NumberRangeConnector<Int>(
      searcher: searcher, filterState: filterState, attribute: "price", range: 25...35,
      operator: `operator`, groupName: "cheap")
    #expect(connector.interactor.lastError == nil)
    searcher.search()
    await searcher.settle()
    #expect(try await searcher.ids() == found)
  }

  /// Shows InstantSearch 33.
  @Test("a view is told the bounds once they are known, and again when they are others")
  func boundsOnceKnown() async throws {
    let searcher = try await ListSearcher(rows: goods)
    let box = RangeBox<Int>()
    let connector = NumberRangeConnector<Int>(
      searcher: searcher, filterState: FilterState(), attribute: "price", controller: box)
    #expect(box.takeCalls().isEmpty && box.onRangeChanged != nil)
    searcher.search()
    await searcher.settle()
    #expect(box.takeCalls() == ["bounds 10...40", "item 10...40"])
    _ = try await searcher.list.apply([.delete(.integer(1))])
    await searcher.settle()
    #expect(box.takeCalls() == ["bounds 20...40", "item 20...40"])
    connector.disconnect()
  }
}
