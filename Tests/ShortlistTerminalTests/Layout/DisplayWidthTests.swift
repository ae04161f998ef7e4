import ShortlistTerminal
import Testing

@Suite struct DisplayWidthTests {
  @Test(
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("日", 2), ("ｱ", 1), ("Ａ", 2), ("가", 2),
      ("\u{1100}\u{1161}\u{11A8}", 2), ("😀", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("❤", 1),
      ("❤\u{FE0F}", 2), ("1\u{FE0F}\u{20E3}", 2), ("a\u{FE0F}", 1), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("±", 1), ("●", 1),
      ("ก", 1), ("กำ", 2), ("\u{200B}", 0), ("\u{FEFF}", 0), ("\u{E000}", 1), ("𠀀", 2), ("ع", 1),
      ("\u{378}", 1), ("षि", 2),
    ] as [(Character, Int)]) func graphemes(character: Character, width: Int)
  {
    #expect(character.displayWidth == width)
  }

  @Test func tableEnds() {
    #expect((0..<0x20).allSatisfy { Unicode.Scalar($0)?.displayWidth == 0 })
    #expect(Unicode.Scalar(0x10FFFF)?.displayWidth == 1)
    #expect(Unicode.Scalar(0x3FFFD)?.displayWidth == 2)
    #expect(Unicode.Scalar(0x3FFFE)?.displayWidth == 1)
    #expect(Unicode.Scalar(0x115F)?.displayWidth == 2)
    #expect(Unicode.Scalar(0x1160)?.displayWidth == 0)
  }
}
