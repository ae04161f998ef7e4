/// A builder that makes a table from a source's cells, row by row.
///
/// Begin a row, append its cells in any order of columns, and end it. Omitted cells are null.
///
///     func read(_ cells: [String], into builder: inout TableBuilder) {
///       builder.beginRow(line: 2)
///       for (column, cell) in cells.enumerated() {
///         builder.append(.plain, Array(cell.utf8).span, column: column)
///       }
///       builder.endRow()
///     }
public struct TableBuilder: Sendable {
  /// The name of the source in errors.
  public let path: String
  /// The number of complete rows so far.
  public var rowCount: Int { takenRows + open.rowCount }
  /// The workers that process columns on several cores.
  package let workers: Workers
  /// The number of times that reading started over.
  private var starts = 0

  private var options: TableOptions
  private var columns: [ColumnBuilder] = []
  /// The rows that are not in `columns` yet; `open` has the same columns.
  private var open: RowBatch
  /// The number of rows in `columns`.
  private var takenRows = 0
  private var lines = LineMap()
  private var hasFixedColumns = false
  /// The attributes that the source orders its rows by, and the name of the id.
  private var key: (attributes: [String], name: String)?
  /// The column of ids that are not an attribute.
  private var idColumn: Int?
  /// The first cell that does not fit its requested type.
  private var misfit: Misfit?
  /// The error for the first limit that the rows exceed.
  private var excess: SourceError?
  /// Where chunks go that exceed a number of bytes; nil if all stay in memory.
  private let spill: Spill?
  /// Whether chunks go there.
  private var isSpilling = false

  /// Creates a builder.
  ///
  /// - Parameters:
  ///   - path: The name of the source in errors.
  ///   - options: The requested id and types.
  ///   - workers: The workers that process columns on several cores.
  ///   - spill: Where chunks go that exceed a number of bytes; nil if all stay in memory.
  package init(
    path: String, options: TableOptions = TableOptions(), workers: Workers = .serial,
    spill: Spill? = nil
  ) {
    self.path = path
    self.options = options
    self.workers = workers
    self.spill = spill
    open = RowBatch(
      requested: Dictionary(options.schema.map { (BinaryString($0.name), $0.type) }) { _, last in
        last
      },
      dates: options.dates)
  }

  /// Starts over, because the rows read so far are inconsistent with the rest of the source.
  ///
  /// - Parameter blank: The builder in its initial state.
  package mutating func startOver(from blank: TableBuilder) {
    let starts = starts + 1
    self = blank
    self.starts = starts
  }

  /// Drops the requested types of attributes that the source no longer has.
  ///
  /// - Complexity: O(names + requested types)
  package mutating func forgetAttributes(besides names: [String]) {
    let known = Set(names.map(BinaryString.init))
    options.schema.removeAll { !known.contains(BinaryString($0.name)) }
    self = TableBuilder(path: path, options: options, workers: workers, spill: spill)
  }

  /// Fixes the columns of delimited text after its header is read.
  ///
  /// Several files can be read one after the other if they have the same columns, in any order.
  ///
  /// - Throws: `SourceError` at `line` if two columns have the same name, if there are too many, or
  ///   if they are not those of the file before.
  /// - Complexity: O(columns)
  public mutating func setColumns(_ names: [String], line: Int) throws {
    try setColumns(names, line: Optional(line))
  }

  /// Adds the columns of the rows of another table; if the columns are fixed, they must be these.
  ///
  /// - Returns: The columns, in the order of the names.
  /// - Throws: `SourceError` if the columns are others.
  /// - Complexity: O(columns)
  mutating func joinColumns(_ names: [String]) throws -> [Int] {
    if hasFixedColumns || columns.isEmpty { try setColumns(names, line: nil) }
    return names.map { column(named: $0) }
  }

