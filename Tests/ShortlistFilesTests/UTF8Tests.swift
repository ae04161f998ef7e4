import ShortlistTestSupport
import ShortlistCore
import ShortlistFiles
import Testing

@Suite struct UTF8Tests {
  /// Bytes that are not UTF-8, and what replaces them.
  static let wrong: [([UInt8], String)] = [
    ([0xFF], "\u{FFFD}"),
    ([0x80], "\u{FFFD}"),
    ([0xC0, 0x80], "\u{FFFD}\u{FFFD}"),
    ([0xC1, 0xBF], "\u{FFFD}\u{FFFD}"),
    ([0xC3], "\u{FFFD}"),
    ([0xE0, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ([0xE2, 0x82], "\u{FFFD}"),
    ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ([0xF0, 0x9F, 0x90], "\u{FFFD}"),
    ([0xF0, 0x80, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ([0xF5], "\u{FFFD}"),
    ([0xEF, 0xBB], "\u{FFFD}"),
    ([0xE2, 0x82, 0xC3, 0xA9], "\u{FFFD}é"),
  ]

  @Test(arguments: wrong, FileFormat.allCases)
  func wrongBytesAreRefusedWithTheirLine(_ wrong: ([UInt8], String), _ format: FileFormat) {
    let (before, after) = around(format)
    for padding in 0..<20 {
      let spaces = String(repeating: " ", count: padding)
      let bytes = Array((before + spaces).utf8) + wrong.0 + Array(after.utf8)
      #expect(
        outcome(of: bytes, as: format).error
          == SourceError(path: "x", line: 3, reason: "invalid UTF-8"))
    }
    let bytes = Array(before.utf8) + wrong.0 + Array(after.utf8)
    #expect(isSameInAnyBlocks(bytes, as: format))
    #expect(isSameInAnyBlocks(bytes, as: format, invalidUTF8: .replaced))
  }

  @Test(arguments: wrong)
  func wrongBytesAreReplaced(_ wrong: [UInt8], _ replaced: String) {
    let bytes = Array("a".utf8) + wrong + Array("b\n".utf8) + wrong
    let read = outcome(of: bytes, as: .lines, invalidUTF8: .replaced)
    #expect(read.texts == [["a\(replaced)b"], [replaced]])
    #expect(isSameInAnyBlocks(bytes, as: .lines, invalidUTF8: .replaced))
  }

  @Test(arguments: wrong)
  func wrongBytesAtTheEnds(_ wrong: [UInt8], _ replaced: String) {
    #expect(outcome(of: wrong, as: .lines).error?.line == 1)
    let last = Array("id\n\"1\n".utf8) + wrong
    #expect(outcome(of: last, as: .csv).error?.line == 3)
    #expect(outcome(of: last, as: .csv).error?.reason == "invalid UTF-8")
    #expect(isSameInAnyBlocks(last, as: .csv))
  }

  @Test func allScalarsPass() {
    var text = String.UnicodeScalarView()
    for value in UInt32(0)...0x10FFFF {
      if let scalar = Unicode.Scalar(value), scalar != "\n", scalar != "\r" { text.append(scalar) }
    }
    let bytes = Array("x\(String(text))".utf8)
    let cuts = Array(stride(from: 0, to: bytes.count, by: 4097))
    let read = outcome(of: bytes, as: .lines, cuts: cuts)
    #expect(read.error == nil)
    #expect(read.texts.first?.first?.utf8.elementsEqual(bytes) == true)
  }

  @Test func replacementAgreesWithTheStandardLibrary() {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed of bytes: \(seed)")
    var random = SeededRandom(seed: seed)
    let leads: [UInt8] = [0x41, 0x80, 0x9F, 0xA0, 0xBF, 0xC2, 0xE0, 0xE2, 0xED, 0xEF, 0xF0, 0xF4]
    for _ in 0..<3000 {
      let bytes =
        [0x41]
        + (0..<random.next(below: 12)).map { _ in
          random.next(below: 3) == 0
            ? UInt8(random.next(below: 240) + 16) : leads[random.next(below: leads.count)]
        }
      let expected = String(decoding: bytes, as: UTF8.self)
      let read = outcome(of: bytes, as: .lines, invalidUTF8: .replaced)
      #expect(read.texts == [[expected]], "\(bytes)")
      #expect(
        (outcome(of: bytes, as: .lines).error != nil)
          == (String(validating: bytes, as: UTF8.self) == nil))
      #expect(isSameInAnyBlocks(bytes, as: .lines, invalidUTF8: .replaced), "\(bytes)")
    }
  }

  /// Any bytes come back, whatever they are, and wherever blocks end.
  @Test func keptBytesComeBack() {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed of bytes: \(seed)")
    var random = SeededRandom(seed: seed)
    let parts: [[UInt8]] = [
      [0x0A], [0x0D], [0x0D, 0x0A], [0x41], [0xEF, 0xBB, 0xBF], [0xF4, 0x8F, 0xBE, 0xA9],
      [0xF4, 0x8F, 0xBC, 0x8A], [0xF4, 0x8F], [0xF4, 0x8F, 0xBB, 0xBF], [0xE9], [0x80], [0x00],
      [0xC3, 0xA9], [0xED, 0xA0, 0x80],
    ]
    for _ in 0..<2000 {
      let bytes = (0..<random.next(below: 9)).flatMap { _ in parts[random.next(below: parts.count)]
      }
      let read = outcome(of: bytes, as: .lines, invalidUTF8: .kept)
      var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
      if lines.last == [] { lines.removeLast() }
      #expect(
        read.error == nil && read.texts.map { KeptBytes.bytes(of: $0[0]) } == lines, "\(bytes)")
      #expect(isSameInAnyBlocks(bytes, as: .lines, invalidUTF8: .kept), "\(bytes)")
    }
    for byte in UInt8.min...UInt8.max {
      let kept = String(decoding: KeptBytes.utf8(of: byte), as: UTF8.self)
      #expect(kept.unicodeScalars.map(KeptBytes.byte) == [byte])
      #expect(KeptBytes.bytes(of: "é\(kept)b") == Array("é".utf8) + [byte] + Array("b".utf8))
      #expect(KeptBytes.replaced(in: "é\(kept)b") == "é\u{FFFD}b")
    }
  }

  @Test func aMarkAloneIsNoText() {
    #expect(outcome(of: "\u{FEFF}", as: .lines).texts.isEmpty)
    #expect(outcome(of: "\u{FEFF}\u{FEFF}", as: .lines).texts == [["\u{FEFF}"]])
    #expect(isSameInAnyBlocks(Array("\u{FEFF}\u{FEFF}\n".utf8), as: .lines))
  }

  /// Two good lines and the beginning of a third, and what could follow.
  private func around(_ format: FileFormat) -> (String, String) {
    switch format {
    case .csv: ("id,t\n1,x\n2,", "\n")
    case .tsv: ("id\tt\n1\t\"x\n\" ", "\n")
    case .lines: ("one\ntwo\n", "\n")
    case .jsonl: ("{\"a\":1}\n{\"a\":2}\n{\"a\":\"", "\"}\n")
    case .json: ("[{\"a\":1},\n{\"a\":2},\n{\"a\":\"", "\"}]\n")
    }
  }
}
