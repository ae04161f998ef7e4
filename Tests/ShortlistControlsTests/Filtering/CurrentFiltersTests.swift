import ShortlistControls
import Testing

/// A view of filters that writes down what it is told.
private final class Chips: CurrentFiltersController {
  var onRemove: ((FilterGroups.Member) -> Void)?
  var onClear: (() -> Void)?
  private(set) var items: [FilterGroups.Member] = []
  private(set) var calls = 0

  func setItems(_ items: [FilterGroups.Member]) {
    calls += 1
    self.items = items
  }
}

@MainActor
@Suite("A list of the filters there are")
struct CurrentFiltersTests {
  private let fruit = Filter.equals("kind", .text("fruit"))
  private let toy = Filter.equals("kind", .text("toy"))
  private let price = Filter.inRange("price", .integer(1), nil)

  private func filled() throws -> FilterState {
    let state = FilterState()
    try state.add(fruit, toy, to: "kind", .or)
    try state.add(price, to: "price")
    try state.add(.tag("new"), to: "tags")
    return state
  }

  @Test("lists all filters by group, and takes one, a group or all of them out")
  func all() throws {
    let state = try filled()
    let chips = Chips()
    let connector = CurrentFiltersConnector(filterState: state, controller: chips)
    #expect(chips.items.map(\.filter) == [fruit, toy, price, .tag("new")])
    #expect(chips.items.map(\.group) == ["kind", "kind", "price", "tags"])
    var told = 0
    state.onChange { _ in told += 1 }
    chips.onRemove?(chips.items[0])
    #expect(chips.items.map(\.filter) == [toy, price, .tag("new")] && told == 1)
    // One that is not there, or not any more, is no mistake.
    chips.onRemove?(.init(fruit, in: "kind"))
    chips.onRemove?(.init(toy, in: "nope"))
    connector.interactor.clear(group: "nope")
    #expect(told == 1)
    connector.interactor.clear(group: "price")
    #expect(chips.items.map(\.filter) == [toy, .tag("new")] && told == 2)
    chips.onClear?()
    #expect(chips.items.isEmpty && state.isEmpty && told == 3)
  }

  @Test("lists and takes out those of some groups only")
  func someGroups() throws {
    let state = try filled()
    let interactor = CurrentFiltersInteractor()
    interactor.connectFilterState(state, groupNames: ["price", "kind", "other"])
    var told: [Int] = []
    interactor.onChange { told.append($0.count) }
    #expect(interactor.items.map(\.filter) == [fruit, toy, price])
    state.clear(["tags"])
    #expect(told.isEmpty)
    try state.add(.tag("new"), to: "tags")
    interactor.remove(.init(.tag("new"), in: "tags"))
    interactor.clear(group: "tags")
    interactor.clear()
    #expect(told == [0] && state.groups.groups.map(\.name) == ["tags"])
    interactor.connectFilterState(state, groupNames: [])
    interactor.clear()
    #expect(interactor.items.isEmpty && !state.isEmpty)
  }

  @Test("a range whose chip is taken out is not chosen any more")
  func range() throws {
    let state = FilterState()
    let range = try NumberRangeInteractor(bounds: 0...100, range: 20...30)
    range.connectFilterState(state, attribute: "price")
    let interactor = CurrentFiltersInteractor()
    interactor.connectFilterState(state)
    interactor.remove(interactor.items[0])
    #expect(range.item == nil && state.isEmpty && interactor.items.isEmpty)
  }

  @Test("disconnecting ends everything but the filters, and no part holds another in a circle")
  func disconnecting() throws {
    let state = try filled()
    let chips = Chips()
    var connector: CurrentFiltersConnector? = CurrentFiltersConnector(
      filterState: state, controller: chips)
    weak let interactor = connector?.interactor
    connector?.disconnect()
    let calls = chips.calls
    #expect(chips.onRemove == nil && chips.onClear == nil && !state.isEmpty)
    #expect(interactor?.items.isEmpty == true)
    interactor?.clear()
    interactor?.remove(.init(toy, in: "kind"))
    state.clear(["kind"])
    #expect(chips.calls == calls && state.groups.groups.count == 2)
    connector = nil
    #expect(interactor == nil)
    weak var view: Chips?
    let again = CurrentFiltersInteractor()
    do {
      let chips = Chips()
      view = chips
      again.connectController(chips)
    }
    again.connectFilterState(state)
    #expect(view == nil && again.items.count == 2)
  }
}
