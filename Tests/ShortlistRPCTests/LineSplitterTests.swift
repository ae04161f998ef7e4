import Testing

@testable import ShortlistRPC

struct LineSplitterTests {
  static let streams: [(stream: String, lines: [String])] = [
    ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]),
    ("a\r\n\n\nbc\n", ["a\r", "", "", "bc"]), ("é\u{2028}x\ny", ["é\u{2028}x", "y"]),
  ]

  @Test(arguments: streams, 1...4)
  func linesAreTheSameHoweverTheyArrive(
    stream: (stream: String, lines: [String]), blockLength: Int
  ) {
    let bytes = Array(stream.stream.utf8)
    var splitter = LineSplitter()
    var lines: [[UInt8]] = []
    for start in stride(from: 0, to: bytes.count, by: blockLength) {
      lines += splitter.append(bytes[start..<min(start + blockLength, bytes.count)])
    }
    if let line = splitter.end() { lines.append(line) }
    #expect(lines.map { String(decoding: $0, as: UTF8.self) } == stream.lines)
    #expect(splitter.end() == nil)
  }
}
