import Dispatch
import ShortlistTestSupport
import Synchronization
import Testing

@testable import Shortlist

/// Stops threads until it is opened.
private final class Gate: Sendable {
  private let stopped = Mutex(0)
  private let semaphore = DispatchSemaphore(value: 0)

  func pass() {
    stopped.withLock { $0 += 1 }
    semaphore.wait()
  }

  func wait(for count: Int) async {
    while stopped.withLock({ $0 }) < count { await Task.yield() }
  }

  func open(for count: Int) { for _ in 0..<count { semaphore.signal() } }
}

extension PickListTransaction {
  fileprivate mutating func add(_ changes: [ItemChange<Item>]) {
    for change in changes {
      switch change {
      case .insert(let item): insert(item)
      case .update(let item): update(item)
      case .delete(let id): delete(id)
      }
    }
  }
}

@Suite("Items that several lists share", .timeLimit(.minutes(10)))
struct SharedItemsTests {
  private static func contacts(_ count: Int) -> [Contact] {
    (0..<count).map {
      Contact(id: $0, name: "name \($0 % 17)", city: ["Rome", "Oslo", ""][$0 % 3], age: $0 % 40)
    }
  }

  private func open(
    _ contacts: [Contact] = contacts(200), cacheLimit: Int = 1 << 20
  ) async throws -> SharedItems<Contact> {
    try await SharedItems(contacts, cacheLimit: cacheLimit) {
      Field("name", \.name)
      Field("city", \.city).searchable(false).facet()
      Field("age", \.age)
    }
  }

  /// Waits until a list has as many commits of the shared items as there were.
  private func settle<Item>(
    _ list: PickList<Item>, on items: [Item]
  ) async throws where Item: Hashable {
    while try await list.items != items { await Task.yield() }
  }

  private static func query(_ random: inout SeededRandom) -> ListQuery {
    var query = ListQuery()
    if random.chance(0.4) { query.search = random.pick(["name 1", "3", "name", "x"]) }
    if random.chance(0.4) { query.filters = random.pick(["age:>20", "city:Rome", "-city:Oslo"]) }
    if random.chance(0.6) {
      query.sort = [SortKey(random.pick(["name", "age"]), random.pick([.ascending, .descending]))]
    }
    if random.chance(0.5) { query.sections = SectionRule(by: "city") }
    query.attributes = ["name"]
    return query
  }

