import ShortlistControls
import Testing

@MainActor
@Suite("Connections of a range")
struct ConnectionTests {
  private let own = Filter.inRange("price", .integer(20), .integer(30))
  private let other = Filter.equals("kind", .text("fruit"))

  /// Shows InstantSearch 28.
  @Test("disconnected from the filter state, the filter is gone and nothing is heard any more")
  func filterState() async throws {
    let state = FilterState()
    try state.add(other, to: "kind")
    let range = NumberRangeInteractor<Int>()
    let connection = range.connectFilterState(state, attribute: "price")
    try range.choose(from: 20, to: 30)
    #expect(state.contains(own, in: "price"))
    connection.disconnect()
    #expect(
      state.groups.groups.map(\.name) == ["kind"] && range.item == nil
        && range.state.isConflict == false)
    // Neither hears of the other.
    try state.add(own, to: "price")
    #expect(range.state == NumberRangeState(bounds: nil))
    try range.choose(from: 1, to: 2)
    #expect(state.contains(own, in: "price") && state.groups["price"]?.filters.count == 1)
    range.clear()
    // Connected again, it reads what is there, not what was there.
    range.connectFilterState(state, attribute: "price")
    try range.applyBounds(0...100)
    #expect(range.item == 20...30)
    // A connection of before ends nothing.
    connection.disconnect()
    #expect(range.item == 20...30 && state.contains(own, in: "price"))
  }

  @Test("a connector connects again, and connects more views")
  func connectingAgain() async throws {
    let (searcher, state) = (try await ListSearcher(rows: goods), FilterState())
    let views = [RangeBox<Float>(), RangeBox()]
    let connector = NumberRangeConnector<Float>(
      searcher: searcher, filterState: state, attribute: "price", controller: views[0])
    connector.connectController(views[1])
    searcher.search()
    await searcher.settle()
    for view in views { #expect(view.state?.bounds == 10...40) }
    views[1].onRangeChanged?(20...30)
    #expect(views[0].state?.range == 20...30 && state.contains(own, in: "price"))
    connector.disconnect()
    #expect(state.isEmpty && connector.interactor.bounds == nil)
    try state.add(own, to: "price")
    connector.connect()
    connector.connect()
    searcher.search()
    await searcher.settle()
    for view in views { #expect(view.state?.bounds == 10...40 && view.state?.range == 20...30) }
  }

  @Test("another filter state takes over what is chosen")
  func anotherState() throws {
    let (first, second) = (FilterState(), FilterState())
    let range = try NumberRangeInteractor(bounds: 0...100, range: 20...30)
    range.connectFilterState(first, attribute: "price")
    range.connectFilterState(second, attribute: "price", operator: .or, groupName: "p")
    #expect(first.isEmpty && second.groups["p"]?.filters == [own] && range.item == 20...30)
    #expect(second.groups["p"]?.operator == .or)
    first.clear()
    try first.add(own, to: "price")
    #expect(second.groups["p"]?.filters == [own])
  }

  /// Shows InstantSearch 29.
  @Test("disconnected from the searcher, there are no bounds but given ones")
  func searcher() async throws {
    let searcher = try await ListSearcher(rows: goods)
    let range = NumberRangeInteractor<Int>()
    let connection = range.connectSearcher(searcher, attribute: "price")
    searcher.search()
    await searcher.settle()
    #expect(range.bounds == 10...40)
    connection.disconnect()
    #expect(range.bounds == nil)
    _ = try await searcher.list.apply([.delete(.integer(1))])
    await searcher.settle()
    #expect(range.bounds == nil && searcher.results?.measures.isEmpty == true)
    range.connectSearcher(searcher, attribute: "id")
    await searcher.settle()
    #expect(range.bounds == 2...4)
  }

  /// Shows InstantSearch 26, InstantSearch 30.
  @Test("a view that is disconnected is neither told nor heard")
  func controller() throws {
    let range = try NumberRangeInteractor(bounds: 0...100)
    let (box, twin) = (RangeBox<Int>(), RangeBox<Int>())
    let connection = range.connectController(box)
    range.connectController(twin)
    box.onRangeChanged?(20...30)
    #expect(box.takeCalls() == ["bounds 0...100", "item 0...100"])
    #expect(twin.takeCalls() == ["bounds 0...100", "item 0...100", "item 20...30"])
    connection.disconnect()
    #expect(box.onRangeChanged == nil)
    try range.choose(from: 1, to: 2)
    #expect(box.takeCalls().isEmpty && twin.takeCalls() == ["item 1...2"])
  }

  /// Shows InstantSearch 32.
  @Test("a view that chooses something else when it is told gets its way")
  func stubbornView() throws {
    final class Even: NumberRangeController {
      var onRangeChanged: ((ClosedRange<Int>) -> Void)?
      var items: [ClosedRange<Int>] = []
      weak var range: NumberRangeInteractor<Int>?
      func setBounds(_ bounds: ClosedRange<Int>) {}
      func setItem(_ item: ClosedRange<Int>) { items.append(item) }
      func setState(_ state: NumberRangeState<Int>) {
        if let item = state.range, !item.lowerBound.isMultiple(of: 2) {
          try? range?.choose(from: item.lowerBound + 1, to: item.upperBound)
        }
      }
    }
    let range = try NumberRangeInteractor(bounds: 0...100)
    let (even, box) = (Even(), RangeBox<Int>())
    even.range = range
    range.connectController(even)
    range.connectController(box)
    var told: [ClosedRange<Int>?] = []
    range.onChange { told.append($0.range) }
    try range.choose(from: 3, to: 9)
    #expect(range.item == 4...9 && even.items.suffix(2) == [3...9, 4...9])
    #expect(told == [3...9, 4...9] && box.state?.range == 4...9)
  }

  @Test("a connector takes back all that it has done")
  func connector() async throws {
    let searcher = try await ListSearcher(rows: goods)
    let state = FilterState()
    let box = RangeBox<Int>()
    let connector = NumberRangeConnector<Int>(
      searcher: searcher, filterState: state, attribute: "price", range: 20...30, controller: box)
    searcher.search()
    await searcher.settle()
    #expect(searcher.results?.total == 2 && box.state?.bounds == 10...40)
    try state.add(other, to: "kind")
    connector.disconnect()
    _ = box.takeCalls()
    await searcher.settle()
    #expect(searcher.results?.total == 4 && searcher.results?.measures.isEmpty == true)
    #expect(box.takeCalls().isEmpty && box.onRangeChanged == nil)
    #expect(state.contains(other, in: "kind") && state.groups.groups.count == 1)
  }

  @Test("no part holds another in a circle")
  func letGo() async throws {
    var searcher: ListSearcher? = try await ListSearcher(rows: goods)
    var state: FilterState? = FilterState()
    var range: NumberRangeInteractor<Int>? = NumberRangeInteractor()
    var box: RangeBox<Int>? = RangeBox()
    weak let observedSearcher = searcher
    weak let observedState = state
    weak let observedRange = range
    weak let observedBox = box
    do {
      let searcher = try #require(searcher)
      let state = try #require(state)
      let range = try #require(range)
      searcher.connectFilterState(state)
      range.connectFilterState(state, attribute: "price")
      range.connectSearcher(searcher, attribute: "price")
      range.connectController(try #require(box))
      searcher.search()
      await searcher.settle()
      try range.choose(from: 20, to: 30)
      await searcher.settle()
    }
    // The view belongs to whoever shows it.
    box = nil
    #expect(observedBox == nil)
    try range?.choose(from: 20, to: 25)
    range = nil
    #expect(observedRange == nil)
    state?.clear()
    await searcher?.settle()
    #expect(searcher?.results?.total == 4 && searcher?.results?.measures.isEmpty == true)
    searcher = nil
    #expect(observedSearcher == nil)
    state = nil
    #expect(observedState == nil)
  }

  @Test("a connector holds its parts, and they not it")
  func connectorLetGo() async throws {
    let searcher = try await ListSearcher(rows: goods)
    let state = FilterState()
    var connector: NumberRangeConnector<Int>? = NumberRangeConnector(
      searcher: searcher, filterState: state, attribute: "price", controller: RangeBox())
    weak let observed = connector
    weak let range = connector?.interactor
    searcher.search()
    await searcher.settle()
    #expect(range?.bounds == 10...40)
    connector = nil
    #expect(observed == nil && range == nil)
    await searcher.settle()
  }
}
