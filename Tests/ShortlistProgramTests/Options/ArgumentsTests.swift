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
}
