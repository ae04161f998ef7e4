package import Shortlist

/// A list of rows with a kind and a size, and queries of it that a seed repeats: no two are the
/// same, so that no result is kept for a later one.
package struct MeasuredList {
  /// The list, with a window of 50 rows.
  package var engine: ListEngine
  private var random = SeededRandom(seed: 5)
  private var kinds = (0..<57).makeIterator()

  /// A list of so many rows.
  package init(rows: Int, workers: Workers = .serial) throws {
    var random = SeededRandom(seed: 4)
    var builder = TableBuilder(path: "benchmark")
    try builder.setColumns(["kind", "size"], line: 1)
    for row in 0..<rows {
      builder.beginRow(line: row + 2)
      // The first kinds are the most frequent.
      let kind = random.next(below: 1 + random.next(below: 57))
      builder.append(.plain, Array("kind \(kind)".utf8).span, column: 0)
      builder.append(.plain, Array(String(Self.size(&random)).utf8).span, column: 1)
      builder.endRow()
    }
    engine = ListEngine(try builder.finish(), workers: workers)
    _ = engine.setRange(ListWindow.beginning.range, section: nil)
  }

  /// The query of the rows of a kind.
  package mutating func ofKind() -> ListQuery {
    var query = ListQuery()
    query.filters = "kind:\"kind \(kinds.next() ?? 0)\""
    return query
  }

  /// The query of the rows in a range of sizes.
  package mutating func inRange() -> ListQuery {
    let ends = [Self.size(&random), Self.size(&random)].sorted()
    var query = ListQuery()
    query.filters = "size:\(ends[0])..\(ends[1])"
    return query
  }

  /// The query of the rows of a kind, in a range of sizes.
  package mutating func ofKindInRange() -> ListQuery {
    var query = ofKind()
    query.filters += " " + inRange().filters
    return query
  }

  /// A size: most are small, and some are very great.
  private static func size(_ random: inout SeededRandom) -> Int {
    random.next(below: 1 << (4 + random.next(below: 20)))
  }
}
