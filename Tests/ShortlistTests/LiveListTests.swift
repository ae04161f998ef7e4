import Shortlist
import ShortlistTestSupport
import Testing

@Suite("A list and its owner")
struct LiveListTests {
  private let rows = [["Ann", "3"], ["Bob", "1"], ["Bo Ann", "2"]]

  private func open(_ query: ListQuery = ListQuery()) async throws -> LiveList {
    let source = SteppedSource(rows)
    source.release(rows.count)
    return try await LiveList.open(source, query: query)
  }

  @Test("opens when all is read, at revision 1, also with a query")
  func opening() async throws {
    var query = ListQuery()
    query.sort = [SortKey("n")]
    let list = try await open(query)
    #expect(await list.revision == 1)
    #expect(try await list.ids().ids == [2, 3, 1].map(RowID.integer))
    #expect(await list.schema.entries.map(\.type) == [.text, .integer])
  }

  @Test("a query that does not fit, or a source that fails, opens no list")
  func failing() async throws {
    var query = ListQuery()
    query.filters = "nope:1"
    await #expect(throws: FilterError.self) { try await open(query) }
    let error = SourceError(path: "steps", line: 5, reason: "broken")
    let source = SteppedSource(rows, failure: error)
    source.release(3)
    await #expect(throws: error) { try await LiveList.open(source) }
  }

  @Test("a request for another revision is refused")
  func stale() async throws {
    let list = try await open()
    _ = try await list.updateQuery(ifRevision: 1) { $0.search = "ann" }
    await #expect(throws: StaleRevisionError.self) {
      try await list.updateQuery(ifRevision: 1) { $0.search = "bob" }
    }
    await #expect(throws: StaleRevisionError.self) { try await list.ids(ifRevision: 1) }
    await #expect(throws: StaleRevisionError.self) {
      try await list.select(.all(), ifRevision: 1)
    }
    #expect(try await list.ids(ifRevision: 2).ids == [1, 3].map(RowID.integer))
  }

  @Test("a cancelled query changes nothing")
  func cancelled() async throws {
    let list = try await open()
    await withTaskGroup(of: Void.self) { group in
      group.cancelAll()
      group.addTask {
        await #expect(throws: CancellationError.self) {
          try await list.updateQuery { $0.search = "ann" }
        }
      }
    }
    #expect(await list.query == ListQuery())
    #expect(await list.revision == 1)
  }

  @Test("texts are searched while rows are read; types, filters and sorts come at the end")
  func loading() async throws {
    let source = SteppedSource(rows)
    var query = ListQuery()
    query.sort = [SortKey("n")]
    let list = LiveList.loading(source, query: query)
    var updates = list.updates.makeAsyncIterator()
    source.release(2)
    while let update = await updates.next(), update.count < 2 {}
    #expect(await list.schema.entries.map(\.type) == [.text, .text])
    let outcome = try await list.updateQuery {
      $0.search = "b"
      $0.filters = "n:<3"
    }
    #expect(outcome.total == 1)
    _ = try await list.select(.select([.integer(2)]))
    source.release(1)
    var last: ListUpdate?
    while let update = await updates.next() { last = update }
    guard case .finished = last?.loading else {
      Issue.record("the last update says that all is read, not \(String(describing: last))")
      return
    }
    #expect(last?.total == 2)
    #expect(try await list.ids().ids == [2, 3].map(RowID.integer))
    #expect(try await list.selectedRows().map(\.id) == [.integer(2)])
  }

  @Test("a source that fails while it is read says so, and a query that does not fit it")
  func failingWhileLoading() async throws {
    let error = SourceError(path: "steps", line: 5, reason: "broken")
    var query = ListQuery()
    query.sort = [SortKey("nope")]
    for (source, query) in [
      (SteppedSource(rows, failure: error), ListQuery()), (SteppedSource(rows), query),
    ] {
      source.release(3)
      let list = LiveList.loading(source, query: query)
      var last: ListUpdate?
      for await update in list.updates { last = update }
      guard case .failed(let failure) = last?.loading else {
        Issue.record("not \(String(describing: last))")
        return
      }
      #expect(failure is SourceError || "\(failure)".contains("nope"))
    }
  }

  @Test("a list that nobody holds stops reading")
  func abandoned() async throws {
    let source = SteppedSource(rows)
    var list: LiveList? = LiveList.loading(source)
    weak let observed = list
    var updates = try #require(list).updates.makeAsyncIterator()
    source.release(1)
    while let update = await updates.next(), update.count < 1 {}
    list = nil
    while await updates.next() != nil {}
    #expect(observed == nil)
  }

  @Test("opening ends when nobody waits for it any more")
  func cancelledOpening() async throws {
    let source = SteppedSource(rows)
    let opening = Task { try await LiveList.open(source) }
    opening.cancel()
    await #expect(throws: CancellationError.self) { try await opening.value }
  }

  @Test("a thousand queries from eight tasks end in a state that one of the last asks for")
  func manyTasks() async throws {
    let list = try await open()
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for step in 0..<125 {
            _ = try? await list.updateQuery { $0.search = step == 124 ? "ann" : "b\(task)" }
          }
        }
      }
    }
    #expect(try await list.ids().ids == [1, 3].map(RowID.integer))
  }
}
