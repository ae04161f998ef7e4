/// Takes the cells of a source, row after row, and makes a table of them.
///
/// A row is begun, its cells are appended in any order of columns, and it is ended; cells left out
/// are null.
///
///     builder.beginRow(line: 2)
///     try builder.append(.plain, bytes, column: 0)
///     try builder.endRow()
public struct TableBuilder {
  /// Creates a builder.
  ///
  /// - Parameters:
  ///   - path: What the source is called in errors.
  ///   - options: The id and the types asked for.
  public init(path: String, options: TableOptions = TableOptions()) { fatalError() }

  /// The number of rows ended so far.
  public var rowCount: Int { fatalError() }

  /// Fixes the columns of delimited text, once its header is known.
  ///
  /// - Throws: `SourceError` at `line` if two columns have the same name; `InvalidRequest` if the
  ///   schema asked for names an attribute that is not there.
  public mutating func setColumns(_ names: [String], line: Int) throws { fatalError() }

  /// The column of the attribute called `name`, which is added if it is not there yet: null in all
  /// rows before.
  public mutating func column(named name: String) -> Int { fatalError() }

  /// Begins a row, which starts at `line` of its source (or is its `line`-th row).
  public mutating func beginRow(line: Int) { fatalError() }

  /// Sets a cell of the row that was begun. A cell set twice keeps the later value.
  ///
  /// - Parameters:
  ///   - kind: What is known of the cell.
  ///   - bytes: Valid UTF-8; see `CellKind` for what they are.
  ///   - column: From `setColumns` or `column(named:)`.
  /// - Throws: `SourceError` with line and column if the schema asks for a type that the cell does
  ///   not fit.
  public mutating func append(_ kind: CellKind, _ bytes: Span<UInt8>, column: Int) throws {
    fatalError()
  }

  /// Ends the row that was begun.
  public mutating func endRow() throws { fatalError() }
}
