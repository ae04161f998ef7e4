import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("The bounds of connected ranges")
struct RangeBoundsTests {
  private static let attributes = ["n", "price", "day"]

  @Test("under random commits and queries are those counted from nothing", arguments: 1...80)
  func randomCommits(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var model = ModelList(count: random.pick([0, 3, 30, 100]), &random)
    var list = ListEngine(try model.table())
    var handles: [(name: String, handle: RangeHandle)] = []
    for name in Self.attributes {
      handles.append((name, try list.connect(RangeControl(name, group: "g"), range: nil).handle))
    }
    for _ in 0..<30 {
      if random.chance(0.15) {
        var query = ModelList.query(&random)
        query.groups = list.query.groups
        _ = try list.setQuery(query)
      }
      if random.chance(0.2) {
        let range = random.pick(handles)
        let ends = [random.next(below: 5), random.next(below: 5)].sorted()
        let chosen = (lower: Quantity.integer(ends[0]), upper: Quantity.integer(ends[1]))
        // Refused where it is outside of the bounds, and for a day.
        _ = try? list.choose(random.chance(0.3) ? nil : chosen, with: range.handle)
      }
      _ = try list.apply(model.change(random.pick([1, 1, 1, 3, 20]), &random))
      for range in handles {
        let state = try list.rangeState(range.handle)
        #expect(
          state.bounds == (try list.counted(range.name)), "\(range.name), seed \(seed)")
      }
    }
  }

  @Test("are found again where the row of an extreme changes, over several chunks")
  func severalChunks() throws {
    let rows = (0..<Chunk.rows + 100).map { ["\($0)", "\($0)"] }
    var list = ListEngine(try .plain(["id", "n"], rows, options: TableOptions(id: "id")))
    let handle = try list.connect(RangeControl("n")).handle
    func bounds() throws -> ClosedRange<Quantity>? { try list.rangeState(handle).bounds }
    let last = Chunk.rows + 99
    #expect(try bounds() == .integer(0)...(.integer(last)))
    // An extreme goes in either chunk, comes back, and is taken over by another row.
    _ = try list.apply([.delete(.integer(last)), .update(["id": .integer(0), "n": .null])])
    #expect(try bounds() == .integer(1)...(.integer(last - 1)))
    _ = try list.apply([.update(["id": .integer(0), "n": .integer(-5)])])
    #expect(try bounds() == .integer(-5)...(.integer(last - 1)))
    _ = try list.apply([
      .update(["id": .integer(7), "n": .integer(-5)]), .delete(.integer(0)),
      .insert(["id": .integer(last + 1), "n": .integer(last + 5)]),
    ])
    #expect(try bounds() == .integer(-5)...(.integer(last + 5)))
    _ = try list.apply([.delete(.integer(7))])
    #expect(try bounds() == .integer(1)...(.integer(last + 5)))
    #expect(
      try list.drainRangeUpdates().map(\.state.bounds) == [.integer(1)...(.integer(last + 5))])
    #expect(try list.drainRangeUpdates() == [])
  }
}

extension ListEngine {
  /// The extremes of an attribute among the rows that match all but its own range, looked up row by
  /// row.
  fileprivate func counted(_ name: String) throws -> ClosedRange<Quantity>? {
    let own = ranges.members(on: name)
    let parts = filters.parts { own.contains($0) }
    let values = table.rows.slots.filter { slot in
      plan?.matches(slot, in: table) != false
        && parts.allSatisfy { $0.holds(for: slot, in: table) }
    }.compactMap { Quantity(table.column(name).value($0)) }
    guard let least = values.min(), let greatest = values.max() else { return nil }
    return least...greatest
  }
}
