import ShortlistTestSupport

/// Names and values that try to be something else: SQL, a pattern, an escape, a column of ours.
enum HostileText {
  /// 300 texts.
  static let all: [String] = {
    var seen = Set<[UInt8]>()
    let texts = known + starts.flatMap { start in ends.map { start + $0 } }
    return Array(texts.filter { seen.insert(Array($0.utf8)).inserted }.prefix(300))
  }()

  /// Every n-th of those that can be names; all with `SHORTLIST_TEST_ALL=1`.
  static func names(every step: Int) -> [String] {
    // The tests have rows of their own called `a`.
    let names = all.filter {
      !$0.isEmpty && $0 != "a" && !$0.utf8.contains(0) && $0.utf8.count <= 63
    }
    let step = Environment.number("SHORTLIST_TEST_ALL") == nil ? step : 1
    return stride(from: 0, to: names.count, by: step).map { names[$0] }
  }

  private static let known = [
    "'; DROP TABLE t; --", "\"; DROP TABLE t; --", "a\"b", "a'b", "a''b", "\\", "\\'", "a\\", "$1",
    "$$", "$shortlist$", "%", "_", "100%", "a_b", "[a]", "(a", "a)", "a|b", "^a", "a$", "*", "+",
    "?", "{1}", ".", "\\m", "(?i)a", "***=a", "***:", "[[:alpha:]]", "/*", "*/", "--", ";", ",",
    "NULL", "null", "true", "''", "\"\"", "{}", "{a,b}", "\n", "\t", "\u{1}", " ", "é'",
    "\u{301}\"", "ﬁ'", "Ω%", "a\u{0}b", "'", "\"", "$body$", "%s", "{\"a\"}", "a.b", "a b", "\r\n",
    "é", "e\u{301}", "\"\u{301}", "'\u{301}", "\\\u{301}", "日本", "🦊", "\u{200b}", "\u{202e}abc",
    "select", "xmin", "ctid", "Ä", "ﬁ", "OLD", "NEW", "t", "j", "k", "e", "r", "seq", "k0", "k1",
    "old", "key", "change", "made", "names", "id\u{1}", "[]", "[\"a\",1]", "1", "-1", "2024-01-01",
    "\u{7f}", "‹1 bytes›", String(repeating: "\"", count: 60), String(repeating: "'", count: 60),
    "E'\\x'", "U&\"\\0061\"",
  ]

  private static let starts = [
    "'", "\"", "')", "\"]", "$$", "\\'", "E'", "a", "*/", "\u{301}'", "{\"k0\":", ")::text",
    "k0", "t.",
  ]
  private static let ends = [
    "", "; SELECT pg_sleep(9); --", " OR 1=1", " UNION SELECT 1", "/*", "--\n", "||'", "||\"", "$1",
    "\\", "'::regclass", ")", "}]", ",\"old\":{}", "%_", "\u{301}",
  ]
}