  @Test("queries, measures and conditions name properties")
  func keyPaths() async throws {
    let shared = try await open()
    let query = shared.query(
      matching: "name 1", where: \.age >= 20 && \.city == "Rome",
      sort: [shared.sortKey(\.age, .descending)], sections: shared.sectionRule(by: \.city))
    let page = try await shared.results(
      for: query, 0..<500,
      measuring: MeasureRequest(
        facets: [shared.facetRequest(\.city)], numbers: [shared.numberRequest(\.age)]))
    let expected = Self.contacts(200).filter { contact in
      contact.name.hasPrefix("name 1") && contact.city == "Rome" && (contact.age ?? 0) >= 20
    }
    let ages = expected.compactMap(\.age).sorted(by: >)
    #expect(Set(page.items) == Set(expected) && page.items.compactMap(\.age) == ages)
    #expect(page.sections.map(\.name) == ["Rome"] && shared.name(of: \.id) == "id")
    #expect(page[facet: \.city]?.items.map(\.count) == [expected.count])
    #expect(page[number: \.age]?.range?.upperBound == .integer(ages[0]))
    #expect(shared.rowFilter(\.age < 3).description == #""age":<3"#)

    let list = try await shared.list(
      query: shared.query(where: \.age < 3), selectionFilters: [.maximum(1)])
    #expect(try await list.selection.selectAll().result == .refused)
    #expect(list.selection.filters.map(\.rule.kind) == [.maximum])
    await #expect(throws: PickListError.self) {
      _ = try await shared.list(selectionFilters: [.maximum(-1)])
    }
  }

  @Test("each list is as one of its own items, with the same changes", arguments: 1...30)
  func agreement(seed: Int) async throws {
    var random = SeededRandom(seed: seed)
    var contacts = Self.contacts(random.next(below: 80))
    let shared = try await open(contacts, cacheLimit: random.pick([1 << 20, 0]))
    var lists: [PickList<Contact>] = []
    var others: [PickList<Contact>] = []
    var mirrors: [Mirror<Contact>] = []
    for _ in 0..<4 {
      let query = Self.query(&random)
      let window: RangeOptions? = random.pick([nil, .flexible(length: 5, from: .end)])
      lists.append(try await shared.list(query: query, window: window))
      others.append(PickList(contacts: contacts, window: window))
      try await others[others.count - 1].updateQuery { $0 = query }
      if window != nil { try await others[others.count - 1].show(window) }
      mirrors.append(Mirror(lists[lists.count - 1]))
    }
    var next = contacts.count
    for step in 0..<15 {
      let changer = random.next(below: 5)
      if step == 7 {
        contacts =
          random.chance(0.5) ? contacts.shuffled(using: &random) : Array(contacts.dropFirst())
        let all = contacts
        if changer == 4 {
          try await shared.replaceAll(all)
        } else {
          try await lists[changer].replaceAll(all)
        }
        for other in others { try await other.replaceAll(all) }
      } else {
        var steps: [ItemChange<Contact>] = []
        for _ in 0..<random.next(below: 4) {
          let index = contacts.isEmpty ? nil : random.next(below: contacts.count)
          switch (random.next(below: 3), index) {
          case (0, let index?): steps.append(.delete(contacts.remove(at: index).id))
          case (1, let index?):
            contacts[index].name = "name \(random.next(below: 20))"
            contacts[index].age = random.pick([nil, 1, 30])
            steps.append(.update(contacts[index]))
          default:
            contacts.append(Contact(id: next, name: "name \(next % 5)", city: "Oslo"))
            steps.append(.insert(contacts[contacts.count - 1]))
            next += 1
          }
        }
        if changer == 4 {
          try await shared.transaction { $0.add(steps) }
        } else {
          try await lists[changer].transaction { $0.add(steps) }
        }
        for other in others { try await other.transaction { $0.add(steps) } }
      }
      #expect(try await shared.items == contacts, "seed \(seed)")
      for (list, other) in zip(lists, others) {
        try await settle(list, on: contacts)
        #expect(
          try await list.visibleSections == other.visibleSections, "seed \(seed), step \(step)")
      }
    }
    for index in lists.indices {
      try await mirrors[index].read(to: lists[index].settle())
      #expect(mirrors[index].isSame(as: try await lists[index].visibleSections), "seed \(seed)")
      let found = try await shared.results(for: lists[index].query, 0..<1000)
      let whole = try await others[index].results(for: lists[index].query, 0..<1000)
      #expect(found.sections == whole.sections && found.total == whole.total, "seed \(seed)")
      let shown = try await lists[index].snapshot
      #expect(
        shown.sections == (try await lists[index].visibleSections) && shown.total == found.total,
        "seed \(seed)")
    }
  }

  @Test("a list that is busy keeps its items, and follows when it can", arguments: [1, 5, 60])
  func lagging(commits: Int) async throws {
    let shared = try await open()
    let (busy, idle) = try await (shared.list(), shared.list())
    var mirror = Mirror(busy)
    try await mirror.read(to: busy.settle())
    let gate = Gate()
    let list = try #require(busy.list as? LiveList)
    let before = try await shared.items
    let read = Task {
      try await busy.read(.all) { reading in
        gate.pass()
        return (0..<200).map { reading.item(.integer($0), as: Contact.self) }
      }
    }
    await gate.wait(for: 1)
    for commit in 0..<commits {
      try await shared.transaction {
        $0.update(Contact(id: 5, name: "changed \(commit)"))
        $0.insert(Contact(id: 1000 + commit, name: "new"))
        if commit > 0 { $0.delete(999 + commit) }
      }
    }
    let items = try await shared.items
    try await settle(idle, on: items)
    gate.open(for: 1)
    #expect(try await read.value == before)
    try await settle(busy, on: items)
    #expect(await list.engine.table.version == (idle.list as? LiveList)?.engine.table.version)
    try await mirror.read(to: busy.settle())
    #expect(mirror.isSame(as: try await idle.visibleSections))
  }

  @Test("a query finds what was changed before it")
  func queryAfterChange() async throws {
    let shared = try await open()
    var lists: [PickList<Contact>] = []
    for _ in 0..<8 { lists.append(try await shared.list(window: .fixed(length: 5))) }
    for round in 0..<40 {
      try await shared.update(Contact(id: round % 3, name: "round\(round)", age: round))
      for list in lists {
        let outcome = try await list.updateQuery {
          $0.search = "round\(round)"
          $0.sort = [SortKey("age")]
        }
        #expect(outcome.total == 1)
      }
    }
  }

  @Test("requests of more lists than there are cores leave threads to other tasks")
  func threads() async throws {
    let shared = try await open()
    let gate = Gate()
    var lists: [PickList<Contact>] = []
    for _ in 0..<12 { lists.append(try await shared.list()) }
    let reads = lists.map { list in Task { try await list.read(.all) { _ in gate.pass() } } }
    // This needs a thread of the pool, which would have none left.
    await gate.wait(for: lists.count)
    #expect(try await shared.results(for: ListQuery()).total == 200)
    gate.open(for: lists.count)
    for read in reads { try await read.value }
  }

  @Test("results for a query are those of a list, at the revision of the items")
  func results() async throws {
    let shared = try await open()
    var query = ListQuery()
    query.search = "name 1"
    query.sort = [SortKey("age", .descending)]
    query.sections = SectionRule(by: "city")
    let measures = MeasureRequest(facets: [FacetRequest("city")])
    let found = try await shared.results(for: query, 3..<9, measuring: measures)
    let list = try await shared.list(query: query)
    let all = try await list.visibleSections.flatMap(\.items)
    #expect(found.items == Array(all[3..<9]) && found.total == all.count && found.revision == 1)
    #expect(found.measures.facets[0].items.reduce(0) { $0 + $1.count } == all.count)
    try await shared.delete(0)
    let again = try await shared.results(for: query, 0..<1000)
    #expect(again.revision == 2 && again.items == all.filter { $0.id != 0 })
    // The city cannot be searched unless the query says so.
    query.search = "Rome"
    #expect(try await shared.results(for: query).total == 0)
    query.attributes = ["city"]
    #expect(try await shared.results(for: query).total == 66)
  }

  @Test("many requests at once, with changes in between, are each of one revision")
  func manyRequests() async throws {
    let shared = try await open()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          var random = SeededRandom(seed: task)
          let list = try await shared.list(window: .fixed(length: 10))
          for _ in 0..<30 {
            let query = Self.query(&random)
            if task.isMultiple(of: 4) {
              try await shared.update(Contact(id: random.next(below: 200), name: "name 0", age: 3))
            } else if task.isMultiple(of: 2) {
              try await list.updateQuery { $0.sort = query.sort }
            } else {
              let found = try await shared.results(for: query, 0..<1000)
              #expect(found.items.count == found.total)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(await shared.count == 200)
  }

  @Test("a cancelled task gets no results")
  func cancelling() async throws {
    let shared = try await open()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await shared.results(for: ListQuery())
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let other = Task {
      while !Task.isCancelled { await Task.yield() }
      try await shared.delete(1)
    }
    other.cancel()
    await #expect(throws: CancellationError.self) { try await other.value }
    #expect(await shared.count == 200)
  }

  @Test("what is impossible fails, with the place, and changes nothing")
  func errors() async throws {
    let twice = await #expect(throws: PickListError.self) {
      _ = try await open([Contact(id: 1, name: "a"), Contact(id: 1, name: "b")])
    }
    #expect(twice?.code == .unreadable && twice?.index == 1)
    let shared = try await open()
    let list = try await shared.list()
    for change in [
      {
        try await shared.transaction {
          $0.delete(3); $0.delete(3)
        }
      },
      {
        try await shared.transaction {
          $0.delete(3); $0.insert(Contact(id: 4, name: "a"))
        }
      },
      {
        try await list.transaction {
          $0.delete(3); $0.update(Contact(id: 900, name: "a"))
        }
      },
    ] {
      let error = await #expect(throws: PickListError.self) { _ = try await change() }
      #expect(error?.code == .writeRefused && error?.index == 1)
    }
    let doubled = await #expect(throws: PickListError.self) {
      try await shared.replaceAll([Contact(id: 1, name: "a"), Contact(id: 1, name: "b")])
    }
    #expect(doubled?.index == 1)
    #expect(try await shared.items == Self.contacts(200))
    #expect(try await list.items == Self.contacts(200))
    var wrong = ListQuery()
    wrong.filters = "nothing:1"
    let query = wrong
    await #expect(throws: PickListError.self) { _ = try await shared.list(query: query) }
    await #expect(throws: PickListError.self) { _ = try await shared.results(for: query) }
  }

  @Test("an item that is the same is no change; one that differs beside its fields is")
  func touching() async throws {
    struct Note: Identifiable, Hashable, Sendable {
      var id: Int
      var title: String
      var body = ""
    }
    let shared = try await SharedItems([Note(id: 1, title: "a"), Note(id: 2, title: "b")]) {
      Field("title", \.title)
    }
    let list = try await shared.list()
    #expect(try await list.update(Note(id: 1, title: "a")).changes == nil)
    let outcome = try await list.update(Note(id: 1, title: "a", body: "new"))
    #expect(outcome.changes?.description == "*0:0(1)")
    #expect(await shared.item(1)?.body == "new")
    #expect(try await list.item(1)?.body == "new")
  }

  @Test("selection filters see the items, and suggestions insert them for all lists")
  func selecting() async throws {
    let shared = try await open()
    let (list, other) = try await (shared.list(), shared.list())
    try await list.selection.add(
      list.selection.filter { contacts in contacts.filter { $0.age.map { $0 > 3 } ?? false } })
    try await list.selection.select(1, 2, 30)
    #expect(try await list.selection.items.map(\.id) == [30])
    let values = list.writer.prepare(Contact(id: 700, name: "fresh", age: 9), list.form)
    let outcome = try await list.writer.commit(
      "fresh", in: "name", values: values, selects: true, equality: .exact, ifRevision: nil)
    #expect(outcome.isCreated && outcome.id == .integer(700))
    #expect(try await list.selection.items.map(\.id) == [30, 700])
    try await settle(other, on: shared.items)
    #expect(try await other.item(700)?.name == "fresh")
    // One that exists is found, and what was prepared is forgotten.
    _ = list.writer.prepare(Contact(id: 800, name: "fresh"), list.form)
    let found = try await list.writer.commit(
      "fresh", in: "name", values: values, selects: true, equality: .exact, ifRevision: nil)
    #expect(!found.isCreated && found.id == .integer(700))
    #expect(await shared.item(800) == nil)
  }

  @Test("fifty lists of the same items take little more than one, also after changes")
  func memory() async throws {
    let shared = try await open(Self.contacts(5000), cacheLimit: 64 << 20)
    var query = ListQuery()
    query.sort = [SortKey("name")]
    var lists: [PickList<Contact>] = []
    for index in 0..<50 {
      lists.append(
        try await shared.list(
          query: index.isMultiple(of: 2) ? query : ListQuery(), window: .fixed(length: 20)))
    }
    var items = Self.contacts(5000)
    for id in 0..<20 {
      items[id].name = "name \(id + 1)"
      try await shared.update(items[id])
    }
    var engines: [ListEngine] = []
    for list in lists {
      try await settle(list, on: items)
      engines.append(try #require(await (list.list as? LiveList)?.engine))
    }
    let one = MemoryUse(of: Array(engines[0...1])).total
    #expect(MemoryUse(of: engines).total < one * 13 / 10)
  }

  @Test("the items live as long as a list, and no longer")
  func lifetimes() async throws {
    var shared: SharedItems<Contact>? = try await open()
    weak let rows = shared?.rows
    var list: PickList<Contact>? = try await shared?.list()
    weak let weakList = list
    shared = nil
    #expect(rows != nil)
    try await list?.insert(Contact(id: 900, name: "new"))
    #expect(try await list?.items.count == 201)
    list = nil
    while weakList != nil || rows != nil { await Task.yield() }
  }
}
