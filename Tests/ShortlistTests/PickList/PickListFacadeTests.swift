import Foundation
import ShortlistControls
import ShortlistTestSupport
import Testing

/// What of a picker is set like a property, and what is connected to it.
@MainActor
@Suite("The properties and parts of a picker", .timeLimit(.minutes(10)))
struct PickListFacadeTests {
  private let picker = PickList(contacts: [
    Contact(id: 1, name: "Ann", city: "Rom", age: 30),
    Contact(id: 2, name: "Bob", city: "Bonn", age: 20),
    Contact(id: 3, name: "Änne", city: "Bonn", age: 15),
  ])

  private func names() async throws -> [String] {
    try await picker.visibleSections.flatMap { $0.items.map(\.name) }
  }

  @Test("queries and windows are properties, which say what was asked for last")
  func properties() async throws {
    picker.search = "an"
    picker.match = .prefix
    picker.sort = [SortKey("name", .descending)]
    picker.sections = SectionRule(by: "city")
    picker.window = .fixed(length: 1)
    #expect(picker.window == .fixed(length: 1) && picker.sections?.attribute == "city")
    #expect(picker.sort == [SortKey("name", .descending)])
    #expect(try await names() == ["Änne", "Ann"])
    picker.sections = nil
    #expect(try await names() == ["Änne"])
    picker.window = nil
    picker.filters.add(.range("age", 10...20))
    #expect(try await names() == ["Änne"])
    #expect(!picker.filters.isEmpty)
    picker.filters.remove(.range("age", 10...20))
    #expect(try await names() == ["Änne", "Ann"])
    #expect(picker.filters.isEmpty)
  }

  @Test("windows are read as they are by now, also to show more of them")
  func windows() async throws {
    picker.window = .flexible(length: 2, from: .end)
    try await picker.insert(Contact(id: 4, name: "Dan"))
    let section = try await picker.windows.sections[0]
    #expect(section.window == 1..<4 && section.count == 4 && section.options?.length == 3)
    let outcome = try await picker.show(section.options.map { $0.copy(length: $0.length + 1) })
    #expect(outcome.changes?.description == "+0:0(1)")
    #expect(try await names() == ["Ann", "Bob", "Änne", "Dan"])
  }

