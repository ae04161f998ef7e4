/// Rows that were read, column by column, before they are put into a table.
///
/// A batch is filled like a `TableBuilder`, which makes it and takes it: batches can be filled on
/// several cores at once, and are then taken in order. It says nothing of types: what its cells are
/// is decided when all rows are known.
package struct RowBatch: Sendable {
  /// The number of rows ended so far.
  package private(set) var rowCount = 0
  /// The columns: first those that the builder had.
  private(set) var columns: [Column] = []
  /// The lines at which rows start.
  private(set) var lines = LineMap()
  /// The cells that do not fit the types asked for, of the first row that has any.
  private(set) var misfits: [Misfit] = []
  /// The first row that went over a limit, and the limit.
  private(set) var excess: (row: Int, limit: TableLimit)?
  /// The bytes of all cells.
  private(set) var byteCount = 0
  /// So many of the first columns are those of the builder, in the same places.
  private(set) var shared = 0

  private let asked: [BinaryString: AttributeType]
  private var columnOf: [BinaryString: Int] = [:]

  /// A batch without rows and columns.
  ///
  /// - Parameter asked: The types asked for.
  init(asked: [BinaryString: AttributeType]) { self.asked = asked }

  /// A batch without rows, with the same columns.
  func emptied() -> RowBatch {
    var batch = self
    batch.rowCount = 0
    batch.lines = LineMap()
    batch.misfits = []
    batch.excess = nil
    batch.byteCount = 0
    batch.shared = columns.count
    batch.columns = columns.map { Column($0.name, asked: $0.asked) }
    return batch
  }

  /// The column of the attribute called `name`, which is added if it is not there yet: null in all
  /// rows before.
  package mutating func column(named name: String) -> Int {
    if let column = existingColumn(named: name) { return column }
    if columns.count >= Sizes.mostAttributes {
      note(.attributes)
      return columns.count - 1
    }
    columnOf[BinaryString(name)] = columns.count
    return addColumn(name, asked: asked[BinaryString(name)])
  }

  /// The column of the attribute called `name`, nil if there is none.
  func existingColumn(named name: String) -> Int? { columnOf[BinaryString(name)] }

  /// Adds a column that is not known by its name.
  mutating func addColumn(_ name: String, asked: AttributeType?) -> Int {
    columns.append(Column(name, asked: asked))
    return columns.count - 1
  }

  /// Must not be called: the columns of delimited text are fixed before batches of it are made.
  package mutating func setColumns(_ names: [String], line: Int) throws {
    preconditionFailure("the columns of a batch are those of its builder")
  }

  /// Begins a row; see `TableBuilder`.
  package mutating func beginRow(line: Int) { lines.append(line) }

  /// Sets a cell of the row that was begun; see `TableBuilder`.
  package mutating func append(_ kind: CellKind, _ bytes: Span<UInt8>, column: Int) {
    byteCount &+= bytes.count
    if byteCount > Sizes.mostTextBytes { return note(.text(columns[column].name)) }
    if !columns[column].append(kind, bytes, row: rowCount) { note(bytes.text, column) }
  }

  /// Sets a cell of the row that was begun to a whole number that the source has as such.
  package mutating func append(_ integer: Int, column: Int) {
    if !columns[column].append(integer, row: rowCount) { note(String(integer), column) }
  }

  /// Sets a cell of the row that was begun to a finite number that the source has as such.
  package mutating func append(_ number: Double, column: Int) {
    if !columns[column].append(number, row: rowCount) { note(NumberText.text(number), column) }
  }

  /// Ends the row that was begun.
  package mutating func endRow() { rowCount &+= 1 }

  /// Counts lines from another one than the first.
  ///
  /// - Parameter count: The number of lines before those that rows were begun at.
  package mutating func moveLines(by count: Int) { lines.move(by: count) }

  private mutating func note(_ limit: TableLimit) {
    if excess == nil { excess = (rowCount, limit) }
  }

  /// All columns are those of the builder.
  mutating func share() { shared = columns.count }

  private mutating func note(_ text: String, _ column: Int) {
    guard let type = columns[column].asked else { return }
    if let first = misfits.first, first.row < rowCount { return }
    misfits.append(Misfit(row: rowCount, column: column, text: text, type: type))
  }

  /// A column of a batch.
  struct Column: Sendable {
    /// The attribute's name.
    let name: String
    /// The type that was asked for, nil if it is to be found.
    let asked: AttributeType?
    /// Runs of cells, in order; rows between them and behind them are null.
    private var ended: [CellRun] = []
    private var run: CellRun

    init(_ name: String, asked: AttributeType?) {
      self.name = name
      self.asked = asked
      run = CellRun(start: 0, cells: OpenCells(of: asked))
    }

    /// The runs of cells, in order; rows between them and behind them are null.
    var runs: [CellRun] { run.cells.count == 0 ? ended : ended + [run] }

    /// The first row that has a cell.
    var firstRow: Int { (ended.first ?? run).start }

    /// Sets the cell of a row; false if it does not fit the type asked for.
    mutating func append(_ kind: CellKind, _ bytes: Span<UInt8>, row: Int) -> Bool {
      if kind.isNull(bytes) {
        if run.end > row { run.cells.removeLast() }
        return true
      }
      reach(row)
      run.cells.append(kind, bytes)
      guard let asked else { return true }
      return kind.fits(asked, bytes)
    }

    /// Sets the cell of a row; false if it does not fit the type asked for.
    mutating func append(_ integer: Int, row: Int) -> Bool {
      reach(row)
      run.cells.append(integer)
      guard let asked else { return true }
      return asked == .number || asked.fits(integer)
    }

    /// Sets the cell of a row; false if it does not fit the type asked for.
    mutating func append(_ number: Double, row: Int) -> Bool {
      reach(row)
      run.cells.append(number)
      guard let asked else { return true }
      return asked == .number || asked == .text
    }

    /// Goes to a row, of which a cell may be there already.
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
        run = CellRun(start: row, cells: OpenCells(of: asked))
      }
    }
  }
}

