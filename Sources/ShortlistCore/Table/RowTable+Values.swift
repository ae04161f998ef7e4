extension RowTable {
  /// Creates a table from rows of values, identified by an attribute.
  ///
  /// - Parameters:
  ///   - path: The name of the rows in errors.
  ///   - schema: The attributes.
  ///   - id: The id attribute.
  ///   - count: The number of rows.
  ///   - workers: The workers that process the rows on several cores.
  ///   - row: Returns the values of the row at an index, in schema order; called from several
  ///     threads.
  /// - Throws: `InvalidRequestError` if the id attribute does not exist or cannot identify rows;
  ///   `SourceError` for the first row with a value that does not fit, without an id, or with
  ///   another row's id. The line of the error is the row's index plus one.
  /// - Complexity: O(rows) per attribute
  package init(
    path: String, schema: ListSchema, id: String, count: Int, workers: Workers = .serial,
    row: @Sendable (Int) -> [CellValue]
  ) throws {
    let types = schema.entries.map(\.type)
    let chunks = workers.map(Chunk.count(for: count)) { chunk in
      let rows = Chunk.rows(of: chunk, count: count)
      return ValueRows(chunk << Chunk.shift..<chunk << Chunk.shift + rows, types, row)
    }
    let misfit = chunks.lazy.compactMap(\.misfit).first
    let columns = workers.map(types.count) { column in
      ValueCells.column(of: types[column], chunks.map { $0.columns[column] })
    }
    if let full = columns.firstIndex(where: { $0 == nil }) {
      throw SourceError(path: path, reason: TableLimit.text(schema.entries[full].name).reason)
    }
    self.init(
      path: path, schema: schema, columns: columns.compactMap(\.self),
      count: misfit?.row ?? count)
    try identify(by: id, before: self.count) { $0 + 1 }
    if let misfit {
      let type = schema.entries[misfit.column].type
      throw SourceError(
        path: path, line: misfit.row + 1, column: misfit.column + 1,
        reason: "\(misfit.value.text) is not of type \(type.rawValue)")
    }
  }
}

/// The values of a chunk of rows, up to the first value that does not fit.
private struct ValueRows: Sendable {
  private(set) var columns: [ValueCells]
  private(set) var misfit: (row: Int, column: Int, value: CellValue)?

  init(_ range: Range<Int>, _ types: [AttributeType], _ row: (Int) -> [CellValue]) {
    columns = types.map { ValueCells($0, capacity: range.count) }
    for index in range {
      for (column, value) in row(index).enumerated() {
        if columns[column].append(value) { continue }
        misfit = (index, column, value)
        return
      }
    }
  }
}
