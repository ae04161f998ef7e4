import ShortlistControls
import Synchronization
import Testing

@testable import Shortlist
@testable import ShortlistPostgres

@Suite("A picker of rows that stay on a server", .enabled(if: TestServer.isThere), .serialized)
struct RemotePickListTests {
  struct Order: Identifiable, Hashable, Sendable {
    var id: Int
    var customer: String
    var price: Double?
    var kind: String
  }

  static let table = [
    """
    CREATE TABLE t (id int PRIMARY KEY, customer text, price double precision,
    kind text DEFAULT 'tea')
    """,
    """
    INSERT INTO t SELECT i, 'Customer ' || i % 97, CASE WHEN i % 10 > 0 THEN i * 0.5 END,
    (ARRAY['book', 'game', 'tea'])[1 + i % 3] FROM generate_series(1, 3000) i
    """,
  ]

  /// Opens a picker of orders, in memory or on the server.
  static func orders(
    _ server: Fixture, _ fetch: PostgresTable.Fetch = .visible, journal: Bool = false,
    window: RangeOptions? = .fixed(length: 20)
  ) async throws -> PickList<Order> {
    let source = PostgresTable(
      url: server.server.url, table: "\(server.schema).t", keepsJournal: journal, fetch: fetch)
    return try await PickList(source: source, window: window) {
      Field(\.customer)
      Field(\.price)
      Field(\.kind).facet()
    } item: { record in
      let price: Double? = if case .number(let price) = record["price"] { price } else { nil }
      return Order(
        id: Int(record.id.description) ?? 0, customer: record["customer"].text, price: price,
        kind: record["kind"].text)
    }
  }

