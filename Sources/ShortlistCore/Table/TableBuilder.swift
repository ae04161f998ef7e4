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
  /// The first limit that rows went over.
  private var excess: SourceError?

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
      asked: Dictionary(options.schema.map { (BinaryString($0.name), $0.type) }) { _, last in last }
    )
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
    let known = Set(names.map(BinaryString.init))
    options.schema.removeAll { !known.contains(BinaryString($0.name)) }
    self = TableBuilder(path: path, options: options, workers: workers)
  }

  /// Fixes the columns of delimited text, once its header is known.
  ///
  /// - Throws: `SourceError` at `line` if two columns have the same name, or there are too many.
  public mutating func setColumns(_ names: [String], line: Int) throws {
    if names.count > Sizes.mostAttributes {
      throw SourceError(path: path, line: line, reason: TableLimit.attributes.reason)
    }
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
      columns.append(ColumnBuilder(name: column.name, asked: column.asked))
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
    if rowCount & Chunk.mask == 0 || open.byteCount > Sizes.openBytes { takeOpen() }
  }

  /// Throws if the rows so far are more than a table can hold.
  ///
  /// What goes over a limit is left out until then; `finish` throws, too.
  ///
  /// - Throws: `SourceError` with the line of the first row that went over it.
  package func check() throws {
    if let excess { throw excess }
    if let found = open.excess { throw error(found.limit, line: open.lines[found.row]) }
    if let column = columns.first(where: \.isOverfull) {
      throw error(.text(column.name), line: nil)
    }
  }

  private func error(_ limit: TableLimit, line: Int?) -> SourceError {
    SourceError(path: path, line: line, reason: limit.reason)
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
    var batch = open
    batch.share()
    open = batch.emptied()
    take([batch])
  }

  private mutating func take(_ batches: [RowBatch]) {
    // Where the columns are here that a batch has added. Batches that are filled at the same time may
    // add different columns at the same place.
    let places = batches.map { batch in
      batch.columns[batch.shared...].map { place(of: $0, in: batch) }
    }
    let count = columns.count
    let parts = zip(batches, places).map { batch, places in
      // Which column of the batch a column here is that the batch did not have from the beginning.
      var added = [Int?](repeating: nil, count: count - batch.shared)
      for (index, place) in places.enumerated() {
        added[place - batch.shared] = batch.shared + index
      }
      return (batch: batch, added: added)
    }
    let first = takenRows
    workers.update(&columns) { index, column in
      var row = first
      for (batch, added) in parts {
        if let place = index < batch.shared ? index : added[index - batch.shared] {
          for run in batch.columns[place].runs { column.append(run.cells, at: row + run.start) }
        }
        row += batch.rowCount
      }
    }
    for batch in batches {
      if misfit == nil { misfit = self.misfit(of: batch) }
      if let found = batch.excess, excess == nil {
        excess = error(found.limit, line: batch.lines[found.row])
      }
      lines.append(batch.lines, rows: batch.rowCount)
      takenRows += batch.rowCount
      if takenRows > Sizes.mostRows && excess == nil {
        excess = error(.rows, line: lines[Sizes.mostRows])
      }
    }
  }

  /// The column that a column of a batch becomes a part of.
  private mutating func place(of column: RowBatch.Column, in batch: RowBatch) -> Int {
    if let place = open.existingColumn(named: column.name) { return place }
    if columns.count >= Sizes.mostAttributes && excess == nil {
      excess = error(.attributes, line: batch.lines[column.firstRow])
    }
    return self.column(named: column.name)
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
  public func provisional() -> RowTable {
    var copy = self
    copy.takeOpen()
    let columns = copy.columns.prefix(idColumn ?? columns.count)
    var table = RowTable(
      path: path, schema: ListSchema(columns.map { .init(name: $0.name, type: .text) }),
      columns: columns.map { $0.provisional(rowCount) }, count: rowCount)
    table.starts = starts
    return table
  }

  /// The finished table.
  ///
  /// - Throws: `InvalidRequest` if the schema names an attribute that delimited text does not have,
  ///   or the id one that is not there or cannot identify rows; `SourceError` with line and column
  ///   of a cell that does not fit the schema, or with the line of a row that has no id or one that
  ///   another row has, or goes over a limit.
  public consuming func finish() throws -> RowTable {
    for name in options.schema.map(\.name) {
      if hasFixedColumns && open.existingColumn(named: name) == nil {
        throw InvalidRequest("schema: \(path) has no attribute \(name)")
      }
      _ = column(named: name)
    }
    takeOpen()
    try check()
    var entries: [ListSchema.Entry] = []
    var finished: [Column] = []
    // The last one is taken out first, so that nothing of it is kept while the next one is made.
    columns.reverse()
    while let builder = columns.popLast() {
      let name = builder.name
      guard let (type, column) = builder.finish(rowCount) else {
        throw error(.text(name), line: nil)
      }
      if finished.count != idColumn { entries.append(.init(name: name, type: type)) }
      finished.append(column)
    }
    var table = RowTable(
      path: path, schema: ListSchema(entries), columns: finished, count: rowCount)
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
