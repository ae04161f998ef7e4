import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("Tables of values")
struct TableOfValuesTests {
  private let schema = ListSchema(ModelList.schema)

  private func table(_ rows: [[CellValue]]) throws -> RowTable {
    try RowTable(path: "rows", schema: schema, id: "id", count: rows.count) { rows[$0] }
  }

  @Test("hold the same as those of cells", arguments: [0, 1, 30, 70_000])
  func same(count: Int) throws {
    var random = SeededRandom(seed: count)
    let model = ModelList(count: count, &random)
    var query = ListQuery()
    query.sort = [SortKey("kind"), SortKey("day"), SortKey("price", .descending)]
    query.filters = "-n:2"
    let lists = try [model.table(), table(model.rows.map(\.values))].map {
      try ListEngine($0, query: query)
    }
    #expect(lists[0].ids() == lists[1].ids())
    #expect(lists[0].allIDs == lists[1].allIDs)
    let rows = try lists.map { try $0.rows(length: .max).rows }
    #expect(rows[0] == rows[1])
  }

  @Test("texts that hardly repeat, and such that do")
  func texts() throws {
    let schema = ListSchema([
      .init(name: "id", type: .text), .init(name: "a", type: .text), .init(name: "b", type: .text),
    ])
    let table = try RowTable(path: "rows", schema: schema, id: "id", count: 140_000) { index in
      [.text("É\(index)"), index % 3 == 0 ? .null : .text("Text \(index)"), .text("\(index % 7)")]
    }
    var list = ListEngine(table)
    #expect(list.row(.text("É99999")) == [.text("É99999"), .null, .text("4")])
    #expect(list.row(.text("É139999")) == [.text("É139999"), .text("Text 139999"), .text("6")])
    try list.update { $0.search = "é139 6" }
    #expect(list.total == (0..<140_000).count { $0 % 7 == 6 && "\($0)".hasPrefix("139") })
  }

  @Test("a value that does not fit and an id that is not its own have their line")
  func errors() throws {
    var random = SeededRandom(seed: 1)
    var rows = ModelList(count: 4, &random).rows.map(\.values)
    rows[2][0] = .integer(0)
    #expect(throws: SourceError(path: "rows", line: 3, reason: "the id 0 occurs twice")) {
      try table(rows)
    }
    rows[1][2] = .text("two")
    let misfit = SourceError(
      path: "rows", line: 2, column: 3, reason: "two is not of type integer")
    #expect(throws: misfit) { try table(rows) }
    rows[0][0] = .null
    let reason = "a row has no value in id, which identifies the rows"
    #expect(throws: SourceError(path: "rows", line: 1, reason: reason)) {
      try table(rows)
    }
  }
}
