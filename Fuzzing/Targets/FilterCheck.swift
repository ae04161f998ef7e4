@testable import ShortlistCore

/// Filter text means the same when it was printed and read again, and finds the rows that a slow
/// look at each of them finds.
enum FilterCheck {
  static let schema = ListSchema([
    .init(name: "n", type: .integer), .init(name: "x", type: .number),
    .init(name: "b", type: .boolean), .init(name: "d", type: .date),
    .init(name: "t", type: .text), .init(name: "l", type: .list), .init(name: "a b", type: .text),
  ])

  private static let engine: ListEngine = {
    let texts = ["", "a", "Ab", "ä", "null", "*", "1..2", "a\"b\\c", "x y"]
    let table = try? RowTable(path: "x", schema: schema, id: "n", count: 40) { row in
      let number = row % 3 == 0 ? CellValue.null : .number(Double(row) / 4 - 2)
      let date = Timestamp("2024-02-\(10 + row % 20)").map(CellValue.date) ?? .null
      let texts = [texts[row % texts.count], texts[row % 5]]
      return [
        .integer(row - 5), number, row % 4 == 0 ? .null : .boolean(row % 4 == 1),
        row % 5 == 0 ? .null : date, row % 7 == 0 ? .null : .text(texts[0]),
        row % 6 == 0 ? .null : .list(texts), .text(texts[1]),
      ]
    }
    guard let table else { preconditionFailure("the table is right") }
    return ListEngine(table)
  }()

  static func run(_ input: inout Input) throws {
    let text = input.text()
    let filter: Filter?
    do { filter = try Filter(parsing: text, schema: schema) } catch {
      try require((0...text.utf8.count).contains(error.offset), "\(error) is not in the text")
      return
    }
    guard let filter else { return }
    let checked = try filter.checked(against: schema)
    do {
      let again = try Filter(parsing: filter.description, schema: schema)
      try requireSame(
        try again?.checked(against: schema), checked, "printed as \(filter) and read again")
    } catch let error as FilterError where error.expected.contains("levels of nesting") {
      // Printed, a combination has parentheses of its own.
    }
    let table = engine.table
    let expected = (0..<UInt32(table.count)).filter { checked.holds(for: $0, in: table) }
    var engine = engine
    var query = ListQuery()
    query.filters = text
    _ = try engine.setQuery(query)
    try requireSame(
      engine.ids().ids, expected.compactMap { engine.id(ofRow: Int($0) + 1) }, "rows")
  }
}

/// Groups of filters are the same when they were written into an address and read again.
enum URLCheck {
  static func run(_ input: inout Input) throws {
    let text = input.text()
    let groups: FilterGroups
    do { groups = try FilterGroups(urlQuery: text) } catch {
      try require((0...text.utf8.count).contains(error.offset), "\(error) is not in the text")
      return
    }
    let again = try FilterGroups(urlQuery: groups.urlQuery)
    try requireSame(again.urlQuery, groups.urlQuery, "written, read and written again")
    // What is no number is not the same as itself.
    if !text.contains("nan") { try requireSame(again, groups, "written and read again") }
    // Types fit or not; whatever they are, a mistake is told.
    for group in groups.groups {
      for filter in group.filters { _ = try? filter.checked(against: FilterCheck.schema) }
    }
  }
}
