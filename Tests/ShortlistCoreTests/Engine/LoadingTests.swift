import ShortlistCore
import ShortlistTestSupport
import Testing

@Suite("A list while its rows are being read")
struct LoadingTests {
  private static let cells = ["", "1", "12", "0.5", "ab", "a/b", "a/c", "Bä", "true", "b a"]

  @Test("finds in each table that it adopts what a list of that table finds", arguments: 1...40)
  func searches(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var builder = TableBuilder(path: "rows")
    let columns = ["a", "b"].map { builder.column(named: $0) }
    // Some columns look like numbers at first, and turn out to be texts later.
    let kinds = columns.map { _ in random.chance(0.5) ? Self.cells.count : 4 }
    var list = ListEngine(builder.provisional())
    func check(_ table: RowTable, _ random: inout SeededRandom) throws {
      list.adopt(table)
      for _ in 0..<3 {
        var query = ListQuery()
        query.search = random.pick(["a", "ab", "b", "1", "12", "a b", "abc", ""])
        query.match = random.pick(MatchKind.allCases)
        if random.chance(0.3) { query.attributes = ["b"] }
        _ = try list.setQuery(query)
        let fresh = try ListEngine(table, query: query)
        #expect(list.visibleIDs == fresh.visibleIDs, "\(query.search), seed \(seed)")
        #expect(list.total == fresh.total, "\(query.search), seed \(seed)")
      }
    }
    for _ in 0..<8 {
      for _ in 0..<random.next(below: 90) {
        builder.beginRow(line: builder.rowCount + 1)
        for (column, kinds) in zip(columns, kinds) {
          // Most cells of a column that is to be one of numbers are numbers for a while.
          let kind = builder.rowCount < 200 ? random.next(below: kinds) : random.next(below: 10)
          builder.append(.plain, Array(Self.cells[kind].utf8).span, column: column)
        }
        builder.endRow()
      }
      try check(builder.provisional(), &random)
    }
    try check(try builder.finish(), &random)
  }

  @Test("is made ready for fuzzy searches part by part, which changes nothing")
  func preparing() throws {
    let rows = (0..<70_000).map { ["\($0)", "a/\($0 % 97)/b\($0)"] }
    var list = ListEngine(try .plain(["id", "name"], rows))
    var parts = 1
    while list.prepareSearch(parts - 1) { parts += 1 }
    #expect(parts == 2 * (1 + 8))
    #expect(list.revision == 1)
    var query = ListQuery()
    query.search = "a96b"
    query.match = .fuzzy
    _ = try list.setQuery(query)
    let matching = rows.filter { row in
      var rest = "a96b"[...]
      for letter in row[1] where letter == rest.first { rest.removeFirst() }
      return rest.isEmpty
    }
    #expect(list.total == matching.count)
  }
}
