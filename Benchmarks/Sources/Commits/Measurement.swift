import CProcess
import Shortlist
import Workloads

/// Fills a report: lists of all lengths stand side by side, and every few commits the turn passes
/// to the next, so that what else the machine does falls on all of them.
struct Measurement {
  private(set) var report: Report
  private var options: Options { report.options }
  /// A list of each length.
  private var lists: [Workload] = []

  /// Commits of a figure are made in this many turns.
  private static let turns = 20
  /// Longer lists are not compared with the standard library's difference.
  private static let longestDifference = 1_000_000

  init(_ options: Options) { report = Report(options: options, load: [machine_load()]) }

  /// Measures everything.
  mutating func run() throws {
    for order in options.orders {
      lists = []
      for rows in options.rows { try make(rows, order) }
      for window in ListWindow.common {
        for index in lists.indices {
          _ = lists[index].engine.setRange(window.range, section: nil)
        }
        for batch in [1, 100] {
          for kind in Workload.Kind.allCases { try commits(order, window, kind, batch) }
        }
      }
      if order == options.orders.first(where: { $0 != .source }) { try compare(order) }
    }
    report.load.append(machine_load())
    report.peakBytes = process_peak_bytes()
  }

  /// Makes a list, and looks at what it takes.
  private mutating func make(_ rows: Int, _ order: ListOrder) throws {
    let start = process_heap_bytes()
    let table = try RowMaker.table(rows: rows)
    let withTable = process_heap_bytes()
    var list = try Workload(table, order: order)
    let first = try time(&list, .moves, 1)
    let withList = process_heap_bytes()
    report.lists.append(
      .init(
        order: order, rows: rows, tableBytes: Double(withTable - start) / Double(rows),
        listBytes: Double(withList - withTable - list.ownBytes) / Double(rows),
        firstCommit: first))
    for _ in 0..<100 { _ = try time(&list, .mix, 1) }
    lists.append(list)
  }

  private mutating func commits(
    _ order: ListOrder, _ window: ListWindow, _ kind: Workload.Kind, _ batch: Int
  ) throws {
    let count = max(1, options.samples / (batch == 1 ? 1 : 20) / Self.turns)
    var times = lists.map { _ in [Double]() }
    for _ in 0..<Self.turns {
      for index in lists.indices {
        for _ in 0..<count { times[index].append(try time(&lists[index], kind, batch)) }
      }
    }
    let round = batch == 1 ? kind.steps : 1
    report.commits.append(
      .init(order, window, kind, batch, times: times.map { Statistics($0, round: round) }))
  }

  /// The time of a commit; making its operations is not measured.
  private func time(_ list: inout Workload, _ kind: Workload.Kind, _ batch: Int) throws -> Double {
    let operations = list.batch(kind, rows: batch)
    return try Stopwatch.microseconds { _ = try list.engine.apply(operations) }
  }

  // MARK: The standard library

  /// Moves a row again and again and compares the ids before and after.
  ///
  /// The comparisons take what the lists left in the caches, so that these commits are slower than
  /// those made one after the other.
  private mutating func compare(_ order: ListOrder) throws {
    let warm = report.commits.first {
      $0.order == order && $0.window == .none && $0.kind == .moves && $0.batch == 1
    }
    let compared = lists.indices.filter { options.rows[$0] <= Self.longestDifference }
    var times = lists.map { _ in (commit: [Double](), difference: [Double]()) }
    for index in compared { _ = lists[index].engine.setRange(nil, section: nil) }
    for _ in 0..<max(5, options.samples / 100) {
      for index in compared {
        let before = numbers(lists[index].engine.ids())
        times[index].commit.append(try time(&lists[index], .moves, 1))
        let after = numbers(lists[index].engine.ids())
        var steps = 0
        times[index].difference.append(
          Stopwatch.microseconds { steps = after.difference(from: before).count })
        // None if the row has the same place again.
        precondition(steps == 2 || steps == 0, "one row moved, and \(steps) steps are needed")
      }
    }
    report.differences = compared.compactMap { index in
      warm.map {
        .init(
          rows: options.rows[index], commit: $0.times[index],
          coldCommit: Statistics(times[index].commit),
          difference: Statistics(times[index].difference))
      }
    }
  }

  /// The ids as plain numbers, which are compared fastest.
  private func numbers(_ report: IDsReport) -> [Int] {
    report.ids.map { id in
      guard case .integer(let number) = id else {
        preconditionFailure("the rows are known by integers, but one by \(id)")
      }
      return number
    }
  }
}