  private mutating func setColumns(_ names: [String], line: Int?) throws {
    if hasFixedColumns {
      let known = columns.map(\.name)
      if names.count == known.count,
        Set(names.map(BinaryString.init)) == Set(known.map(BinaryString.init))
      {
        return
      }
      throw SourceError(
        path: path, line: line, reason: Self.difference(of: names, from: known))
    }
    if names.count > Sizes.maxAttributes {
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

  /// Returns how the columns of a file differ from those of the first file: all of them if they are
  /// few, else the first that only one of the files has.
  private static func difference(of names: [String], from known: [String]) -> String {
    let few = 10
    let (new, old) = (Set(names.map(BinaryString.init)), Set(known.map(BinaryString.init)))
    if names.count > few || known.count > few {
      if let name = known.first(where: { !new.contains(BinaryString($0)) }) {
        return "there is no column \(name), which the first file has"
      }
      if let name = names.first(where: { !old.contains(BinaryString($0)) }) {
        return "there is a column \(name), which the first file does not have"
      }
    }
    return "the columns \(names.joined(separator: ", ")) are not those of the first file, "
      + known.joined(separator: ", ")
  }

  /// Returns the column of the attribute called `name`, adding it if necessary; an added column is
  /// null in all earlier rows.
  public mutating func column(named name: String) -> Int {
    let column = open.column(named: name)
    addColumns(of: open)
    return column
  }

  /// Adds the columns of a batch that the table does not have yet.
  private mutating func addColumns(of batch: RowBatch) {
    for column in batch.columns[columns.count...] {
      columns.append(
        ColumnBuilder(name: column.name, requested: column.requested, options: options))
    }
  }

  /// Declares the type of a column, which applies if all cells fit it and no type was requested.
  public mutating func declare(_ type: AttributeType, column: Int) { columns[column].declare(type) }

  /// Returns the requested type of a column, or nil if there is none.
  public func requestedType(of column: Int) -> AttributeType? { columns[column].requested }

  /// The requested id attribute; nil if there is none.
  public var askedID: String? { options.id }

  /// Identifies the rows by an attribute, unless another one was requested.
  mutating func identify(by attribute: String) { options.id = options.id ?? attribute }

  /// Declares that the source identifies and orders its rows by an attribute.
  ///
  /// - Precondition: The columns are fixed, and no other id attribute is requested.
  public mutating func setKey(_ attribute: String) {
    key = ([attribute], attribute)
  }

  /// Declares that the source identifies its rows by ids that are not an attribute, and orders them
  /// by some attributes or by the ids.
  ///
  /// - Parameters:
  ///   - attributes: The attributes that order the rows; empty if the ids do.
  ///   - type: The type of the ids: text or integer.
  ///   - name: The name of the ids in messages.
  /// - Returns: The column for the ids.
  /// - Precondition: The columns are fixed, and no id attribute is requested.
  public mutating func setKey(
    _ attributes: [String], idType type: AttributeType, called name: String
  ) -> Int {
    key = (attributes, name)
    let column = open.addColumn(name, requested: type)
    addColumns(of: open)
    idColumn = column
    return column
  }

  /// Begins a row that starts at `line` of its source, or is its `line`-th row.
  public mutating func beginRow(line: Int) { open.beginRow(line: line) }

  /// Sets a cell of the current row.
  ///
  /// A cell that is set twice keeps the later value. A cell that does not fit its requested type
  /// makes `finish` fail, rather than this method, so that an error in the source itself is
  /// reported first.
  ///
  /// - Parameters:
  ///   - kind: What the source knows about the cell.
  ///   - bytes: Valid UTF-8; see `CellKind` for its form.
  ///   - column: A column from `setColumns` or `column(named:)`.
  /// - Complexity: O(bytes) on average
  public mutating func append(_ kind: CellKind, _ bytes: Span<UInt8>, column: Int) {
    open.append(kind, bytes, column: column)
  }

  /// Sets a cell of the current row to an integer that the source stores as a number.
  public mutating func append(_ integer: Int, column: Int) { open.append(integer, column: column) }

  /// Sets a cell of the current row to a number that the source stores as a number.
  ///
  /// - Precondition: The number is finite.
  public mutating func append(_ number: Double, column: Int) { open.append(number, column: column) }

  /// Ends the current row.
  public mutating func endRow() {
    open.endRow()
    if rowCount & Chunk.mask == 0 || open.byteCount > Sizes.openBytes { closeBatch() }
  }

  /// Throws if the rows so far exceed a limit.
  ///
  /// The builder drops whatever exceeds a limit; `finish` throws, too.
  ///
  /// - Throws: `SourceError`, with the line of the first row that exceeds the limit if it is known.
  /// - Complexity: O(columns)
  package func check() throws {
    if let failure = spill?.store.failure { throw failure }
    if let excess { throw excess }
    if let found = open.excess { throw error(found.limit, line: open.lines[found.row]) }
    if let column = columns.first(where: \.isOverfull) {
      throw error(.text(column.name), line: nil)
    }
  }

  private func error(_ limit: TableLimit, line: Int?) -> SourceError {
    SourceError(path: path, line: line, reason: limit.reason)
  }

  /// Returns an empty batch with the current columns, to be filled and passed to `append`.
  ///
  /// - Complexity: O(columns)
  package func batch() -> RowBatch { open.emptied() }

  /// Appends the rows of batches, in order.
  ///
  /// - Parameter batches: Batches from `batch()`; the builder adds the columns that they added.
  /// - Precondition: The last row that was begun has been ended.
  /// - Complexity: O(rows + bytes); columns are processed in parallel
  package mutating func append(_ batches: [RowBatch]) {
    closeBatch()
    appendClosed(batches)
  }

  private mutating func closeBatch() {
    if open.rowCount == 0 { return }
    var batch = open
    batch.share()
    open = batch.emptied()
    appendClosed([batch])
  }

  private mutating func appendClosed(_ batches: [RowBatch]) {
    // The positions here of the columns that each batch added. Batches filled at the same time may
    // add different columns at the same position.
    let places = batches.map { batch in
      batch.columns[batch.shared...].map { place(of: $0, in: batch) }
    }
    let count = columns.count
    let parts = zip(batches, places).map { batch, places in
      // For each column that the batch did not have from the beginning: its index in the batch.
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
      if takenRows > Sizes.maxRows && excess == nil {
        excess = error(.rows, line: lines[Sizes.maxRows])
      }
    }
    if let spill { moveChunks(to: spill) }
  }

  /// Writes all chunks to the spill once they exceed its limit.
  private mutating func moveChunks(to spill: Spill) {
    if !isSpilling { isSpilling = columns.reduce(0) { $0 + $1.byteCount } > spill.limit }
    if isSpilling { workers.update(&columns) { $1.move(to: spill) } }
  }

  /// Returns the column that receives the cells of a batch's column.
  private mutating func place(of column: RowBatch.Column, in batch: RowBatch) -> Int {
    if let place = open.existingColumn(named: column.name) { return place }
    if columns.count >= Sizes.maxAttributes && excess == nil {
      excess = error(.attributes, line: batch.lines[column.firstRow])
    }
    return self.column(named: column.name)
  }

  /// Returns the first misfit of a batch, in the order of rows and columns.
  private func misfit(of batch: RowBatch) -> Misfit? {
    batch.misfits.map { found in
      var found = found
      found.row += takenRows
      found.column =
        open.existingColumn(named: batch.columns[found.column].name) ?? found.column
      return found
    }.min()
  }

  /// Returns a table of the rows so far, for a preview: all attributes are texts, and row numbers
  /// identify the rows.
  ///
  /// - Complexity: The cost of copying the rows of one chunk
  package func provisional() -> RowTable {
    var copy = self
    copy.closeBatch()
    let columns = copy.columns.prefix(idColumn ?? columns.count)
    var table = RowTable(
      path: path, schema: ListSchema(columns.map { .init(name: $0.name, type: .text) }),
      columns: columns.map { $0.provisional(rowCount) }, count: rowCount)
    table.starts = starts
    return table
  }

  /// Returns the finished table.
  ///
  /// - Throws: `InvalidRequestError` if the schema names an attribute that delimited text does not
  ///   have, or if the id attribute does not exist or cannot identify rows. `SourceError` with the
  ///   line and column of a cell that does not fit the schema, or with the line of a row that has
  ///   no id, repeats another row's id or exceeds a limit.
  /// - Complexity: O(cells + bytes); columns are finished one after the other
  package consuming func finish() throws -> RowTable {
    for name in options.schema.map(\.name) {
      if hasFixedColumns && open.existingColumn(named: name) == nil {
        throw InvalidRequestError(
          "schema: " + SimilarName.missing("attribute", name, among: columns.map(\.name)))
      }
      _ = column(named: name)
    }
    closeBatch()
    try check()
    var entries: [ListSchema.Entry] = []
    var finished: [Column] = []
    // Remove each builder before finishing it, so that its memory is freed before the next one.
    columns.reverse()
    while let builder = columns.popLast() {
      let name = builder.name
      guard let (type, column) = builder.finish(rowCount, to: isSpilling ? spill : nil) else {
        throw error(.text(name), line: nil)
      }
      if finished.count != idColumn { entries.append(.init(name: name, type: type)) }
      finished.append(column)
    }
    var schema = ListSchema(entries)
    schema.dates = options.dates
    var table = RowTable(path: path, schema: schema, columns: finished, count: rowCount)
    table.starts = starts
    if isSpilling { table.store = spill?.store }
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
    if let failure = table.failure { throw failure }
    return table
  }
}
