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
  public private(set) var rowCount = 0

  private let options: TableOptions
  private let asked: [ExactText: AttributeType]
  private var columns: [ColumnBuilder] = []
  private var columnOf: [ExactText: Int] = [:]
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
  public init(path: String, options: TableOptions = TableOptions()) {
    self.path = path
    self.options = options
    self.asked = Dictionary(options.schema.map { (ExactText($0.name), $0.type) }) { _, last in last
    }
  }

  /// Fixes the columns of delimited text, once its header is known.
  ///
  /// - Throws: `SourceError` at `line` if two columns have the same name.
  public mutating func setColumns(_ names: [String], line: Int) throws {
    for name in names {
      guard columnOf[ExactText(name)] == nil else {
        throw SourceError(path: path, line: line, reason: "two columns are called \(name)")
      }
      _ = column(named: name)
    }
    hasFixedColumns = true
  }

  /// The column of the attribute called `name`, which is added if it is not there yet: null in all
  /// rows before.
  public mutating func column(named name: String) -> Int {
    if let column = columnOf[ExactText(name)] { return column }
    columns.append(ColumnBuilder(name: name, asked: asked[ExactText(name)], rows: rowCount))
    columnOf[ExactText(name)] = columns.count - 1
    return columns.count - 1
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
    columns.append(ColumnBuilder(name: name, asked: type, rows: rowCount))
    idColumn = columns.count - 1
    return columns.count - 1
  }

  /// Begins a row, which starts at `line` of its source (or is its `line`-th row).
  public mutating func beginRow(line: Int) { lines.append(line) }

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
    if let type = columns[column].asked, !kind.fits(type, bytes) {
      note(bytes.text, column, type)
    }
    if columns[column].count > rowCount { columns[column].removeLast() }
    columns[column].append(kind, bytes)
  }

  /// Sets a cell of the row that was begun to a whole number that the source has as such.
  public mutating func append(_ integer: Int, column: Int) {
    if let type = columns[column].asked, type != .number, !type.fits(integer) {
      note(String(integer), column, type)
    }
    if columns[column].count > rowCount { columns[column].removeLast() }
    columns[column].append(integer)
  }

  /// Sets a cell of the row that was begun to a number that the source has as such.
  ///
  /// - Precondition: It is finite.
  public mutating func append(_ number: Double, column: Int) {
    if let type = columns[column].asked, type != .number, type != .text {
      note(NumberText.text(number), column, type)
    }
    if columns[column].count > rowCount { columns[column].removeLast() }
    columns[column].append(number)
  }

  /// Ends the row that was begun.
  public mutating func endRow() {
    rowCount += 1
    for index in columns.indices { columns[index].endRow(rowCount) }
  }

  private mutating func note(_ text: String, _ column: Int, _ type: AttributeType) {
    let found = Misfit(row: rowCount, column: column, text: text, type: type)
    misfit = misfit.map { min($0, found) } ?? found
  }

  /// A table of the rows so far, for a look before all are read: its attributes are texts, and its
  /// rows are known by their numbers.
  ///
  /// - Complexity: That of copying the rows of a chunk.
  public func provisional() -> Table {
    let columns = columns.prefix(idColumn ?? columns.count)
    return Table(
      path: path, schema: Schema(columns.map { .init(name: $0.name, type: .text) }),
      columns: columns.map { $0.provisional() }, count: rowCount)
  }

  /// The finished table.
  ///
  /// - Throws: `InvalidRequest` if the schema names an attribute that delimited text does not have,
  ///   or the id one that is not there or cannot identify rows; `SourceError` with line and column
  ///   of a cell that does not fit the schema, or with the line of a row that has no id or one that
  ///   another row has.
  public consuming func finish() throws -> Table {
    for name in options.schema.map(\.name) {
      if hasFixedColumns && columnOf[ExactText(name)] == nil {
        throw InvalidRequest("schema: \(path) has no attribute \(name)")
      }
      _ = column(named: name)
    }
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

/// A cell that does not fit the type that was asked for.
private struct Misfit: Comparable, Sendable {
  let row: Int
  let column: Int
  let text: String
  let type: AttributeType

  static func < (a: Self, b: Self) -> Bool { (a.row, a.column) < (b.row, b.column) }

  func error(path: String, line: Int) -> SourceError {
    SourceError(
      path: path, line: line, column: column + 1, reason: "\(text) is not of type \(type.rawValue)")
  }
}

/// The lines at which rows start, of which only the irregular ones are kept.
private struct LineMap: Sendable {
  /// Rows whose line is not that of the row before plus one, and their lines.
  private var jumps: [(row: Int, line: Int)] = []
  private var count = 0
  private var last = 0

  /// The line of a row.
  subscript(row: Int) -> Int {
    let past = jumps.indices.partitionPoint { jumps[$0].row <= row }
    return past == 0 ? row + 1 : jumps[past - 1].line + row - jumps[past - 1].row
  }

  mutating func append(_ line: Int) {
    if line != last + 1 { jumps.append((count, line)) }
    last = line
    count += 1
  }
}