  @Test("filters that several tasks add at once are all there, and the mode stays")
  func addingFilters() async throws {
    for _ in 0..<20 {
      let selection = PickList(contacts: []).selection
      selection.mode = .single
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1...100 { group.addTask { _ = try await selection.add(.maximum(number)) } }
        try await group.waitForAll()
      }
      let former = try #require(selection.filters[0] as? MaximumSelectedCountSelectionFilter)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { _ = try await selection.remove(former) }
        for number in 101...110 { group.addTask { _ = try await selection.add(.maximum(number)) } }
        try await group.waitForAll()
      }
      try await selection.add(.minimum(0))
      #expect(selection.filters.count == 110 && selection.mode == .single)
      try await selection.setFilters([.maximum(1)])
      #expect(selection.mode == .single)
      try await selection.setFilters([.maximum(1)], mode: .multiple)
      #expect(selection.mode == .multiple && selection.filters.count == 1)
    }
  }

  @Test("a filter that is refused leaves those that are added beside it")
  func addingBadFilter() async throws {
    let selection = picker.selection
    let bad = Task { try await selection.add(.maximum(-1)) }
    let good = Task { try await selection.add(.maximum(1)) }
    await expectFailure(InvalidRequestError.self) { try await bad.value }
    _ = try await good.value
    #expect(selection.filters.count == 1)
  }

  @Test("ids and items can be any sequence")
  func sequences() async throws {
    let selection = picker.selection
    #expect(try await selection.select([1, 2].lazy.map { $0 }).addedCount == 2)
    #expect(try await selection.deselect(Set([1])).removed == [1])
    #expect(try await selection.replace([3]).result == .changed)
    #expect(try await selection.toggle([1, 3]).result == .changed)
    #expect(try await selection.items.map(\.id) == [1])
    try await picker.insert([Contact(id: 7, name: "x"), Contact(id: 8, name: "y")])
    #expect(try await picker.items.map(\.id) == [1, 2, 3, 7, 8])
    try await picker.delete([7, 8])
    #expect(try await picker.items.count == 3)
  }

  @Test("a property that names no field ends the program, and says which there are")
  func noSuchField() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      PickList(contacts: []).sort = [SortKey("nome")]
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("sort: there is no field nome; did you mean name?"))
    await #expect(processExitsWith: .failure) {
      PickList(contacts: []).filters.add(.range("ago", 1...2))
    }
    await #expect(processExitsWith: .failure) {
      PickList(contacts: []).sections = SectionRule(by: "town")
    }
    await #expect(processExitsWith: .failure) {
      PickList(contacts: []).selection.filters = [.maximum(1), .required("nome")]
    }
  }

  @Test("filters for numbers and dates are made of ranges")
  func ranges() {
    #expect(Filter.range("age", 1...2).description == #""age":1..2"#)
    #expect(Filter.range("age", 1...) == .inRange("age", .integer(1), nil))
    #expect(Filter.range("age", ...2.5) == .inRange("age", nil, .number(2.5)))
    #expect(Filter.range("age", 0...Double.infinity) == .inRange("age", .integer(0), nil))
    var groups = FilterGroups()
    groups.add(.range("age", 1...2))
    groups.add(.range("age", 1...2))
    groups.add(.isNull("age"))
    #expect(groups.groups.count == 2)
    // Somebody may have called something else so.
    try? groups.add([.isNull("a"), .isNull("b")], to: Filter.isNull("c").description, .or)
    groups.add(.isNull("c"))
    #expect(groups.groups.count == 4)
    groups.remove(.isNull("c"))
    #expect(groups.groups.count == 3)
  }

  @Test("the selection is asked for by the items' own ids, under filters that come and go")
  func selecting() async throws {
    let selection = picker.selection
    selection.filters = [.maximum(2), .minimum(0)]
    #expect(selection.filters.count == 2 && selection.mode == .multiple)
    try await selection.select(3, 1)
    #expect(try await selection.select(2).result == .refused)
    let age = RequiredFieldSelectionFilter(attribute: "age")
    try await selection.add(age)
    try await selection.remove(age)
    try await selection.toggle(1)
    #expect(try await selection.items.map(\.id) == [3])
    try await selection.undo()
    #expect(try await selection.items.map(\.id) == [3, 1])
    try await selection.redo()
    try await selection.deselect(3)
    #expect(try await selection.report.count == 0)
    await expectFailure(InvalidRequestError.self) {
      try await selection.setFilters([.maximum(-1)])
    }
    #expect(selection.filters.count == 2)
    try await selection.replace(2, 1)
    try await selection.extend(from: 2, to: 3)
    #expect(try await selection.items.map(\.id) == [2, 1])
    try await selection.deselectAll()
    selection.mode = .single
    try await selection.select(1)
    try await selection.select(2)
    #expect(try await selection.items.map(\.id) == [2])
  }

  @Test("an error has a code, a sentence, and the place")
  func errors() async throws {
    func error<Outcome>(_ request: () async throws -> Outcome) async -> PickListError? {
      await #expect(throws: PickListError.self) { _ = try await request() }
    }
    let filter = await error { try await picker.filter("city:Bonn AND age:x") }
    #expect(filter?.code == .invalidFilter && filter?.offset == 18)
    let write = await error {
      try await picker.transaction {
        $0.delete(1)
        $0.delete(1)
      }
    }
    #expect(write?.code == .writeRefused && write?.index == 1)
    #expect(write?.description == "operation 1: there is no row 1")
    let group = await error { try await picker.group(SectionRule(by: "x")) }
    #expect(group?.code == .invalidRequest)
    let mine = await error { try await picker.filter { _ in throw CocoaError(.userCancelled) } }
    #expect(mine?.code == .other)
    let twins = PickList(contacts: [Contact(id: 1, name: ""), Contact(id: 1, name: "")])
    let unreadable = await error { try await twins.waitUntilLoaded() }
    #expect(unreadable?.code == .unreadable && unreadable?.index == 1)
    #expect(PickListError.Code.unreadable.description == "unreadable")
  }

  @Test("a searcher and its controls work on a picker, in turn with what else it is asked for")
  func searching() async throws {
    let searcher = ListSearcher(picker)
    let state = FilterState()
    searcher.connectFilterState(state)
    let range = NumberRangeInteractor<Int>()
    range.connectSearcher(searcher, attribute: "age")
    range.connectFilterState(state, attribute: "age")
    searcher.query = "an"
    searcher.search()
    while searcher.results == nil || range.item == nil && range.bounds == nil { await Task.yield() }
    #expect(searcher.results?.total == 2)
    picker.sort = [SortKey("age")]
    #expect(picker.search == "an")
    try state.add(.range("age", 20...40), to: "age of controls")
    while try await names() != ["Ann"] { await Task.yield() }
    #expect(picker.filters == state.groups)
  }

  @Test("a field suggests items of a picker, and puts in those that it makes")
  func suggesting() async throws {
    var acted: [String] = []
    let picker = picker
    let field = SuggestionField(picker, attribute: "name") { text in
      text == "none" ? nil : Contact(id: 9, name: text.capitalized)
    } action: { contact, isNew in
      if contact.name == "Bad" { throw CancellationError() }
      acted.append("\(contact.id) \(contact.name) \(isNew)")
    }
    try await field.enter("an")
    #expect(field.suggestions.map(\.text) == ["Ann", "Änne"])
    #expect(try await picker.suggestions(for: "B", in: "name").items.map(\.text) == ["Bob"])
    try await field.choose(field.suggestions[1])
    _ = await field.commit()
    try await field.enter("zoe")
    _ = await field.commit()
    #expect(acted == ["3 Änne false", "9 Zoe true"])
    #expect(try await picker.item(9)?.name == "Zoe")
    #expect(try await names().last == "Zoe")
    #expect(try await picker.selection.items.map(\.id) == [3, 9])
    try await field.enter("none")
    guard case .notCreated = await field.commit() else {
      Issue.record("an item was made")
      return
    }
    // An item whose id is there already is not put in, and what was there stays.
    try await field.enter("zack")
    guard case .failed = await field.commit() else {
      Issue.record("an item was made")
      return
    }
    #expect(try await picker.item(9)?.name == "Zoe")
    try await picker.delete(9)
    try await field.enter("bad")
    _ = await field.commit()
    #expect(try await picker.items.count == 3)
    #expect(try await picker.item(9) == nil)
  }

  @Test("a picker of a source has its rows as records, and writes to it")
  func source() async throws {
    let rows = Rows("id,name,age\n1,Ann,30\n2,Bob,")
    let picker = try await PickList(source: rows, window: .fixed(length: 5))
    #expect(picker.fields.map(\.name).sorted() == ["age", "name"])
    try await picker.filter("age:>3")
    var ann = try #require(try await picker.visibleSections[0].items.first)
    #expect(ann["name"] == .text("Ann"))
    ann["name"] = .text("Anna")
    try await picker.update(ann)
    try await picker.insert(ListRecord(id: .integer(7), ["name": .text("Cleo")]))
    try await picker.filter("")
    #expect(try await picker.items.map { $0["name"].text } == ["Anna", "Bob", "Cleo"])
    try await picker.replaceAll([ann, ListRecord(id: .integer(3), ["name": .text("Dan")])])
    #expect(try await picker.items.map { $0["name"].text } == ["Anna", "Dan"])
    await #expect(throws: PickListError.self) {
      _ = try await PickList(source: rows, options: TableOptions(id: "nope"))
    }
  }

  @Test("a model measures facets and ranges, and chooses from them")
  func measuring() async throws {
    let model = PickListModel(picker)
    func settle(_ condition: () -> Bool) async { while !condition() { await Task.yield() } }
    await settle { model.facets.first?.items.count == 2 && model.ranges.count == 1 }
    #expect(model.facets[0].items.map(\.count) == [2, 1])
    #expect(model.ranges[0].range == .integer(15)...(.integer(30)))
    model.toggle(.text("Bonn"), of: "city")
    await settle { model.total == 2 && model.ranges[0].range == .integer(15)...(.integer(20)) }
    #expect(model.facets[0].items[0].isSelected)
    model[range: "age"] = 18...40
    // Both ends are within the bounds; the upper one is open.
    #expect(model[range: "age"] == 18...20 && model[range: "city"] == nil)
    #expect(picker.filters.description.contains(#""age":18.."#))
    await settle { model.total == 1 }
    // Its own range is left out.
    await settle { model.ranges[0].range == .integer(15)...(.integer(20)) }
    model[range: "age"] = nil
    model.toggle(2)
    await settle { model.total == 2 && model.canUndo }
    #expect(model.selectedSections.map(\.state) == [.some])
    picker.selection.filters = [.minimum(2)]
    model.select(.select([2]))
    model.toggle(1)
    model.toggle(1)
    await settle { !model.messages.isEmpty }
    model.choose(3.0...4, of: "city")
    await settle { model.messages.first?.contains("city") == true }
    model.searchText = "an"
    let text = "Joh änn Ann"
    #expect(model.highlights(in: text, of: "name").map { text[$0] } == ["än", "An"])
    #expect(model.highlights(in: text, of: "city").isEmpty)
  }

  @Test("the range of a model is that of a slider: open ends, refusals, the nearest bound")
  func modelRange() async throws {
    let model = PickListModel(picker)
    func settle(_ condition: () -> Bool) async { while !condition() { await Task.yield() } }
    try await picker.insert(Contact(id: 4, name: "Nobody"))
    await settle { model.ranges.first?.range == .integer(15)...(.integer(30)) && model.count == 4 }
    // At both bounds, nothing is filtered out: an item without a number stays.
    model[range: "age"] = 15...30
    #expect(model[range: "age"] == nil && picker.filters.isEmpty)
    model[range: "age"] = 18...30
    await settle { model.total == 2 }
    try await picker.insert(Contact(id: 5, name: "Old", age: 90))
    await settle { model.total == 3 }
    model[range: "age"] = 500...600
    await settle { model.messages.first?.contains("outside of the bounds") == true }
    await settle { model[range: "age"] == 18...90 }
    model[range: "age"] = 40...60
    await settle { model.total == 0 }
    try await picker.delete(5)
    await settle { model.ranges.first?.range == .integer(15)...(.integer(30)) }
    #expect(model[range: "age"] == 30...30)
  }

  @Test("models of one picker show the same text and the same ranges, whoever sets them")
  func agreeingModels() async throws {
    let models = [PickListModel(picker), PickListModel(picker)]
    func settle(_ condition: () -> Bool) async { while !condition() { await Task.yield() } }
    for model in models { await settle { !model.ranges.isEmpty } }
    models[0][range: "age"] = 18...25
    await settle { models[1][range: "age"] == 18...25 && models[1].total == 1 }
    // The second model's bounds leave the range out, too.
    await settle { models[1].ranges[0].range == .integer(15)...(.integer(30)) }
    models[1][range: "age"] = 16...25
    await settle { models[0][range: "age"] == 16...25 }
    #expect(picker.filters.description == #"("age":16..25)"#)
    picker.filters = FilterGroups()
    for model in models { await settle { model[range: "age"] == nil && model.total == 3 } }
    picker.search = "an"
    for model in models { await settle { model.searchText == "an" } }
  }
}