  @Test func `its answers are those of a picker in memory`() async throws {
    let server = try Fixture(Self.table[0], Self.table[1])
    let memory = try await Self.orders(server, .all)
    let remote = try await Self.orders(server)
    #expect(!memory.isRemote && remote.isRemote)
    let queries: [@Sendable (inout ListQuery) -> Void] = [
      { _ in }, { $0.filters = "price:100..200" }, { $0.search = "customer 7" },
      { $0.sort = [SortKey("price", .descending), SortKey("customer")] },
      { $0.sections = SectionRule(by: "kind", order: .descending) }, { $0.search = "" },
      { $0.filters = "price:null kind:book,tea" }, { $0.sections = nil },
    ]
    for picker in [memory, remote] {
      try await picker.updateQuery { $0.match = .words }
      try await picker.selection.select([7, 2, 2999])
    }
    for change in queries {
      let known = try await memory.updateQuery(change)
      let found = try await remote.updateQuery(change)
      #expect(found.sections == known.sections)
      #expect(try await remote.visibleSections == memory.visibleSections)
      #expect(try await remote.windows.sections == memory.windows.sections)
      #expect(try await remote.selection.sections.sections == memory.selection.sections.sections)
      let (own, other) = (try await remote.measure(), try await memory.measure())
      #expect(own.facets == other.facets)
      #expect(own.numbers == other.numbers)
      let results = try await remote.results(
        for: remote.query, 15..<2000,
        measuring: MeasureRequest(
          facets: [FacetRequest("kind")]))
      let expected = try await memory.results(
        for: remote.query, 15..<2000,
        measuring: MeasureRequest(
          facets: [FacetRequest("kind")]))
      #expect(results.items == expected.items)
      #expect(results.total == expected.total)
      #expect(results.measures.facets == expected.measures.facets)
      #expect(results.revision == results.measures.revision)
      #expect(try await remote.visibleSections == memory.visibleSections)
    }
    for (index, picker) in [memory, remote].enumerated() {
      let other = [remote, memory][index]
      #expect(try await picker.items == other.items)
      #expect(try await picker.item(5) == other.item(5))
      #expect(try await picker.item(5000) == nil)
      #expect(try await picker.selection.items.map(\.id) == [7, 2, 2999])
      #expect(try await picker.selection.report.ids == other.selection.report.ids)
      #expect(
        try await picker.suggestions(for: "customer 9", in: \.customer).items
          == other.suggestions(for: "customer 9", in: \.customer).items)
    }
  }

  @Test(arguments: [false, true])
  func `updates lead to what it shows`(journal: Bool) async throws {
    let server = try Fixture(Self.table[0], Self.table[1])
    let picker = try await Self.orders(server, journal: journal)
    let mirror = Reflection(of: picker)
    try await mirror.expect(picker)
    try await picker.filter("price:10..1000")
    try await mirror.expect(picker)
    try await picker.sort(by: \.price, .descending)
    try await mirror.expect(picker)
    try await picker.group(by: \.kind)
    try await mirror.expect(picker)
    try await picker.show(.fixed(length: 3, offset: 1), section: "game")
    try await picker.selection.select([1998, 1999, 7])
    try await mirror.expect(picker)
    try await picker.insert(Order(id: 5000, customer: "Zoë", price: 999.75, kind: "game"))
    try await mirror.expect(picker)
    try await picker.update(Order(id: 5000, customer: "Zoë", price: 11, kind: "game"))
    try await mirror.expect(picker)
    try server.run(
      "DELETE FROM t WHERE id IN (1999, 1997)", "UPDATE t SET customer = 'x' WHERE id = 1998")
    #expect(try await wait { try await picker.selection.report.count == 2 })
    try await mirror.expect(picker)
    try await picker.selection.undo()
    try await picker.transaction {
      $0.delete(1998)
      $0.insert(Order(id: 6000, customer: "Ann", price: 1000, kind: "book"))
    }
    try await mirror.expect(picker)
    // Only the first update was a reset.
    #expect(mirror.resets == 1)
    try await picker.show(.fixed(length: 2))
    try await picker.search("none")
    try await mirror.expect(picker)
  }

  @Test func `writes are those of the server`() async throws {
    let server = try Fixture(
      Self.table[0], "INSERT INTO t VALUES (1, 'Ann', 1, 'book'), (2, 'Bob', NULL, NULL)")
    let picker = try await Self.orders(server)
    // What is null is left out, so that the server's default applies.
    let outcome = try await picker.transaction {
      $0.update(Order(id: 2, customer: "Bo", price: 2.5, kind: "game"))
      $0.insert(Order(id: 3, customer: "Zoë", price: nil, kind: "tea"))
      $0.delete(1)
    }
    #expect(outcome.inserted == [3])
    #expect(
      try await picker.items == [
        Order(id: 2, customer: "Bo", price: 2.5, kind: "game"),
        Order(id: 3, customer: "Zoë", price: nil, kind: "tea"),
      ])
    let error = await #expect(throws: PickListError.self) {
      try await picker.transaction {
        $0.delete(2)
        $0.insert(Order(id: 3, customer: "again", price: nil, kind: ""))
      }
    }
    #expect(error?.code == .writeRefused && error?.index == 1)
    try await picker.replaceAll([
      Order(id: 3, customer: "Zoë", price: nil, kind: "tea"),
      Order(id: 4, customer: "Dan", price: 4, kind: "book"),
    ])
    #expect(try server.text("SELECT string_agg(id::text, ',' ORDER BY id) FROM t") == "3,4")
    #expect(try await picker.items.map(\.customer) == ["Zoë", "Dan"])
  }

  @Test func `filters of the selection see its items, and signal`() async throws {
    let server = try Fixture(Self.table[0], Self.table[1])
    let picker = try await Self.orders(server)
    let limit = MaximumSelectedCountSelectionFilter(maximumSelectedCount: 2)
    let refused = Mutex<[Int]>([])
    let reached = Mutex(0)
    limit.onAttemptedToExceedMaximumCount.observe { event in
      refused.withLock { $0.append(event.count) }
    }
    limit.onReachedMaximumCount.observe { reached.withLock { $0 += 1 } }
    let cheap = picker.selection.filter(reason: "too dear") { $0.filter { ($0.price ?? 0) < 100 } }
    try await picker.selection.setFilters([limit, cheap])
    #expect(try await picker.selection.select([1, 2]).result == .changed)
    #expect(try await picker.selection.select([3]).result == .refused)
    #expect(refused.withLock { $0 } == [1])
    #expect(reached.withLock { $0 } == 1)
    limit.maximumSelectedCount = 5
    let outcome = try await picker.selection.select([3, 1999])
    #expect(outcome.refusals.map(\.reason) == ["too dear"])
    #expect(try await picker.selection.items.map(\.id) == [1, 2, 3])
    try await picker.selection.remove(limit)
    #expect(try await picker.selection.selectAll().count == 480)
    await #expect(throws: PickListError.self) {
      try await picker.selection.add(.required("none"))
    }
    #expect(picker.selection.filters.count == 1)
    try await picker.selection.setFilters([], mode: .single)
    #expect(picker.selection.mode == .single)
  }

  @Test func `it always has a window`() async throws {
    let server = try Fixture(Self.table[0], Self.table[1])
    let picker = try await Self.orders(server, window: nil)
    #expect(picker.window == .fixed(length: 100))
    #expect(try await picker.visibleSections[0].rows.count == 100)
    for range in [nil, RangeOptions.flexible(length: 5)] {
      let error = await #expect(throws: PickListError.self) { try await picker.show(range) }
      #expect(error?.code == .notSupported)
      #expect(picker.window == .fixed(length: 100))
    }
    let journaled = try await Self.orders(
      server, journal: true, window: .flexible(length: 5, from: .end))
    #expect(try await journaled.visibleSections[0].items.map(\.id) == Array(2996...3000))
    try await journaled.insert(Order(id: 7000, customer: "", price: 1, kind: ""))
    #expect(try await journaled.visibleSections[0].items.last?.id == 7000)
    let error = await #expect(throws: PickListError.self) {
      _ = try await PickList(
        source: PostgresTable(url: server.server.url, table: "\(server.schema).t"),
        window: .fixed(length: 3)
      ) {
        Field("none", \Order.kind).searchable(false)
      } item: { _ in
        Order(id: 0, customer: "", kind: "")
      }
    }
    #expect(
      error?.description
        == "fields: there is no column none (there are id, customer, price, kind)")
  }

  @Test func `records are rows of the table`() async throws {
    let server = try Fixture(Self.table[0], Self.table[1])
    let picker = try await PickList(
      postgres: server.server.url, table: "\(server.schema).t", fetch: .visible,
      window: .fixed(length: 2))
    let rows = try await picker.visibleSections[0].rows
    #expect(rows.map(\.id) == [.integer(1), .integer(2)])
    #expect(rows[0].item["customer"] == .text("Customer 1"))
    try await picker.insert(ListRecord(id: .integer(4000), ["customer": .text("new")]))
    #expect(try await picker.item(.integer(4000))?["kind"] == .text("tea"))
    #expect(picker.fields.map(\.name) == ["customer", "price", "kind"])
    try await picker.selection.select(.integer(4000))
    try await picker.selection.save("mine")
    try await picker.selection.deselectAll()
    #expect(try await picker.selection.load("mine").outcome.count == 1)
  }

  @MainActor @Test func `models and controls follow it`() async throws {
    let server = try Fixture(Self.table[0], Self.table[1])
    let picker = try await Self.orders(server)
    let model = PickListModel(picker)
    #expect(try await wait { model.total == 3000 && model.sections.first?.rows.count == 20 })
    model.searchText = "customer 9"
    #expect(
      try await wait { model.total == (try await picker.windows.total) && model.total < 3000 })
    #expect(try await wait { model.facets.first?.items.count == 3 })
    model.toggle(9)
    #expect(try await wait { model.selectedCount == 1 && model.canUndo })
    #expect(model.sections[0].rows.first { $0.isSelected }?.id == 9)

    let searcher = ListSearcher(picker)
    let totals = Mutex<[Int]>([])
    searcher.onResults { results in totals.withLock { $0.append(results.total) } }
    let state = FilterState()
    searcher.connectFilterState(state)
    searcher.query = ""
    searcher.search()
    #expect(try await wait { totals.withLock { $0.last == 3000 } })
    try state.add(.equals("kind", .text("tea")), to: "kind")
    #expect(try await wait { totals.withLock { $0.last == 1000 } })
    #expect(try await wait { model.total == 1000 })

    // The server cannot be asked; then it can.
    try server.run("ALTER TABLE t RENAME TO other")
    #expect(try await wait { model.stopReason != nil })
    try server.run("ALTER TABLE other RENAME TO t")
    try server.run("DELETE FROM t WHERE id > 300")
    #expect(try await wait { model.stopReason == nil && model.count == 300 })
  }

  @MainActor @Test func `a field suggests its items and creates others`() async throws {
    let server = try Fixture(Self.table[0], "INSERT INTO t VALUES (1, 'Ann', 1, 'book')")
    let picker = try await Self.orders(server)
    let acted = Mutex<[String]>([])
    let field = SuggestionField(picker, attribute: "customer") { text in
      Order(id: 77, customer: text, price: nil, kind: "new")
    } action: { item, isNew in
      acted.withLock { $0.append("\(item.id) \(item.customer) \(item.kind) \(isNew)") }
      if item.customer == "Bad" { throw InvalidRequestError("bad") }
    }
    try await field.enter("an")
    #expect(field.suggestions.map(\.text) == ["Ann"])
    try await field.choose(field.suggestions[0])
    #expect(await field.commit().isActed)
    try await field.enter("Zoë")
    #expect(await field.commit().isActed)
    #expect(acted.withLock { $0 } == ["1 Ann book false", "77 Zoë new true"])
    #expect(try await picker.selection.items.map(\.id) == [1, 77])
    try await picker.delete(77)
    try await field.enter("Bad")
    #expect(await !field.commit().isActed)
    #expect(try await picker.items.map(\.id) == [1])
    #expect(try await picker.selection.items.map(\.id) == [1])
  }
}

