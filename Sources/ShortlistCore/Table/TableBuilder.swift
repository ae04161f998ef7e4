/// Takes the cells of a source, row after row, and makes a table of them.
///
/// A row is begun, its cells are appended in any order of columns, and it is ended; cells left out
/// are null.
///
///     builder.beginRow(line: 2)
///     builder.append(.plain, bytes, column: 0)
///     builder.endRow()
public struct TableBuilder: Sendable {
  /// What the source is called in errors.
  public let path: String
  /// The number of rows ended so far.
  public var rowCount: Int { takenRows + open.rowCount }
  /// How the columns are spread over the cores.
  package let workers: Workers
  /// How often it was begun anew.
  private var starts = 0

  private var options: TableOptions
  private var columns: [ColumnBuilder] = []
  /// The rows that the columns do not have yet; its columns are these.
  private var open: RowBatch
  /// The number of rows that the columns have.
  private var takenRows = 0
  private var lines = LineMap()
  private var hasFixedColumns = false
  /// What the source orders its rows by, and the name of what identifies them.
  private var key: (attributes: [String], name: String)?
  /// The column of ids that are no attribute.
  private var idColumn: Int?
  /// The first cell that does not fit the type asked for.
  private var misfit: Misfit?

  /// Creates a builder.
  ///
  /// - Parameters:
  ///   - path: What the source is called in errors.
  ///   - options: The id and the types asked for.
  ///   - workers: How the work on the columns is spread over the cores.
  public init(
    path: String, options: TableOptions = TableOptions(), workers: Workers = .serial
  ) {
    self.path = path
    self.options = options
    self.workers = workers
    open = RowBatch(
      asked: Dictionary(options.schema.map { (ExactText($0.name), $0.type) }) { _, last in last })
  }

  /// Begins anew: what was read so far does not belong together.
  ///
  /// - Parameter blank: The builder as it was before.
  package mutating func startOver(from blank: TableBuilder) {
    let starts = starts + 1
    self = blank
    self.starts = starts
  }

  /// Forgets the types that were asked for of attributes that the source has no more.
  package mutating func forgetAttributes(besides names: [String]) {
    let known = Set(names.map(ExactText.init))
    options.schema.removeAll { !known.contains(ExactText($0.name)) }
    self = TableBuilder(path: path, options: options, workers: workers)
  }

  /// Fixes the columns of delimited text, once its header is known.
  ///
  /// - Throws: `SourceError` at `line` if two columns have the same name.
  public mutating func setColumns(_ names: [String], line: Int) throws {
    for name in names {
      guard open.existingColumn(named: name) == nil else {
        throw SourceError(path: path, line: line, reason: "two columns are called \(name)")
      }
      _ = column(named: name)
    }
    hasFixedColumns = true
  }

  /// The column of the attribute called `name`, which is added if it is not there yet: null in all
  /// rows before.
  public mutating func column(named name: String) -> Int {
    let column = open.column(named: name)
    addColumns(of: open)
    return column
  }

  /// Adds the columns that a batch has and the table does not have yet.
  private mutating func addColumns(of batch: RowBatch) {
    for column in batch.columns[columns.count...] {
      columns.append(ColumnBuilder(name: column.name, asked: column.asked, rows: takenRows))
    }
  }

  /// Says what the type of a column is, if all cells fit it and none was asked for.
  public mutating func declare(_ type: AttributeType, column: Int) { columns[column].declare(type) }

  /// The type that was asked for of a column, nil if none was.
  public func askedType(of column: Int) -> AttributeType? { columns[column].asked }

  /// The attribute that was asked for to identify rows; nil if none was.
  public var askedID: String? { options.id }

  /// Says that the source identifies its rows by an attribute, and orders them by it.
  ///
  /// - Precondition: The columns are fixed. Another attribute is not asked for.
  public mutating func setKey(_ attribute: String) {
    key = ([attribute], attribute)
  }

  /// Says that the source identifies its rows by something that is no attribute, and orders them by
  /// some attributes, or by the ids.
  ///
  /// - Parameters:
  ///   - attributes: The attributes that rows are ordered by; none for the ids.
  ///   - type: The type of the ids: text or whole numbers.
  ///   - name: What the ids are called in messages.
  /// - Returns: The column that takes the ids.
  /// - Precondition: The columns are fixed. An attribute is not asked for.
  public mutating func setKey(
    _ attributes: [String], idType type: AttributeType, called name: String
  ) -> Int {
    key = (attributes, name)
    let column = open.addColumn(name, asked: type)
    addColumns(of: open)
    idColumn = column
    return column
  }

  /// Begins a row, which starts at `line` of its source (or is its `line`-th row).
  public mutating func beginRow(line: Int) { open.beginRow(line: line) }

