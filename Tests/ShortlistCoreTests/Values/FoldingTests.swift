import ShortlistCore
import Testing

@Suite struct FoldingTests {
  @Test(
    arguments: [
      ("", ""),
      ("Plain ASCII, 42 @[`{ ~", "plain ascii, 42 @[`{ ~"),
      ("Łódź", "lodz"),
      ("Straße", "strasse"),
      ("STRAẞE", "strasse"),
      ("\u{FC}ber", "uber"),
      ("u\u{308}ber", "uber"),
      ("İstanbul", "istanbul"),
      ("I\u{307}stanbul", "istanbul"),
      ("ıŞIK", "isik"),
      ("Ærøskøbing", "aeroskobing"),
      ("Ǿ Ǽ œuvre Þór Ðð Đđ Ħħ Ŧŧ", "o ae oeuvre thor dd dd hh tt"),
      ("ﬁnd ﬄ Ǆ ǅ ǆ", "find ffl dz dz dz"),
      ("ΌΔΟΣ ὀδός", "οδοσ οδοσ"),
      ("ΐ ΰ ᾳ", "ι υ α"),
      ("Việt Nam, ẶỆ ậ", "viet nam, ae a"),
      ("Ёлка Й й", "елка и и"),
      ("Ｆｕｌｌ　ｗｉｄｔｈ １２", "full width 12"),
      ("x²½℃㎏№™", "x21⁄2°ckgnotm"),
      ("한글 \u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", "한글 한글"),
      ("\u{AC00}\u{11A8} \u{1100}\u{1161} \u{1100}\u{301}\u{1161}", "각 가 가"),
      ("ㄱㅏㅏ \u{FFA1}\u{FFC2} \u{11A8}\u{1161}", "가\u{1161} 가 \u{11A8}\u{1161}"),
      ("각\u{11A8}", "각\u{11A8}"),
      ("👩‍👩‍👧 🇵🇱 👍🏽 ☺️", "👩‍👩‍👧 🇵🇱 👍🏽 ☺"),
      ("\u{301}a", "a"),
      ("\u{301}\u{FE0F}\u{E0100}", ""),
      ("हिन्दी", "हनद"),
      ("ぱピ ﾊﾟ", "はヒ ハ"),
      ("日本語 豈", "日本語 豈"),
      ("\u{FDFA}", "صلى الله عليه وسلم"),
      ("𝔘𝓃𝕚", "uni"),
      ("ꭰᎠ", "ᎠᎠ"),
    ])
  func foldsTo(text: String, folded: String) {
    #expect(Array(Folding.foldedText(text).unicodeScalars) == Array(folded.unicodeScalars))
    #expect(Folding.fold(text) == Array(folded.utf8))
    #expect(FoldedText(text).bytes == Array(folded.utf8))
    #expect(Folding.fold(folded) == Array(folded.utf8), "a folded text folds to itself")
  }

  @Test func agreesWithTheDefinition() throws {
    var count = 0
    for line in FoldingSamples.texts.split(separator: "\n") {
      let parts = try line.split(separator: ";", omittingEmptySubsequences: false).map(scalars)
      let text = string(parts[0])
      let expected = Array(string(parts[1]).utf8)
      #expect(Folding.fold(text) == expected, "\(line)")
      #expect(FoldedText(text).bytes == expected, "\(line)")
      #expect(Folding.fold(string(parts[1])) == expected, "a folded text folds to itself: \(line)")
      count += 1
    }
    #expect(count == 400)
  }

  @Test func foldsEveryScalar() {
    var checksum = Checksum()
    for first in stride(from: 0 as UInt32, to: 0x11_0000, by: 0x1000) {
      // A line feed between the scalars keeps jamo apart.
      var text = ""
      for value in first..<first + 0x1000 {
        guard let scalar = Unicode.Scalar(value) else { continue }
        text.unicodeScalars.append(scalar)
        text.append("\n")
      }
      checksum.add(Folding.fold(text))
    }
    #expect(checksum.value == FoldingSamples.foldChecksum)
  }

  @Test func leavesWhatIsInTheOutputAlone() {
    var output = Array("A한\u{1100}".utf8)
    let before = output
    Folding.fold([0xE1, 0x85, 0xA1].span, into: &output)
    #expect(output == before + [0xE1, 0x85, 0xA1])
  }

  @Test func foldsASCIIOfAnyLength() {
    let capital = Array("@AMZ[`amz{~\u{0}\u{7F}".utf8)
    let small = Array("@amz[`amz{~\u{0}\u{7F}".utf8)
    for length in 0..<80 {
      for other in [nil] + (0...length).map(Optional.some) {
        var text = (0..<length).map { capital[$0 % capital.count] }
        var expected = (0..<length).map { small[$0 % small.count] }
        if let other {
          text.insert(contentsOf: Array("É".utf8), at: other)
          expected.insert(UInt8(ascii: "e"), at: other)
        }
        var output: [UInt8] = [1]
        Folding.fold(text.span, into: &output)
        #expect(output == [1] + expected, "length \(length), another character at \(other ?? -1)")
        #expect(isFolded(text) == (text == expected))
      }
    }
  }

  @Test func tellsFoldedASCII() {
    for length in 0..<80 {
      let small = [UInt8](repeating: UInt8(ascii: "z"), count: length)
      #expect(isFolded(small))
      for index in small.indices {
        for (byte, expected) in [(0x40, true), (0x41, false), (0x5A, false), (0x5B, true)] {
          var text = small
          text[index] = UInt8(byte)
          #expect(isFolded(text) == expected, "\(byte) at \(index) of \(length)")
        }
        var text = small
        text.replaceSubrange(index...index, with: Array("é".utf8))
        #expect(!isFolded(text))
      }
    }
  }

  @Test func namesItsVersion() {
    #expect(Folding.unicodeVersion.split(separator: ".").count == 3)
  }

  private func isFolded(_ text: [UInt8]) -> Bool { Folding.isFolded(text.span) }

  private func scalars(_ text: Substring) throws -> [Unicode.Scalar] {
    try text.split(separator: " ").map { code in
      try #require(UInt32(code, radix: 16).flatMap(Unicode.Scalar.init))
    }
  }

  private func string(_ scalars: [Unicode.Scalar]) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}

/// FNV-1a in 64 bits.
struct Checksum {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
