import Foundation
import Shortlist
import Workloads

/// Measures a picker of many items, and what it costs the main thread.
@main
@MainActor
enum PickersCommand {
  static func main() {
    let given = CommandLine.arguments.dropFirst().first
    guard let rows = given.map(Int.init) ?? 1_000_000, rows >= 1000 else {
      FileHandle.standardError.write(Data("pickers: a number of items, 1000 or more\n".utf8))
      exit(2)
    }
    let articles = Article.list(rows)
    print("\(rows) items of four fields; medians")
    MainThread(articles).measure()
    Task {
      do { try await Replacing(articles).measure() } catch { fatalError("\(error)") }
      exit(0)
    }
    while true { MainThread.turn() }
  }

  /// Prints what a series of times has come to.
  static func tell(_ name: String, _ microseconds: [Double], in unit: Unit) {
    let statistics = Statistics(microseconds)
    let texts = [statistics.median, statistics.p99].map {
      String(format: "%8.1f", $0 / unit.microseconds)
    }
    print("\(texts[0]) \(unit.rawValue), 99th \(texts[1]) \(unit.rawValue)  \(name)")
    fflush(nil)
  }

  /// What times are told in.
  enum Unit: String {
    case milliseconds = "ms"
    case microseconds = "µs"

    var microseconds: Double { self == .milliseconds ? 1000 : 1 }
  }
}
