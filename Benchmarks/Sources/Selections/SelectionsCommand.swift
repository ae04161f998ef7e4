import Foundation
import Shortlist
import Workloads

/// Measures requests to select in one list, by turns, and prints medians.
@main
enum SelectionsCommand {
  /// The sections of the list.
  private static let sections = 60
  private static let rounds = 51

  static func main() throws {
    let given = CommandLine.arguments.dropFirst().first
    guard let rows = given.map(Int.init) ?? 1_655_494, rows >= 1000 else {
      FileHandle.standardError.write(Data("selections: a number of rows, 1000 or more\n".utf8))
      exit(2)
    }
    var engine = try list(rows)
    var times: [(name: String, microseconds: [Double])] = []
    func note(_ name: String, _ microseconds: Double) {
      if let index = times.firstIndex(where: { $0.name == name }) {
        times[index].microseconds.append(microseconds)
      } else {
        times.append((name, [microseconds]))
      }
    }
    func select(_ name: String, _ request: SelectionRequest<RowID>) {
      note(name, Stopwatch.microseconds { _ = engine.select(request, idLimit: 0) })
    }
    for round in 0..<rounds {
      select("select all", .all())
      note(
        "states of \(sections) sections", Stopwatch.microseconds { _ = engine.selectedSections() })
      select("invert all", .invert)
      select("undo it", .undo)
      select("select none", .none())
      select("undo it, again", .undo)
      select("select none, again", .none())
      for row in 0..<200 {
        let id = RowID.integer((round * 7919 + row * 104_729) % rows)
        select("toggle a row", .toggle([id]))
      }
      // Another query, after which sections are counted anew.
      var query = engine.query
      query.sections = SectionRule(by: "part", order: round % 2 == 0 ? .descending : .ascending)
      _ = try engine.setQuery(query)
      note(
        "states of \(sections) sections after another query",
        Stopwatch.microseconds { _ = engine.selectedSections() })
    }
    print("\(rows) rows in \(sections) sections; medians of \(rounds) rounds")
    for (name, microseconds) in times {
      let statistics = Statistics(microseconds)
      print("\(text(statistics.median)) ms, 99th \(text(statistics.p99)) ms  \(name)")
    }
  }

  private static func text(_ microseconds: Double) -> String {
    String(format: "%8.4f", microseconds / 1000)
  }

  /// A list in sections.
  private static func list(_ rows: Int) throws -> ListEngine {
    var maker = RowMaker(seed: 1)
    var builder = TableBuilder(path: "benchmark", options: TableOptions(id: "id"))
    try builder.setColumns(["id", "name", "part"], line: 1)
    for id in 0..<rows {
      builder.beginRow(line: id + 2)
      builder.append(.plain, Array(String(id).utf8).span, column: 0)
      builder.append(.plain, maker.name().span, column: 1)
      builder.append(.plain, Array("part \(id * 7919 % sections)".utf8).span, column: 2)
      builder.endRow()
    }
    var query = ListQuery()
    query.sections = SectionRule(by: "part")
    return try ListEngine(try builder.finish(), query: query, workers: .cores)
  }
}
