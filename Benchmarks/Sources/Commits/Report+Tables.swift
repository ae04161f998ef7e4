import Foundation
import Workloads

/// The report as Markdown.
extension Report {
  /// What a commit of one row may take with a window on the list of `budgetRows`, in microseconds.
  private static let budget = 5.0
  private static let budgetRows = 1_000_000
  /// What the longest list may take as a multiple of the shortest.
  private static let mostRatio = 3.0

  var tables: String {
    """
    Medians in microseconds, in brackets the 99th percentile; load average of the machine \
    \(load.map { decimal($0) }.joined(separator: " to ")).

    \([1, 100].map(commitTable).joined(separator: "\n\n"))

    \(verdicts.map { "- \($0)" }.joined(separator: "\n"))

    \(differenceTable)

    \(listTable)

    The process held \(decimal(Double(peakBytes) / 1e6, 0)) MB at most, \
    \(decimal(Double(peakBytes) / Double(options.rows.reduce(0, +)), 0)) bytes for a row of the \
    lists that are there at once.
    """
  }

  private func commitTable(_ batch: Int) -> String {
    table(
      ["rows changed", "sort", "window", "what"] + options.rows.map { "\(count($0)) rows" } + [
        "ratio"
      ],
      commits.filter { $0.batch == batch }.map { commits in
        ["\(batch)", commits.order.rawValue, commits.window.rawValue, commits.kind.rawValue]
          + commits.times.map(cell) + [decimal(commits.ratio)]
      }, texts: 4)
  }

  private var verdicts: [String] {
    var verdicts: [String] = []
    if let index = options.rows.firstIndex(of: Self.budgetRows) {
      let windowed = commits.filter { $0.batch == 1 && $0.window != .none }
      let medians = windowed.map { $0.times[index].median }
      verdicts.append(
        verdict(
          "one row, a window of 50, \(count(Self.budgetRows)) rows, in µs", medians,
          most: Self.budget))
    }
    if options.rows.count > 1 {
      let (shortest, longest) = (
        count(options.rows[0]), count(options.rows[options.rows.count - 1])
      )
      for batch in [1, 100] {
        verdicts.append(
          verdict(
            "\(batch == 1 ? "one row" : "\(batch) rows"), \(longest) to \(shortest) rows",
            commits.filter { $0.batch == batch }.map(\.ratio), most: Self.mostRatio))
      }
    }
    return verdicts
  }

  private func verdict(_ what: String, _ figures: [Double], most: Double) -> String {
    let held = figures.filter { $0 <= most }.count
    return """
      \(what): \(decimal(figures.min() ?? .nan)) to \(decimal(figures.max() ?? .nan)); at most \
      \(decimal(most)) in \(held) of \(figures.count) lines
      """
  }

  private var differenceTable: String {
    table(
      [
        "one row moved, all visible", "commit", "the same, caches cold", "`difference(from:)`",
        "ratio",
      ],
      differences.map {
        [
          "\(count($0.rows)) rows", cell($0.commit), cell($0.coldCommit), cell($0.difference),
          decimal($0.ratio, 0),
        ]
      }, texts: 1)
  }

  private var listTable: String {
    table(
      ["sort", "rows", "table, bytes a row", "list, bytes a row", "first commit, ms"],
      lists.map {
        [
          $0.order.rawValue, count($0.rows), decimal($0.tableBytes), decimal($0.listBytes),
          decimal($0.firstCommit / 1000),
        ]
      }, texts: 1)
  }

  // MARK: Form

  /// A table whose first columns hold texts and whose others hold numbers.
  private func table(_ head: [String], _ rows: [[String]], texts: Int) -> String {
    let rule = head.indices.map { $0 < texts ? "---" : "---:" }
    return ([head, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
      .joined(separator: "\n")
  }

  private func cell(_ times: Statistics) -> String {
    "\(decimal(times.median)) (\(decimal(times.p99)))"
  }

  private func decimal(_ number: Double, _ digits: Int = 1) -> String {
    number.formatted(
      .number.precision(.fractionLength(digits)).locale(Locale(identifier: "en_US")))
  }

  private func count(_ number: Int) -> String {
    number.formatted(.number.locale(Locale(identifier: "en_US")))
  }
}
