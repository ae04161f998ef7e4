import ShortlistProgram
import Testing

@Suite struct ArgumentsTests {
  @Test(
    arguments: [
      (["filter", "a.csv", "--search", "żółw"], nil), ([], nil),
      (["filter", "a.csv", "--search", "a\\"], "--search: a\u{FFFD} is not valid UTF-8"),
      (["filter", "a.csv", "-s", "\\"], "-s: \u{FFFD} is not valid UTF-8"),
      (["filter", "a.csv", "--where=t:\\"], "--where: t:\u{FFFD} is not valid UTF-8"),
      (["filter", "\\.csv"], "argument 2: \u{FFFD}.csv is not valid UTF-8"),
      (["filter", "-", "\\"], "argument 3: \u{FFFD} is not valid UTF-8"),
      (["\\"], "argument 1: \u{FFFD} is not valid UTF-8"),
    ] as [([String], String?)])
  func argumentsAreText(_ arguments: [String], _ problem: String?) {
    // A backslash stands for a byte that no text has.
    let bytes = arguments.map { $0.utf8.map { $0 == UInt8(ascii: "\\") ? 0xFF : $0 } }
    #expect(Arguments.problem(in: bytes) == problem)
  }

  @Test(
    "words of a configuration",
    arguments: [
      ("", []), ("  \n ", []), ("a  b\tc\nd", ["a", "b", "c", "d"]),
      ("--prompt 'a b' \"c 'd'\" e\\ f", ["--prompt", "a b", "c 'd'", "e f"]),
      ("''", [""]), ("a''b", ["ab"]), ("'a\\'", ["a\\"]), ("# no\n  # no\na#b", ["a#b"]),
      ("'open", ["open"]),
    ])
  func words(_ text: String, _ words: [String]) {
    #expect(Arguments.words(of: text) == words)
  }

  @Test("defaults come before what is given, and are those of pick")
  func defaults() {
    func added(_ given: String...) -> [String] {
      Arguments.adding(["-m", "--min 1"], to: given, commands: ["filter", "--help"])
    }
    #expect(added("a.csv") == ["pick", "-m", "--min", "1", "a.csv"])
    #expect(added("pick", "a.csv") == ["pick", "-m", "--min", "1", "a.csv"])
    #expect(added() == ["pick", "-m", "--min", "1"])
    #expect(added("filter", "a.csv") == ["filter", "a.csv"])
    #expect(added("--help") == ["--help"])
    #expect(Arguments.adding(["", " "], to: ["a"], commands: []) == ["a"])
  }
}
