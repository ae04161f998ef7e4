import Observation
import Shortlist
import Synchronization
import Testing

@MainActor
@Suite("The model of a picker")
struct PickListModelTests {
  private let picker = PickList(contacts: [
    Contact(id: 1, name: "Ann"), Contact(id: 2, name: "Bob"), Contact(id: 3, name: "Anna"),
  ])

  /// Waits until a model is at the revision of the picker.
  private func settle(_ model: PickListModel<Contact>) async throws {
    let revision = try await picker.settle()
    while model.revision < revision { await Task.yield() }
  }

  @Test("mirrors what is visible, counts and selection")
  func mirroring() async throws {
    let models = [PickListModel(picker), PickListModel(picker)]
    for model in models { try await settle(model) }
    models[0].searchText = "an"
    #expect(models[0].searchText == "an" && picker.search == "an")
    models[0].select(.select([.integer(3)]))
    for model in models {
      try await settle(model)
      #expect(model.sections.map { $0.items.map(\.id) } == [[1, 3]])
      #expect(model.sections[0].rows.map(\.isSelected) == [false, true])
      #expect(model.total == 2 && model.count == 3 && model.selectedCount == 1)
    }
  }

  @Test("shows more when asked, as long as there is more")
  func showingMore() async throws {
    let contacts = (0..<7).map { Contact(id: $0, name: "n") }
    let picker = PickList(contacts: contacts, window: .flexible(length: 3))
    let model = PickListModel(picker)
    try await model.waitUntilLoaded()
    #expect(model.sections.map(\.rows.count) == [3])
    var counts: Set<Int> = []
    while !counts.contains(7) {
      // It does nothing while a request is on its way.
      model.showMore(2)
      counts.insert(model.sections[0].rows.count)
      await Task.yield()
    }
    #expect(counts.isSubset(of: [3, 5, 7]))
    let revision = model.revision
    model.showMore()
    _ = try await picker.settle()
    #expect(model.revision == revision && model.sections[0].rows.count == 7)
  }

  @Test("tells observers")
  func observing() async throws {
    let model = PickListModel(picker)
    try await settle(model)
    let changes = Mutex(0)
    withObservationTracking {
      _ = model.sections.count
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    try await picker.insert(Contact(id: 4, name: "Cleo"))
    try await settle(model)
    #expect(changes.withLock { $0 } == 1)
  }

  @Test("has messages of what was refused or wrong, until something goes well")
  func messages() async throws {
    let model = PickListModel(picker)
    try await picker.selection.setFilters([SelectionRule.maximum(1)])
    model.select(.all())
    while model.messages.isEmpty { await Task.yield() }
    #expect(model.messages == ["no more than 1 can be selected"])
    model.filter("nope:1")
    while model.messages == ["no more than 1 can be selected"] { await Task.yield() }
    #expect(model.messages.count == 1 && model.messages[0].contains("nope"))
    model.toggle(1)
    while !model.messages.isEmpty { await Task.yield() }
    let twins = PickListModel(
      PickList(contacts: [Contact(id: 1, name: "a"), Contact(id: 1, name: "b")]))
    while twins.messages.isEmpty { await Task.yield() }
    #expect(twins.messages == ["items:2: the id 1 occurs twice"])
  }

  @Test("has rows when it has been waited for, or says why there are none")
  func loading() async throws {
    let model = PickListModel(picker)
    #expect(model.isLoading && model.sections.isEmpty)
    async let other: Void = model.waitUntilLoaded()
    try await model.waitUntilLoaded()
    try await other
    #expect(!model.isLoading && model.sections[0].items.map(\.id) == [1, 2, 3])
    try await model.waitUntilLoaded()
    let twins = PickListModel(
      PickList(contacts: [Contact(id: 1, name: "a"), Contact(id: 1, name: "b")]))
    await #expect(throws: PickListError.self) { try await twins.waitUntilLoaded() }
    while twins.isLoading { await Task.yield() }
    #expect(twins.error?.code == .unreadable && twins.revision == 0)
  }

  @Test("sorts and selects by bindings")
  func bindings() async throws {
    let models = [PickListModel(picker), PickListModel(picker)]
    for model in models { try await model.waitUntilLoaded() }
    models[0].sort = [SortKey("name", .descending)]
    #expect(models[0].sort.map(\.attribute) == ["name"])
    models[0].selection = [1, 3]
    for model in models {
      try await settle(model)
      #expect(model.sort == models[0].sort && model.sections[0].items.map(\.id) == [2, 3, 1])
      #expect(model.selection == [1, 3])
    }
    // What is hidden keeps its state.
    models[1].searchText = "bob"
    try await settle(models[1])
    models[1].selection = [2]
    try await settle(models[1])
    models[1].searchText = ""
    try await settle(models[1])
    #expect(models[1].selection == [1, 2, 3])
    models[1].selection.remove(3)
    try await settle(models[1])
    #expect(models[1].selection == [1, 2])
    #expect(try await picker.selection.items.map(\.id) == [1, 2])
  }

  @Test("tells the failures of its picker, too")
  func failures() async throws {
    let model = PickListModel(picker)
    try await model.waitUntilLoaded()
    let heard = Mutex<[PickListError]>([])
    picker.failures.observe { error in heard.withLock { $0.append(error) } }
    model.filter("nope:1")
    while model.error == nil { await Task.yield() }
    #expect(model.error?.code == .invalidFilter && model.messages == [model.error?.description])
    #expect(heard.withLock { $0.map(\.code) } == [.invalidFilter])
    model.filter("")
    while model.error != nil { await Task.yield() }
    #expect(model.messages.isEmpty)
  }

  @Test("shows at once whether the selection satisfies a limit that changes")
  func limits() async throws {
    let model = PickListModel(picker)
    let maximum = MaximumSelectedCountSelectionFilter(maximumSelectedCount: 3)
    picker.selection.filters = [maximum]
    model.select(.all())
    while model.selectedCount < 3 { await Task.yield() }
    #expect(model.violations.isEmpty)
    maximum.maximumSelectedCount = 2
    while model.violations.isEmpty { await Task.yield() }
    maximum.maximumSelectedCount = 3
    while !model.violations.isEmpty { await Task.yield() }
    picker.selection.filters = [.maximum(1)]
    while model.violations.isEmpty { await Task.yield() }
  }

  @Test("is not held by what it listens to")
  func release() async throws {
    var model: PickListModel<Contact>? = PickListModel(picker)
    weak let observed = model
    try await settle(try #require(model))
    model = nil
    #expect(observed == nil)
  }
}
