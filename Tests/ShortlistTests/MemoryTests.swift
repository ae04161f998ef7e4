import Shortlist
import Testing

@Suite("What a list took", .timeLimit(.minutes(2)))
struct MemoryTests {
  @Test("of all rows, however it was opened, and by part")
  func opening() async throws {
    let list = try await LiveList.open(FedSource())
    let rows = try await SharedRows.open(FedSource())
    let loaded = LiveList.loading(FedSource())
    for await update in loaded.updates { if case .finished = update.loading { break } }
    let shared = try await rows.list()
    let use = await list.memory
    #expect(await [shared.memory.texts, loaded.memory.texts] == [use.texts, use.texts])
    #expect(await [shared.memory.columns, loaded.memory.columns] == [use.columns, use.columns])
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
