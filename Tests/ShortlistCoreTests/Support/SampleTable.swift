import ShortlistCore

extension RowTable {
  /// A table of delimited text: a header and rows of plain cells.
  static func plain(
    _ header: [String], _ rows: [[String]], options: TableOptions = TableOptions(),
    spill: Spill? = nil
  ) throws -> RowTable {
    var builder = TableBuilder(path: "sample", options: options, spill: spill)
    try builder.setColumns(header, line: 1)
    for (index, cells) in rows.enumerated() {
      builder.beginRow(line: index + 2)
      for (column, cell) in cells.enumerated() {
        builder.append(.plain, Array(cell.utf8).span, column: column)
      }
      builder.endRow()
    }
    return try builder.finish()
  }

  /// A table of cells as JSON gives them: kind and text by attribute.
  static func typed(
    _ rows: [[(String, CellKind, String)]], options: TableOptions = TableOptions()
  ) throws -> RowTable {
    var builder = TableBuilder(path: "sample", options: options)
    for (index, cells) in rows.enumerated() {
      builder.beginRow(line: index + 1)
      for (name, kind, text) in cells {
        builder.append(kind, Array(text.utf8).span, column: builder.column(named: name))
      }
      builder.endRow()
    }
    return try builder.finish()
  }
}

extension ListEngine {
  /// The visible ids.
  var visibleIDs: [RowID] { ids().ids }

  /// Changes some of the query.
  @discardableResult
  mutating func update(_ change: (inout ListQuery) -> Void) throws -> QueryOutcome<RowID> {
    var query = query
    change(&query)
    return try setQuery(query)
  }
}
