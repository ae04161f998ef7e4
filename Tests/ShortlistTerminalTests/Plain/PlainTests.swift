import Shortlist
import ShortlistTerminal
import Testing

@Suite struct PlainTests {
  @Test(
    arguments: [
      ("", .accept), ("  ", .accept), ("q", .cancel), ("?", .help), ("n", .nextRows),
      ("p", .previousRows), ("l", .sameRows), ("3", .toggle([2..<3])),
      (" 1 3-5, 7 ", .toggle([0..<1, 2..<5, 6..<7])),
      ("0", .search("0")), ("5-3", .search("5-3")), ("x-ray", .search("x-ray")),
      ("1 a", .search("1 a")), ("/", .search("")), ("/12", .search("12")), ("/q", .search("q")),
      ("99999999999999999999", .search("99999999999999999999")), ("-1", .search("-1")),
      ("size:10..20", .search("size:10..20")),
    ] as [(String, PlainCommand)]) func commands(line: String, command: PlainCommand)
  {
    #expect(PlainCommand(line) == command)
  }

  @Test func commandsOfSomeListsOnly() {
    #expect(PlainCommand("+ new one ", creates: true) == .create(" new one"))
    #expect(PlainCommand("+new") == .search("+new"))
    let marks: [(String, PlainCommand)] = [
      ("u", .select(.undo)), ("y", .select(.redo)), ("m", .picked),
    ]
    for (line, command) in marks {
      #expect(PlainCommand(line) == command)
      #expect(PlainCommand(line, marks: false) == .search(line))
    }
    #expect(PlainCommand("r", follows: true) == .newestRows)
    #expect(PlainCommand("r") == .search("r"))
  }

  @Test func rows() async throws {
    var query = ListQuery()
    query.sections = SectionRule(by: "kind")
    let list = try await LiveList.open(Rows.tools, query: query)
    _ = try await list.select(.select([.integer(4)]))
    let text = PlainText(PickOptions())
    var page = try await list.snapshot(SnapshotRequest(1..<8))
    let printed = text.rows(page) + text.summary(page)
    try expectGolden(printed, "plain")
    let rows = try await list.selectedRows()
    let schema = await list.schema
    #expect(text.picked(rows, schema: schema) == "*  ls, file, 138, list folders\n1 picked.\n")
    #expect(text.picked([], schema: schema) == "No row is picked.\n")
    #expect(
      text.change(of: [(3, rows[0].values, true)], schema: schema)
        == "Marked: 4, ls, file, 138, list folders. ")
    #expect(
      text.change(of: [(3, rows[0].values, false)], schema: schema).hasPrefix("Not marked: 4, "))
    #expect(
      text.change(of: [(3, [], false), (4, [], true), (5, [], true)], schema: schema)
        == "2 of these 3 rows are marked. ")
    #expect(text.selection(of: page) == "1 picked.\n")
    #expect(text.withoutEffect(["f2", "\u{1B}x"]).contains("for f2, ␛x: there are no keys"))
    page.creatable = CreatableRow(text: "a\u{7}", similar: "A\u{7}")
    page.selectedSections = try await list.selectedSections().sections
    page.selected += 1
    #expect(
      text.summary(page)
        == "Rows 2 to 8 of 9. 2 picked, 1 not shown. +a␇ makes a new row, similar to A␇.\n")
  }
}
