import Testing

@testable import ShortlistFiles

@Suite struct IgnorePatternTests {
  private func pattern(_ line: String) -> IgnorePattern? {
    IgnorePattern(line: Array(line.utf8)[...])
  }

  private func matches(_ line: String, _ path: String, isDirectory: Bool = false) throws -> Bool {
    let path = Array(path.utf8)[...]
    let name = path.split(separator: Byte.slash).last ?? []
    return try #require(pattern(line)).matches(path, name: name, isDirectory: isDirectory)
  }

  @Test(arguments: [
    ("foo", ["foo", "a/foo", "a/b/foo"], ["food", "foo/a", "Foo"]),
    ("/foo", ["foo"], ["a/foo"]),
    ("a/foo", ["a/foo"], ["foo", "b/a/foo", "a/b/foo"]),
    ("*.o", ["x.o", ".o", "a/x.o"], ["x.os", "o"]),
    ("a*c", ["ac", "abc", "x/abbc"], ["ab/c", "acd"]),
    ("/a*c", ["abc"], ["ab/c"]),
    ("a?c", ["abc"], ["ac", "a/c"]),
    ("**/foo/bar", ["foo/bar", "x/foo/bar", "x/y/foo/bar"], ["foo/x/bar", "xfoo/bar"]),
    ("a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["ab", "x/a/b", "a/xb"]),
    ("a/**", ["a/x", "a/x/y"], ["a", "b/a/x"]),
    ("**/a/**/b*c", ["a/bc", "x/a/y/bxc", "a/a/b/bc"], ["a/b/xc", "bc"]),
    ("**", ["a", "a/b"], []),
    ("[ab]c", ["ac", "bc", "x/ac"], ["cc", "c"]),
    ("[!ab]c", ["cc"], ["ac", "a/c"]),
    ("[a-c-]x", ["ax", "cx", "-x"], ["dx"]),
    ("[]x]", ["]", "x"], ["y"]),
    ("[c-a]x", [], ["bx", "/x"]),
    ("[ab", ["[ab"], ["a"]),
    ("\\!a", ["!a"], ["a"]),
    ("\\#", ["#"], []),
    ("\\*", ["*"], ["x"]),
    ("a\\ ", ["a "], ["a"]),
    ("a  ", ["a"], ["a "]),
    ("a\r", ["a"], ["a\r"]),
    ("\\\\", ["\\"], []),
  ])
  func files(_ line: String, _ matched: [String], _ others: [String]) throws {
    for path in matched { #expect(try matches(line, path), "\(line) \(path)") }
    for path in others { #expect(try !matches(line, path), "\(line) \(path)") }
  }

  @Test func directories() throws {
    #expect(try matches("out/", "a/out", isDirectory: true))
    #expect(try !matches("out/", "a/out"))
    #expect(try !matches("/out/", "a/out", isDirectory: true))
  }

  @Test(arguments: ["", " ", "\r", "#", "# a", "/", "!", "!/"])
  func noPatterns(_ line: String) { #expect(pattern(line) == nil) }

  @Test func negated() throws {
    #expect(try #require(pattern("!a")).isNegated)
    #expect(try !#require(pattern("\\!a")).isNegated)
  }

  /// A matcher that tries every way would not come to an end.
  @Test func manyStars() throws {
    let line = String(repeating: "*a", count: 200) + "b"
    #expect(try !matches("x/" + line, "x/" + String(repeating: "a", count: 4000)))
    let deep = String(repeating: "**/a/", count: 100) + "b"
    #expect(try !matches(deep, String(repeating: "a/", count: 2000) + "c"))
  }
}
