import ShortlistControls
import Testing

/// A view of a facet list that writes down what it is told: `fruit 2`, `+fruit 2`, `-fruit 0`.
private final class FacetBox: FacetListController {
  var onClick: ((CellValue) -> Void)?
  var onExclude: ((CellValue) -> Void)?
  private(set) var shown: [String] = []
  private(set) var calls = 0

  func setItems(_ items: [FacetListItem]) {
    calls += 1
    shown = items.map { item in
      let mark = item.choice == .included ? "+" : item.choice == .excluded ? "-" : ""
      return "\(mark)\(item.value.text) \(item.count)"
    }
  }
}

@MainActor
@Suite("A facet list")
struct FacetListTests {
  private let rows = """
    id,kind,price
    1,fruit,10
    2,fruit,20
    3,house,30
    4,toy,40
    5,Fruit salad,50
    """

  private func connected(
    _ interactor: FacetListInteractor = .init(), _ operator: RefinementOperator = .or
  ) async throws -> (ListSearcher, FilterState, FacetListConnector, FacetBox) {
    let searcher = try await ListSearcher(rows: rows)
    let state = FilterState()
    let box = FacetBox()
    let connector = FacetListConnector(
      searcher: searcher, filterState: state, attribute: "kind", interactor: interactor,
      operator: `operator`, controller: box)
    searcher.search()
    await searcher.settle()
    return (searcher, state, connector, box)
  }

  @Test("values of an or group are counted as if it were not there, and included by a click")
  func disjunctive() async throws {
    let (searcher, state, connector, box) = try await connected()
    defer { connector.disconnect() }
    #expect(box.shown == ["fruit 2", "Fruit salad 1", "house 1", "toy 1"])
    box.onClick?(.text("fruit"))
    // What is chosen shows at once.
    #expect(box.shown == ["+fruit 2", "Fruit salad 1", "house 1", "toy 1"])
    box.onClick?(.text("toy"))
    #expect(state.groups.description == #"("kind":"fruit" OR "kind":"toy")"#)
    await searcher.settle()
    #expect(try await searcher.ids() == [1, 2, 4])
    #expect(box.shown == ["+fruit 2", "Fruit salad 1", "house 1", "+toy 1"])
    box.onClick?(.text("fruit"))
    box.onClick?(.text("toy"))
    #expect(state.isEmpty)
  }

  @Test("values of an and group narrow each other; those that are chosen stay listed")
  func conjunctive() async throws {
    let (searcher, state, connector, box) = try await connected(.init(), .and)
    defer { connector.disconnect() }
    box.onClick?(.text("fruit"))
    await searcher.settle()
    #expect(box.shown == ["+fruit 2"])
    try state.add(.inRange("price", .integer(30), nil), to: "price")
    await searcher.settle()
    #expect(box.shown == ["+fruit 0"] && searcher.results?.total == 0)
  }

  @Test("excluded values are filters of a group of their own, and stay listed")
  func excluding() async throws {
    let (searcher, state, connector, box) = try await connected()
    box.onClick?(.text("fruit"))
    box.onExclude?(.text("fruit"))
    #expect(state.groups.description == #"(NOT "kind":"fruit")"#)
    #expect(state.groups.groups.map(\.name) == ["not kind"])
    await searcher.settle()
    #expect(try await searcher.ids() == [3, 4, 5])
    #expect(box.shown == ["Fruit salad 1", "house 1", "toy 1", "-fruit 0"])
    try connector.interactor.toggle(.text("house"))
    await searcher.settle()
    #expect(try await searcher.ids() == [3])
    // Texts are the same if they are when folded.
    box.onExclude?(.text("FRUIT"))
    #expect(state.groups.description == #"("kind":"house")"#)
    try connector.interactor.toggle(.text("House"))
    #expect(state.isEmpty)
    try connector.interactor.exclude(.text("toy"))
    try connector.interactor.toggle(.text("house"))
    try state.add(.equals("price", .integer(1)), to: "kind", .or)
    connector.interactor.clear()
    #expect(state.groups.description == #"("price":1)"#)
  }

