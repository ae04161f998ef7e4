import Foundation
import Workloads

/// Measures two apps: a chat over a table that another program writes to, and a shop.
///
///     Apps [MESSAGES [COMMITS [PRODUCTS]]]
@main
enum AppsCommand {
  static func main() async throws {
    let given = CommandLine.arguments.dropFirst().map { Int($0) ?? 0 }
    guard given.allSatisfy({ $0 > 0 }) else {
      FileHandle.standardError.write(
        Data("apps: numbers of messages, commits, products\n".utf8))
      exit(2)
    }
    func number(_ index: Int, or usual: Int) -> Int { given.count > index ? given[index] : usual }
    for (mode, keepsJournal) in [
      ("WAL", false), ("WAL", true), ("DELETE", false), ("DELETE", true),
    ] {
      try await Chat(messages: number(0, or: 20_000), mode: mode, keepsJournal: keepsJournal)
        .follow(commits: number(1, or: 2000))
    }
    try await Shop(products: number(2, or: 200_000)).use()
  }
}

/// Returns the milliseconds since an instant.
func milliseconds(since start: ContinuousClock.Instant) -> Double {
  (ContinuousClock.now - start) / .milliseconds(1)
}

/// Prints the statistics of times in milliseconds.
func tell(_ title: String, _ times: [Double]) {
  let statistics = Statistics(times)
  let texts = [statistics.median, statistics.p99, times.max() ?? 0].map {
    String(format: "%.1f", $0)
  }
  print("\(title): median \(texts[0]) ms, 99th percentile \(texts[1]), longest \(texts[2])")
}
