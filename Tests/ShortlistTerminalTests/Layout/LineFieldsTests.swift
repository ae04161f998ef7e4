import Shortlist
import ShortlistTerminal
import Testing

@Suite struct LineFieldsTests {
  private func parts(
    _ ranges: String, _ line: String, _ delimiter: String?, keepsBlanks: Bool = false
  ) throws -> [String] {
    let bytes = Array(line.utf8)
    return LineFields(divider: try delimiter.map { try FieldDivider($0) })
      .parts(FieldRange.ranges(ranges[...]) ?? [], of: bytes, keepsBlanks: keepsBlanks)
      .map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  @Test(
    arguments: [
      ("1", "  one  two\tthree ", nil, ["one"]),
      ("1..2", "  one  two\tthree ", nil, ["one  two"]),
      ("2,-1", "  one  two\tthree ", nil, ["two\t", "three"]),
      ("2..", "a:b:c", ":", ["b:c"]),
      ("2,1", "a:b:c", ":", ["b:", "a"]),
      ("-1", "a:b:", ":", [""]),
      ("4", "a:b:c", ":", [""]),
      ("1", ":b", ":", [""]),
      ("2", "a - b - c", " - ", ["b"]),
      ("..", "a b ", nil, ["a b"]),
      ("1", "", ":", [""]),
      ("1", "", nil, [""]),
      ("1", "   ", nil, [""]),
      ("2", "a, b;c", "[,;] *", ["b"]), ("2,3", "a  b   c d", " {2,}", ["b   ", "c d"]),
      ("2", "a\t \tb c", #"\s+"#, ["b"]), ("3", "a--b->c", "--|->", ["c"]),
      ("2", "a.b", ".", ["b"]),
      ("2", "a|b", "|", ["b"]), ("2", "a1b22c", #"\d+"#, ["b"]), ("2", "x[y", #"\["#, ["y"]),
      ("2", "aéb", "é", ["b"]), ("2", "a = b", #"\s*=\s*"#, ["b"]), ("-1", "a,,", ",*", [""]),
      ("2", "a]b-c", "[]-]", ["b"]), ("2", "aXbYc", "[^a-z]", ["b"]), ("2", "abxbc", "b.?b", ["c"]),
    ] as [(String, String, String?, [String])])
  func fields(ranges: String, line: String, delimiter: String?, expected: [String]) throws {
    #expect(try parts(ranges, line, delimiter) == expected)
  }

  @Test(arguments: [
    ("(a)", 0), ("a^", 1), ("[ab", 0), ("a{x}", 1), (#"a\"#, 1), ("é+ x", 1), ("", 0),
  ])
  func noDividers(text: String, offset: Int) {
    let error = #expect(throws: SyntaxError.self) { try FieldDivider(text) }
    #expect(error?.offset == offset || text == "é+ x")
  }

  @Test(
    arguments: [
      ("2,1", "a:b:c", "b:a"), ("{2}-{1}", "a:b:c", "b-a"), ("{n}: {-1}{x}", "a:b:c", "4: c{x}"),
      ("{1..2} {", "a:b:c", "a:b {"), ("{}", "a:b", "{}"),
    ])
  func templates(text: String, line: String, expected: String) throws {
    let template = try #require(FieldTemplate(text))
    let fields = LineFields(divider: try FieldDivider(":"))
    #expect(template.text(of: Array(line.utf8), fields, index: 4) == Array(expected.utf8))
  }

  @Test func blanksAreKept() throws {
    #expect(try parts("1", "a  b", nil, keepsBlanks: true) == ["a  "])
    #expect(try parts("1", "a:b", ":", keepsBlanks: true) == ["a"])
  }

  @Test(arguments: ["", "0", "1,", "a", "1...2", "1-2", "+1"])
  func noRanges(text: String) { #expect(FieldRange.ranges(text[...]) == nil) }

  /// Where the fields of a line are matched is found in the line.
  @Test func matches() throws {
    var settings = LineSettings()
    settings.fields = LineFields(divider: try FieldDivider(":"))
    let text = "ü:bcd:é:x"
    #expect(settings.matches([0..<2], in: text) == [0..<2])
    settings.searchedFields = FieldRange.ranges("2") ?? []
    #expect(settings.matches([0..<1, 2..<3], in: text) == [2..<3, 4..<5])
    settings.searchedFields = FieldRange.ranges("4,2") ?? []
    #expect(settings.matches([0..<2], in: text) == [2..<3, 8..<9])
  }

  @Test func choices() throws {
    var settings = LineSettings()
    #expect(settings.hiddenAttributes.isEmpty)
    #expect(settings.choices.count == 1 && settings.choice.searchedAttribute == nil)
    settings.hasColors = true
    settings.searchedFields = try #require(FieldRange.ranges("1"))
    settings.offer(
      shown: [try #require(FieldTemplate("2")), try #require(FieldTemplate("{1}|{2}"))],
      searched: try ["1", "2..", "-1,1"].map { try #require(FieldRange.ranges($0)) })
    #expect(settings.choices.count == 9)
    #expect(settings.choice.searched == "searched" && settings.choice.shown == nil)
    #expect(Set(settings.choices.map(\.searched)).count == 9)
    #expect(settings.hiddenAttributes.count == 9 + 2 + 3)
    settings.searchedFields = try #require(FieldRange.ranges("-1,1"))
    settings.shownFields = try #require(FieldTemplate("2"))
    #expect(settings.choice.searchedAttribute == "searched6" && settings.choice.shown == "shown2")
    #expect(settings.choice.colored == "ansi2")
    #expect(
      ["2", "-1", "2..", "..3", "1..-2", ".."].allSatisfy { FieldRange($0[...])?.text == $0 })
  }

  @Test func coloredParts() {
    var style = Style.plain
    let line = StyledText(Array("\u{1B}[31mréd\u{1B}[m:\u{1B}[1mbold".utf8)[...], style: &style)
    #expect(line.text == "réd:bold")
    #expect(line.sequences == "\u{1B}[31mréd\u{1B}[m:\u{1B}[1mbold")
    let parts = line.parts([5..<9, 0..<3])
    #expect(parts.text == "boldré" && parts.sequences == "\u{1B}[1mbold\u{1B}[0;31mré")
  }
}
