import ShortlistTestSupport
import ShortlistTerminal
import Testing

@Suite struct SanitizedTextTests {
  private func drawn(_ text: String, isASCII: Bool = false) -> String {
    SanitizedText(text, isASCII: isASCII).glyphs.map(\.text).joined()
  }

  @Test(arguments: [
    ("plain", "plain", "plain"),
    ("a\u{1B}[31mb", "a␛[31mb", "a^[[31mb"),
    ("a\r\nb\tc", "a␍␊b␉c", "a^M^Jb^Ic"),
    ("\u{0}\u{7F}", "␀␡", "^@^?"),
    ("\u{9B}1m", "\\u{9B}1m", "\\u{9B}1m"),
    ("\u{202E}abc\u{2069}", "\\u{202E}abc\\u{2069}", "\\u{202E}abc\\u{2069}"),
    ("\u{2028}\u{61C}\u{200F}", "\\u{2028}\\u{61C}\\u{200F}", "\\u{2028}\\u{61C}\\u{200F}"),
    ("\u{301}a", "◌\u{301}a", "◌\u{301}a"),
    ("a\u{200B}\u{FEFF}b", "ab", "ab"),
    ("می‌خواهم", "می‌خواهم", "می‌خواهم"),
    ("\u{FFFD}", "\u{FFFD}", "\u{FFFD}"),
  ]) func symbols(text: String, unicode: String, ascii: String) {
    #expect(drawn(text) == unicode)
    #expect(drawn(text, isASCII: true) == ascii)
  }

  @Test(arguments: [
    ("a\tb", 8, "a       b"), ("\ta\t\tb", 4, "    a       b"), ("日\tx", 4, "日  x"),
    ("12345678\tx", 8, "12345678        x"), ("a\t", 1, "a "),
  ]) func tabStops(text: String, stop: Int, expected: String) {
    let shown = SanitizedText(text, tabStop: stop)
    #expect(shown.glyphs.map(\.text).joined() == expected)
    #expect(shown.width == shown.glyphs.reduce(0) { $0 + $1.width })
  }

  /// Whatever the data is, nothing that a terminal acts on is left.
  @Test func nothingDrivesTheTerminal() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    for _ in 0..<2_000 {
      let scalars = (0..<12).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0..<0x3000, using: &random) % 0x2100)
      }
      let text = String(String.UnicodeScalarView(scalars))
      let shown = SanitizedText(text)
      for scalar in shown.glyphs.flatMap(\.text.unicodeScalars) {
        let isBad =
          scalar.properties.generalCategory == .control
          || (0x2028...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
          || [0x61C, 0x200E, 0x200F].contains(scalar.value)
        #expect(!isBad, "seed \(seed), \(text.debugDescription)")
      }
      #expect(shown.width == shown.glyphs.reduce(0) { $0 + $1.width })
      #expect(shown.glyphs.allSatisfy { $0.width == Character($0.text).displayWidth })
    }
  }

  @Test func sourceIsUTF16() {
    let shown = SanitizedText("a😀\u{1B}é\r\nb")
    #expect(shown.glyphs.map(\.source) == [0, 1, 3, 4, 5, 6, 7])
  }

  @Test func longTextIsCut() {
    let shown = SanitizedText(String(repeating: "a", count: 10_000), limit: 100)
    #expect(shown.glyphs.count == 100)
    #expect(shown.isCut)
    #expect(SanitizedText(String(repeating: "\u{200B}", count: 10_000), limit: 100).isCut)
    #expect(!SanitizedText(String(repeating: "a", count: 100), limit: 100).isCut)
    let marks = SanitizedText("a" + String(repeating: "\u{301}", count: 10_000))
    #expect(marks.glyphs.count == 1 && marks.glyphs[0].text.unicodeScalars.count == 32)
  }

  @Test(arguments: [
    ("hello", 5, "hello"), ("hello", 4, "hel…"), ("hello", 1, "…"), ("hello", 0, ""),
    ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 2, "…"),
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("", 0, ""), ("", 3, ""),
    ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 3, "👨‍👩‍👧‍👦…"),
  ]) func fitting(text: String, columns: Int, expected: String) {
    #expect(SanitizedText(text).fitted(to: columns).map(\.text).joined() == expected)
  }

  @Test(arguments: [
    (0..<1, "abcdefg…"), (5..<6, "abcdefg…"), (7..<9, "…fghijk…"), (20..<26, "…tuvwxyz"),
  ]) func fittingAroundAMatch(match: Range<Int>, expected: String) {
    let shown = SanitizedText("abcdefghijklmnopqrstuvwxyz")
    #expect(shown.fitted(to: 8, showing: match).map(\.text).joined() == expected)
  }

  @Test func fittedNeverExceedsTheWidth() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    let pieces = ["a", "日", "👍🏽", "e\u{301}", "\u{1B}", "\u{202E}", "b", "c"]
    for _ in 0..<3_000 {
      let text = (0..<Int.random(in: 0..<20, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let from = Int.random(in: 0..<20, using: &random)
      let columns = Int.random(in: 0..<25, using: &random)
      let glyphs = SanitizedText(text).fitted(to: columns, showing: from..<from + 3)
      let width = glyphs.reduce(0) { $0 + $1.width }
      #expect(width <= columns, "seed \(seed), \(text.debugDescription), \(columns)")
    }
  }
}
