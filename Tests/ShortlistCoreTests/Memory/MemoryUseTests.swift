import ShortlistCore
import ShortlistTestSupport
import Testing

@Suite("Memory by part")
struct MemoryUseTests {
  /// The bytes of each part.
  private func parts(_ use: MemoryUse) -> [Int] {
    [
      use.texts, use.foldedTexts, use.letters, use.codes, use.columns, use.ids, use.orders,
      use.results, use.selection,
    ]
  }

  @Test("what a list is asked for is in its part, and in no other")
  func parts() throws {
    var list = try ListEngine(ManyRows.table(10_000))
    /// The parts that grew, and those that shrank.
    func changed(_ change: (inout ListEngine) throws -> Void) rethrows -> Set<Int> {
      let before = parts(list.memory)
      try change(&list)
      return Set(zip(before, parts(list.memory)).enumerated().filter { $1.0 != $1.1 }.map(\.0))
    }
    let all = parts(list.memory)
    #expect(all.reduce(0, +) == list.memory.total)
    // Nothing fuzzy was searched, and nothing kept, yet; no row is selected, but any could be.
    #expect(all[2] == 0 && all[7] == 0)
    #expect([0, 1, 3, 4, 5, 6, 8].allSatisfy { all[$0] > 0 })
    #expect(try changed { try $0.update { $0.search = "salt" } } == [6, 7])
    #expect(try changed { try $0.update { $0.match = .fuzzy } } == [2, 6, 7])
    #expect(try changed { try $0.update { $0.filters = "price:500.." } } == [6, 7])
    #expect(try changed { try $0.update { $0.sort = [SortKey("size")] } } == [6])
    #expect(changed { _ = $0.select(.all(.everything)) } == [8])
    #expect(changed { _ = $0.select(.none(.everything)) } == [8])
  }

  @Test("texts that are the same folded are counted once")
  func folded() throws {
    func use(_ name: String) throws -> MemoryUse {
      ListEngine(try RowTable.plain(["name"], (0..<100_000).map { ["\(name) \($0)"] })).memory
    }
    let (small, capital) = (try use("row"), try use("Row"))
    // The first chunk may have been one of texts that repeat.
    #expect(small.foldedTexts * 10 < small.texts)
    #expect(capital.foldedTexts > capital.texts / 2 && capital.foldedTexts <= capital.texts)
  }

  @Test("copies take nothing more until one of them changes, and then what it changes")
  func copies() throws {
    var list = try ListEngine(ManyRows.table(70_000))
    try list.update { $0.sort = [SortKey("size")] }
    _ = list.select(.all())
    let alone = list.memory
    #expect(MemoryUse(of: [list, list, list]) == alone)
    var copy = list
    _ = try copy.apply([.update(["id": .integer(5), "name": .text("Salt and Pepper")])])
    let together = MemoryUse(of: [list, copy])
    #expect(together.texts > alone.texts && together.texts < alone.texts + alone.texts / 10)
    #expect(together.total < alone.total + alone.total / 10)
    #expect(MemoryUse(of: []).total == 0)
  }

  @Test("two lists take as much as the greater, and no more than both", arguments: 1...30)
  func together(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var lists = [try ListEngine(ManyRows.table(3000, seed: seed))]
    for _ in 0..<12 {
      if random.chance(0.2) { lists.append(random.pick(lists)) }
      try change(&lists[random.next(below: lists.count)], &random)
      let (one, other) = (random.pick(lists), random.pick(lists))
      let (a, b) = (one.memory, other.memory)
      let both = MemoryUse(of: [one, other])
      #expect(both.total >= max(a.total, b.total), "seed \(seed)")
      #expect(both.total <= a.total + b.total, "seed \(seed)")
      // Which comes first may change the part of what they share, but not the sum.
      #expect(both.total == MemoryUse(of: [other, one]).total, "seed \(seed)")
      #expect(MemoryUse(of: [one, one]) == a, "seed \(seed)")
    }
  }

  private func change(_ list: inout ListEngine, _ random: inout SeededRandom) throws {
    let id = random.next(below: 3000)
    switch random.next(below: 8) {
    case 0: try list.update { $0.search = "salt" }
    case 1: try list.update { $0.filters = "price:\(id / 3).." }
    case 2: try list.update { $0.sort = [SortKey(random.pick(["size", "name", "kind", "tags"]))] }
    case 3: try list.update { $0.sections = SectionRule(by: "kind") }
    case 4:
      try list.update { query in
        query.search = "slt"
        query.match = .fuzzy
      }
    case 5: _ = list.select(random.chance(0.5) ? .all() : .toggle([.integer(id)]))
    case 6:
      let tags = CellValue.list(["salt", "\(id)"])
      _ = try list.apply([.update(["id": .integer(id), "tags": tags, "name": .text("New \(id)")])])
    default: _ = list.select(.undo)
    }
  }
}
