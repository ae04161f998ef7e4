/// A batch of rows, stored by column, before they are added to a table.
///
/// Fill a batch like the `TableBuilder` that creates it and later appends it. Several cores can
/// fill batches at the same time; the builder then appends them in order. A batch has no column
/// types: they are determined after all rows are read.
package struct RowBatch: Sendable {
  /// The number of complete rows so far.
  package private(set) var rowCount = 0
  /// The columns; those of the builder come first.
  private(set) var columns: [Column] = []
  /// The lines at which the rows start.
  private(set) var lines = LineMap()
  /// The cells of the first row with misfits that do not fit their requested types.
  private(set) var misfits: [Misfit] = []
  /// The first row that exceeds a limit, and the limit.
  private(set) var excess: (row: Int, limit: TableLimit)?
  /// The total size of all cells in bytes.
  private(set) var byteCount = 0
  /// The number of leading columns that are the builder's, in the same positions.
  private(set) var shared = 0

  private let requested: [BinaryString: AttributeType]
  private let dates: DateForms
  private var columnOf: [BinaryString: Int] = [:]

  /// Creates a batch without rows and columns.
  ///
  /// - Parameters:
  ///   - requested: The requested types.
  ///   - dates: The forms of dates that fit a requested type.
  init(requested: [BinaryString: AttributeType], dates: DateForms) {
    self.requested = requested
    self.dates = dates
  }

  /// Returns an empty batch with the same columns.
  func emptied() -> RowBatch {
    var batch = self
    batch.rowCount = 0
    batch.lines = LineMap()
    batch.misfits = []
    batch.excess = nil
    batch.byteCount = 0
    batch.shared = columns.count
    batch.columns = columns.map { Column($0.name, requested: $0.requested) }
    return batch
  }

  /// Returns the column of the attribute called `name`, adding it if necessary; an added column is
  /// null in all earlier rows.
  package mutating func column(named name: String) -> Int {
    if let column = existingColumn(named: name) { return column }
    if columns.count >= Sizes.maxAttributes {
      exceed(.attributes)
      return columns.count - 1
    }
    columnOf[BinaryString(name)] = columns.count
    return addColumn(name, requested: requested[BinaryString(name)])
  }

  /// Returns the column of the attribute called `name`, or nil if there is none.
  func existingColumn(named name: String) -> Int? { columnOf[BinaryString(name)] }

  /// Adds a column that cannot be looked up by name.
  mutating func addColumn(_ name: String, requested: AttributeType?) -> Int {
    columns.append(Column(name, requested: requested))
    return columns.count - 1
  }

  /// Unavailable: the columns of delimited text are fixed before any batch exists.
  package mutating func setColumns(_ names: [String], line: Int) throws {
    preconditionFailure("the columns of a batch are those of its builder")
  }

  /// Begins a row; see `TableBuilder`.
  package mutating func beginRow(line: Int) { lines.append(line) }

  /// Sets a cell of the current row; see `TableBuilder`.
  ///
  /// - Complexity: O(bytes) on average
  package mutating func append(_ kind: CellKind, _ bytes: Span<UInt8>, column: Int) {
    byteCount &+= bytes.count
    if byteCount > Sizes.maxTextBytes { return exceed(.text(columns[column].name)) }
    if !columns[column].append(kind, bytes, dates, row: rowCount) {
      recordMisfit(bytes.text, column)
    }
  }

  /// Sets a cell of the current row to an integer that the source stores as a number.
  package mutating func append(_ integer: Int, column: Int) {
    if !columns[column].append(integer, row: rowCount) { recordMisfit(String(integer), column) }
  }

  /// Sets a cell of the current row to a finite number that the source stores as a number.
  package mutating func append(_ number: Double, column: Int) {
    if !columns[column].append(number, row: rowCount) {
      recordMisfit(NumberText.text(number), column)
    }
  }

  /// Ends the current row.
  package mutating func endRow() { rowCount &+= 1 }

  /// Offsets the line numbers of the rows.
  ///
  /// - Parameter count: The number of lines in the source before the first line of this batch.
  package mutating func moveLines(by count: Int) { lines.move(by: count) }

  private mutating func exceed(_ limit: TableLimit) {
    if excess == nil { excess = (rowCount, limit) }
  }

  /// Marks all columns as those of the builder.
  mutating func share() { shared = columns.count }

  private mutating func recordMisfit(_ text: String, _ column: Int) {
    guard let type = columns[column].requested else { return }
    if let first = misfits.first, first.row < rowCount { return }
    misfits.append(Misfit(row: rowCount, column: column, text: text, type: type))
  }

  /// A column of a batch.
  struct Column: Sendable {
    /// The attribute's name.
    let name: String
    /// The requested type; nil if the type is to be inferred.
    let requested: AttributeType?
    /// The completed runs of cells, in order; rows outside all runs are null.
    private var ended: [CellRun] = []
    private var run: CellRun

    init(_ name: String, requested: AttributeType?) {
      self.name = name
      self.requested = requested
      run = CellRun(start: 0, cells: OpenCells(of: requested))
    }

    /// The runs of cells, in order; rows outside all runs are null.
    var runs: [CellRun] { run.cells.count == 0 ? ended : ended + [run] }

    /// The first row that has a cell.
    var firstRow: Int { (ended.first ?? run).start }

    /// Sets the cell of a row; returns false if it does not fit the requested type.
    mutating func append(
      _ kind: CellKind, _ bytes: Span<UInt8>, _ dates: DateForms, row: Int
    ) -> Bool {
      if kind.isNull(bytes) {
        if run.end > row { run.cells.removeLast() }
        return true
      }
      reach(row)
      run.cells.append(kind, bytes)
      guard let requested else { return true }
      return kind.fits(requested, bytes, dates)
    }

    /// Sets the cell of a row; returns false if it does not fit the requested type.
    mutating func append(_ integer: Int, row: Int) -> Bool {
      reach(row)
      run.cells.append(integer)
      guard let requested else { return true }
      return requested == .number || requested.fits(integer)
    }

    /// Sets the cell of a row; returns false if it does not fit the requested type.
    mutating func append(_ number: Double, row: Int) -> Bool {
      reach(row)
      run.cells.append(number)
      guard let requested else { return true }
      return requested == .number || requested == .text
    }

    /// Moves to a row; removes the row's cell if it was already set.
    @inline(__always)
    private mutating func reach(_ row: Int) {
      if run.end != row { goTo(row) }
    }

    private mutating func goTo(_ row: Int) {
      if run.end > row {
        run.cells.removeLast()
      } else if run.cells.count > 0 && row - run.end <= Sizes.shortGap {
        run.cells.appendNulls(row - run.end)
      } else {
        if run.cells.count > 0 { ended.append(run) }
        run = CellRun(start: row, cells: OpenCells(of: requested))
      }
    }
  }
}

