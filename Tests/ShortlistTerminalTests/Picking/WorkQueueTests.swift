import Shortlist
import ShortlistTerminal
import Testing

@Suite struct WorkQueueTests {
  private func search(_ number: Int) -> ScreenEffect {
    .search(number, "", .words, FilterGroups(), SnapshotRequest())
  }
  private let select = ScreenEffect.select(.request(.none()), SnapshotRequest(), shownAt: 0)
  private func read(_ first: Int) -> ScreenEffect { .read(SnapshotRequest(first..<first + 1)) }

  @Test func newerSearchesReplaceOlderOnes() {
    var queue = WorkQueue()
    #expect(queue.add(search(1)) == .start(search(1)))
    #expect(queue.add(search(2)) == .cancelRunning)
    #expect(queue.add(search(3)) == .cancelRunning)
    #expect(queue.finish() == .start(search(3)))
    #expect(queue.finish() == nil)
    #expect(queue.running == nil)
  }

  @Test func aSearchThatAChangeWaitsForIsCarriedOut() {
    var queue = WorkQueue()
    #expect(queue.add(search(1)) == .start(search(1)))
    #expect(queue.add(select) == nil)
    #expect(queue.add(search(2)) == nil)
    #expect(queue.add(search(3)) == nil)
    #expect(queue.finish() == .start(select))
    #expect(queue.finish() == .start(search(3)))
    #expect(queue.finish() == nil)
  }

  @Test func aSearchTakesTheRoomOfMeasures() {
    var queue = WorkQueue()
    let measures = (1...3).map { ScreenEffect.measure($0, MeasureRequest()) }
    #expect(queue.add(measures[0]) == .start(measures[0]))
    #expect(queue.add(measures[1]) == .cancelRunning)
    #expect(queue.add(search(1)) == .cancelRunning)
    #expect(queue.add(measures[2]) == nil)
    #expect(queue.finish() == .start(search(1)))
    #expect(queue.finish() == .start(measures[2]))
    #expect(queue.finish() == nil)
  }

  /// An end of a range is moved by a key held down: each search that has begun is shown, and of
  /// those that wait the last.
  @Test func filtersThatMoveAreKeptUpWith() throws {
    let moves = try (1...4).map { number in
      var groups = FilterGroups()
      try groups.add([.inRange("n", .integer(number), nil)], to: "n")
      return ScreenEffect.search(number, "a", .words, groups, SnapshotRequest())
    }
    var queue = WorkQueue()
    #expect(queue.add(moves[0]) == .start(moves[0]))
    for move in moves.dropFirst() { #expect(queue.add(move) == nil) }
    #expect(queue.finish() == .start(moves[3]))
    let other = ScreenEffect.search(5, "ab", .words, FilterGroups(), SnapshotRequest())
    #expect(queue.add(other) == .cancelRunning)
  }

  @Test func onlyTheLastRowsAreRead() {
    var queue = WorkQueue()
    #expect(queue.add(select) == .start(select))
    #expect(queue.add(read(1)) == nil)
    #expect(queue.add(read(2)) == nil)
    #expect(queue.add(select) == nil)
    #expect(queue.finish() == .start(read(2)))
    #expect(queue.finish() == .start(select))
    #expect(queue.finish() == nil)
  }
}

@Suite struct SearchReadingTests {
  private let schema = ListSchema([
    .init(name: "name", type: .text), .init(name: "price", type: .integer),
  ])

  @Test func hintsNameThePlace() {
    let reading = SearchReading("é price:x", schema: schema, isLoading: false)
    #expect(reading.search == "é" && reading.filters.isEmpty && reading.hasTerms)
    #expect(reading.hint?.hasSuffix("at character 9 of the search") == true)
    #expect(SearchReading("é price:x", schema: schema, isLoading: true).hint == nil)
  }

  @Test func aSearchWithSignsIsReadByTheList() {
    for text in ["é price:x", "!a", "seats>1"] {
      let reading = SearchReading(text, match: .auto, schema: schema, isLoading: false)
      #expect(reading.search == text && reading.filters.isEmpty && reading.hint == nil)
      #expect(reading.hasTerms == (text != "!a"))
    }
  }

  @Test func termsAreAddedToTheQuery() {
    var base = ListQuery()
    base.filters = "name:a OR name:b"
    base.sort = [SortKey("price")]
    let reading = SearchReading("mü price:1..2", schema: schema, isLoading: false)
    let query = reading.query(from: base, groups: FilterGroups())
    #expect(query.search == "mü" && query.sort == base.sort)
    #expect(query.filters == "(name:a OR name:b) price:1..2")
    #expect(
      SearchReading("mü", schema: schema, isLoading: false).query(
        from: base, groups: FilterGroups()
      )
      .filters
        == base.filters)
  }
}