extension SuggestionCommit {
  fileprivate var isActed: Bool { if case .acted = self { true } else { false } }
}

/// What a listener of a picker has made of its updates.
private final class Reflection: Sendable {
  typealias Sections = [PickListSection<RemotePickListTests.Order>]

  private let state = Mutex<(sections: Sections, resets: Int, revision: Int)>(([], 0, 0))
  private let isConnected = Mutex(true)
  private let task = Mutex<Task<Void, any Error>?>(nil)

  /// The number of updates that were resets.
  var resets: Int { state.withLock(\.resets) }

  init(of picker: PickList<RemotePickListTests.Order>) {
    let updates = picker.updates
    task.withLock {
      $0 = Task { [weak self] in
        for try await update in updates {
          guard let self else { return }
          let connected = state.withLock { state in
            defer { state.revision = update.revision }
            update.apply(to: &state.sections)
            if case .reset? = update.changes { state.resets += 1 }
            return state.revision == update.previousRevision
          }
          if !connected { isConnected.withLock { $0 = false } }
        }
      }
    }
  }

  deinit { task.withLock { $0?.cancel() } }

  /// Expects that what was made of the updates becomes what the picker shows.
  func expect(_ picker: PickList<RemotePickListTests.Order>) async throws {
    let isSame = try await wait {
      let shown = try await picker.visibleSections
      return state.withLock { $0.sections == shown }
    }
    #expect(isSame)
    #expect(isConnected.withLock { $0 })
  }
}
