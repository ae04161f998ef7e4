import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("The counts of a facet")
struct TallyTests {
  @Test("are those of the rows, for few and many values", arguments: [3, 900, 1100, 20_000])
  func texts(values: Int) throws {
    var random = SeededRandom(seed: values)
    let rows = (0..<Chunk.rows + 500).map { number in
      // Runs of equal values, and nulls.
      [number % 50 == 0 ? "" : "v\(number / 7 % values)"]
    }
    let table = try RowTable.plain(["v"], rows)
    for share in [0, 0.01, 0.5, 1] {
      var members = RowSet(universe: table.slots)
      for slot in 0..<UInt32(table.slots) where random.chance(share) { members[slot] = true }
      let tally = Tally(table.column("v"), among: members, workers: .backwards)
      var expected: [String: Int] = [:]
      members.forEach { expected[rows[Int($0)][0], default: 0] += 1 }
      expected[""] = nil
      var counted: [String: Int] = [:]
      for index in tally.counts.indices where tally.counts[index] > 0 {
        counted[tally.value(index).text] = tally.counts[index]
      }
      #expect(counted == expected, "\(values) values, \(share) of the rows")
    }
  }

  @Test(
    "are listed alike for few and for many", arguments: [0, 1, 40, 1000, 1001, 2999, 3000, 4000])
  func first(limit: Int) throws {
    var random = SeededRandom(seed: limit)
    let texts = (0..<3000).map { "v\($0)" }.shuffled(using: &random)
    let rows = texts.flatMap { Array(repeating: [$0], count: 1 + random.next(below: 3)) }
    let table = try RowTable.plain(["v"], rows)
    let tally = Tally(table.column("v"), among: table.rows, workers: .serial)
    let odd = tally.counts.indices.filter { $0 % 2 == 1 }
    let found = tally.first(limit) { $0 % 2 == 1 }
    #expect(found.indices == Array(odd.sorted(by: tally.isBefore).prefix(limit)))
    #expect(found.hasMore == (limit < odd.count))
  }
}
