import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("Changesets between two states of the visible rows")
struct ChangesetComparingTests {
  /// All ways to order some of the slots below `count`.
  private func arrangements(_ count: UInt32) -> [[UInt32]] {
    var all: [[UInt32]] = [[]]
    var last = all
    for _ in 0..<count {
      last = last.flatMap { made in (0..<count).filter { !made.contains($0) }.map { made + [$0] } }
      all += last
    }
    return all
  }

  private func id(_ slot: UInt32) -> RowID { .integer(Int(slot)) }

  private func changes(
    _ before: [(String, [UInt32])], _ after: [(String, [UInt32])], stays: Bool
  ) -> Changeset<RowID> {
    Changeset(
      from: before.map { VisibleSection(name: $0.0, slots: $0.1) },
      to: after.map { VisibleSection(name: $0.0, slots: $0.1) },
      stays: { _ in stays }, id: id)
  }

  @Test("every list of up to four rows to every other: exact, and as few moves as possible")
  func everySmallList() throws {
    let lists = arrangements(4)
    for before in lists {
      for after in lists where before != after {
        let found = changes([("", before)], [("", after)], stays: false)
        var view = StrictTableView([("", before.map(id))])
        try view.apply(found)
        #expect(view == StrictTableView([("", after.map(id))]), "\(before) to \(after)")
        let common = before.filter(after.contains)
        let moves = found.rows.filter { if case .move = $0 { true } else { false } }.count
        #expect(moves == common.count - longestRun(common, in: after), "\(before) to \(after)")
      }
    }
  }

  /// The longest run of rows that are in the same order, by trying all subsets.
  private func longestRun(_ rows: [UInt32], in after: [UInt32]) -> Int {
    (0..<1 << rows.count).map { subset in
      let chosen = rows.indices.filter { subset >> $0 & 1 == 1 }.map { rows[$0] }
      return chosen == after.filter(chosen.contains) ? chosen.count : 0
    }.max() ?? 0
  }

  @Test("sections that come, go and move, with rows that pass between them", arguments: 1...300)
  func sections(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    func state() -> [(String, [UInt32])] {
      let names = ["a", "b", "c", "d"].shuffled(using: &random)
        .prefix(Int.random(in: 0...4, using: &random))
      var left = Array(0..<UInt32(8)).shuffled(using: &random)
      return names.map { name in
        let count = min(left.count, Int.random(in: 0...3, using: &random))
        defer { left.removeFirst(count) }
        return (name, Array(left.prefix(count)))
      }
    }
    let (before, after) = (state(), state())
    let found = changes(before, after, stays: false)
    guard !found.isEmpty else {
      #expect(before.map(\.0) == after.map(\.0) && before.map(\.1) == after.map(\.1))
      return
    }
    var view = StrictTableView(before.map { ($0.0, $0.1.map(id)) })
    try view.apply(found)
    #expect(view == StrictTableView(after.map { ($0.0, $0.1.map(id)) }))
  }

  @Test("rows that stay are never moved")
  func staying() {
    // 1 and 2 stay, 0 is repositioned from the front to the end.
    let found = Changeset(
      from: [VisibleSection(name: "", slots: [0, 1, 2])],
      to: [VisibleSection(name: "", slots: [1, 2, 0])], stays: { $0 != 0 }, id: id)
    #expect(
      found.rows == [
        .move(
          .integer(0), from: .init(section: 0, row: 0), to: .init(section: 0, row: 2),
          updated: false)
      ])
  }

  @Test("names of sections are compared code point by code point")
  func exactNames() {
    let found = changes([("\u{e9}", [1])], [("e\u{301}", [1])], stays: true)
    #expect(found.sections.count == 2)
  }
}
