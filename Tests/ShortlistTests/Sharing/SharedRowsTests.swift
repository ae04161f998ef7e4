import Shortlist
import ShortlistTestSupport
import Testing

@Suite("Rows that several lists share", .timeLimit(.minutes(10)))
struct SharedRowsTests {
  private func open() async throws -> SharedRows { try await .open(FedSource()) }

  private func ids(_ numbers: [Int]) -> [RowID] { numbers.map(RowID.integer) }

  /// Waits until a list shows these rows.
  private func wait(for expected: [RowID], in list: LiveList) async throws {
    while try await list.ids().ids != expected { await Task.yield() }
  }

  @Test("what one list writes is in all, each with a query and a selection of its own")
  func writing() async throws {
    let rows = try await open()
    var query = ListQuery()
    query.filters = "n:5.."
    let (all, some) = try await (rows.list(), rows.list(query: query))
    _ = try await some.select(.all(.everything))
    let outcome = try await all.apply([
      .insert(["id": .integer(2), "n": .integer(7)]),
      .insert(["id": .integer(3), "n": .integer(4)]),
    ])
    #expect(outcome.inserted == ids([2, 3]) && outcome.changes?.description == "+0:1(2) +0:2(3)")
    try await wait(for: ids([2]), in: some)
    #expect(try await some.selection().ids == ids([1]))
    #expect(try await all.selection().ids.isEmpty)
    // Its own answer tells of its own write alone, also if another one's has not been told yet.
    _ = try await all.apply([.update(["id": .integer(3), "n": .integer(9)])])
    let own = try await some.apply([.delete(.integer(1))])
    #expect(own.selection?.removed == ids([1]))
    #expect(try await some.ids().ids == ids([2, 3]))
    try await wait(for: ids([2, 3]), in: all)
  }

  @Test("what a list may not write changes none")
  func refusing() async throws {
    let rows = try await open()
    let (one, other) = try await (rows.list(), rows.list())
    await #expect(throws: WriteError.self) {
      try await one.apply([.delete(.integer(1)), .delete(.integer(1))])
    }
    #expect(try await one.ids().ids == ids([1]))
    #expect(try await other.ids().ids == ids([1]))
    #expect(try await rows.list().ids().ids == ids([1]))
  }

  private struct Number: Identifiable, Equatable, Sendable {
    let id: RowID
    var n: Int?
  }

  @Test("pickers of the same rows have items of their own types, and each other's writes")
  func pickers() async throws {
    let source = FedSource()
    let rows = try await SharedRows.open(source)
    let records = try await PickList(sharing: rows)
    let numbers: PickList<Number> = try await PickList(sharing: rows) {
      Field(\.n)
    } item: { record in
      Number(id: record.id, n: Int(record["n"].text))
    }
    try await numbers.insert(Number(id: .integer(2), n: 7))
    while try await records.items.count < 2 { await Task.yield() }
    #expect(try await records.items.last?["n"] == .integer(7))
    try await records.delete(.integer(1))
    while try await numbers.items != [Number(id: .integer(2), n: 7)] { await Task.yield() }
    source.append([["3", "5"]])
    try await numbers.sort(by: \.n)
    while try await numbers.visibleSections.flatMap(\.items).map(\.n) != [5, 7] {
      await Task.yield()
    }
    await #expect(throws: PickListError.self) {
      let _: PickList<Number> = try await PickList(sharing: rows) {
        Field("nope", \.n)
      } item: {
        Number(id: $0.id, n: nil)
      }
    }
    var query = ListQuery()
    query.filters = "nope:1"
    await #expect(throws: PickListError.self) { try await PickList(sharing: rows, query: query) }
  }

  @Test("a list opened later shows what was written before")
  func later() async throws {
    let rows = try await open()
    _ = try await rows.list().apply([.insert(["id": .integer(2), "n": .integer(7)])])
    #expect(try await rows.list().ids().ids == ids([1, 2]))
  }

  @Test("rows appended to the source are in all, and its end or failure reaches all")
  func following() async throws {
    let source = FedSource()
    let rows = try await SharedRows.open(source)
    let lists = try await [rows.list(), rows.list()]
    source.append([["2", "5"], ["3", "6"]])
    for list in lists { try await wait(for: ids([1, 2, 3]), in: list) }
    source.fail(SourceError(path: "fed", reason: "broken"))
    for list in lists {
      var last: ListUpdate?
      for await update in list.updates { last = update }
      guard case .stopped(let error) = last?.loading else {
        Issue.record("the list goes on")
        continue
      }
      #expect(error as? SourceError == SourceError(path: "fed", reason: "broken"))
    }
  }

  @Test("a suggestion that one list takes is a row in all")
  func suggesting() async throws {
    let table = SteppedSource([["Ann", "1"]])
    table.release(1)
    let rows = try await SharedRows.open(table)
    let (one, other) = try await (rows.list(), rows.list())
    let outcome = try await one.commitSuggestion("New", in: "name")
    #expect(outcome.isCreated && outcome.id == .integer(2))
    #expect(try await one.selection().ids == ids([2]))
    try await wait(for: ids([1, 2]), in: other)
    #expect(try await other.rows().rows.last == [.text("New"), .null])
  }

  @Test("random writes by random lists end alike in all", arguments: 1...40)
  func randomWrites(seed: Int) async throws {
    var random = SeededRandom(seed: UInt64(seed))
    let rows = try await open()
    var sorted = ListQuery()
    sorted.sort = [SortKey("n")]
    let lists = try await [rows.list(), rows.list(query: sorted), rows.list()]
    var kept: [Int: Int] = [1: 1]
    var next = 2
    for _ in 0..<30 {
      var operations: [RowOperation] = []
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let id = kept.keys.sorted().randomElement(using: &random)
        let n = Int.random(in: 0...9, using: &random)
        switch (Int.random(in: 0...2, using: &random), id) {
        case (1, let id?):
          operations.append(.update(["id": .integer(id), "n": .integer(n)]))
          kept[id] = n
        case (2, let id?):
          operations.append(.delete(.integer(id)))
          kept[id] = nil
        default:
          operations.append(.insert(["id": .integer(next), "n": .integer(n)]))
          kept[next] = n
          next += 1
        }
      }
      let writer = Int.random(in: 0..<lists.count, using: &random)
      _ = try await lists[writer].apply(operations)
    }
    let inOrder = kept.keys.sorted()
    let byNumber = inOrder.sorted { (kept[$0, default: 0], $0) < (kept[$1, default: 0], $1) }
    try await wait(for: ids(inOrder), in: lists[0])
    try await wait(for: ids(byNumber), in: lists[1])
    try await wait(for: ids(inOrder), in: lists[2])
    for list in lists {
      for row in try await list.rows(length: .max).rows {
        guard case .integer(let id) = row[0], case .integer(let n) = row[1] else { continue }
        #expect(kept[id] == n, "seed \(seed), row \(id)")
      }
    }
  }
}
