import Shortlist
import ShortlistTestSupport
import Testing

@Suite("The revisions of a list")
struct ListRevisionsTests {
  private func open() async throws -> LiveList {
    let source = SteppedSource([["Ann", "3"], ["Bob", "1"]])
    source.release(2)
    return try await LiveList.open(source)
  }

  @Test("every listener hears of every change, one that is late of the last only")
  func several() async throws {
    let list = try await open()
    var prompt = list.revisions.makeAsyncIterator()
    var late = list.revisions.makeAsyncIterator()
    _ = try await list.updateQuery { $0.search = "ann" }
    #expect(await prompt.next() == 2)
    // What changes nothing is not told.
    _ = try await list.updateQuery { $0.search = "ann" }
    _ = try await list.measure(MeasureRequest(facets: [FacetRequest("name")]))
    _ = try await list.ids()
    _ = try await list.apply([.delete(.integer(1))])
    #expect(await prompt.next() == 3)
    _ = try await list.select(.select([.integer(2)]))
    #expect(await prompt.next() == 4)
    #expect(await late.next() == 4)
    // Who comes later hears of what comes later.
    var later = list.revisions.makeAsyncIterator()
    _ = try await list.setRange(.fixed(length: 1, offset: 0, from: .beginning))
    #expect(await later.next() == 5)
    #expect(await late.next() == 5)
  }

  @Test("they end with the list")
  func ending() async throws {
    var list: LiveList? = try await open()
    var revisions = try #require(list).revisions.makeAsyncIterator()
    list = nil
    #expect(await revisions.next() == nil)
  }
}
