import ShortlistTerminal
import Testing

@Suite struct ColorSchemeTests {
  /// The parts of red, green and blue of a color of the palette, from 16 on.
  private static func parts(_ index: UInt8) -> [Double] {
    if index >= 232 { return Array(repeating: Double(8 + (Int(index) - 232) * 10), count: 3) }
    let levels = [0.0, 95, 135, 175, 215, 255]
    let place = Int(index) - 16
    return [levels[place / 36], levels[place / 6 % 6], levels[place % 6]]
  }

  /// The relative luminance, as the guidelines for accessible pages define it.
  private static func luminance(_ color: Style.Color) -> Double? {
    guard case .palette(let index) = color, index >= 16 else { return nil }
    let linear = parts(index).map { part -> Double in
      let value = part / 255
      // The power of 2.4, by square roots: the standard library has no other.
      let base = (value + 0.055) / 1.055
      let fifth = fifthRoot(base)
      return value <= 0.03928 ? value / 12.92 : base * base * fifth * fifth
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  private static func fifthRoot(_ value: Double) -> Double {
    var root = 1.0
    for _ in 0..<60 { root -= (root - value / (root * root * root * root)) / 5 }
    return root
  }

  private static func contrast(_ one: Double, _ other: Double) -> Double {
    (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  private static func styles(_ theme: Theme) -> [Style] {
    [
      theme.prompt, theme.counts, theme.heading, theme.pointer, theme.mark, theme.stale,
      theme.match,
      theme.symbol, theme.message, theme.problem, theme.bar, theme.chip, theme.current,
    ]
  }

  @Test func colorsCanBeRead() throws {
    let cases: [(Theme, [Double])] = [
      (.dark, [0]), (.light, [1]), (.colored, [0, 1]),
    ]
    for (theme, backgrounds) in cases {
      var backgrounds = backgrounds
      if let bar = theme.current.background {
        backgrounds.append(try #require(Self.luminance(bar)))
      }
      for style in Self.styles(theme) {
        guard let color = style.color else { continue }
        let luminance = try #require(Self.luminance(color), "it depends on the terminal")
        for background in backgrounds {
          #expect(Self.contrast(luminance, background) >= 4.5, "\(style)")
        }
        #expect(!style.attributes.contains(.dim))
      }
    }
  }

  @Test func themesAndParts() throws {
    #expect(try ColorScheme("light").theme(isLight: nil) == .light)
    #expect(ColorScheme().theme(isLight: true) == .light)
    #expect(ColorScheme().theme(isLight: false) == .dark)
    #expect(try ColorScheme("bw") == .none)
    let theme = try ColorScheme("dark,hl:200:underline,bg+:#102030,fg:-1,info:red,gutter:5")
      .theme(isLight: true)
    #expect(theme.match == Style(.palette(200), .underline))
    #expect(theme.current == Style(.palette(255), .bold, on: .rgb(16, 32, 48)))
    #expect(theme.counts == Style(.red))
    #expect(theme.prompt == Theme.dark.prompt)
    // A bar with a color of its own is not reversed.
    let bar = try ColorScheme("bg+:236").theme(isLight: nil).current
    #expect(bar == Style(nil, .bold, on: .palette(236)))
  }

  @Test(arguments: [
    ("dark,lihgt", "there is no theme lihgt; did you mean light?", 5),
    ("hi:3", "there is no part hi", 0), ("é,hl:256", "there is no theme é", 0),
    ("hl:256", "there is no color 256 (there are -1, 0 to 255, #rrggbb, black", 3),
    ("hl:#12345", "there is no color #12345", 3), ("hl", "a color expected after hl", 0),
    ("fg:bule:bold", "did you mean blue?", 3), ("fg:bolt", "did you mean bold?", 3),
  ])
  func mistakes(text: String, message: String, offset: Int) {
    let error = #expect(throws: SyntaxError.self) { _ = try ColorScheme(text) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    #expect(error?.offset == offset)
  }

  @Test(arguments: [
    ("]11;rgb:ffff/ffff/ffff", true), ("]11;rgb:0/0/0", false), ("]11;rgb:28/2c/34", false),
    ("]11;rgba:fdfd/f6f6/e3e3/ffff", true), ("]10;rgb:ff/ff/ff", nil), ("]11;?", nil),
    ("]11;rgb:zz/ff/ff", nil), ("]11;rgb:/ff/ff", nil), ("]11;rgb:ff/ff", nil),
  ])
  func answers(text: String, isLight: Bool?) {
    #expect(Answers.isLight(Array(text.utf8)) == isLight)
    var decoder = KeyDecoder()
    #expect(decoder.decode(Array("a\u{1B}\(text)\u{1B}\\b\u{1B}[?62;c".utf8)).count == 2)
    #expect(decoder.answers.isLight == isLight && decoder.answers.isIdentified)
  }
}
