import Shortlist
import ShortlistTerminal
import Testing

@Suite struct PlainTests {
  @Test(
    arguments: [
      ("", .accept), ("  ", .accept), ("q", .cancel), ("?", .help), ("n", .nextRows),
      ("p", .previousRows), ("3", .toggle([2..<3])),
      (" 1 3-5, 7 ", .toggle([0..<1, 2..<5, 6..<7])),
      ("0", .search("0")), ("5-3", .search("5-3")), ("x-ray", .search("x-ray")),
      ("1 a", .search("1 a")), ("/", .search("")), ("/12", .search("12")), ("/q", .search("q")),
      ("99999999999999999999", .search("99999999999999999999")), ("-1", .search("-1")),
      ("size:10..20", .search("size:10..20")),
    ] as [(String, PlainCommand)]) func commands(line: String, command: PlainCommand)
  {
    #expect(PlainCommand(line) == command)
  }

  @Test func rows() async throws {
    var query = Query()
    query.sections = SectionRule(by: "kind")
    let list = try await LiveList.open(Rows.tools, query: query)
    _ = try await list.select(.select([.integer(4)]))
    let text = PlainText(ScreenState.Settings())
    let page = await list.page(1..<8)
    let printed = text.rows(page, schema: await list.schema) + text.summary(page)
    try expectGolden(printed, "plain")
  }
}
