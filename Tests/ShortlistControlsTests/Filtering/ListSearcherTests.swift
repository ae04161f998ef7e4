import ShortlistControls
import ShortlistTestSupport
import Testing

@MainActor
@Suite("A searcher of a list")
struct ListSearcherTests {
  private let fruit = Filter.equals("kind", .text("fruit"))

  /// Measures the prices with a searcher, and notes what is told.
  @MainActor
  private final class Meter {
    private(set) var ranges: [ClosedRange<Quantity>?] = []
    private(set) var revisions: [Int] = []
    private(set) var errors: [String] = []
    var attribute = "price"
    private(set) var connection: Connection?

    init(_ searcher: ListSearcher) {
      connection = searcher.measure(
        { [weak self] in self.map { MeasureRequest(numbers: [NumberRequest($0.attribute)]) } },
        { [weak self] measures in self?.take(measures) })
    }

    private func take(_ measures: Result<Measures, any Error>) {
      do {
        let measures = try measures.get()
        ranges.append(measures.numbers[0].range)
        revisions.append(measures.revision)
      } catch {
        errors.append("\(error)")
      }
    }
  }

  /// Shows InstantSearch 23.
  @Test("of several searches at once the last one is told, and nothing of the others")
  func overtaking() async throws {
    let searcher = try await ListSearcher(rows: goods)
    var totals: [Int] = []
    searcher.onResults { totals.append($0.total) }
    #expect(searcher.results == nil && !searcher.isSearching)
    for text in ["a", "p", "pe", "lamp", "soap", "p"] {
      searcher.query = text
      searcher.search()
      #expect(searcher.isSearching)
    }
    await searcher.settle()
    #expect(totals == [1] && searcher.results?.total == 1)
    // Also when each of them has come some way.
    for round in 0..<200 {
      for text in ["a", "l", "p"] {
        searcher.query = text
        searcher.search()
        for _ in 0..<(round % 7) { await Task.yield() }
      }
      searcher.query = round.isMultiple(of: 2) ? "pear" : ""
      totals = []
      searcher.search()
      await searcher.settle()
      #expect(Set(totals) == [round.isMultiple(of: 2) ? 1 : 4])
      #expect(await searcher.list.query.search == searcher.query)
    }
  }

  @Test("the rows and the measures are of one revision, also while rows change")
  func oneRevision() async throws {
    let searcher = try await ListSearcher(rows: goods)
    let meter = Meter(searcher)
    var results: [SearchResults] = []
    searcher.onResults { results.append($0) }
    searcher.search()
    let list = searcher.list
    let changing = Task.detached {
      for id in 5..<205 {
        _ = try await list.apply([
          .insert(["id": .integer(id), "name": .text("x"), "price": .integer(id * 10)])
        ])
        await Task.yield()
      }
    }
    try await changing.value
    await searcher.settle()
    #expect(meter.revisions == results.map(\.revision))
    #expect(Set(meter.revisions).count == meter.revisions.count)
    #expect(meter.ranges.last == .integer(10)...(.integer(2040)))
    for (result, range) in zip(results, meter.ranges) {
      // Row n has the price 10 n.
      #expect(range?.upperBound == .integer(result.total * 10))
      #expect(result.measures.count == 1)
    }
    #expect(meter.errors.isEmpty && meter.connection != nil)
  }

  @Test("a change of the list by whomever is measured, and the query of others stays")
  func live() async throws {
    let searcher = try await ListSearcher(rows: goods)
    let meter = Meter(searcher)
    // Before the first search nothing is measured.
    _ = try await searcher.list.apply([.delete(.integer(4))])
    #expect(searcher.results == nil && meter.ranges.isEmpty)
    searcher.search()
    await searcher.settle()
    #expect(meter.ranges == [.integer(10)...(.integer(30))])
    _ = try await searcher.list.apply([.delete(.integer(1))])
    await searcher.settle()
    #expect(meter.ranges.last == .integer(20)...(.integer(30)))
    _ = try await searcher.list.updateQuery { $0.filters = "price:30" }
    await searcher.settle()
    #expect(meter.ranges.last == .integer(30)...(.integer(30)))
    #expect(searcher.results?.total == 1)
    #expect(await searcher.list.query.filters == "price:30")
  }

