import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@Suite("A picker of items")
struct PickListTests {
  private let people = [
    Contact(id: 1, name: "Ann", city: "Rom", age: 30),
    Contact(id: 2, name: "Bob", city: "Bonn", age: 20),
    Contact(id: 3, name: "Anna", city: "Bonn"),
  ]

  /// Lets the items in only when it is opened.
  private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    func pass() { semaphore.wait(); semaphore.signal() }
    func open() { semaphore.signal() }
  }

  private func gated(_ gate: Gate) -> PickList<Contact> {
    PickList(people) {
      Field("name") { contact in
        gate.pass()
        return contact.name
      }
    }
  }

  private func ids(_ picker: PickList<Contact>) async throws -> [[Int]] {
    try await picker.visibleSections.map { $0.items.map(\.id) }
  }

  @Test("shows, searches, sorts, groups, filters and cuts")
  func showing() async throws {
    let picker = PickList(contacts: people)
    #expect(try await picker.waitUntilLoaded() == 3)
    #expect(try await ids(picker) == [[1, 2, 3]])
    picker.search = "an"
    #expect(picker.search == "an")
    #expect(try await ids(picker) == [[1, 3]])
    // Cities are not searched.
    #expect(try await picker.search("bonn").total == 0)
    picker.search = ""
    try await picker.sort(by: SortKey("name", .descending))
    #expect(try await ids(picker) == [[2, 3, 1]])
    try await picker.group(SectionRule(by: "city"))
    let sections = try await picker.visibleSections
    #expect(sections.map(\.name) == ["Bonn", "Rom"])
    #expect(try await ids(picker) == [[2, 3], [1]])
    try await picker.show(.fixed(length: 1))
    #expect(try await ids(picker) == [[2], [1]])
    try await picker.filter("age:null")
    #expect(try await ids(picker) == [[3]])
    try await picker.filter("")
    try await picker.filter { try $0.add([.equals("city", .text("Rom"))], to: "city", .or) }
    #expect(try await ids(picker) == [[1]])
    picker.match = .substring
    #expect(picker.query.match == .substring)
  }

  @Test("a window from the beginning is there before anything is shown")
  func window() async throws {
    let picker = PickList(contacts: people, window: .fixed(length: 2, from: .end))
    var mirror = Mirror(picker)
    try await mirror.read(to: 1)
    #expect(mirror.sections.map { $0.items.map(\.id) } == [[2, 3]])
    #expect(mirror.last?.total == 3)
  }

  @Test("items change, all at once or not at all")
  func changing() async throws {
    let picker = PickList(contacts: people)
    try await picker.insert(Contact(id: 4, name: "Cleo"))
    try await picker.update(Contact(id: 2, name: "Bert"))
    try await picker.delete(1)
    let items = try await picker.items
    #expect(items.map(\.name) == ["Bert", "Anna", "Cleo"])
    await expectFailure(WriteError(index: 1, reason: "there is no row 9")) {
      try await picker.transaction {
        $0.delete(2)
        $0.delete(9)
      }
    }
    #expect(try await picker.items.count == 3)
    #expect(try await picker.item(4)?.name == "Cleo")
    #expect(try await picker.item(1) == nil)
  }

  @Test("items are selected under filters, and stay so when all are replaced")
  func selecting() async throws {
    let picker = PickList(contacts: people)
    try await picker.selection.setFilters([SelectionRule.maximum(2)])
    try await picker.selection.request(.select([3, 1]))
    let refused = try await picker.selection.selectAll()
    #expect(refused.result == .refused)
    try await picker.replaceAll([people[2], people[1], people[0]])
    #expect(try await picker.selection.items.map(\.id) == [3, 1])
    let outcome = try await picker.replaceAll([people[0]])
    #expect(outcome.selection?.removed == [3])
  }

  @Test("items with the same id are refused, at first and later")
  func twins() async throws {
    let twins = [people[0], people[1], people[0]]
    let picker = PickList(contacts: twins)
    let error = SourceError(path: "items", line: 3, reason: "the id 1 occurs twice")
    await expectFailure(error) { try await picker.waitUntilLoaded() }
    await expectFailure(error) { try await picker.insert(people[2]) }
    await expectFailure(error) { try await picker.search("a") }
    await expectFailure(error) {
      for try await update in picker.updates { Issue.record("an update: \(update)") }
    }

    let other = PickList(contacts: people)
    await expectFailure(WriteError(index: 2, reason: "there is a row 1 already")) {
      try await other.replaceAll(twins)
    }
    #expect(try await other.items == people)
  }

  @Test("a newer query takes the place of one before, which is not carried out")
  func overtaking() async throws {
    let gate = Gate()
    let picker = gated(gate)
    let older = Task { try await picker.search("b") }
    while picker.search != "b" { await Task.yield() }
    let sorted = Task { try await picker.sort(by: SortKey("name", .descending)) }
    while picker.sort.isEmpty { await Task.yield() }
    let newer = Task { try await picker.search("an") }
    while picker.search != "an" { await Task.yield() }
    gate.open()
    let error = await #expect(throws: PickListError.self) { try await older.value }
    #expect(error?.code == .superseded)
    // The sort order is in effect with the newer search.
    #expect(try await sorted.value.revision == 3)
    let opened = 2
    #expect(try await newer.value.revision == opened + 1)
    // What was asked for beside the text holds.
    #expect(try await ids(picker) == [[3, 1]])
  }

  @Test("cancelling the task that awaits a request cancels the request, but not the opening")
  func cancelling() async throws {
    let gate = Gate()
    let picker = gated(gate)
    let awaiting = Task { try await picker.search("an") }
    while picker.search.isEmpty { await Task.yield() }
    let opening = Task { try await picker.waitUntilLoaded() }
    awaiting.cancel()
    opening.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { try await awaiting.value }
    _ = try await opening.value
    #expect(try await ids(picker) == [[1, 2, 3]])
    #expect(picker.search == "")
  }

  @Test("a query is carried out for what was asked for after it")
  func order() async throws {
    let gate = Gate()
    let picker = gated(gate)
    let older = Task { try await picker.search("an") }
    while picker.search != "an" { await Task.yield() }
    picker.window = .fixed(length: 5)
    picker.search = "b"
    gate.open()
    #expect(try await older.value.total == 2)
    picker.search = "an"
    try await picker.selection.selectAll()
    picker.search = "b"
    #expect(try await picker.selection.items.map(\.id) == [1, 3])
    #expect(try await ids(picker) == [[2]])
  }

  @Test("a query that is given up, or cannot be, leaves the one before")
  func failing() async throws {
    let gate = Gate()
    let picker = gated(gate)
    picker.search = "an"
    picker.window = nil
    let given = Task { try await picker.search("b") }
    while picker.search != "b" { await Task.yield() }
    given.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { try await given.value }
    #expect(picker.search == "an")
    await expectFailure(FilterError.self) { try await picker.filter("nope:1") }
    await expectFailure(InvalidRequestError.self) {
      try await picker.group(SectionRule(by: "nope"))
    }
    #expect(picker.query.filters == "")
    #expect(try await ids(picker) == [[1, 3]])
  }

  @MainActor
  @Test("what is asked for on the main thread is done elsewhere")
  func mainThread() async throws {
    let picker = PickList(people) {
      Field("name") { contact in
        #expect(!Thread.isMainThread)
        return contact.name
      }
    }
    picker.search = "a"
    try await picker.sort(by: SortKey("name"))
    try await picker.replaceAll(people.reversed())
    try await picker.insert(Contact(id: 4, name: "Alf"))
    #expect(try await picker.items.map(\.id) == [3, 2, 1, 4])
    #expect(try await ids(picker) == [[4, 1, 3]])
  }

  @Test("records have the attributes that are known at run time")
  func records() async throws {
    let schema = ListSchema([
      .init(name: "name", type: .text), .init(name: "code", type: .integer),
      .init(name: "price", type: .number),
    ])
    let picker = PickList(
      [
        ListRecord(id: .integer(7), ["name": .text("lamp"), "price": .integer(3)]),
        ListRecord(id: .integer(5), ["name": .text("soap"), "weight": .integer(2)]),
      ], schema: schema, id: "code")
    #expect(try await picker.filter("price:>2").total == 1)
    try await picker.filter("")
    var soap = try #require(try await picker.item(.integer(5)))
    soap["price"] = .number(9)
    try await picker.update(soap)
    try await picker.sort(by: SortKey("price", .descending))
    let sections = try await picker.visibleSections
    #expect(sections[0].items.map { $0["name"].text } == ["soap", "lamp"])
    soap["price"] = .text("much")
    await expectFailure(WriteError.self) { try await picker.update(soap) }
    await expectFailure(WriteError.self) { try await picker.replaceAll([soap]) }
    let wrong = PickList([soap], schema: schema, id: "code")
    await expectFailure(SourceError.self) { try await wrong.waitUntilLoaded() }
  }
}
