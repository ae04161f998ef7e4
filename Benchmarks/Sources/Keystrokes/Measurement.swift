import Foundation
import Shortlist
import ShortlistFiles
import Workloads

/// Measures keystrokes in one list, by turns.
struct Measurement {
  /// The rows of the list.
  let rows: Int
  private let rounds: Int
  /// The list, searched by one thread and by all.
  private let engines: [(threads: Int, engine: ListEngine)]
  private let attribute: String

  /// Reads the list from a file.
  init(_ path: String, rounds: Int) throws {
    self.rounds = rounds
    var builder = TableBuilder(path: path, workers: .cores)
    try FileSource(path: path, format: path.hasSuffix(".csv") ? .csv : .lines).read(into: &builder)
    { _, _ in }
    let table = try builder.finish()
    rows = table.count
    attribute = table.schema.entries[0].name
    let cores = ProcessInfo.processInfo.activeProcessorCount
    engines = [(1, ListEngine(table)), (cores, ListEngine(table, workers: .cores))].map {
      var engine = $0.1
      _ = engine.setRange(.fixed(length: 50), section: nil)
      return ($0.0, engine)
    }
  }

  /// Fuzzy searches: each typed at once, and letter by letter, and deleted.
  func fuzzy(_ searches: [String]) throws -> [Result] {
    var results: [Result] = []
    for (threads, engine) in engines {
      var engine = engine
      var query = ListQuery()
      query.attributes = [attribute]
      query.match = .fuzzy
      query.search = "~~~"  // What is made once for all searches is made now.
      _ = try ask(query, of: &engine)
      let base = engine
      for search in searches {
        query.search = search
        results.append(try measure(query, "fresh", threads) { base })
      }
      results += try typed(Array(searches.prefix { $0.count <= 5 }), query, base, threads)
    }
    return results
  }

  /// Searches in the order of the text: each typed at once.
  func sorted(_ searches: [(MatchKind, [String])]) throws -> [Result] {
    var results: [Result] = []
    for (threads, engine) in engines {
      var engine = engine
      var query = ListQuery()
      query.attributes = [attribute]
      query.sort = [SortKey(attribute)]
      _ = try ask(query, of: &engine)
      let base = engine
      for (match, searches) in searches {
        for search in searches {
          (query.match, query.search) = (match, search)
          results.append(try measure(query, "sorted", threads) { base })
        }
      }
    }
    return results
  }

  /// Types letters one after the other, and deletes them.
  private func typed(
    _ searches: [String], _ query: ListQuery, _ base: ListEngine, _ threads: Int
  ) throws -> [Result] {
    let steps = searches.map { ($0, "typed") } + searches.dropLast().reversed().map { ($0, "back") }
    var times = [[Double]](repeating: [], count: steps.count)
    var matches = [Int](repeating: 0, count: steps.count)
    for _ in 0..<rounds {
      var engine = base
      var query = query
      for (index, step) in steps.enumerated() {
        query.search = step.0
        times[index].append(
          try Stopwatch.microseconds { matches[index] = try ask(query, of: &engine) } / 1000)
      }
    }
    return steps.indices.map { index in
      Result(
        match: "fuzzy", search: steps[index].0, kind: steps[index].1, threads: threads,
        matches: matches[index], milliseconds: Statistics(times[index]))
    }
  }

  private func measure(
    _ query: ListQuery, _ kind: String, _ threads: Int, _ base: () -> ListEngine
  ) throws -> Result {
    var times: [Double] = []
    var matches = 0
    for _ in 0..<rounds {
      var engine = base()
      times.append(
        try Stopwatch.microseconds { matches = try ask(query, of: &engine) } / 1000)
    }
    return Result(
      match: query.match.rawValue, search: query.search, kind: kind, threads: threads,
      matches: matches, milliseconds: Statistics(times))
  }

  /// Gives a list a query and reads the first 50 rows; says how many match.
  private func ask(_ query: ListQuery, of engine: inout ListEngine) throws -> Int {
    _ = try engine.setQuery(query)
    let page = engine.snapshot(0..<50, highlights: false)
    precondition(page.lines.count == min(50, page.total), "\(page.lines.count) rows were read")
    return page.total
  }
}