/// Cells of rows that follow each other.
struct CellRun: Sendable {
  /// The first row.
  var start: Int
  var cells: OpenCells

  /// The row behind the last one.
  var end: Int { start &+ cells.count }
}

/// What a table cannot have more of.
enum TableLimit: Hashable, Sendable {
  case attributes
  case rows
  /// Text in a chunk of an attribute.
  case text(String)

  /// The limit, and what can be done about it.
  var reason: String {
    switch self {
    case .attributes:
      "over \(Sizes.mostAttributes) attributes: leave some out, or put them into rows"
    case .rows: "over \(Sizes.mostRows) rows: leave some out"
    case .text(let name):
      "\(name) has too much text, over \(Sizes.mostTextBytes) bytes in \(Chunk.rows) rows as it is or "
        + "folded for searching: shorten it, or leave it out"
    }
  }
}

/// A cell that does not fit the type that was asked for.
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

/// The lines at which rows start, of which only the irregular ones are kept.
struct LineMap: Sendable {
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
    if line != last &+ 1 { jumps.append((count, line)) }
    last = line
    count &+= 1
  }

  /// Appends the lines of the rows that follow, so many of them.
  mutating func append(_ other: LineMap, rows: Int) {
    if rows == 0 { return }
    if other[0] != last + 1 { jumps.append((count, other[0])) }
    for jump in other.jumps where jump.row > 0 && jump.row < rows {
      jumps.append((count + jump.row, jump.line))
    }
    last = other[rows - 1]
    count += rows
  }

  /// Counts from another line.
  mutating func move(by lines: Int) {
    if lines == 0 || count == 0 { return }
    if jumps.first?.row != 0 { jumps.insert((0, 1), at: 0) }
    for index in jumps.indices { jumps[index].line += lines }
    last += lines
  }
}
