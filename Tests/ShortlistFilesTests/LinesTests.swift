import ShortlistCore
import ShortlistFiles
import Testing

@Suite struct LinesTests {
  @Test(arguments: [
    ("one\n\ntwo\n", ["one", "", "two"]),
    ("one\r\n\r\ntwo\r\n", ["one", "", "two"]),
    ("a\rb\nc\r", ["a\rb", "c"]),
    ("a\r\r\n", ["a\r"]),
    ("\n", [""]),
    ("\r", [""]),
    ("\u{FEFF}a", ["a"]),
    ("a\u{FEFF}", ["a\u{FEFF}"]),
    ("\"a,\n1\u{0}2\n", ["\"a,", "1\u{0}2"]),
    ("zażółć\n🐢", ["zażółć", "🐢"]),
    ("", []),
  ])
  func lines(_ text: String, _ expected: [String]) {
    let read = outcome(of: text, as: .lines)
    #expect(read.error == nil)
    #expect(read.recorder.names == ["line"])
    #expect(read.texts == expected.map { [$0] })
    #expect(read.recorder.rows.map(\.line) == Array(1...expected.count + 1).dropLast())
    #expect(read.recorder.kinds.allSatisfy { $0 == [.text] })
    #expect(isSameInAnyBlocks(Array(text.utf8), as: .lines))
  }
}
