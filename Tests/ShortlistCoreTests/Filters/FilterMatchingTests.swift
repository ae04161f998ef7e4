import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("The rows of a filter")
struct FilterMatchingTests {
  private static let filters = [
    "id:>3", "n:1..3", "n:2.5..", "n:..2", "n:=2.5", "n:<=0", "n:!=2", "n:=9", "n:null", "n:*",
    "price:0.5..1", "price:>0.25", "price:!=1", "price:null", "day:2024-01-01", "day:!=2024-01-01",
    "day:<2024-02-01", "day:null", "kind:b", "kind:É", "kind:nothing", "kind:null", "kind:*",
    "tags:x", "-tags:y", "tags:null", "NOT (kind:a OR n:>2)", "n:>0 n:<4 -price:1",
    "kind:a OR tags:x OR n:null",
  ]

  @Test("are those for which it holds, after any changes", arguments: 1...40)
  func randomRows(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var model = ModelList(count: random.pick([0, 1, 63, 64, 65, 128, 200]), &random)
    var list = ListEngine(try model.table())
    for _ in 0..<3 {
      for text in Self.filters { try check(text, list.table, "seed \(seed)") }
      _ = try list.apply(model.change(random.pick([1, 40]), &random))
    }
  }

  /// Long enough for chunks that are full, and for texts that have no codes.
  @Test("are those for which it holds, over several chunks")
  func longTable() throws {
    var random = SeededRandom(seed: 7)
    let rows = (0..<Chunk.rows + 1000).map { number in
      [
        "\(number)", random.chance(0.1) ? "" : "\(random.next(below: 100) - 50)",
        random.pick(["x", "y", "Z", ""]), random.pick(["true", "false", ""]), "name \(number)",
      ]
    }
    let table = try RowTable.plain(["id", "n", "kind", "flag", "name"], rows)
    #expect(table.schema.type(of: "flag") == .boolean)
    for text in [
      "n:-10..10", "n:null", "kind:z", "kind:null", "flag:true", "flag:false OR n:3", "-flag:null",
      "name:\"NAME 65540\"", "name:*", "NOT n:>0",
    ] {
      try check(text, table, "")
    }
  }

  private func check(_ text: String, _ table: RowTable, _ story: String) throws {
    let filter = try #require(try Filter(parsing: text, schema: table.schema))
    var rows = filter.rows(of: table, workers: .backwards)
    rows.formIntersection(table.rows)
    let expected = table.rows.slots.filter { filter.holds(for: $0, in: table) }
    #expect(rows.slots == expected, "\(text), \(story)")
  }
}

extension Workers {
  /// Workers that run the last piece first.
  static let backwards = Workers { count, piece in
    for index in (0..<count).reversed() { piece(index) }
  }
}
