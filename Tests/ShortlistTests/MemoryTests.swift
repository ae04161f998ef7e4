import Shortlist
import Testing

@Suite("What a list took", .timeLimit(.minutes(10)))
struct MemoryTests {
  @Test("of all rows, however it was opened, and by part")
  func opening() async throws {
    let list = try await LiveList.open(FedSource())
    let rows = try await SharedRows.open(FedSource())
    let loaded = LiveList.loading(FedSource())
    for await update in loaded.updates { if case .finished = update.loading { break } }
    let shared = try await rows.list()
    let use = await list.memory
    // What was looked at while it was read has been copied, and has other room to grow.
    for other in await [shared.memory, loaded.memory] {
      #expect((use.texts / 2...use.texts * 2).contains(other.texts), "\(other) beside \(use)")
      #expect((use.columns / 2...use.columns * 2).contains(other.columns), "\(other) beside \(use)")
    }
    for list in [list, shared, loaded] {
      let times = await list.times
      #expect(try #require(times.loading) > .zero)
      #expect(try #require(times.search) > .zero)
      #expect(await list.memory.total > 0)
    }
  }

  @Test("a search is kept, which takes memory, and its time is told")
  func searching() async throws {
    let list = try await LiveList.open(FedSource())
    let (before, first) = await (list.memory, list.times)
    _ = try await list.updateQuery { $0.filters = "n:1" }
    let after = await list.memory
    #expect(after.results > before.results && after.texts == before.texts)
    #expect(await list.times.search != first.search)
    #expect(await list.times.loading == first.loading)
  }
}
