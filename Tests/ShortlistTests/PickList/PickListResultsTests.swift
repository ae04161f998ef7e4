import Shortlist
import Testing

@Suite("Results without a query of the picker")
struct PickListResultsTests {
  private let picker = PickList(
    contacts: (0..<3000).map { Contact(id: $0, name: "name \($0 % 70)") })

  private func query(_ number: Int) -> ListQuery {
    var query = ListQuery()
    query.search = "\(number)"
    query.filters = "id:>\(number * 10)"
    query.sort = [SortKey("name", number.isMultiple(of: 2) ? .ascending : .descending)]
    if number.isMultiple(of: 3) { query.sections = SectionRule(by: "name") }
    return query
  }

  @Test("many at once are those that each query shows, and change nothing")
  func many() async throws {
    try await picker.search("name 7")
    let revision = try await picker.windows.revision
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<12 {
        group.addTask { [picker] in
          let query = query(number)
          let other = PickList(contacts: try await picker.items)
          try await other.updateQuery { $0 = query }
          let shown = try await other.visibleSections.flatMap(\.items)
          let found = try await picker.results(
            for: query, 5..<20, measuring: MeasureRequest(numbers: [NumberRequest("age")]))
          #expect(found.items == Array(shown.dropFirst(5).prefix(15)))
          #expect(found.total == shown.count && found.revision == revision)
          #expect(found.measures.numbers.map(\.count) == [0])
        }
      }
      try await group.waitForAll()
    }
    #expect(picker.search == "name 7")
    #expect(try await picker.windows.revision == revision)
    #expect(try await picker.results(for: ListQuery(), 2990..<4000).items.count == 10)
  }

  @Test("rows that change are in the next results, also of an order that was kept")
  func changes() async throws {
    var query = ListQuery()
    query.sort = [SortKey("name")]
    #expect(try await picker.results(for: query, 0..<1).items.map(\.name) == ["name 0"])
    try await picker.insert(Contact(id: 5000, name: "another"))
    #expect(try await picker.results(for: query, 0..<1).items.map(\.name) == ["another"])
    #expect(try await picker.results(for: query, 0..<0).total == 3001)
  }

  @Test("results are in sections, with places counted across them")
  func sections() async throws {
    var query = ListQuery()
    query.sections = SectionRule(by: "name", order: .descending)
    query.sort = [SortKey("id", .descending)]
    let grouped = query
    try await picker.updateQuery { $0 = grouped }
    let shown = try await picker.visibleSections
    #expect(shown.count > 1)
    let all = shown.flatMap { section in section.rows.map { (section.name, $0.item) } }
    for places in [0..<3000, 0..<1, 1..<1, 40..<900, 2990..<5000, 4000..<5000] {
      let found = try await picker.results(for: query, places)
      let expected = all.dropFirst(places.lowerBound).prefix(places.count)
      #expect(found.items == expected.map(\.1))
      #expect(
        found.sections.flatMap { section in section.rows.map { _ in section.name } }
          == expected.map(\.0))
      #expect(found.sections.allSatisfy { !$0.rows.isEmpty })
    }
  }

  @Test("a snapshot is of one revision, also while rows change")
  func snapshots() async throws {
    let list = PickList(contacts: (0..<50).map { Contact(id: $0, name: "name \($0)") })
    let updates = list.updates
    let writer = Task {
      for id in 50..<250 { try await list.insert(Contact(id: id, name: "name \(id)")) }
      try await list.delete(0)
    }
    // What a listener has at each revision; item 0 goes last.
    let listener = Task {
      var (sections, states) = ([PickListSection<Contact>](), [Int: [PickListSection<Contact>]]())
      for try await update in updates {
        update.apply(to: &sections)
        states[update.revision] = sections
        if update.total == 249 { break }
      }
      return states
    }
    var snapshots: [PickListResults<Contact>] = []
    while snapshots.last?.total != 249 { snapshots.append(try await list.snapshot) }
    try await writer.value
    let states = try await listener.value
    var compared = 0
    for snapshot in snapshots {
      #expect(snapshot.total == snapshot.items.count)
      #expect(snapshot.measures.revision == snapshot.revision)
      guard let state = states[snapshot.revision] else { continue }
      #expect(snapshot.sections == state)
      compared += 1
    }
    #expect(compared > 0)
  }

  @Test("a wrong query and a cancelled task throw")
  func failures() async throws {
    var wrong = ListQuery()
    wrong.filters = "nothing:1"
    let query = wrong
    let error = await #expect(throws: PickListError.self) {
      _ = try await picker.results(for: query)
    }
    #expect(error?.code == .invalidFilter || error?.code == .invalidRequest)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await picker.results(for: ListQuery())
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
