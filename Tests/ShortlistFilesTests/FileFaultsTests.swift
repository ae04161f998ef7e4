import Foundation
import ShortlistCore
import ShortlistFiles
import ShortlistSystem
import Testing

/// Calls into the system that fail, one after the other: reading gives the right rows, or an error
/// that names the file.
@Suite struct FileFaultsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let formats: [FileFormat] = [.csv, .tsv, .lines, .jsonl, .json]

  private static let lasting: [Errno] = [.inputOutput, .tooManyOpenFiles, .badFileDescriptor]

  @Test(arguments: formats)
  func anyCallFails(_ format: FileFormat) async throws {
    let path = try folder.write(text(format), as: "rows")
    for error in Self.lasting {
      var failed = 0
      let calls = try await atEachCall(path, of: [.open, .read, .status]) { number in
        Faults(
          .error(error), at: number..<number + 1, of: [.open, .read, .status], on: .path(path))
      } body: {
        do {
          let rows = try read(path, format)
          #expect(rows == Self.rows)
        } catch let thrown as SourceError {
          #expect(thrown == SourceError(path: path, reason: error.reason))
          failed += 1
        }
      }
      // All of them matter.
      #expect(calls >= 5 && failed == calls)
    }
  }

  @Test(arguments: formats, [Faults.Effect.error(.interrupted), .error(.wouldBlock), .short])
  func anyCallIsInterruptedOrShort(_ format: FileFormat, _ effect: Faults.Effect) async throws {
    let path = try folder.write(text(format), as: "rows")
    let kinds: Set<SystemCall> = effect == .error(.wouldBlock) ? [.read] : [.open, .read]
    let calls = try await atEachCall(path, of: kinds) { number in
      Faults(effect, at: number..<number + 3, of: kinds, on: .path(path))
    } body: {
      let rows = try read(path, format)
      #expect(rows == Self.rows)
    }
    #expect(calls >= 2)
  }

  @Test(arguments: formats)
  func everyReadBringsAByte(_ format: FileFormat) async throws {
    let path = try folder.write(text(format), as: "rows")
    _ = try await Faults(.short, at: 0..<Int.max, on: .path(path)).whileActive {
      let rows = try read(path, format)
      #expect(rows == Self.rows)
    }
  }

  @Test(arguments: [FileFormat.csv, .lines, .jsonl])
  func anyCallFailsWhileAFileIsFollowed(_ format: FileFormat) async throws {
    let kinds: Set<SystemCall> = [.open, .read, .status]
    for effect in [
      Faults.Effect.error(.inputOutput), .error(.tooManyOpenFiles), .error(.interrupted), .short,
    ] {
      let path = folder.path + "/log"
      _ = try await atEachCall(path, of: kinds) { number in
        Faults(effect, at: number..<number + 1, of: kinds, on: .path(path))
      } body: {
        do {
          try follow(path, format)
        } catch let thrown as SourceError {
          guard case .error(let error) = effect else { throw thrown }
          #expect(thrown == SourceError(path: path, reason: error.reason))
        }
      }
    }
  }

  @Test(arguments: [FileFormat.csv, .lines, .jsonl], [false, true])
  func anyCallFailsOnAPipe(_ format: FileFormat, _ isFollowed: Bool) async throws {
    let kinds: Set<SystemCall> = [.open, .read, .status, .poll]
    for effect in [
      Faults.Effect.error(.inputOutput), .error(.interrupted), .error(.wouldBlock), .short,
    ] {
      let path = folder.path + "/pipe"
      _ = try await atEachCall(path, of: kinds) { number in
        Faults(effect, at: number..<number + 1, of: kinds, on: .path(path))
      } body: {
        let writing = try PipeWriting(of: text(format), to: path)
        defer { writing.end() }
        do {
          if isFollowed {
            let rows = try all(of: follower(path, format))
            #expect(rows == Self.rows)
          } else {
            let rows = try read(path, format)
            #expect(rows == Self.rows)
          }
        } catch let thrown as SourceError {
          guard case .error(let error) = effect else { throw thrown }
          #expect(thrown == SourceError(path: path, reason: error.reason))
        }
      }
    }
  }

  // MARK: Support

  private static let rows = (0..<60).map { ["\($0)", "text \($0)"] }

  private func text(_ format: FileFormat, _ rows: [[String]] = rows) -> String {
    switch format {
    case .csv: "a,b\n" + rows.map { "\($0[0]),\($0[1])\n" }.joined()
    case .tsv: "a\tb\n" + rows.map { "\($0[0])\t\($0[1])\n" }.joined()
    case .lines: rows.map { "\($0[0]) \($0[1])\n" }.joined()
    case .jsonl: rows.map { "{\"a\":\"\($0[0])\",\"b\":\"\($0[1])\"}\n" }.joined()
    case .json:
      "[" + rows.map { "{\"a\":\"\($0[0])\",\"b\":\"\($0[1])\"}" }.joined(separator: ",\n") + "]"
    }
  }

  /// Does something with a fault at the first call, at the second one and so on, until it makes no
  /// more calls than that.
  ///
  /// - Returns: How many calls it makes.
  private func atEachCall(
    _ path: String, of kinds: Set<SystemCall>, _ faults: (Int) -> Faults,
    body: () async throws -> Void
  ) async throws -> Int {
    var number = 0
    while true {
      let faults = faults(number)
      _ = try await faults.whileActive(body)
      if faults.count <= number { return number }
      number += 1
    }
  }

  /// The rows of a file, read in small pieces.
  private func read(_ path: String, _ format: FileFormat) throws -> [[String]] {
    var source = FileSource(path: path, format: format)
    source.pieceSizes = PieceSizes(firstWindow: 64, window: 256, piece: 64)
    var builder = TableBuilder(path: path)
    try source.read(into: &builder) { _, _ in }
    let table = try builder.finish()
    return rows(
      ListEngine(table).snapshot(0..<table.count).lines.map { $0.values.map(\.text) }, format)
  }

  private func rows(_ rows: [[String]], _ format: FileFormat) -> [[String]] {
    guard format == .lines else { return rows }
    return rows.map { row in row[0].split(separator: " ", maxSplits: 1).map(String.init) }
  }

  private func follower(_ path: String, _ format: FileFormat) throws -> (Follower, FileFormat) {
    (try Follower(path, as: format, names: format == .lines ? ["line"] : ["a", "b"]), format)
  }

  /// All rows of a pipe, which ends.
  private func all(of follower: (Follower, FileFormat)) throws -> [[String]] {
    var rows = try follower.0.opened()
    while true {
      let batch = try follower.0.next()
      rows += batch.rows
      if !batch.goesOn { return self.rows(rows, follower.1) }
    }
  }

  /// Follows a file that is appended to, replaced and cut off.
  private func follow(_ path: String, _ format: FileFormat) throws {
    let all = Self.rows
    try Data(text(format, Array(all[..<20])).utf8).write(to: URL(fileURLWithPath: path))
    let (follower, _) = try follower(path, format)
    var rows = try follower.opened()
    func expect(_ expected: [[String]], isAnew: Bool = false) throws {
      rows = isAnew ? [] : rows
      var isRead = !isAnew
      while true {
        let batch = try follower.next()
        #expect(batch.goesOn)
        if batch.isAnew {
          #expect(isAnew && !isRead)
          isRead = true
        }
        rows += batch.rows
        if isRead && self.rows(rows, format) == expected { return }
        // Anything but a beginning of them will never become right.
        let read = self.rows(rows, format)
        try #require(expected.starts(with: read))
      }
    }
    try expect(Array(all[..<20]))
    let header = format == .csv ? 1 : 0
    let lines = text(format).split(separator: "\n", omittingEmptySubsequences: true)
    try follower.append((lines[(20 + header)...].joined(separator: "\n") + "\n").utf8)
    try expect(all)
    try FileManager.default.removeItem(atPath: path)
    try Data(text(format, Array(all[30...])).utf8).write(to: URL(fileURLWithPath: path))
    try expect(Array(all[30...]), isAnew: true)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(text(format, Array(all[55...])).utf8))
    try handle.close()
    try expect(Array(all[55...]), isAnew: true)
  }
}

/// A text that goes into a pipe as soon as somebody reads it.
private final class PipeWriting {
  private let path: String
  private let isDone = DispatchSemaphore(value: 0)

  init(of text: String, to path: String) throws {
    self.path = path
    try? FileManager.default.removeItem(atPath: path)
    let isMade = unsafe mkfifo(path, 0o600) == 0
    try #require(isMade)
    signal(SIGPIPE, SIG_IGN)
    let isDone = isDone
    let writer = Thread {
      let file = FileHandle(forWritingAtPath: path)
      try? file?.write(contentsOf: Data(text.utf8))
      try? file?.close()
      isDone.signal()
    }
    writer.start()
  }

  /// Waits for the writer, and is its reader if nobody was.
  func end() {
    let reader = unsafe open(path, O_RDONLY | O_NONBLOCK)
    isDone.wait()
    close(reader)
  }
}
