import ShortlistControls
import Testing

@Suite("Equality of what a picker answers")
struct EqualityTests {
  private let pickers = (0..<2).map { _ in
    PickList(contacts: (0..<9).map { Contact(id: $0, name: "name \($0)", age: $0) })
  }

  /// Expects that both pickers answer the same, and both something else afterwards.
  private func expectEqual<Answer: Equatable & Sendable>(
    _ ask: (PickList<Contact>) async throws -> Answer,
    differing other: (PickList<Contact>) async throws -> Answer
  ) async throws {
    let answers = try await [ask(pickers[0]), ask(pickers[1])]
    #expect(answers[0] == answers[1])
    let others = try await [other(pickers[0]), other(pickers[1])]
    #expect(others[0] == others[1] && others[0] != answers[0])
  }

  @Test("outcomes of queries and windows")
  func outcomes() async throws {
    try await expectEqual {
      try await $0.search("name 3")
    } differing: {
      try await $0.search("name")
    }
    try await expectEqual {
      try await $0.show(.fixed(length: 2))
    } differing: {
      try await $0.show(.fixed(length: 3))
    }
  }

  @Test("updates")
  func updates() async throws {
    var iterators = pickers.map { $0.updates.makeAsyncIterator() }
    var last: [PickListUpdate<Contact>?] = [nil, nil]
    func next(_ index: Int) async throws {
      last[index] = try await iterators[index].next()
    }
    for index in pickers.indices { try await next(index) }
    #expect(last[0] != nil && last[0] == last[1])
    for index in pickers.indices {
      try await pickers[index].update(Contact(id: 3, name: "Cleo", age: index))
      try await next(index)
    }
    // Only the item is another.
    #expect(last[0] != last[1] && last[0]?.changes == last[1]?.changes)
    for index in pickers.indices {
      try await pickers[index].selection.select(3)
      try await next(index)
    }
    #expect(last[0] == last[1])
  }

  @Test("results of searches, with the errors of their measures")
  func results() async throws {
    let requests = ["age", "nothing"].map { MeasureRequest(numbers: [NumberRequest($0)]) }
    try await expectEqual {
      try await $0.search(measuring: requests) { $0.search = "name" }
    } differing: {
      try await $0.search(measuring: requests.reversed()) { $0.search = "name" }
    }
  }

  @Test("a picker has its selection filters from the beginning")
  func selectionFilters() async throws {
    let picker = PickList(
      [Contact(id: 1, name: "Ann"), Contact(id: 2, name: "Bob", city: "Rom")],
      selectionFilters: [.maximum(1), .required("city")]
    ) {
      Field(\.name)
      Field(\.city)
    }
    #expect(picker.selection.filters.map(\.rule.kind) == [.maximum, .required])
    #expect(try await picker.selection.select(1).refusals.map(\.rule) == [.required])
    #expect(try await picker.selection.select(2).result == .changed)
  }
}
