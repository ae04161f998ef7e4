import ShortlistTestSupport
import ShortlistTerminal
import Testing

@Suite struct KeyDecoderTests {
  /// Sequences that are complete in themselves, and what they mean.
  static let sequences: [(String, [InputEvent])] = [
    ("a", [.key(.character("a"))]),
    ("é", [.key(.character("é"))]),
    ("日", [.key(.character("日"))]),
    ("😀", [.key(.character("😀"))]),
    ("\r", [.key(KeyPress(.enter))]),
    ("\n", [.key(.character("j", .control))]),
    ("\t", [.key(KeyPress(.tab))]),
    ("\u{7F}", [.key(KeyPress(.backspace))]),
    ("\u{8}", [.key(.character("h", .control))]),
    ("\u{0}", [.key(.character(" ", .control))]),
    ("\u{1}\u{1A}", [.key(.character("a", .control)), .key(.character("z", .control))]),
    ("\u{1F}", [.key(.character("_", .control))]),
    ("\u{1B}[A", [.key(KeyPress(.up))]),
    ("\u{1B}OB", [.key(KeyPress(.down))]),
    ("\u{1B}[1;5C", [.key(KeyPress(.right, .control))]),
    ("\u{1B}[1;3D", [.key(KeyPress(.left, .alt))]),
    ("\u{1B}[1;2H", [.key(KeyPress(.home, .shift))]),
    ("\u{1B}[4~", [.key(KeyPress(.end))]),
    ("\u{1B}[3~", [.key(KeyPress(.delete))]),
    ("\u{1B}[5;5~", [.key(KeyPress(.pageUp, .control))]),
    ("\u{1B}[6~", [.key(KeyPress(.pageDown))]),
    ("\u{1B}[2~", [.key(KeyPress(.insert))]),
    ("\u{1B}OP\u{1B}[[A", [.key(KeyPress(.function(1))), .key(KeyPress(.function(1)))]),
    ("\u{1B}[15~\u{1B}[24~", [.key(KeyPress(.function(5))), .key(KeyPress(.function(12)))]),
    ("\u{1B}[Z", [.key(KeyPress(.tab, .shift))]),
    ("\u{1B}a", [.key(.character("a", .alt))]),
    ("\u{1B}ü", [.key(.character("ü", .alt))]),
    ("\u{1B}\u{7F}", [.key(KeyPress(.backspace, .alt))]),
    ("\u{1B}\r", [.key(KeyPress(.enter, .alt))]),
    ("\u{1B}\u{1B}[A", [.key(KeyPress(.escape)), .key(KeyPress(.up))]),
    ("\u{1B}[97;5u", [.key(.character("a", .control))]),
    ("\u{1B}[27;5;9~", [.key(KeyPress(.tab, .control))]),
    ("\u{1B}[200~a\u{1B}[A\nü\u{1B}[201~b", [.paste("a\u{1B}[A\nü"), .key(.character("b"))]),
    ("\u{1B}[<0;3;4M", [.mouse(MouseEvent(.press, column: 2, row: 3))]),
    ("\u{1B}[<2;3;4m", [.mouse(MouseEvent(.release, button: 2, column: 2, row: 3))]),
    ("\u{1B}[<64;1;1M", [.mouse(MouseEvent(.wheelUp, column: 0, row: 0))]),
    ("\u{1B}[<65;80;24M", [.mouse(MouseEvent(.wheelDown, column: 79, row: 23))]),
    ("\u{1B}[<32;5;6M", [.mouse(MouseEvent(.drag, column: 4, row: 5))]),
    // Answers and old reports are left out, the key after them is not.
    ("\u{1B}[?62;c\u{1B}[12;40Rx", [.key(.character("x"))]),
    ("\u{1B}]11;rgb:0/0/0\u{7}x", [.key(.character("x"))]),
    ("\u{1B}P1$r0m\u{1B}\\x", [.key(.character("x"))]),
    ("\u{1B}[M !!x", [.key(.character("x"))]),
    ("\u{1B}[Ix\u{1B}[<0;0;0M", [.key(.character("x"))]),
    ("\u{85}\u{1B}[99~x", [.key(.character("x"))]),
  ]

  @Test(arguments: sequences) func wholeSequences(text: String, expected: [InputEvent]) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(text.utf8) == expected)
    #expect(!decoder.isWaiting)
  }

  @Test(arguments: sequences) func everySplit(text: String, expected: [InputEvent]) {
    let bytes = Array(text.utf8)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        var decoder = KeyDecoder()
        var events = decoder.decode(bytes[..<first])
        events += decoder.decode(bytes[first..<second])
        events += decoder.decode(bytes[second...])
        #expect(events == expected, "split at \(first) and \(second)")
      }
    }
  }

  @Test(arguments: [
    ("\u{1B}", [InputEvent.key(KeyPress(.escape))]),
    ("\u{1B}[", [.key(.character("[", .alt))]),
    ("\u{1B}O", [.key(.character("O", .alt))]),
    ("\u{1B}[1;", []),
    ("\u{1B}]11;", []),
  ]) func timeOut(text: String, expected: [InputEvent]) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(text.utf8).isEmpty)
    #expect(decoder.isWaiting)
    #expect(decoder.timeOut() == expected)
    #expect(!decoder.isWaiting)
    #expect(decoder.decode("x".utf8) == [.key(.character("x"))])
  }

  @Test func pasteDoesNotTimeOut() {
    var decoder = KeyDecoder()
    #expect(decoder.decode("\u{1B}[200~ab".utf8).isEmpty)
    #expect(!decoder.isWaiting)
    #expect(decoder.timeOut().isEmpty)
    #expect(decoder.decode("c\u{1B}[201~".utf8) == [.paste("abc")])
  }

  @Test func longPasteIsCut() {
    var decoder = KeyDecoder()
    let text = "\u{1B}[200~" + String(repeating: "a", count: 400_000) + "\u{1B}[201~x"
    let events = decoder.decode(text.utf8)
    #expect(events == [.paste(String(repeating: "a", count: 65_536)), .key(.character("x"))])
  }

  @Test(arguments: [
    [0xC3, 0x78], [0xFF, 0x78], [0x80, 0x78], [0xE2, 0x82, 0x78], [0xED, 0xA0, 0x80, 0x78],
    [0xF5, 0x80, 0x80, 0x80, 0x78], [0xC0, 0x80, 0x78],
  ]) func brokenUTF8IsLeftOut(bytes: [UInt8]) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(bytes) == [.key(.character("x"))])
  }

  @Test func endlessSequenceIsLeftOut() {
    var decoder = KeyDecoder()
    let text = "\u{1B}[" + String(repeating: "1", count: 100_000) + "Ax"
    #expect(decoder.decode(text.utf8) == [.key(.character("x"))])
  }

  /// Whatever comes, the decoder goes on, and a pause brings it back.
  @Test func randomBytes() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    for _ in 0..<2_000 {
      var decoder = KeyDecoder()
      let likely: [UInt8] = [0x1B, 0x5B, 0x4F, 0x3C, 0x3B, 0x31, 0x4D, 0x7E, 0x75, 0xC3, 0x50]
      let bytes = (0..<Int.random(in: 1..<30, using: &random)).map { _ in
        Bool.random(using: &random)
          ? UInt8.random(in: 0...255, using: &random) : likely.randomElement(using: &random) ?? 0
      }
      _ = decoder.decode(bytes)
      _ = decoder.timeOut()
      let tail = decoder.decode("\u{1B}[201~x".utf8)
      #expect(tail.last == .key(.character("x")), "seed \(seed), \(bytes)")
    }
  }
}
