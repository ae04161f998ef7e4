import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("Keys of rows")
struct RowOrderKeysTests {
  /// Cells that compare in every way: equal, alike for some bytes, at the ends of what there is.
  private static let cells: [(String, CellKind, [String])] = [
    (
      "text", .text,
      [
        "", "a", "A", "a\u{0}", "ä", "b", "same for more than sixteen bytes",
        "same for more than sixteen bytes, then not", "Same for more than sixteen bytes", "ÿ", "日本",
        "a9", "a10", "a010", "a123456789012345678", "ch", "h", "z", "å", "a\u{30A}",
      ]
    ),
    ("integer", .integer, ["0", "1", "-1", "\(Int.max)", "\(Int.min)", "\(Int.max - 1)"]),
    (
      "number", .number,
      ["0.0", "-0.0", "1.5", "-1.5", "1e300", "-1e300", "5e-324", "-5e-324", "2.25"]
    ),
    ("boolean", .boolean, ["false", "true"]),
    (
      "date", .plain,
      ["1969-12-31", "1970-01-01", "2024-02-29T12:00:00Z", "0001-01-01", "9999-12-31"]
    ),
    ("list", .list, ["[]", "[\"a\"]", "[\"a\",\"b\"]", "[\"B\"]", "[\"\"]", "[\"b\"]"]),
  ]

  private static func table(_ random: inout SeededRandom, rows: Int) throws -> RowTable {
    try .typed(
      (0..<rows).map { _ in
        cells.map { name, kind, texts in
          random.chance(0.2) ? (name, .null, "") : (name, kind, random.pick(texts))
        }
      })
  }

  @Test("no row has a greater key than one after it, in every order", arguments: 1...60)
  func ascending(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let table = try Self.table(&random, rows: 60)
    #expect(table.schema.entries.map(\.type.rawValue) == Self.cells.map(\.0))
    let sort = Self.cells.map(\.0).shuffled(using: &random).prefix(random.next(below: 4)).map {
      SortKey(
        $0, random.chance(0.5) ? .ascending : .descending,
        collation: random.pick([.plain, .natural, .language("sv"), .language("cs-u-kn")]))
    }
    var arrangement = ListingOrder(order: RowOrder(sort, table: table))
    if random.chance(0.5) {
      let rule = SectionRule(
        by: random.pick(Self.cells).0, order: random.pick([.ascending, .descending]))
      arrangement.sectioning = try Sectioning(rule, table: table)
    }
    if random.chance(0.5) {
      arrangement.scores = table.rows.slots.map { _ in UInt32(random.next(below: 3) * 1_000_000) }
    }
    let rows = ArrangedRows(arrangement, of: table)
    let keys = rows.keys(of: table.rows.slots)
    for a in table.rows.slots {
      #expect(keys[Int(a)] == rows.key(of: a))
      for b in table.rows.slots where rows.isBefore(a, b) {
        #expect(keys[Int(a)] <= keys[Int(b)], "\(table.row(a)) \(table.row(b)) seed \(seed)")
      }
    }
  }

  @Test("rows that differ in what has room have different keys")
  func different() throws {
    var random = SeededRandom(seed: 1)
    let table = try Self.table(&random, rows: 40)
    for sort in [[], ["integer"], ["number"], ["boolean"], ["date"], ["boolean", "integer"]] {
      let order = RowOrder(sort.map { SortKey($0) }, table: table)
      let rows = ArrangedRows(ListingOrder(order: order), of: table)
      #expect(Set(rows.keys(of: table.rows.slots)).count == 40, "\(sort)")
    }
    let order = RowOrder([SortKey("text")], table: table)
    let rows = ArrangedRows(ListingOrder(order: order), of: table)
    // The fifteen bytes that have room, and no text.
    #expect(Set(rows.keys(of: table.rows.slots)).count >= 8)
  }

  @Test("keys are found anew when sections get other labels")
  func relabelling() throws {
    var rows = (0..<40).map { ["\($0)", "s\($0 % 2)"] }
    var list = ListEngine(try .plain(["id", "name"], rows))
    try list.update {
      $0.sections = SectionRule(by: "name")
      $0.sort = [SortKey("id")]
    }
    // Each new section comes between the last one and the one after it, until there is no room.
    var name = "s0"
    for id in 40..<120 {
      name += "a"
      rows.append(["\(id)", name])
      _ = try list.apply([.insert(["id": .integer(id), "name": .text(name)])])
      _ = try list.apply([.update(["id": .integer(id - 40), "name": .text(name)])])
      rows[id - 40][1] = name
    }
    #expect((list.listing.arrangement.sectioning?.relabellings ?? 0) > 1)
    let wanted = rows.sorted { ($0[1], Int($0[0]) ?? 0) < ($1[1], Int($1[0]) ?? 0) }
    #expect(list.visibleIDs == wanted.map { .integer(Int($0[0]) ?? 0) })
  }
}
