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

  /// Waits until a model is at the revision of its picker.
  private func settle(_ model: PickListModel<Contact>) async throws {
    let revision = try await model.picker.settle()
    while model.revision < revision { await Task.yield() }
  }

  @Test("mirrors what is visible, counts and selection")
  func mirroring() async throws {
    let models = [PickListModel(picker), PickListModel(picker)]
    for model in models { try await settle(model) }
    models[0].searchText = "an"
    #expect(models[0].searchText == "an" && picker.search == "an")
    models[0].select(.select([3]))
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
    try await settle(model)
    let revision = model.revision
    model.showMore()
    #expect(try await picker.settle() == revision)
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

  @Test("binds filters, the kind of match and the window, with one request each")
  func moreBindings() async throws {
    let models = [PickListModel(picker), PickListModel(picker)]
    for model in models { try await model.waitUntilLoaded() }
    var revision = try await picker.windows.revision
    models[0].filters.add(picker.rowFilter(.contains(\.name, "an")))
    #expect(!models[0].filters.isEmpty && models[0].filters == picker.filters)
    revision += 1
    #expect(try await picker.windows.revision == revision)
    for model in models {
      while model.revision < revision { await Task.yield() }
      #expect(model.filters == picker.filters && model.sections[0].items.map(\.id) == [1, 3])
    }
    models[0].filters.clear()
    models[0].match = .substring
    models[0].searchText = "nn"
    #expect(models[0].match == .substring && picker.match == .substring)
    models[0].window = .fixed(length: 1)
    #expect(models[0].window == .fixed(length: 1) && picker.window == .fixed(length: 1))
    for model in models {
      try await settle(model)
      #expect(model.match == .substring && model.filters.isEmpty)
      #expect(model.window == .fixed(length: 1))
      #expect(model.sections[0].items.map(\.id) == [1] && model.total == 2)
    }
    models[1].window = nil
    for model in models {
      try await settle(model)
      #expect(model.window == nil && model.sections[0].items.map(\.id) == [1, 3])
    }
  }

  @Test("returns to the filters of the list if a request fails")
  func failedFilters() async throws {
    let model = PickListModel(picker)
    try await model.waitUntilLoaded()
    let heard = Mutex<[PickListError]>([])
    picker.failures.observe { error in heard.withLock { $0.append(error) } }
    model.filters.add(.range("name", 1...2))
    while model.error == nil { await Task.yield() }
    #expect(model.filters.isEmpty && picker.filters.isEmpty)
    #expect(model.error?.description.contains("name") == true)
    #expect(model.messages == [model.error?.description])
    #expect(heard.withLock { $0.count } == 1)
    model.filters.add(.range("age", 1...2))
    while model.error != nil { await Task.yield() }
    #expect(model.filters == picker.filters && !model.filters.isEmpty)
  }

  private func model(
    _ contacts: [Contact], query: ListQuery = ListQuery(), window: RangeOptions? = nil
  ) -> PickListModel<Contact> {
    PickListModel(contacts, query: query, window: window) {
      Field(\.name)
      Field(\.city).facet()
      Field(\.age)
    }
  }

  @Test("of items has its rows at once, and follows its picker")
  func firstFrame() async throws {
    var query = ListQuery()
    query.search = "an"
    query.sort = [SortKey("name", .descending)]
    let contacts = try await picker.items
    let model = model(contacts, query: query, window: .fixed(length: 1))
    #expect(!model.isLoading && model.sections.map { $0.items.map(\.id) } == [[3]])
    #expect(model.total == 2 && model.count == 3 && model.window == .fixed(length: 1))
    #expect(model.searchText == "an" && model.sort == query.sort && model.revision > 0)
    try await model.waitUntilLoaded()
    #expect(try await model.picker.waitUntilLoaded() == 3)
    let snapshot = try await model.picker.snapshot
    #expect(model.sections == snapshot.sections && model.revision == snapshot.revision)
    try await model.picker.insert(Contact(id: 4, name: "Annabel", city: "Rom"))
    try await settle(model)
    #expect(model.sections[0].items.map(\.id) == [4] && model.count == 4)
    model.window = nil
    model.toggle(4)
    try await settle(model)
    #expect(model.sections[0].rows.map(\.isSelected) == [true, false, false])
    while model[facet: \.city]?.items.contains(where: { $0.value == "Rom" }) != true {
      await Task.yield()
    }
  }

  @Test("of items that cannot be in a list, or of a wrong query, says so")
  func wrongFirstFrame() async throws {
    let twins = model([Contact(id: 1, name: "a"), Contact(id: 1, name: "b")])
    #expect(twins.sections.isEmpty)
    while twins.error == nil { await Task.yield() }
    #expect(twins.error?.code == .unreadable)
    var query = ListQuery()
    query.filters = "nope:1"
    let wrong = model([Contact(id: 1, name: "a")], query: query)
    while wrong.error == nil || wrong.total == 0 { await Task.yield() }
    #expect(wrong.error?.code == .invalidFilter && wrong.sections[0].items.map(\.id) == [1])
    #expect(model([]).total == 0 && !model([]).isLoading)
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
