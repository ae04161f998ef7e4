import Foundation
import ShortlistTestSupport
import Testing

@testable import ShortlistCore
@testable import ShortlistFiles

@Suite("Compressed files")
struct CompressedFileTests {
  private static let texts: [(FileFormat, String)] = [
    (.csv, "id,t\n1,x\n2,\"y\nz\"\n"), (.tsv, "id\tt\n1\tx\n2\ty"), (.lines, "a\nb\n\nc"),
    (.jsonl, "{\"id\":1,\"t\":\"x\"}\n{\"id\":2,\"t\":\"y\"}\n"),
    (.json, "[{\"id\":1,\"t\":\"x\"},{\"id\":2,\"t\":\"é\"}]"),
  ]

  /// The rows of a file, read in pieces by a builder, as a list shows them.
  private func rows(_ path: String, _ format: FileFormat) throws -> [[CellValue]] {
    var source = FileSource(path: path, format: format)
    source.pieceSizes = PieceSizes(firstWindow: 3, window: 7, piece: 5)
    var builder = TableBuilder(path: path)
    try source.read(into: &builder) { _, _ in }
    let table = try builder.finish()
    return (0..<UInt32(table.count)).map(table.row)
  }

  @Test(
    "have the rows of the file in every format, also in several members", arguments: 1...20)
  func rowsOfMembers(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let folder = try TemporaryFolder()
    for (format, text) in Self.texts {
      let plain = try rows(try folder.write(text, as: "plain"), format)
      for compressor in Compressor.allCases {
        var (members, rest) = ([[UInt8]](), Array(text.utf8))
        while !rest.isEmpty {
          let count = random.next(below: rest.count + 1)
          members.append(Array(rest.prefix(count)))
          rest.removeFirst(count)
        }
        let path = try folder.write(Data(compressor.compress(members)), as: "packed")
        #expect(try rows(path, format) == plain, "\(format), \(compressor), seed \(seed)")
        var recorder = Recorder()
        try FileSource(path: path, format: format).read(rowsInto: &recorder) { _, _ in }
        #expect(recorder.rowCount == plain.count)
      }
    }
  }

  @Test("are read from a pipe")
  func pipe() throws {
    for compressor in Compressor.allCases {
      let pipe = try NamedPipe()
      let bytes = compressor.compress([Array("id\n1\n".utf8), Array("2\n".utf8)])
      var isWritten = false
      var recorder = Recorder()
      try FileSource(path: pipe.path, format: .csv).read(rowsInto: &recorder) { _, _ in
        if !isWritten { pipe.write(bytes) }
        isWritten = true
        pipe.close()
      }
      #expect(recorder.texts == [["1"], ["2"]])
    }
    #expect(CompressedForm.needsMore([0x1F]) && CompressedForm.needsMore([0x50, 0x2A, 0x4D]))
    #expect(!CompressedForm.needsMore([0x1F, 0x8C]) && !CompressedForm.needsMore([0x61]))
  }

  @Test("a pipe that is silent within a block does not block the reader")
  func silentPipe() throws {
    for compressor in Compressor.allCases {
      let pipe = try NamedPipe()
      let bytes = compressor.compress([Array("a\nb\n".utf8)])
      let file = try InputFile(path: pipe.path)
      pipe.write(Array(bytes.prefix(5)))
      var buffer = [UInt8](repeating: 0, count: 16)
      #expect(try file.read(into: &buffer, at: 0) == nil)
      pipe.write(Array(bytes.dropFirst(5)))
      #expect(try file.read(into: &buffer, at: 0) == 4)
      pipe.close()
      #expect(try file.read(into: &buffer, at: 0) == 0)
    }
  }

