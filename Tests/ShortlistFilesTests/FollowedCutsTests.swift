import Foundation
import ShortlistCore
import ShortlistFiles
import ShortlistTestSupport
import Testing

/// However the text of a followed file is cut into what is there first and what is appended, its
/// rows are those of the whole.
@Suite struct FollowedCutsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    (
      FileFormat.csv, ["id", "t"], "id,t\n1,a\r\n\"2\",\"two \"\"\r\n\nlines\"\n\n3,żółw 🐢\r\n4,\n"
    ),
    (.csv, ["a\n", "t"], "\u{FEFF}\"a\n\",t\n1,x\n\"\n\",\"\"\n"),
    (.tsv, ["id", "t"], "id\tt\n1\ta,b\n2\t\"\t\n\"\n"),
    (.jsonl, ["id", "t"], "{\"id\":1,\"t\":\"é\"}\r\n\n{\"t\":\"🐢\",\"x\":2}\n{}\n"),
    (.lines, ["line"], "\u{FEFF}one\n\nzażółć\r\n🐢\r\r\n\n"),
  ])
  func everyCut(_ format: FileFormat, _ names: [String], _ text: String) throws {
    let bytes = Array(text.utf8)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        #expect(
          try rows(of: bytes, cuts: [first, second], as: format, names)
            == expected(bytes, as: format, names), "cut at \(first) and \(second)")
      }
    }
  }

  @Test func everyByteAlone() throws {
    let bytes = Array("id,t\r\n1,\"a\r\n\"\"\"\r\n2,🐢\r\n".utf8)
    #expect(
      try rows(of: bytes, cuts: Array(0...bytes.count), as: .csv, ["id", "t"])
        == [["1", "a\r\n\""], ["2", "🐢"]])
  }

  @Test(arguments: [FileFormat.csv, .lines, .jsonl])
  func anyBytesInAnyPieces(_ format: FileFormat) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed of pieces: \(seed)")
    var random = SeededRandom(seed: seed)
    // So wide that no record can be longer than the header, which is an error at first.
    let width = format == .csv ? 41 : 3
    let names = format == .lines ? ["line"] : (0..<width).map { "c\($0)" }
    let head = format == .csv ? names.joined(separator: ",") + "\n" : ""
    for _ in 0..<200 {
      let bytes = Array(head.utf8) + random.text(as: format)
      let cuts = (0..<random.next(below: 6)).map { _ in random.next(below: bytes.count + 1) }
      #expect(
        try rows(of: bytes, cuts: cuts.sorted(), as: format, names)
          == expected(bytes, as: format, names), "\(bytes) cut at \(cuts.sorted())")
    }
  }

  /// The rows of the bytes, of which all after the first cut are appended piece by piece.
  private func rows(
    of bytes: [UInt8], cuts: [Int], as format: FileFormat, _ names: [String]
  ) throws -> [[String]] {
    let ends = cuts + [bytes.count]
    let path = try folder.write(Data(bytes[..<ends[0]]), as: "file")
    let file = try Follower(path, as: format, names: names, isLossy: true)
    var rows = try file.opened()
    for (start, end) in zip(ends, ends.dropFirst()) where start < end {
      try file.append(bytes[start..<end])
      rows += try file.next().rows
    }
    return rows
  }

  /// The rows of the whole lines among the bytes.
  private func expected(
    _ bytes: [UInt8], as format: FileFormat, _ names: [String]
  ) -> [[String]] {
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let read = outcome(of: Array(bytes[..<end]), as: format, invalidUTF8: .replaced).recorder
    return read.rows.filter(\.isEnded).map { row in names.map { row.cells[$0]?.text ?? "" } }
  }
}

extension SeededRandom {
  /// Some bytes that could be anything; objects where the format would refuse all else.
  fileprivate mutating func text(as format: FileFormat) -> [UInt8] {
    let letters = ["a", "b", ",", "\"", "\n", "\r\n", "\r", "\n", " ", "é", "漢", "🐢", "\u{FEFF}"]
    var bytes: [UInt8] = []
    for _ in 0..<next(below: 40) {
      if format == .jsonl {
        bytes += Array(
          pick(["{\"c1\":\"é\"}\n", "{\"c2\":3,\"c1\":\"🐢\"}\r\n", "\n", "{}\n"]).utf8)
      } else if chance(0.05) {
        bytes.append(UInt8(128 + next(below: 128)))
      } else {
        bytes += Array(pick(letters).utf8)
      }
    }
    return bytes
  }
}