/// The cells of consecutive rows.
struct CellRun: Sendable {
  /// The first row.
  var start: Int
  var cells: OpenCells

  /// The row past the last one.
  var end: Int { start &+ cells.count }
}

/// A limit of a table.
enum TableLimit: Hashable, Sendable {
  case attributes
  case rows
  /// The size of the texts in a chunk of the attribute.
  case text(String)

  /// The limit and how to stay below it.
  var reason: String {
    switch self {
    case .attributes:
      "over \(Sizes.maxAttributes) attributes: leave some out, or put them into rows"
    case .rows: "over \(Sizes.maxRows) rows: leave some out"
    case .text(let name):
      "\(name) has too much text, over \(Sizes.maxTextBytes) bytes in \(Chunk.rows) rows as it is or "
        + "folded for searching: shorten it, or leave it out"
    }
  }
}

/// A cell that does not fit the requested type.
struct Misfit: Comparable, Sendable {
  var row: Int
  var column: Int
  let text: String
  let type: AttributeType

  static func < (a: Self, b: Self) -> Bool { (a.row, a.column) < (b.row, b.column) }

  func error(path: String, line: Int) -> SourceError {
    SourceError(
      path: path, line: line, column: column + 1, reason: "\(text) is not of type \(type.rawValue)")
  }
}

/// The lines at which rows start; only irregular ones are stored.
struct LineMap: Sendable {
  /// The rows whose line is not the previous row's line plus one, and their lines.
  private var jumps: [(row: Int, line: Int)] = []
  private var count = 0
  private var last = 0

  /// Returns the line of a row.
  subscript(row: Int) -> Int {
    let past = jumps.indices.partitionPoint { jumps[$0].row <= row }
    return past == 0 ? row + 1 : jumps[past - 1].line + row - jumps[past - 1].row
  }

  mutating func append(_ line: Int) {
    if line != last &+ 1 { jumps.append((count, line)) }
    last = line
    count &+= 1
  }

  /// Appends the lines of the first `rows` rows of another map.
  mutating func append(_ other: LineMap, rows: Int) {
    if rows == 0 { return }
    if other[0] != last + 1 { jumps.append((count, other[0])) }
    for jump in other.jumps where jump.row > 0 && jump.row < rows {
      jumps.append((count + jump.row, jump.line))
    }
    last = other[rows - 1]
    count += rows
  }

  /// Adds an offset to all lines.
  mutating func move(by lines: Int) {
    if lines == 0 || count == 0 { return }
    if jumps.first?.row != 0 { jumps.insert((0, 1), at: 0) }
    for index in jumps.indices { jumps[index].line += lines }
    last += lines
  }
}