  @Test("what only begins like a compressed file is text")
  func text() throws {
    let folder = try TemporaryFolder()
    for text in ["(", "(x\n", "P*M", "P*Mx", "\u{1F}", "\u{1F}x"] {
      let path = try folder.write(text, as: "x.gz")
      var recorder = Recorder()
      try FileSource(path: path, format: .lines).read(rowsInto: &recorder) { _, _ in }
      #expect(recorder.texts == text.split(separator: "\n").map { [String($0)] })
    }
  }

  @Test("that end too early are refused, and the error names the place")
  func truncated() throws {
    let folder = try TemporaryFolder()
    for compressor in Compressor.allCases {
      let members = [compressor.compress([Array("a\nb\n".utf8)]), compressor.compress([[99]])]
      let bytes = Array(members.joined())
      for count in 4..<bytes.count where count != members[0].count {
        let cut = Array(bytes.prefix(count))
        let path = try folder.write(Data(cut), as: "cut")
        let error = #expect(throws: SourceError.self) { try rows(path, .lines) }
        let reason = "ends in the middle of its compressed data (at byte \(count))"
        #expect(error?.reason == reason, "\(compressor), \(count)")
      }
    }
  }

  @Test("that are damaged are refused, or the damage makes no difference")
  func damaged() throws {
    let folder = try TemporaryFolder()
    let bytes = Compressor.gzip.compress([Array("a\nb\n".utf8), Array("c\n".utf8)])
    let plain = try rows(try folder.write("a\nb\nc\n", as: "plain"), .lines)
    for place in bytes.indices.dropFirst(4) {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[place] ^= 1 << UInt8(bit)
        let path = try folder.write(Data(damaged), as: "damaged")
        do { #expect(try rows(path, .lines) == plain, "\(place)") } catch let error as SourceError {
          // A text may be found to be damaged before its checksum is read.
          let isPlace = error.reason.contains("compressed data (") || error.line != nil
          #expect(isPlace, "\(error.reason)")
        }
      }
    }
    let followed = try folder.write(Data(bytes + [0, 0, 0]), as: "zeros")
    #expect(try rows(followed, .lines) == plain)
    for tail in ["xy", "\0\0xy"] {
      let path = try folder.write(Data(bytes + Array(tail.utf8)), as: "tail")
      let error = #expect(throws: SourceError.self) { try rows(path, .lines) }
      #expect(error?.reason.hasPrefix("has damaged compressed data (") == true)
    }
  }

  @Test("that become much larger than they are, are refused beyond a size")
  func bomb() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Data(Compressor.repeated(10, blocks: 100)), as: "bomb")
    for format in [FileFormat.lines, .csv] {
      var source = FileSource(path: path, format: format)
      source.pieceSizes.text = 1 << 20
      var builder = TableBuilder(path: path)
      let error = #expect(throws: SourceError.self) {
        try source.read(into: &builder) { _, _ in }
      }
      #expect(
        error?.reason.hasPrefix(
          "becomes over 250 times as large when it is decompressed; if that is right, pass it "
            + "through zstd -dc (at byte ") == true)
    }
  }

  @Test("cannot be followed")
  func followed() throws {
    let folder = try TemporaryFolder()
    for compressor in Compressor.allCases {
      let path = try folder.write(Data(compressor.compress([Array("id\n1\n".utf8)])), as: "a")
      var recorder = Recorder()
      let error = #expect(throws: SourceError.self) {
        try FollowedFile(path: path, format: .csv).read(rowsInto: &recorder) { _, _ in }
      }
      #expect(
        error?.reason == "is compressed, which cannot be followed; pass it through "
          + "\(compressor.rawValue) -dc")
    }
  }

  @Test("have the format that their text looks like")
  func format() throws {
    let folder = try TemporaryFolder()
    for (format, text) in Self.texts where !format.isDelimited {
      for compressor in Compressor.allCases {
        let bytes = compressor.compress([Array(text.utf8)])
        let path = try folder.write(Data(bytes), as: "a.dump")
        #expect(FileFormat(contentsOf: path) == format)
      }
    }
  }
}
