import Shortlist
import ShortlistTestSupport
import Testing

@Suite("All items replaced")
struct ReplaceAllTests {
  /// All orders of all sets of the first numbers.
  private func orders(of count: Int) -> [[Int]] {
    var orders: [[Int]] = [[]]
    var last = orders
    for _ in 0..<count {
      last = last.flatMap { order in
        (1...count).filter { !order.contains($0) }.map { order + [$0] }
      }
      orders += last
    }
    return orders
  }

  /// The most numbers that ascend, by trying all subsets.
  private func mostAscending(_ numbers: [Int]) -> Int {
    (0..<1 << numbers.count).map { set in
      let picked = numbers.indices.filter { set >> $0 & 1 == 1 }.map { numbers[$0] }
      return picked == picked.sorted() ? picked.count : 0
    }.max() ?? 0
  }

  /// Checks changes of one section: that they lead to what is there, and are as few as can be.
  private func check(
    _ changes: VisibleChanges<Int>?, _ before: [Contact], _ after: [Contact],
    _ comment: Comment
  ) {
    var rows = before
    let kinds: [Int]
    switch changes {
    case .reset:
      Issue.record("a reset, \(comment)")
      return
    case .changes(let changes):
      let items = Dictionary(uniqueKeysWithValues: after.map { ($0.id, $0) })
      changes.apply(to: &rows) { id in items[id] ?? Contact(id: 0, name: "gone") }
      kinds = changes.rows.map { change in
        switch change {
        case .delete: 0
        case .insert: 1
        case .move: 2
        case .update: 3
        }
      }
    case nil: kinds = []
    }
    #expect(rows == after, comment)
    let old = before.map(\.id)
    let stays = after.map(\.id).compactMap { old.firstIndex(of: $0) }
    #expect(kinds.count { $0 == 0 } == before.count - stays.count, comment)
    #expect(kinds.count { $0 == 1 } == after.count - stays.count, comment)
    #expect(kinds.count { $0 == 2 } == stays.count - mostAscending(stays), comment)
    #expect(kinds.count { $0 == 3 } <= stays.count, comment)
  }

  @Test("up to four items by every order of up to five")
  func exhaustive() async throws {
    let picker = PickList(contacts: [])
    // One section, with and without rows, so that all changes are of rows.
    try await picker.group(SectionRule(by: "city", order: .names([""], keepEmpty: true)))
    for old in (0...4).map({ Array(1..<$0 + 1) }) {
      for new in orders(of: 5) {
        let before = old.map { Contact(id: $0, name: "n\($0)") }
        // Even ones have another name after.
        let after = new.map { Contact(id: $0, name: $0 % 2 == 0 ? "m\($0)" : "n\($0)") }
        try await picker.replaceAll(before)
        let outcome = try await picker.replaceAll(after)
        check(outcome.changes, before, after, "\(old) to \(new)")
        #expect(try await picker.items == after)
      }
    }
  }

  @Test("replacing all by the same changes nothing")
  func same() async throws {
    let people = (1...5).map { Contact(id: $0, name: "n\($0)") }
    let picker = PickList(contacts: people)
    let revision = try await picker.settle()
    let outcome = try await picker.replaceAll(people)
    #expect(outcome.changes == nil && outcome.revision == revision)
  }

  @Test("an order by a field does not move what keeps its place in it")
  func sorted() async throws {
    let people = (1...5).map { Contact(id: $0, name: "n\($0)") }
    let picker = PickList(contacts: people)
    try await picker.sort(by: SortKey("name"))
    let outcome = try await picker.replaceAll(people.reversed())
    #expect(outcome.changes == nil)
    #expect(try await picker.items == people.reversed())
  }

  @Test("a window returns to its initial position if items change places")
  func window() async throws {
    let people = (1...6).map { Contact(id: $0, name: "n\($0)") }
    let picker = PickList(contacts: people, window: .flexible(length: 3))
    let after = [Contact(id: 9, name: "first")] + people
    let outcome = try await picker.replaceAll(after)
    let changes = Changeset<Int>(rows: [
      .delete(3, from: .init(section: 0, row: 2)),
      .insert(9, to: .init(section: 0, row: 0)),
    ])
    #expect(outcome.changes == .changes(changes))
    // Items that come last leave the window alone.
    let appended = try await picker.replaceAll(after + [Contact(id: 10, name: "last")])
    #expect(appended.changes == nil)
  }
}
