import Foundation
import Workloads

/// Measures tables of SQLite files: opening, windows beside GRDB's observations of the same rows,
/// and how soon commits of others are seen.
@main
enum TablesCommand {
  static func main() async throws {
    let given = CommandLine.arguments.dropFirst().first
    guard let rows = given.map(Int.init) ?? 1_000_000, rows >= 1000 else {
      FileHandle.standardError.write(Data("tables: a number of rows, 1000 or more\n".utf8))
      exit(2)
    }
    CommitClock.install()
    let folder = FileManager.default.temporaryDirectory.path + "/shortlist-tables-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    print(
      "\(rows) rows of five columns; synchronous FULL; medians, in brackets the 99th percentile")
    let files = try Files(folder: folder, rows: rows)
    try await Opening(files: files).measure()
    for isWAL in [false, true] { try await Windows(files: files, isWAL: isWAL).measure() }
    for isWAL in [false, true] {
      for journal in [false, true] {
        try await Foreign(files: files, isWAL: isWAL, journal: journal).measure()
      }
    }
  }

  /// The text of a series of times in microseconds.
  static func text(_ microseconds: [Double]) -> String {
    let statistics = Statistics(microseconds)
    return String(
      format: "%9.2f ms (%9.2f)", statistics.median / 1000, statistics.p99 / 1000)
  }

  /// Prints a line at once.
  static func tell(_ line: String) {
    print(line)
    fflush(nil)
  }
}

extension Duration {
  /// The duration in microseconds.
  var microseconds: Double {
    Double(components.seconds) * 1e6 + Double(components.attoseconds) / 1e12
  }
}
