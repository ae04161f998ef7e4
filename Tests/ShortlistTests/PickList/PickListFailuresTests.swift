import Shortlist
import Testing

@Suite("Failures of a picker", .timeLimit(.minutes(10)))
struct PickListFailuresTests {
  private let picker = PickList(contacts: [
    Contact(id: 1, name: "Ann", city: "Rom", age: 30), Contact(id: 2, name: "Bob"),
  ])

  @Test("a property that cannot be in effect is reported, and the one before stays")
  func properties() async throws {
    var failures = picker.failures.makeAsyncIterator()
    picker.filters.add(.range("name", 1...2))
    #expect(await failures.next()?.description.contains("name") == true)
    #expect(picker.filters.isEmpty)
    picker.selection.filters = [.maximum(-1)]
    #expect(await failures.next()?.code == .invalidRequest)
    // A search that a newer one replaced, and a function that throws, are not reported.
    for text in ["a", "an", "b"] { picker.search = text }
    await #expect(throws: PickListError.self) { try await picker.delete(9) }
    picker.filters.add(.range("city", 1...2))
    #expect(await failures.next()?.description.contains("city") == true)
  }

  @Test("every listener has the failures, and its sequence ends with the picker")
  func listeners() async throws {
    var picker: PickList<Contact>? = PickList(contacts: [])
    let sequences = try (0..<2).map { _ in try #require(picker).failures.makeAsyncIterator() }
    picker?.filters.add(.range("name", 1...2))
    for var failures in sequences {
      #expect(await failures.next()?.description.contains("name") == true)
    }
    picker = nil
    for var failures in sequences { #expect(await failures.next() == nil) }
  }

  @Test("items that cannot be loaded are reported")
  func loading() async throws {
    let twins = PickList(contacts: [Contact(id: 1, name: "a"), Contact(id: 1, name: "b")])
    let model = await PickListModel(twins)
    var updates = twins.updates.makeAsyncIterator()
    let error = await #expect(throws: PickListError.self) { try await updates.next() }
    #expect(error?.code == .unreadable && error?.index == 1)
    #expect(try await updates.next() == nil)
    while await model.messages.isEmpty { await Task.yield() }
  }

  @Test("updates throw when the source becomes unreadable, and a model says why")
  func stopping() async throws {
    let source = FedSource()
    let picker = try await PickList(source: source)
    let model = await PickListModel(picker)
    var updates = picker.updates.makeAsyncIterator()
    #expect(try await updates.next()?.count == 1)
    source.append([["2", "3"]])
    #expect(try await updates.next()?.count == 2)
    source.fail(SourceError(path: "fed", reason: "it is gone"))
    let last = try #require(try await updates.next())
    #expect(last.count == 2 && last.stopReason == "it is gone")
    let error = await #expect(throws: PickListError.self) { try await updates.next() }
    #expect(error?.code == .unreadable && error?.description.contains("it is gone") == true)
    #expect(try await updates.next() == nil)
    // What was read last can still be shown and asked.
    var others = picker.updates.makeAsyncIterator()
    let first = try #require(try await others.next())
    #expect(first.count == 2 && first.stopReason == "it is gone")
    #expect(try await picker.filter("n:3").total == 1)
    while await model.stopReason != "it is gone" { await Task.yield() }
  }
}
