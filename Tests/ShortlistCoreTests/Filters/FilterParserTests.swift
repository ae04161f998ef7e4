import ShortlistTestSupport
import ShortlistCore
import Testing

@Suite("Filter text")
struct FilterParserTests {
  private let schema = ListSchema([
    .init(name: "n", type: .integer), .init(name: "x", type: .number),
    .init(name: "name", type: .text), .init(name: "ok", type: .boolean),
    .init(name: "day", type: .date), .init(name: "tags", type: .list),
    .init(name: "é b", type: .integer),
  ])

  @Test(
    "what texts mean",
    arguments: [
      ("n:1", "\"n\":1"),
      ("n:1 x:2.5", "(\"n\":1 AND \"x\":2.5)"),
      ("n:1 AND x:2 OR ok:true", "((\"n\":1 AND \"x\":2) OR \"ok\":true)"),
      ("n:1 (x:2 OR ok:true)", "(\"n\":1 AND (\"x\":2 OR \"ok\":true))"),
      ("-n:1", "NOT \"n\":1"),
      ("NOT NOT n:1", "NOT NOT \"n\":1"),
      ("- (n:1)", "NOT \"n\":1"),
      ("n:1..5", "\"n\":1..5"),
      ("n:..5", "\"n\":..5"),
      ("x:-1.5..", "\"x\":-1.5.."),
      ("n:\"1\"..\"5\"", "\"n\":1..5"),
      ("n:>=3", "\"n\":>=3"),
      ("n:!=\"3\"", "\"n\":!=3"),
      ("name:null", "\"name\":null"),
      ("name:\"null\"", "\"name\":\"null\""),
      ("name:*", "\"name\":*"),
      ("name:a..b-c", "error"),
      ("name:\"a \\\"b\\\\\"", "\"name\":\"a \\\"b\\\\\""),
      ("day:2024-01-01..", "\"day\":\"2024-01-01\".."),
      ("day:>\"2024-01-01T10:00:00Z\"", "\"day\":>\"2024-01-01T10:00:00Z\""),
      ("\"é b\":3", "\"é b\":3"),
      ("name:AND", "\"name\":\"AND\""),
      ("   ", "nothing"),
      ("", "nothing"),
    ])
  func meaning(text: String, printed: String) {
    do {
      let filter = try Filter(parsing: text, schema: schema)
      #expect(filter?.description ?? "nothing" == printed)
      if let filter {
        #expect(try Filter(parsing: filter.description, schema: schema) == filter)
      }
    } catch {
      #expect(printed == "error", "\(error)")
    }
  }

  @Test(
    "the offset of a mistake, in bytes",
    arguments: [
      ("nope:1", 0), ("n:1 foo", 4), ("n:1 é:1", 4), ("n:x", 2), ("n:1..x", 5), ("n:5..1", 2),
      ("name:>3", 5), ("name:a..b", 5), ("ok:maybe", 3), ("day:2024-13-01", 4), ("n:", 2),
      ("n:>", 3), ("n:..", 2), ("(n:1", 4), ("n:1)", 3), ("n:1 AND", 7), ("NOT", 3),
      ("OR n:1", 0), ("AND:1", 0), ("\"n", 0), ("name:\"a", 5), ("name:\"a\\b\"", 7),
      ("name:é n:x", 10), ("name:\"é\"x", 9), ("n:1:2", 3), ("n: 1", 2), ("n:\"1\".2", 5),
    ])
  func offset(text: String, offset: Int) {
    let error = #expect(throws: FilterError.self) { try Filter(parsing: text, schema: schema) }
    #expect(error?.offset == offset, "\(text): \(error.map { "\($0)" } ?? "none")")
    #expect(error?.expected.isEmpty == false)
  }

  @Test("no depth of nesting exhausts the stack")
  func depth() {
    for opening in ["(", "NOT ", "-"] {
      let text = String(repeating: opening, count: 100_000) + "n:1"
      #expect(throws: FilterError.self) { try Filter(parsing: text, schema: schema) }
    }
  }

  @Test("levels of nesting and terms are good up to a number, and the place of the next is told")
  func limits() throws {
    let deepest = String(repeating: "(", count: 98) + "-n:1" + String(repeating: ")", count: 98)
    _ = try Filter(parsing: deepest, schema: schema)
    for opening in ["(", "-"] {
      let text = String(repeating: opening, count: 100) + "n:1"
      let error = #expect(throws: FilterError.self) { try Filter(parsing: text, schema: schema) }
      #expect(error?.offset == 100 && error?.expected.contains("100 levels") == true)
    }
    let terms = Array(repeating: "n:1", count: 5000).joined(separator: " ")
    _ = try Filter(parsing: terms, schema: schema)
    let error = #expect(throws: FilterError.self) {
      try Filter(parsing: terms + " n:1", schema: schema)
    }
    #expect(error?.offset == 20_000 && error?.expected.contains("5000 terms") == true)
  }

  @Test("printing and parsing random filters is a fixed point", arguments: 1...200)
  func fixedPoint(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    func term() -> Filter {
      let value = CellValue.integer(Int.random(in: -9...9, using: &random))
      return random.pick([
        .equals("name", .text(random.pick(["a", "a b", "\"", "\\", "é", "", "null", "*", ">3"]))),
        .compares("n", random.pick(Filter.Comparison.allCases), value),
        .inRange("x", .number(-1.5), random.pick([nil, .number(2.25)])),
        .isNull("tags"), .isNotNull("é b"), .equals("ok", .boolean(true)),
        .inRange("n", nil, value), .contains("name", random.pick(["a", "a b", "\"", "~:"])),
      ])
    }
    func filter(_ depth: Int) -> Filter {
      if depth == 0 || random.chance(0.3) { return term() }
      let parts = (0..<Int.random(in: 2...3, using: &random)).map { _ in filter(depth - 1) }
      return random.pick([.all(parts), .any(parts), .not(parts[0])])
    }
    let made = filter(4)
    let parsed = try #require(try Filter(parsing: made.description, schema: schema))
    #expect(parsed.description == made.description, "seed \(seed)")
  }

  @Test(
    "a search line: words and terms",
    arguments: [
      ("price:10 mü", "price:10 mü", ""),
      ("n:1..3 mü -name:bob a", "mü a", "n:1..3 -name:bob"),
      ("name:\"a b\" c", "c", "name:\"a b\""),
      ("12:30 \"n:1\"", "12:30 n:1", ""),
      ("\"é b\":3", "", "\"é b\":3"),
      ("n: x", "x", ""),
    ])
  func searchLine(line: String, search: String, filters: String) {
    let parsed = SearchLine(line, schema: schema)
    #expect(parsed.search == search)
    #expect(parsed.filters == filters)
    #expect((parsed.problem != nil) == line.contains("n: "))
  }

  @Test("the place of a mistake in a search line")
  func searchLineProblem() {
    #expect(SearchLine("é n:1..x", schema: schema).problem?.offset == 8)
  }
}
