import Testing

@testable import ShortlistCore

@Suite("Values in a column that had none")
struct FirstValuesTests {
  private static let schema =
    [ListSchema.Entry(name: "id", type: .integer)]
    + [AttributeType.text, .integer, .number, .boolean, .date, .list].map {
      ListSchema.Entry(name: "\($0)", type: $0)
    }

  private static let values: [CellValue] = [
    .text("Abc"), .integer(1), .number(1.5), .boolean(true),
    Timestamp("2024-01-01").map(CellValue.date) ?? .null, .list(["a", "b"]),
  ]

  private static func list(_ rows: [[CellValue]]) throws -> ListEngine {
    var list = ListEngine(
      try TableBuilder(path: "t", options: TableOptions(schema: schema)).finish())
    _ = try list.apply(
      rows.map { row in
        .insert(RowValues(zip(schema, row).map { .init($0.name, $1) }))
      })
    return list
  }

  private static let searches: [ListQuery] = MatchKind.allCases.flatMap { match in
    ["a", "b c", "2024"].map { search in
      var query = ListQuery()
      query.match = match
      query.search = search
      return query
    }
  }

  /// A column whose first rows get values keeps all its rows, also those after them.
  @Test("are found, counted and sorted like those that were there from the start", arguments: 1...6)
  func firstValues(count: Int) throws {
    for written in 0..<count {
      var rows = (0..<count).map { [.integer($0)] + Self.values.map { _ in CellValue.null } }
      var list = try Self.list(rows)
      for row in [written, (written * 7 + 3) % count] {
        rows[row] = [.integer(row)] + Self.values
        _ = try list.apply([
          .update(RowValues(zip(Self.schema, rows[row]).map { .init($0.name, $1) }))
        ])
        try expectSame(list, try Self.list(rows), "row \(row) of \(count)")
      }
      list.compact()
      try expectSame(list, try Self.list(rows), "compacted, row \(written) of \(count)")
    }
  }

  private func expectSame(
    _ list: ListEngine, _ fresh: ListEngine, _ place: Comment
  ) throws {
    var (list, fresh) = (list, fresh)
    for (index, var query) in Self.searches.enumerated() {
      let entry = Self.schema[index % Self.schema.count]
      query.sort = [SortKey(entry.name, .descending)]
      query.sections = entry.name == "text" ? SectionRule(by: "text") : nil
      _ = try list.setQuery(query)
      _ = try fresh.setQuery(query)
      #expect(StrictTableView(list) == StrictTableView(fresh), place)
    }
    var measures = MeasureRequest()
    measures.facets = Self.schema.map { FacetRequest($0.name) }
    #expect(try list.measure(measures).facets == fresh.measure(measures).facets, place)
  }
}
