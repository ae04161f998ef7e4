import ShortlistCore
import ShortlistTestSupport
import Testing

@Suite("The notation of changesets")
struct ChangesetNotationTests {
  private typealias Changes = Changeset<RowID>

  @Test("every kind of change")
  func kinds() throws {
    let changes = Changes(
      sections: [
        .delete(from: 1, name: "games"),
        .insert(to: 0, name: "", ids: [.integer(7), .text("x y"), .number(0.5)]),
        .insert(to: 2, name: "2024-01_a.b", ids: []),
        .move(from: 3, to: 1, name: "old \"toys\"\n"),
      ],
      rows: [
        .delete(.integer(-17), from: .init(section: 0, row: 3)),
        .insert(.text("18"), to: .init(section: 1, row: 0)),
        .move(
          .number(0.1 + 0.2), from: .init(section: 0, row: 1), to: .init(section: 2, row: 4),
          updated: false),
        .move(
          .number(1e300), from: .init(section: 0, row: 2), to: .init(section: 0, row: 0),
          updated: true),
        .update(.integer(.max), from: .init(section: 5, row: 12)),
      ])
    let notation = #"""
      -#1(games) +#0("": 7 "x y" 0.5) +#2(2024-01_a.b:) #3>#1("old \"toys\"\n") \#
      -0:3(-17) +1:0("18") 0:1>2:4(0.30000000000000004) *0:2>0:0(1e+300) \#
      *5:12(9223372036854775807)
      """#
    #expect(changes.description == notation)
    #expect("\(changes)" == changes.notation)
    #expect(try Changes(notation: notation) == changes)
  }

  @Test("white space of any kind stands between changes")
  func whiteSpace() throws {
    let changes = try Changes(
      notation: "\n +#0(a:7  8\n 9 )\t-0:1(2)\u{3000}")
    #expect(changes.notation == "+#0(a: 7 8 9) -0:1(2)")
    #expect(try Changes(notation: " \n").isEmpty)
    #expect(Changes().description.isEmpty)
  }

  @Test("what is not shown is written as an escape, and reads back")
  func escapes() throws {
    let text = "\u{0}\u{1b}[31m\u{202e}\u{2028}\u{301}é\\\"\t\r"
    let changes = Changes(rows: [.insert(.text(text), to: .init(section: 0, row: 0))])
    #expect(
      changes.notation == #"+0:0("\u{0}\u{1b}[31m\u{202e}\u{2028}"# + "\u{301}é" + #"\\\"\t\r")"#)
    let back = try Changes(notation: changes.notation)
    guard case .insert(.text(let found), _) = back.rows[0] else {
      Issue.record("no text: \(back)")
      return
    }
    #expect(Array(found.utf8) == Array(text.utf8))
  }

  @Test("random changesets read back", arguments: 1...200)
  func roundTrip(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let before = SampleChanges.state(&random, names: 6, rows: 14)
    let after = SampleChanges.state(&random, names: 6, rows: 14)
    let changes = SampleChanges.changes(from: before, to: after)
    #expect(try Changes(notation: changes.notation) == changes)
    #expect(try Changes(notation: changes.notation).notation == changes.notation)
  }

  @Test(
    "a mistake is found where it is",
    arguments: [
      ("x", 0, "a change", "x"),
      ("-0:1(2)+0:1(2)", 7, "white space", "+0:1(2)"),
      ("é", 0, "a change", "é"),
      (#"+0:0("é") x"#, 11, "a change", "x"),
      ("-", 1, "a position", ""),
      ("-x:1(2)", 1, "a position", "x:1(2)"),
      ("-99999999999999999999:1(2)", 1, "a position", "99999999999999999999:1(2)"),
      ("-0(2)", 2, "a colon and the position of a row", "(2)"),
      ("-0:1", 4, "an id in parentheses", ""),
      ("-0:1(", 5, "a number or a quoted text", ""),
      ("-0:1(x)", 5, "a number or a quoted text", "x)"),
      ("-0:1(007)", 5, "a number or a quoted text", "007)"),
      ("-0:1(7", 6, "a closing parenthesis", ""),
      (#"-0:1("x)"#, 8, "a closing quote", ""),
      (#"-0:1("\x")"#, 6, #"\", \\, \n, \r, \t or \u{…}"#, #"\x")"#),
      (#"-0:1("\u{110000}")"#, 6, #"\", \\, \n, \r, \t or \u{…}"#, #"\u{110000}")"#),
      (#"-0:1("\u{41")"#, 6, #"\", \\, \n, \r, \t or \u{…}"#, #"\u{41")"#),
      (#"-0:1("\"#, 6, #"\", \\, \n, \r, \t or \u{…}"#, #"\"#),
      ("0:1(7)", 3, "the place that it moves to", "(7)"),
      ("0:1>0(7)", 5, "a colon and the position of a row", "(7)"),
      ("-#1", 3, "a name in parentheses", ""),
      ("-#1()", 4, "a name", ")"),
      ("-#1(a b)", 5, "a closing parenthesis", "white space"),
      ("#1(a)", 2, "the position that it moves to", "(a)"),
      ("#1>2(a)", 3, "# and a position", "2(a)"),
      ("+#1", 3, "a name and ids in parentheses", ""),
      ("+#1(a)", 5, "a colon", ")"),
      ("+#1(a: 7", 8, "a closing parenthesis", ""),
      (#"+#1(a: 7"x")"#, 8, "white space", #""x")"#),
    ])
  func mistakes(notation: String, offset: Int, expected: String, found: String) {
    let error = NotationError(offset: offset, expected: expected, found: found)
    #expect(throws: error) { try Changes(notation: notation) }
  }

  @Test("an error says where it is, what was expected and what is there")
  func errorText() {
    let error = NotationError(offset: 3, expected: "a name", found: "")
    #expect(error.description == "a name expected at byte 3 of the changes, not the end")
  }
}
