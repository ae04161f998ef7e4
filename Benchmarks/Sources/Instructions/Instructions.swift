import Shortlist
import Workloads

/// Measures the engine's hot paths one after the other, the same in every run.
@main
enum Instructions {
  static func main() throws {
    for rows in [10_000, 1_000_000] {
      for window in ListWindow.common { try commits(rows, .integer, window) }
      try commits(rows, .text, .beginning)
      try appending(rows)
      try commitsUnderRange(rows)
    }
    try typing(1_000_000)
    try measuring(1_000_000)
    try searching(100_000)
  }

  /// Commits of one row and of a hundred.
  private static func commits(_ rows: Int, _ order: ListOrder, _ window: ListWindow) throws {
    var work = try Workload(rows: rows, order: order)
    _ = work.engine.setRange(window.range, section: nil)
    for size in [1, 100] {
      for kind in Workload.Kind.allCases {
        let name = "\(kind) of \(size), by \(order), \(rows) rows, window \(window)"
        let round = size == 1 ? kind.steps : 1
        try Meter.measure(name, warmUp: 200 / size, count: 2000 / size, round: round) {
          work.batch(kind, rows: size)
        } perform: { operations in
          _ = try work.engine.apply(operations)
        }
      }
    }
  }

  /// Rows that are appended to a log, whose end is shown.
  private static func appending(_ rows: Int) throws {
    var work = try Workload(rows: rows, order: .source)
    _ = work.engine.setRange(ListWindow.tail.range, section: nil)
    for size in [1, 100] {
      let name = "appending of \(size), \(rows) rows, window tail"
      try Meter.measure(name, warmUp: 200 / size, count: 2000 / size) {
        work.appended(size)
      } perform: { rows in
        _ = try work.engine.append(rows)
      }
    }
  }

  /// Commits of one row in a list with a connected range, whose bounds follow.
  private static func commitsUnderRange(_ rows: Int) throws {
    var work = try Workload(rows: rows, order: .source)
    _ = work.engine.setRange(ListWindow.beginning.range, section: nil)
    _ = try work.engine.connect(RangeControl("number"))
    try Meter.measure("mix of 1 under a range, \(rows) rows", warmUp: 200, count: 2000, round: 4) {
      work.batch(.mix, rows: 1)
    } perform: { operations in
      _ = try work.engine.apply(operations)
      _ = try work.engine.drainRangeUpdates()
    }
  }

  /// Counts and measures of rows that a filter leaves, another one each time.
  private static func measuring(_ rows: Int) throws {
    var list = try MeasuredList(rows: rows)
    try Meter.measure("rows of a kind in a range, \(rows) rows", warmUp: 0, count: 16) {
      list.ofKindInRange()
    } perform: { query in
      _ = try list.engine.setQuery(query)
    }
    let facets = MeasureRequest(facets: [FacetRequest("kind")])
    try Meter.measure("facets under a range, \(rows) rows", warmUp: 0, count: 16) {
      list.inRange()
    } perform: { query in
      _ = try list.engine.setQuery(query)
      _ = try list.engine.measure(facets)
    }
    let histogram = MeasureRequest(numbers: [NumberRequest("size", buckets: 20)])
    try Meter.measure("a histogram under a kind, \(rows) rows", warmUp: 0, count: 16) {
      list.ofKind()
    } perform: { query in
      _ = try list.engine.setQuery(query)
      _ = try list.engine.measure(histogram)
    }
  }

  /// Letters of a search, one after the other, in a list with an order and a window.
  private static func typing(_ rows: Int) throws {
    var work = try Workload(rows: rows, order: .integer)
    _ = work.engine.setRange(ListWindow.beginning.range, section: nil)
    var query = ListOrder.integer.query
    var letters = ["monri", "kelva", "gor tu"].flatMap { word in
      (1...word.count).map { String(word.prefix($0)) }
    }.makeIterator()
    try Meter.measure("a letter of a search, \(rows) rows, window beginning", warmUp: 0, count: 16)
    {
      query.search = letters.next() ?? ""
    } perform: { _ in
      _ = try work.engine.setQuery(query)
    }
  }
}
