import Foundation
import ShortlistCore
import ShortlistFiles
import Testing

/// Rows whose end does not come are refused before they fill the memory.
@Suite struct RecordLimitTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns a row of a million bytes, which would fill the log as an argument of a test.
  private static func long(_ start: String, _ part: String = "x y, ") -> String {
    start + String(repeating: part, count: 1_000_000 / part.utf8.count)
  }

  @Test(arguments: [
    (FileFormat.lines, "a\nb\n", "x", 3), (.csv, "a\n1\n", "\"", 3), (.csv, "a\n1\n", "\"x\n", 3),
    (.csv, "", "\"", 1), (.tsv, "a\n1\n2\n3\n", "x", 5), (.jsonl, "{\"a\":1}\n\n", "{\"a\":\"", 3),
    (.json, "[{\"a\":1},\n", "{\"a\":\"", 1),
  ])
  func aRowThatDoesNotEndIsRefused(
    _ format: FileFormat, _ start: String, _ rowStart: String, _ line: Int
  ) throws {
    let row = Self.long(rowStart, rowStart.hasSuffix("\n") ? "x y\n " : "x y, ")
    let path = try folder.write(start + row, as: "rows")
    for (name, isPipe) in [(path, false), (try pipe(start + row), true)] {
      var source = FileSource(path: name, format: format)
      source.pieceSizes = PieceSizes(
        firstWindow: 1 << 10, window: 1 << 16, piece: 1 << 10, record: 1 << 19)
      var builder = TableBuilder(path: path)
      var read = 0
      let error = #expect(throws: SourceError.self) {
        try source.read(into: &builder) { _, progress in read = progress.bytes }
      }
      #expect(
        error?.reason == "a row that begins here is longer than 524288 bytes; is its end missing?",
        "\(isPipe)")
      #expect(error?.path == name)
      #expect(error?.line == line, "\(isPipe)")
      #expect(read < 1 << 20)
    }
  }

  @Test(arguments: [
    (FileFormat.lines, "a\n", "x"), (.csv, "a\n1\n", "\"x\n"), (.jsonl, "{\"a\":1}\n", "{\"a\":\""),
  ])
  func aRowThatDoesNotEndEndsTheFollowing(
    _ format: FileFormat, _ start: String, _ rowStart: String
  ) throws {
    let row = Self.long(rowStart, rowStart.hasSuffix("\n") ? "x y\n " : "x y, ")
    let path = try folder.write(start, as: "rows")
    var source = FileSource(path: path, format: format)
    source.pieceSizes = PieceSizes(
      firstWindow: 1 << 10, window: 1 << 16, piece: 1 << 10, record: 1 << 19)
    let followed = Follower(path, names: [format == .lines ? "line" : "a"], FollowedFile(source))
    _ = try followed.opened()
    // What ends within the limit may be long.
    try followed.append(row.utf8.prefix(1 << 19))
    #expect(try followed.next() == Batch([]))
    try followed.append(row.utf8.dropFirst(1 << 19))
    let error = #expect(throws: SourceError.self) { _ = try followed.next() }
    #expect(
      error?.reason == "a row that begins here is longer than 524288 bytes; is its end missing?")
    #expect(error?.path == path)
    #expect(error?.line == start.count { $0 == "\n" } + 1)
  }

  @Test(arguments: [
    (FileFormat.lines, "", "x\n"), (.csv, "a\n", "x\n"), (.jsonl, "", "{\"a\":\"x\"}\n"),
  ])
  func manyRowsAndLongOnesAreNot(_ format: FileFormat, _ start: String, _ row: String) throws {
    let long = row.replacing("x", with: String(repeating: "x", count: 400_000))
    let text = start + String(repeating: row, count: 200_000) + long + row + long
    for path in [try folder.write(text, as: "rows"), try pipe(text)] {
      var source = FileSource(path: path, format: format)
      source.pieceSizes = PieceSizes(
        firstWindow: 1 << 10, window: 1 << 16, piece: 1 << 10, record: 1 << 19)
      var builder = TableBuilder(path: path)
      try source.read(into: &builder) { _, _ in }
      #expect(builder.rowCount == 200_003)
    }
  }

  /// A pipe from which a text can be read.
  private func pipe(_ text: String) throws -> String {
    let path = folder.path + "/pipe"
    try? FileManager.default.removeItem(atPath: path)
    let isMade = unsafe mkfifo(path, 0o600) == 0
    try #require(isMade)
    signal(SIGPIPE, SIG_IGN)
    let writer = Thread {
      guard let pipe = FileHandle(forWritingAtPath: path) else { return }
      try? pipe.write(contentsOf: Data(text.utf8))
      try? pipe.close()
    }
    writer.start()
    return path
  }
}