  /// Shows InstantSearch 27.
  @Test("the filters of a state hold from the first search on, and again with each change")
  func filterState() async throws {
    let searcher = try await ListSearcher(rows: goods)
    let state = FilterState()
    try state.add(fruit, to: "kind")
    let connection = searcher.connectFilterState(state)
    let again = searcher.connectFilterState(state)
    var totals: [Int] = []
    searcher.onResults { totals.append($0.total) }
    #expect(!searcher.isSearching)
    searcher.search()
    await searcher.settle()
    #expect(totals == [2])
    try state.transaction {
      state.clear()
      try state.add(.inRange("price", .integer(20), nil), to: "price")
    }
    await searcher.settle()
    #expect(totals == [2, 3])
    // The last of its connections ends it.
    connection.disconnect()
    connection.disconnect()
    try state.add(fruit, to: "kind")
    await searcher.settle()
    #expect(totals == [2, 3, 1])
    again.disconnect()
    await searcher.settle()
    #expect(totals == [2, 3, 1, 4])
    state.clear()
    #expect(!searcher.isSearching)
    #expect(await searcher.list.query.groups.isEmpty)
  }

  @Test("another filter state takes the place of the one before")
  func anotherState() async throws {
    let searcher = try await ListSearcher(rows: goods)
    let (first, second) = (FilterState(), FilterState())
    try first.add(fruit, to: "kind")
    let connection = searcher.connectFilterState(first)
    searcher.search()
    await searcher.settle()
    searcher.connectFilterState(second)
    await searcher.settle()
    #expect(searcher.results?.total == 4)
    connection.disconnect()
    try second.add(.not(fruit), to: "kind")
    try first.add(.equals("id", .integer(1)), to: "id")
    await searcher.settle()
    #expect(try await searcher.ids() == [3, 4])
  }

  @Test("who comes late is measured at once, who is gone or disconnected is not asked")
  func measurers() async throws {
    let searcher = try await ListSearcher(rows: goods)
    var first: Meter? = Meter(searcher)
    searcher.search()
    let second = Meter(searcher)
    await searcher.settle()
    #expect(first?.ranges.count == 1 && second.ranges.count == 1)
    let third = Meter(searcher)
    await searcher.settle()
    #expect(third.ranges.count == 1 && searcher.results?.measures.count == 3)
    first = nil
    second.connection?.disconnect()
    searcher.refresh()
    await searcher.settle()
    #expect(second.ranges.count == 2 && third.ranges.count == 2)
    #expect(searcher.results?.measures.count == 1)
    // During a search, too.
    third.attribute = "id"
    searcher.search()
    await Task.yield()
    third.attribute = "price"
    searcher.refresh()
    await searcher.settle()
    #expect(third.ranges.last == .integer(10)...(.integer(40)))
  }

  @Test("what fails is told, what was found stays, and the next search goes on")
  func failing() async throws {
    let searcher = try await ListSearcher(rows: goods)
    let state = FilterState()
    searcher.connectFilterState(state)
    searcher.search()
    await searcher.settle()
    var errors: [String] = []
    searcher.onError { errors.append("\($0)") }
    try state.add(.equals("nope", .integer(1)), to: "nope")
    await searcher.settle()
    #expect(errors.count == 1 && errors[0].contains("nope") && searcher.results?.total == 4)
    // Rows that change are measured under the filters that hold.
    _ = try await searcher.list.apply([.delete(.integer(1))])
    while searcher.results?.total != 3 { await Task.yield() }
    state.clear()
    await searcher.settle()
    #expect(errors.count == 1 && searcher.results?.total == 3)
  }

  @Test("a list that is still being read is searched, and measured when it is read")
  func loading() async throws {
    let source = SteppedSource([["Ann", "3"], ["Bob", "1"], ["Bo Ann", "2"]])
    let searcher = ListSearcher(LiveList.loading(source))
    let range = NumberRangeInteractor<Int>()
    range.connectSearcher(searcher, attribute: "n")
    searcher.query = "ann"
    searcher.search()
    await searcher.settle()
    #expect(range.bounds == nil && searcher.results?.total == 0)
    source.release(3)
    while range.bounds == nil { await Task.yield() }
    #expect(range.bounds == 2...3 && searcher.results?.total == 2 && range.lastError == nil)
  }

  @Test("the list holds no searcher, also during a search")
  func letGo() async throws {
    var searcher: ListSearcher? = try await ListSearcher(rows: goods)
    weak let observed = searcher
    let list = try #require(searcher).list
    let state = FilterState()
    searcher?.connectFilterState(state)
    searcher?.search()
    await searcher?.settle()
    searcher?.search()
    searcher = nil
    #expect(observed == nil)
    try state.add(fruit, to: "kind")
    #expect(try await list.ids().ids.count == 4)
  }
}
