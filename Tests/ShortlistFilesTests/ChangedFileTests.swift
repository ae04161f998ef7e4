import Foundation
import ShortlistCore
import ShortlistFiles
import Testing

/// Files that others change while they are read: they are refused, or give the rows of one moment.
@Suite struct ChangedFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let formats: [FileFormat] = [.csv, .tsv, .lines, .jsonl, .json]

  @Test(arguments: formats)
  func aFileThatIsCutOffIsRefused(_ format: FileFormat) throws {
    let path = try write(format)
    let size = text(format).utf8.count
    let error = try #require(try read(path, format) { truncate(path, to: size / 2) })
    #expect(
      error.reason.hasPrefix("the file became shorter while it was read (from \(size) bytes)"))
    #expect(error.path == path)
    let line = try #require(error.line)
    #expect(line > Self.rows / 3 && line < Self.rows * 2 / 3 || format == .json)
  }

  @Test(arguments: formats)
  func aFileThatIsEmptiedIsRefused(_ format: FileFormat) throws {
    let path = try write(format)
    let error = try #require(try read(path, format) { truncate(path, to: 0) })
    #expect(error.reason.hasPrefix("the file became shorter while it was read"))
  }

  @Test(arguments: formats)
  func aFileThatIsWrittenAnewIsRefused(_ format: FileFormat) throws {
    let path = try write(format)
    // As much text as before, and more of it: other rows either way.
    for text in [text(format, word: "wxyz"), text(format, word: "longer")] {
      let error = try #require(
        try read(path, format) { overwrite(path, with: text, isAtFront: true) })
      #expect(error.reason.hasPrefix("the file was changed while it was read"), "\(error)")
      overwrite(path, with: self.text(format), isAtFront: true)
      truncate(path, to: self.text(format).utf8.count)
    }
  }

  @Test(arguments: [FileFormat.csv, .tsv, .lines, .jsonl])
  func aFileThatGrowsGivesItsRows(_ format: FileFormat) throws {
    let path = try write(format)
    let row = format == .jsonl ? "{\"a\":1,\"b\":\"more\"}\n" : "1\n"
    #expect(try read(path, format) { overwrite(path, with: row, isAtFront: false) } == nil)
  }

  @Test func anotherFileAtThePathIsNoChange() throws {
    let path = try write(.csv)
    let other = try folder.write("a,b\n1,other\n", as: "other")
    let error = try read(path, .csv) { rename(other, path) }
    #expect(error == nil)
  }

  private static let rows = 30_000

  private func text(_ format: FileFormat, word: String = "abcd") -> String {
    let numbers = (0..<Self.rows).map { String($0 + 100_000) }
    return switch format {
    case .csv: "a,b\n" + numbers.map { "\($0),\(word)\n" }.joined()
    case .tsv: "a\tb\n" + numbers.map { "\($0)\t\(word)\n" }.joined()
    case .lines: numbers.map { "\($0) \(word)\n" }.joined()
    case .jsonl: numbers.map { "{\"a\":\($0),\"b\":\"\(word)\"}\n" }.joined()
    case .json:
      "[" + numbers.map { "{\"a\":\($0),\"b\":\"\(word)\"}" }.joined(separator: ",\n") + "]"
    }
  }

  private func write(_ format: FileFormat) throws -> String {
    try folder.write(text(format), as: "rows.\(format)")
  }

  /// Reads a file, and does something to it after the first rows.
  ///
  /// - Returns: The error, if there is one; else there are at least the rows that were there.
  private func read(
    _ path: String, _ format: FileFormat, _ change: () -> Void
  ) throws -> SourceError? {
    var source = FileSource(path: path, format: format)
    source.pieceSizes = PieceSizes(firstWindow: 4 << 10, window: 64 << 10, piece: 16 << 10)
    var builder = TableBuilder(path: path)
    var isChanged = false
    do {
      try source.read(into: &builder) { _, progress in
        guard !isChanged && progress.rows > 0 else { return }
        isChanged = true
        change()
      }
    } catch let error as SourceError {
      #expect(isChanged)
      return error
    }
    #expect(isChanged)
    #expect(builder.rowCount >= Self.rows)
    return nil
  }

  private func truncate(_ path: String, to size: Int) {
    let result = unsafe Foundation.truncate(path, off_t(size))
    precondition(result == 0)
  }

  private func rename(_ path: String, _ other: String) {
    let result = unsafe Foundation.rename(path, other)
    precondition(result == 0)
  }

  private func overwrite(_ path: String, with text: String, isAtFront: Bool) {
    do {
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      if !isAtFront { try file.seekToEnd() }
      try file.write(contentsOf: Data(text.utf8))
      try file.close()
    } catch { preconditionFailure("\(error)") }
  }
}
