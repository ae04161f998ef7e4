import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("A list over a store whose rows have a key")
struct StoredChangesTests {
  /// How the rows of a store are identified.
  enum Key: CaseIterable { case integer, text, pair, number }

  /// The rows of a store.
  struct Model {
    let key: Key
    var rows: [[CellValue]] = []

    mutating func change(_ count: Int, _ random: inout SeededRandom) -> StoredChanges {
      var changes: [RowID: [CellValue]?] = [:]
      for _ in 0..<count {
        let row = newRow(&random)
        let place = rows.firstIndex { id(of: $0) == id(of: row) }
        if let place { rows.remove(at: place) }
        if place != nil && random.chance(0.4) {
          changes[id(of: row)] = .some(nil)
        } else {
          rows.append(row)
          changes[id(of: row)] = row
        }
      }
      return StoredChanges(changes.map { ($0.key, $0.value) })
    }

    func newRow(_ random: inout SeededRandom) -> [CellValue] {
      let number = random.next(below: 40)
      return [
        .integer(number), .text(["b", "B", "ä", "a", "z"][number % 5] + String(number / 5)),
        random.pick([.text("x"), .text("X"), .text("y"), .null]),
        random.pick([.integer(1), .integer(2), .null]),
      ]
    }

    func id(of row: [CellValue]) -> RowID {
      switch key {
      case .integer, .number: RowID(row[0]) ?? .integer(0)
      case .text: RowID(row[1]) ?? .text("")
      case .pair: .text("\(row[1].text)/\(row[0].text)")
      }
    }

    /// The table of a fresh look at the store, which has its rows in any order.
    func table() throws -> RowTable {
      var builder = TableBuilder(path: "test")
      try builder.setColumns(["k", "name", "kind", "n"], line: 1)
      builder.declare(.integer, column: 0)
      builder.declare(.text, column: 2)
      builder.declare(.integer, column: 3)
      var ids: Int?
      switch key {
      case .integer: builder.setKey("k")
      case .text: builder.setKey("name")
      case .pair: ids = builder.setKey(["name", "k"], idType: .text, called: "name, k")
      case .number: ids = builder.setKey([], idType: .integer, called: "rowid")
      }
      for (index, row) in rows.enumerated() {
        builder.beginRow(line: index + 1)
        for (column, value) in row.enumerated() {
          if case .integer(let integer) = value {
            builder.append(integer, column: column)
          } else {
            builder.append(value.cellKind, Array(value.text.utf8).span, column: column)
          }
        }
        if let ids {
          if case .integer(let integer) = id(of: row) {
            builder.append(integer, column: ids)
          } else {
            builder.append(.text, Array(id(of: row).description.utf8).span, column: ids)
          }
        }
        builder.endRow()
      }
      return try builder.finish()
    }
  }

  @Test(
    "shows after any changes what a fresh look shows, and says exactly what changed",
    arguments: Key.allCases, 1...25)
  func randomChanges(key: Key, seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var model = Model(key: key)
    _ = model.change(random.next(below: 20), &random)
    model.rows.shuffle(using: &random)
    var list = ListEngine(try model.table())
    var rows = list.table
    for step in 0..<25 {
      if random.chance(0.3) { _ = try list.setQuery(query(&random)) }
      var sections = list.visibleSections
      let stored = model.change(random.pick([1, 1, 2, 8]), &random)
      let outcome = try list.store(stored)
      try rows.store(stored)
      if case .changes(let changes) = outcome.changes { changes.apply(to: &sections) }
      #expect(sections == list.visibleSections, "\(key), seed \(seed), step \(step)")
      if random.chance(0.2) { list.compact() }
      var fresh = ListEngine(try model.table())
      _ = try fresh.setQuery(list.query)
      #expect(
        list.visibleSections == fresh.visibleSections, "\(key), seed \(seed), step \(step)")
      #expect(list.allIDs == fresh.allIDs, "\(key), seed \(seed), step \(step)")
      #expect(rows.allIDs == fresh.allIDs, "\(key), seed \(seed), step \(step)")
      for id in fresh.allIDs {
        #expect(list.row(id) == fresh.row(id), "seed \(seed)")
        #expect(ListEngine(rows).row(id) == fresh.row(id), "seed \(seed)")
      }
      let all = list.select(.replace(random.pick([[], list.allIDs.suffix(1)])))
      #expect(all.count <= 1)
      let picked = list.select(.all(.everything))
      #expect(
        Set(list.selectedRows().map(\.id)) == Set(fresh.allIDs) && picked.count == model.rows.count)
      #expect(picked.added == fresh.allIDs.filter { Set(picked.added).contains($0) })
    }
  }

  private func query(_ random: inout SeededRandom) -> ListQuery {
    var query = ListQuery()
    if random.chance(0.5) { query.sort = [SortKey(random.pick(["kind", "n", "name"]))] }
    if random.chance(0.3) { query.sections = SectionRule(by: "kind") }
    if random.chance(0.3) {
      query.search = random.pick(["b", "a1"])
      query.match = random.pick([.fuzzy, .words])
    }
    if random.chance(0.2) { query.filters = "n:1" }
    return query
  }
}
