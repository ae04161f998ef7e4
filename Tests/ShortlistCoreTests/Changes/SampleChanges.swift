import ShortlistTestSupport

@testable import ShortlistCore

/// States of visible rows and the changesets between them, with names and ids of every kind.
enum SampleChanges {
  static let names = ["a", "b", "", "old toys", "\u{e9}\"", "e\u{301}\n"]

  static let ids: [RowID] = [
    .integer(0), .text("b"), .number(0.1 + 0.2), .integer(-3), .text(""), .text("a \"quoted\\\t b"),
    .integer(.max), .text("\u{e9}"), .text("e\u{301}"), .number(-1e-300), .text("(7)"),
    .text("\u{301}\u{7}\u{202e}"), .number(1e300), .integer(.min),
  ]

  private static let slots = Dictionary(
    uniqueKeysWithValues: ids.enumerated().map { ($1, UInt32($0)) })

  /// A random state, of some of the names and ids.
  static func state(_ random: inout SeededRandom, names: Int = 4, rows: Int = 8) -> StrictTableView
  {
    let shown = Self.names.prefix(names).shuffled(using: &random)
      .prefix(random.next(below: names + 1))
    var left = ids.prefix(rows).shuffled(using: &random)
    var view = StrictTableView(
      shown.map { name in
        let count = min(left.count, random.next(below: 5))
        defer { left.removeFirst(count) }
        return (name, Array(left.prefix(count)))
      })
    for id in ids { view.contents[id] = [.integer(random.next(below: 3))] }
    return view
  }

  /// A state a few steps from another.
  static func state(near other: StrictTableView, _ random: inout SeededRandom) -> StrictTableView {
    var view = other
    for _ in 0...random.next(below: 3) {
      let section = view.sections.indices.randomElement(using: &random)
      let hidden = ids.prefix(10).filter { id in !view.sections.contains { $0.ids.contains(id) } }
      switch (random.next(below: 8), section) {
      case (0, let section?): view.sections.remove(at: section)
      case (1, let section?):
        let moved = view.sections.remove(at: section)
        view.sections.insert(moved, at: random.next(below: view.sections.count + 1))
      case (2, _):
        let free = names.filter { name in
          !view.sections.contains { BinaryString($0.name) == BinaryString(name) }
        }
        guard let name = free.randomElement(using: &random) else { break }
        view.sections.insert(
          .init(name: name, ids: Array(hidden.prefix(random.next(below: 3)))),
          at: random.next(below: view.sections.count + 1))
      case (3, let section?):
        guard let id = hidden.randomElement(using: &random) else { break }
        let row = random.next(below: view.sections[section].ids.count + 1)
        view.sections[section].ids.insert(id, at: row)
      case (4, let section?) where !view.sections[section].ids.isEmpty:
        view.sections[section].ids.remove(
          at: random.next(below: view.sections[section].ids.count))
      case (5, _): view.contents[random.pick(ids)] = [.integer(random.next(below: 3))]
      case (_, let section?) where !view.sections[section].ids.isEmpty:
        let id = view.sections[section].ids.remove(
          at: random.next(below: view.sections[section].ids.count))
        let target = random.next(below: view.sections.count)
        let row = random.next(below: view.sections[target].ids.count + 1)
        view.sections[target].ids.insert(id, at: row)
      default: break
      }
    }
    return view
  }

  /// The changes between two states, updates included.
  static func changes(
    from before: StrictTableView, to after: StrictTableView
  ) -> Changeset<RowID> {
    func visible(_ view: StrictTableView) -> [VisibleSection] {
      view.sections.map { section in
        VisibleSection(name: section.name, slots: section.ids.map { slots[$0] ?? 0 })
      }
    }
    var changes = Changeset(
      from: visible(before), to: visible(after), stays: { _ in false }, id: { ids[Int($0)] })
    func isUpdated(_ id: RowID) -> Bool { before.contents[id] != after.contents[id] }
    var taken: Set<RowID> = []
    for (index, change) in changes.rows.enumerated() {
      switch change {
      case .delete(let id, _), .insert(let id, _): taken.insert(id)
      case .move(let id, let from, let to, _):
        taken.insert(id)
        changes.rows[index] = .move(id, from: from, to: to, updated: isUpdated(id))
      case .update: break
      }
    }
    for (index, section) in before.sections.enumerated()
    where after.sections.contains(where: { BinaryString($0.name) == BinaryString(section.name) }) {
      for (row, id) in section.ids.enumerated() where isUpdated(id) && !taken.contains(id) {
        changes.rows.append(.update(id, from: .init(section: index, row: row)))
      }
    }
    return changes
  }

  /// All states of the sections "a" and "b", or none of them, and some of the first rows.
  static func all(rows: Int) -> [StrictTableView] {
    let lists = arrangements(Array(ids.prefix(rows)))
    return arrangements(["a", "b"]).flatMap { names -> [StrictTableView] in
      switch names.count {
      case 0: [StrictTableView([])]
      case 1: lists.map { StrictTableView([(names[0], $0)]) }
      default:
        lists.flatMap { first in
          lists.filter { Set($0).isDisjoint(with: first) }
            .map { StrictTableView([(names[0], first), (names[1], $0)]) }
        }
      }
    }
  }

  /// All ways to order some of the elements.
  static func arrangements<Element: Equatable>(_ elements: [Element]) -> [[Element]] {
    var all: [[Element]] = [[]]
    var last = all
    for _ in elements {
      last = last.flatMap { made in elements.filter { !made.contains($0) }.map { made + [$0] } }
      all += last
    }
    return all
  }
}
