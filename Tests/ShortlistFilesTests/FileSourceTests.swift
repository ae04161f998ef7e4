import Foundation
import ShortlistCore
import ShortlistFiles
import Testing

@Suite struct FileSourceTests {
  @Test(arguments: [
    (FileFormat.csv, "id,t\n1,x\n2,\"y\"\n"),
    (.tsv, "id\tt\n1\tx\n2\ty"),
    (.jsonl, "{\"id\":1,\"t\":\"x\"}\n{\"id\":2,\"t\":\"y\"}\n"),
    (.json, "[{\"id\":1,\"t\":\"x\"},{\"id\":2,\"t\":\"y\"}]"),
  ])
  func readsEveryFormat(_ format: FileFormat, _ text: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, as: "rows")
    var recorder = Recorder()
    var reports: [LoadProgress] = []
    let source = FileSource(path: path, format: format)
    try source.read(rowsInto: &recorder) { _, progress in reports.append(progress) }
    #expect(source.name == path)
    #expect(recorder.names == ["id", "t"])
    #expect(recorder.texts == [["1", "x"], ["2", "y"]])
    let count = text.utf8.count
    #expect(reports.last == LoadProgress(rows: 2, bytes: count, totalBytes: count))
  }

  @Test func fillsATable() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("id,t\n1,x\n2,y\n", as: "a.csv")
    var builder = TableBuilder(path: path)
    try FileSource(path: path, format: .csv).read(into: &builder) { _, _ in }
    let table = try builder.finish()
    #expect(table.schema.entries.map(\.name) == ["id", "t"])
    #expect(table.schema.entries.map(\.type) == [.integer, .text])
  }

  @Test func progressIsReportedBetweenRowsOfLongFiles() throws {
    let folder = try TemporaryFolder()
    let rows = 200_000
    let row = "some text,\"with a comma, and a\nline end\"\n"
    let text = "a,b\n" + String(repeating: row, count: rows)
    let path = try folder.write(text, as: "a.csv")
    var recorder = Counter()
    var reports: [LoadProgress] = []
    try FileSource(path: path, format: .csv).read(rowsInto: &recorder) { counter, progress in
      #expect(!counter.isInRow)
      #expect(counter.rowCount == progress.rows)
      #expect(progress.bytes - (reports.last?.bytes ?? 0) <= 1 << 20)
      reports.append(progress)
    }
    #expect(recorder.rowCount == rows)
    #expect(recorder.cells == 2 * rows)
    #expect(reports.count > text.utf8.count >> 20)
    #expect(reports.allSatisfy { $0.totalBytes == text.utf8.count })
  }

  @Test func progressStopsTheReading() throws {
    struct Stop: Error {}
    let folder = try TemporaryFolder()
    let path = try folder.write("a\n" + String(repeating: "1\n", count: 1_000_000), as: "a.csv")
    var counter = Counter()
    #expect(throws: Stop.self) {
      try FileSource(path: path, format: .csv).read(rowsInto: &counter) { _, progress in
        if progress.rows > 0 { throw Stop() }
      }
    }
    #expect(counter.rowCount < 500_000)
  }

  @Test func wrongTextIsRefusedOrReplaced() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Data("id,t\n1,x\n2,".utf8) + [0xFF], as: "a.csv")
    var recorder = Recorder()
    #expect(throws: SourceError(path: path, line: 3, reason: "invalid UTF-8")) {
      try FileSource(path: path, format: .csv).read(rowsInto: &recorder) { _, _ in }
    }
    recorder = Recorder()
    let lossy = FileSource(path: path, format: .csv, invalidUTF8: .replaced)
    try lossy.read(rowsInto: &recorder) { _, _ in }
    #expect(recorder.texts == [["1", "x"], ["2", "\u{FFFD}"]])
  }

  @Test(arguments: FileFormat.allCases)
  func nothingIsReportedInARowThatIsRefused(_ format: FileFormat) throws {
    let folder = try TemporaryFolder()
    let row = [
      FileFormat.csv: "1,2\n", .tsv: "1\t2\n", .jsonl: "{\"a\":1,\n", .json: "[{\"a\":1,2},\n",
      .lines: "1\n",
    ]
    let start = format == .lines ? "a\n" : format == .csv || format == .tsv ? "a\n1\n" : ""
    let rest = String(repeating: " \n", count: 1 << 20)
    let path = try folder.write(start + (row[format] ?? "") + rest, as: "rows")
    var counter = Counter()
    func read() throws {
      try FileSource(path: path, format: format).read(rowsInto: &counter) { counter, _ in
        #expect(!counter.isInRow)
      }
    }
    if format == .lines {
      try read()
    } else {
      #expect(throws: SourceError.self) { try read() }
    }
  }

  @Test func textThatIsNotUTF8IsRefusedBeforeAnythingElse() throws {
    let folder = try TemporaryFolder()
    let rest = String(repeating: "1\n", count: 200_000)
    let path = try folder.write(Data("a\n1,2\n\(rest)".utf8) + [0xFF], as: "a.csv")
    var counter = Counter()
    #expect(throws: SourceError(path: path, line: 200_003, reason: "invalid UTF-8")) {
      try FileSource(path: path, format: .csv).read(rowsInto: &counter) { _, _ in }
    }
  }

  @Test func whatCannotBeOpened() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a\n", as: "a.csv")
    #expect(error(folder.path + "/none.csv") == "no such file or directory")
    #expect(error(folder.path) == "is a directory")
    #expect(error(file + "/a.csv") == "not a directory")
    #expect(error("") == "no such file or directory")
    #expect(error(file + "\u{0}.txt") == "the path has a NUL character in it")
    #expect(error(folder.path + "/" + String(repeating: "x", count: 300)) == "file name too long")
  }

  @Test(.enabled(if: getuid() != 0, "everything may be read"))
  func whatMayNotBeRead() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a\n", as: "a.csv")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    #expect(error(path) == "permission denied")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/mem")))
  func whatFailsWhileItIsRead() {
    #expect(error("/proc/self/mem") == "input/output error")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")))
  func filesOfUnknownSize() throws {
    var recorder = Recorder()
    let source = FileSource(path: "/proc/self/status", format: .lines)
    try source.read(rowsInto: &recorder) { _, progress in #expect(progress.totalBytes == nil) }
    #expect(recorder.rowCount > 10)
  }

  @Test func rowsOfAPipeAreReportedAsTheyCome() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/pipe"
    let isMade = unsafe mkfifo(path, 0o600) == 0
    try #require(isMade)
    let writer = Thread {
      guard let pipe = FileHandle(forWritingAtPath: path) else { return }
      pipe.write(Data("one\ntwo\nthr".utf8))
      pipe.write(Data("ee\n".utf8))
      try? pipe.close()
    }
    writer.start()
    var recorder = Recorder()
    var last: LoadProgress?
    try FileSource(path: path, format: .lines).read(rowsInto: &recorder) { recorder, progress in
      #expect(progress.rows == recorder.rowCount)
      last = progress
    }
    #expect(recorder.texts == [["one"], ["two"], ["three"]])
    #expect(last == LoadProgress(rows: 3, bytes: 14, totalBytes: nil))
  }

  @Test func standardInputHasAName() {
    let source = FileSource(path: "-", format: .csv)
    #expect(source.path == nil)
    #expect(source.name == "standard input")
  }

  /// The reason why nothing can be read at `path`.
  private func error(_ path: String) -> String? {
    var recorder = Recorder()
    do {
      try FileSource(path: path, format: .lines).read(rowsInto: &recorder) { _, _ in }
      return nil
    } catch let error as SourceError {
      #expect(error.path == path)
      #expect(error.line == nil)
      return error.reason
    } catch {
      Issue.record(error)
      return nil
    }
  }
}

/// A sink that only counts.
struct Counter: RowSink {
  var rowCount = 0
  var cells = 0
  var isInRow = false

  mutating func setColumns(_ names: [String], line: Int) throws {}
  mutating func column(named name: String) -> Int { 0 }
  mutating func beginRow(line: Int) { isInRow = true }
  mutating func append(_ kind: CellKind, _ bytes: Span<UInt8>, column: Int) { cells += 1 }
  mutating func endRow() {
    rowCount += 1
    isInRow = false
  }
}

/// A folder that is removed when it is let go.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/shortlist-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, as name: String) throws -> String {
    try write(Data(text.utf8), as: name)
  }

  func write(_ data: Data, as name: String) throws -> String {
    try data.write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    return "\(path)/\(name)"
  }
}
