import ShortlistCore
import Testing

@Suite struct FoldedTextTests {
  /// A text, a part of its fold, and the part of the text that it came from and is highlighted for
  /// it.
  struct Case: CustomTestStringConvertible, Sendable {
    let text: String
    let part: String
    let shown: String
    let highlighted: String
    var testDescription: String { "\(part) in \(text)" }
  }

  @Test(
    arguments: [
      Case(text: "Plain Text", part: "in t", shown: "in T", highlighted: "in T"),
      Case(text: "Łódź", part: "od", shown: "ód", highlighted: "ód"),
      Case(text: "die Straße", part: "as", shown: "aß", highlighted: "aß"),
      Case(text: "die Straße", part: "se", shown: "ße", highlighted: "ße"),
      Case(text: "cafe\u{301}s", part: "fe", shown: "fe", highlighted: "fe\u{301}"),
      Case(text: "cafe\u{301}s", part: "es", shown: "e\u{301}s", highlighted: "e\u{301}s"),
      Case(text: "\u{301}a", part: "a", shown: "a", highlighted: "a"),
      Case(
        text: "a\u{1112}\u{1161}\u{11AB}b", part: "한", shown: "\u{1112}\u{1161}\u{11AB}",
        highlighted: "\u{1112}\u{1161}\u{11AB}"),
      Case(text: "xㄱㅏ\u{11A8}y", part: "각y", shown: "ㄱㅏ\u{11A8}y", highlighted: "ㄱㅏ\u{11A8}y"),
      Case(text: "𝔘ni 👍🏽x", part: "u", shown: "𝔘", highlighted: "𝔘"),
      Case(text: "a 👍🏽x", part: "👍", shown: "👍", highlighted: "👍🏽"),
      Case(text: "👩‍👧 z", part: " z", shown: " z", highlighted: " z"),
      Case(text: "a\r\nb", part: "\nb", shown: "\nb", highlighted: "\r\nb"),
    ])
  func leadsBack(_ example: Case) throws {
    let folded = FoldedText(example.text)
    let part = try #require(range(of: example.part.utf8, in: folded.bytes))
    let shown = Array(Array(example.text.utf8)[folded.shownRange(of: part)])
    #expect(shown == Array(example.shown.utf8))
    let highlighted = Array(Array(example.text.utf16)[folded.highlight(of: part)])
    #expect(highlighted == Array(example.highlighted.utf16))
  }

  @Test func mergesHighlights() {
    let folded = FoldedText("👍 Straße, Łódź")
    let offset = 5  // of "strasse" in the fold
    #expect(folded.bytes[offset] == UInt8(ascii: "s"))
    #expect(folded.highlights(of: []) == [])
    #expect(folded.highlights(of: [offset..<offset]) == [])
    #expect(folded.highlight(of: offset..<offset) == 0..<0)
    // Either `s` of `ß`, then the letter after it.
    #expect(folded.highlights(of: [offset + 4..<offset + 5, offset + 5..<offset + 6]) == [7..<8])
    #expect(folded.highlights(of: [offset + 6..<offset + 7, offset + 5..<offset + 6]) == [7..<9])
    #expect(
      folded.highlights(of: [offset + 9..<offset + 10, offset..<offset + 2, offset..<offset + 1])
        == [3..<5, 11..<12])
    #expect(folded.highlights(of: [0..<folded.bytes.count]) == [0..<15])
  }

  @Test func leadsBackFromEmptyRanges() {
    let folded = FoldedText("aßb\u{301}")
    #expect(folded.bytes == Array("assb".utf8))
    #expect((0...4).map { folded.shownRange(of: $0..<$0) } == [0..<0, 1..<1, 1..<1, 3..<3, 6..<6])
    #expect(FoldedText("").shownRange(of: 0..<0) == 0..<0)
  }

  @Test func everyScalarLeadsBackToItself() throws {
    for line in FoldingSamples.texts.split(separator: "\n") {
      let codes = line.prefix { $0 != ";" }.split(separator: " ")
      var text = String.UnicodeScalarView()
      text.append(
        contentsOf: codes.compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) })
      let utf8 = Array(String(text).utf8)
      let folded = FoldedText(String(text))
      var end = 0
      for index in folded.bytes.indices {
        let shown = folded.shownRange(of: index..<index + 1)
        #expect(!shown.isEmpty && shown.upperBound >= end, "\(line)")
        // The fold of what a byte came from has that byte.
        #expect(
          Folding.fold(String(decoding: utf8[shown], as: UTF8.self)).contains(folded.bytes[index]),
          "\(line)")
        end = shown.upperBound
      }
    }
  }

  private func range(of part: some Collection<UInt8>, in bytes: [UInt8]) -> Range<Int>? {
    (0...bytes.count - part.count).lazy
      .map { $0..<$0 + part.count }
      .first { bytes[$0].elementsEqual(part) }
  }
}
