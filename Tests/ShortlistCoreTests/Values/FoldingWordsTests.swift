import ShortlistCore
import Testing

@Suite struct FoldingWordsTests {
  @Test(
    arguments: [
      ("", []),
      (" ... ", []),
      ("x", ["x"]),
      ("o'brien x-ray_2", ["o", "brien", "x", "ray", "2"]),
      ("  łódź 日本,한글!", ["łódź", "日本", "한글"]),
      ("a👍b ⅷ ٣", ["a", "b", "ⅷ", "٣"]),
      ("[@`{a/0:9z}", ["a", "0", "9z"]),
    ])
  func splitsIntoWords(text: String, words: [String]) {
    let bytes = Array(text.utf8)
    let found = Folding.words(of: bytes.span)
    #expect(found.map { String(decoding: bytes[$0], as: UTF8.self) } == words)
  }

  @Test func knowsTheWordCharacters() {
    var checksum = Checksum()
    for value in 0..<0x11_0000 as Range<UInt32> where Unicode.Scalar(value) != nil {
      checksum.add(CollectionOfOne(Folding.isWordCharacter(value) ? 1 : 0))
    }
    #expect(checksum.value == FoldingSamples.wordChecksum)
  }

  @Test func looksBackForAWord() {
    let text = Array("é, 語👍𝒳".utf8)
    let expected: [(String, Bool)] = [
      ("", false), ("é", true), (",", false), (" ", false), ("語", true), ("👍", false),
      ("𝒳", true),
    ]
    var offset = 0
    for (character, isInside) in expected {
      offset += character.utf8.count
      let answer = Folding.endsInsideWord(text.span, at: offset)
      #expect(answer == isInside, "after \(character)")
    }
    #expect(offset == text.count)
  }

  @Test(
    arguments: [
      ("", ""), ("   ", ""), ("a", "a"), ("\t a b \r\n", "a b"), ("\u{2028}é\u{85}", "é"),
      ("\u{1C}\u{1F}x\u{A0}\u{3000}", "x"), ("\u{200B}x\u{FEFF}", "\u{200B}x\u{FEFF}"),
    ])
  func trims(text: String, trimmed: String) {
    let bytes = Array(text.utf8)
    let range = Folding.trimmed(bytes.span)
    #expect(Array(bytes[range]) == Array(trimmed.utf8))
  }

  @Test func knowsTheWhiteSpace() {
    for value in 0..<0x11_0000 as Range<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let bytes = Array(String(scalar).utf8)
      let isWhiteSpace = scalar.properties.isWhitespace || (0x1C...0x1F).contains(value)
      if Folding.trimmed(bytes.span).isEmpty != isWhiteSpace {
        Issue.record("U+\(String(value, radix: 16))")
      }
    }
  }
}
