import ShortlistTestSupport
import Testing

@testable import ShortlistCore

/// Each in a process of its own, so that nothing else is handed out meanwhile.
@Suite(
  "Memory as counted, beside what the allocator handed out", .enabled(if: Allocator.bytes != nil))
struct AllocatorTests {
  /// What the allocator and the test need for themselves, in bytes.
  private static let slack = 65_536

  /// Checks that bytes were counted as they were handed out, or given back, but for a twentieth.
  private static func expectClose(_ counted: Int, _ held: Int, _ what: String) {
    #expect(
      abs(counted - held) <= abs(held) / 20 + slack, "\(what): \(counted) counted, \(held) held")
  }

  @Test("a list of 100,000 rows, with a search, a filter, an order, sections and picks")
  func list() async {
    await #expect(processExitsWith: .success) {
      func held() -> Int { Allocator.bytes ?? 0 }
      // What is made once for all lists.
      var warm = try ListEngine(ManyRows.table(100))
      try warm.update { $0.sort = [SortKey("name")] }
      _ = warm.memory

      let start = held()
      var list = try ListEngine(ManyRows.table(100_000))
      AllocatorTests.expectClose(list.memory.total, held() - start, "as it was read")

      func expectMore(_ what: String, _ change: (inout ListEngine) throws -> Void) rethrows {
        let (counted, bytes) = (list.memory.total, held())
        try change(&list)
        AllocatorTests.expectClose(list.memory.total - counted, held() - bytes, what)
        AllocatorTests.expectClose(list.memory.total, held() - start, "all after \(what)")
      }
      try expectMore("a search") { try $0.update { $0.search = "salt" } }
      try expectMore("a filter") { try $0.update { $0.filters = "price:100.." } }
      try expectMore("an order") { try $0.update { $0.sort = [SortKey("size")] } }
      try expectMore("a fuzzy search") { list in
        try list.update { query in
          query.search = "slt"
          query.match = .fuzzy
        }
      }
      try expectMore("sections") { try $0.update { $0.sections = SectionRule(by: "kind") } }
      expectMore("picks") { _ = $0.select(.all()) }
      try expectMore("a commit") { list in
        _ = try list.apply(
          (0..<5000).map { id in
            .update(["id": .integer(id * 7), "name": .text("Parsley \(id)"), "size": .integer(id)])
          })
      }
    }
  }

  @Test("dictionaries of all sizes")
  func dictionaries() async {
    await #expect(processExitsWith: .success) {
      for count in [100, 1000, 10_000, 100_000] {
        let start = Allocator.bytes ?? 0
        let dictionaries = (0..<200_000 / count).map { _ in
          Dictionary(uniqueKeysWithValues: (0..<UInt32(count)).map { ($0, Int($0)) })
        }
        let held = (Allocator.bytes ?? 0) - start
        var memory = MemoryCount()
        for dictionary in dictionaries { memory.add(dictionary, to: \.selection) }
        AllocatorTests.expectClose(memory.use.selection, held, "\(count) elements")
      }
    }
  }
}