  /// Sets a cell of the row that was begun.
  ///
  /// A cell set twice keeps the later value. One that does not fit the type that the schema asks
  /// for makes `finish` fail, so that a mistake in the source itself is reported before it.
  ///
  /// - Parameters:
  ///   - kind: What is known of the cell.
  ///   - bytes: Valid UTF-8; see `CellKind` for what they are.
  ///   - column: From `setColumns` or `column(named:)`.
  public mutating func append(_ kind: CellKind, _ bytes: Span<UInt8>, column: Int) {
    open.append(kind, bytes, column: column)
  }

  /// Sets a cell of the row that was begun to a whole number that the source has as such.
  public mutating func append(_ integer: Int, column: Int) { open.append(integer, column: column) }

  /// Sets a cell of the row that was begun to a number that the source has as such.
  ///
  /// - Precondition: It is finite.
  public mutating func append(_ number: Double, column: Int) { open.append(number, column: column) }

  /// Ends the row that was begun.
  public mutating func endRow() {
    open.endRow()
    if rowCount & Chunk.mask == 0 { takeOpen() }
  }

  /// A batch without rows, with the columns so far, to be filled and then handed to `append`.
  package func batch() -> RowBatch { open.emptied() }

  /// Appends the rows of some batches, in order.
  ///
  /// - Parameter batches: They were made by `batch`; columns that they added are added here.
  /// - Precondition: No row is begun and not ended.
  /// - Complexity: O(rows + bytes), spread over the cores by columns
  package mutating func append(_ batches: [RowBatch]) {
    takeOpen()
    take(batches)
  }

  private mutating func takeOpen() {
    if open.rowCount == 0 { return }
    let batch = open
    open = batch.emptied()
    take([batch])
  }

  private mutating func take(_ batches: [RowBatch]) {
    // Batches that are filled at the same time may add different columns at the same place.
    for batch in batches {
      for (place, column) in batch.columns.enumerated() where place != idColumn {
        _ = self.column(named: column.name)
      }
    }
    // Which column of each batch a column is; nil if the batch does not have it.
    let places = batches.map { batch in
      columns.indices.map { index in
        index == idColumn ? index : batch.existingColumn(named: columns[index].name)
      }
    }
    workers.update(&columns) { index, column in
      for (batch, places) in zip(batches, places) {
        guard let place = places[index] else {
          column.appendNulls(batch.rowCount)
          continue
        }
        var cells = batch.columns[place].cells
        cells.reach(batch.rowCount)
        column.append(cells)
      }
    }
    for batch in batches {
      if misfit == nil { misfit = self.misfit(of: batch) }
      lines.append(batch.lines, rows: batch.rowCount)
      takenRows += batch.rowCount
    }
  }

  /// The first cell of a batch that does not fit, in the order of rows and columns.
  private func misfit(of batch: RowBatch) -> Misfit? {
    batch.misfits.map { found in
      var found = found
      found.row += takenRows
      found.column =
        open.existingColumn(named: batch.columns[found.column].name) ?? found.column
      return found
    }.min()
  }

  /// A table of the rows so far, for a look before all are read: its attributes are texts, and its
  /// rows are known by their numbers.
  ///
  /// - Complexity: That of copying the rows of a chunk.
  public func provisional() -> Table {
    var copy = self
    copy.takeOpen()
    let columns = copy.columns.prefix(idColumn ?? columns.count)
    var table = Table(
      path: path, schema: Schema(columns.map { .init(name: $0.name, type: .text) }),
      columns: columns.map { $0.provisional() }, count: rowCount)
    table.starts = starts
    return table
  }

  /// The finished table.
  ///
  /// - Throws: `InvalidRequest` if the schema names an attribute that delimited text does not have,
  ///   or the id one that is not there or cannot identify rows; `SourceError` with line and column
  ///   of a cell that does not fit the schema, or with the line of a row that has no id or one that
  ///   another row has.
  public consuming func finish() throws -> Table {
    for name in options.schema.map(\.name) {
      if hasFixedColumns && open.existingColumn(named: name) == nil {
        throw InvalidRequest("schema: \(path) has no attribute \(name)")
      }
      _ = column(named: name)
    }
    takeOpen()
    var entries: [Schema.Entry] = []
    var finished: [Column] = []
    while !columns.isEmpty {
      let builder = columns.removeFirst()
      let name = builder.name
      let (type, column) = builder.finish()
      if finished.count != idColumn { entries.append(.init(name: name, type: type)) }
      finished.append(column)
    }
    var table = Table(path: path, schema: Schema(entries), columns: finished, count: rowCount)
    table.starts = starts
    let end = misfit?.row ?? rowCount
    if let idColumn, let key {
      try table.identify(byColumn: idColumn, called: key.name, before: end) { lines[$0] }
    } else {
      try table.identify(by: options.id ?? key?.name, before: end) { lines[$0] }
    }
    if let misfit { throw misfit.error(path: path, line: lines[misfit.row]) }
    if let key {
      let columns = key.attributes.map { table.index(of: $0) }
      table.setKey(columns.isEmpty ? [idColumn].compactMap(\.self) : columns)
    }
    return table
  }
}