  @Test("of a single selection another takes the place")
  func single() async throws {
    let (_, state, connector, _) = try await connected(.init(selectionMode: .single))
    try connector.interactor.toggle(.text("fruit"))
    try connector.interactor.exclude(.text("house"))
    try connector.interactor.toggle(.text("toy"))
    #expect(state.groups.description == #"(NOT "kind":"house") AND ("kind":"toy")"#)
    try connector.interactor.toggle(.text("toy"))
    #expect(state.groups.description == #"(NOT "kind":"house")"#)
  }

  @Test("values are searched, and cut at the limit but for those that are chosen")
  func searching() async throws {
    let (searcher, state, connector, box) = try await connected(.init(limit: 1))
    let interactor = connector.interactor
    #expect(box.shown == ["fruit 2"] && interactor.hasMore)
    try interactor.toggle(.text("toy"))
    try state.add(.not(.equals("kind", .text("house"))), to: "not kind")
    await searcher.settle()
    #expect(box.shown == ["fruit 2", "+toy 1", "-house 0"])
    interactor.search = "sal"
    await searcher.settle()
    #expect(box.shown == ["Fruit salad 1"] && !interactor.hasMore)
    interactor.search = ""
    await searcher.settle()
    #expect(box.shown == ["fruit 2", "+toy 1", "-house 0"])
  }

  @Test("counts follow the rows, and a view is told differences only")
  func live() async throws {
    let (searcher, state, connector, box) = try await connected()
    defer { connector.disconnect() }
    let calls = box.calls
    _ = try await searcher.list.apply([.update(["id": .integer(1), "price": .integer(11)])])
    await searcher.settle()
    #expect(box.calls == calls)
    _ = try await searcher.list.apply([.update(["id": .integer(1), "kind": .text("toy")])])
    await searcher.settle()
    #expect(box.shown == ["toy 2", "fruit 1", "Fruit salad 1", "house 1"])
    try state.add(.inRange("price", nil, .integer(20)), to: "price")
    await searcher.settle()
    #expect(box.shown == ["fruit 1", "toy 1"])
  }

  @Test("the other operator and an attribute that is not there are told, and nothing changes")
  func badInput() async throws {
    let (searcher, state, connector, box) = try await connected()
    try state.add(.equals("id", .integer(1)), to: "id", .and)
    await searcher.settle()
    let list = FacetListInteractor(limit: -1)
    list.connectFilterState(state, attribute: "id")
    #expect("\(list.lastError ?? CancellationError())" == "the group id has the operator and")
    let before = state.groups
    #expect(throws: FilterGroups.OperatorMismatchError.self) { try list.toggle(.integer(2)) }
    #expect(throws: FilterGroups.OperatorMismatchError.self) { try list.exclude(.integer(1)) }
    list.clear()
    #expect(state.groups == before)
    list.connectSearcher(searcher, attribute: "nope")
    await searcher.settle()
    #expect("\(list.lastError ?? CancellationError())" == "facets: there is no attribute nope")
    #expect(box.shown == ["fruit 1"] && connector.interactor.lastError == nil)
    // Without a filter state there is nothing to choose.
    try FacetListInteractor().toggle(.integer(1))
  }

  @Test("disconnecting ends everything but the filters, and no part holds another in a circle")
  func disconnecting() async throws {
    let (searcher, state, connector, box) = try await connected()
    try connector.interactor.toggle(.text("toy"))
    connector.disconnect()
    #expect(box.onClick == nil && box.onExclude == nil)
    let calls = box.calls
    #expect(connector.interactor.items.isEmpty && !state.isEmpty)
    state.clear()
    await searcher.settle()
    #expect(box.calls == calls && searcher.results?.measures.isEmpty == true)
    // Again, with what there is now.
    try state.add(.equals("kind", .text("house")), to: "kind", .or)
    connector.interactor.connectFilterState(state, attribute: "kind")
    #expect(connector.interactor.items.map(\.value) == [.text("house")])
    var interactor: FacetListInteractor? = FacetListInteractor()
    weak let observed = interactor
    weak var view: FacetBox?
    do {
      let box = FacetBox()
      view = box
      interactor?.connectFilterState(state, attribute: "kind")
      interactor?.connectSearcher(searcher, attribute: "kind")
      interactor?.connectController(box)
    }
    #expect(view == nil)
    interactor = nil
    #expect(observed == nil)
    state.clear()
  }
}
