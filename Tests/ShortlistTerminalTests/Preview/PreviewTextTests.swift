import ShortlistTerminal
import Testing

@Suite struct PreviewTextTests {
  private func line(_ text: String) -> StyledText {
    var style = Style.plain
    return StyledText(Array(text.utf8)[...], style: &style)
  }

  @Test(arguments: [
    ("\u{1B}[31mred\u{1B}[0m plain", "red plain", Style(.red)),
    ("\u{1B}[1;4;32mx", "x", Style(.green, [.bold, .underline])),
    ("\u{1B}[38;5;208mx", "x", Style(.palette(208))),
    ("\u{1B}[48;2;1;2;3;3mx", "x", Style(nil, .italic, on: .rgb(1, 2, 3))),
    ("\u{1B}[38:2::250:0:7mx", "x", Style(.rgb(250, 0, 7))),
    ("\u{1B}[91;102mx", "x", Style(.palette(9), on: .palette(10))),
    ("\u{1B}[1;31m\u{1B}[22;39mx", "x", .plain),
    ("\u{1B}[01;31m\u{1B}[Kx\u{1B}[m\u{1B}[K", "x", Style(.red, .bold)),
    ("\u{1B}(B\u{1B}[mx", "x", .plain),
    ("\u{1B}[38;5mx\u{1B}[999999999999999999999mx", "xx", .plain),
    ("\u{1B}[2Jx\u{1B}", "\u{1B}[2Jx\u{1B}", .plain),
    ("\u{1B}]0;t\u{7}", "\u{1B}]0;t\u{7}", .plain),
  ]) func styles(source: String, text: String, style: Style) {
    let line = line(source)
    #expect(line.text == text && line.style(at: 0) == style)
  }

  @Test func runs() {
    let line = line("a\u{1B}[31mbé\u{1B}[mc")
    let styles = (-1...9).map(line.style(at:))
    #expect(line.text == "abéc")
    #expect(styles[2] == Style(.red) && styles[3] == Style(.red) && styles[4] == .plain)
    #expect(styles[0] == .plain && styles[10] == .plain)
  }

  @Test func output() {
    var text = PreviewText()
    text.append(Array("one\r\ntw".utf8))
    #expect(text.count == 2 && text.lines(from: 0, limit: 9).map(\.text) == ["one", "tw"])
    text.append(Array("o \u{1B}[31m\nred\n".utf8) + [0xE9])
    let lines = text.lines(from: 1, limit: 9)
    #expect(lines.count == 3 && lines[0].text == "two " && lines[1].style(at: 0) == Style(.red))
    #expect(SanitizedText(lines[2].text).glyphs.map(\.text).joined() == "\\xE9")
    #expect(text.lines(from: 4, limit: 9).isEmpty && text.lines(from: 9, limit: 9).isEmpty)
  }

  @Test func memoryIsBounded() {
    var text = PreviewText()
    for _ in 0..<100 { text.append(Array(repeating: 0x0A, count: 1000)) }
    #expect(text.isFull && text.count == PreviewText.mostLines)
    text = PreviewText()
    for _ in 0..<100 { text.append(Array(repeating: 0x61, count: 100_000)) }
    #expect(text.isFull && text.count == 1)
    #expect(text.lines(from: 0, limit: 3)[0].text.utf8.count < 100_000)
  }
}
