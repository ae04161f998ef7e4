package import Shortlist

/// A list of paths, and searches in it.
package struct PathList {
  /// The list, with a window of 50 rows, in which nothing has been found yet.
  package let engine: ListEngine

  /// A list of so many paths, in the order of the source or of the text; always the same.
  ///
  /// If `hasPackages`, each row also has a package and its section, which many rows share.
  package init(
    rows: Int, isSorted: Bool = false, hasPackages: Bool = false, workers: Workers = .serial
  ) throws {
    var maker = RowMaker(seed: 6)
    var builder = TableBuilder(path: "benchmark")
    var packages = RowMaker(seed: 7)
    let names = (0..<1000).map { _ in packages.name() }
    try builder.setColumns(hasPackages ? ["path", "package", "section"] : ["path"], line: 1)
    for row in 0..<rows {
      builder.beginRow(line: row + 2)
      var path = maker.name()
      for _ in 0..<2 { path += [UInt8(ascii: "/")] + maker.name() }
      builder.append(.plain, path.span, column: 0)
      if hasPackages {
        let (package, section) = (names[row / 16 % names.count], names[row / 4096 % names.count])
        builder.append(.plain, package.span, column: 1)
        builder.append(.plain, section.span, column: 2)
      }
      builder.endRow()
    }
    var query = ListQuery()
    if isSorted { query.sort = [SortKey("path")] }
    var engine = try ListEngine(try builder.finish(), query: query, workers: workers)
    _ = engine.setRange(ListWindow.beginning.range, section: nil)
    // What is made once for all searches is made now.
    query.search = "~~~"
    for match in MatchKind.allCases {
      query.match = match
      _ = try engine.setQuery(query)
    }
    self.engine = engine
  }

  /// The query of a search in the list.
  package func query(_ match: MatchKind, _ search: String) -> ListQuery {
    var query = engine.query
    query.match = match
    query.search = search
    return query
  }
}

extension ListEngine {
  /// Sets a query and reads the rows that are shown then.
  package mutating func show(_ query: ListQuery) throws -> ListSnapshot {
    _ = try setQuery(query)
    return snapshot(0..<50, highlights: false)
  }
}
