import ShortlistCore

/// Steps through the rows of a table and appends them to batches.
struct RowCursor {
  /// How to read the columns of a row.
  struct Layout {
    let key: TableKey
    /// Which columns may hold lists of texts.
    let lists: [Bool]
    /// The indices of the key's columns among those of a row.
    let keyPlaces: [Int]
    /// The batch column for ids; nil if the key is an attribute.
    let idColumn: Int?
    /// How each column holds values that no attribute can hold.
    let odd: [OddValues]
  }

  /// A statement that returns the columns, then whatever else makes up the key.
  let statement: Statement
  private let layout: Layout
  /// The number of rows read so far.
  private var rows = 0
  /// How full the last batch became; 1 is full.
  private(set) var fill = 0.0

  init(_ statement: Statement, _ layout: Layout) {
    self.statement = statement
    self.layout = layout
  }

  /// The rowid of the last row read, if the statement returns it in the last column.
  var number: Int { statement.integer(statement.columnCount - 1) }

  /// The limits of a batch: rows and bytes.
  static let (maxRows, maxBytes) = (Sizes.batch, 8 << 20)

  /// Restarts the statement for the rows in a range of rowids.
  ///
  /// - Precondition: The statement's two parameters are the bounds of the range.
  mutating func begin(_ numbers: ClosedRange<Int>) throws {
    statement.reset()
    try statement.bind(.integer(numbers.lowerBound), at: 1)
    try statement.bind(.integer(numbers.upperBound), at: 2)
    rows = 0
  }

  /// Reads rows until the batch is full or no rows are left.
  ///
  /// - Returns: Whether there may be more.
  /// - Throws: `SQLiteError`, `UnreadableRowError`
  mutating func read(_ most: Int = maxRows, into batch: inout RowBatch) throws -> Bool {
    var bytes = 0
    defer {
      fill = max(
        Double(batch.rowCount) / Double(Self.maxRows), Double(bytes) / Double(Self.maxBytes))
    }
    while batch.rowCount < most && bytes < Self.maxBytes {
      guard try statement.step() else { return false }
      batch.beginRow(line: rows + 1)
      for column in layout.lists.indices {
        do {
          bytes += try statement[column].hand(
            to: &batch, column, isList: layout.lists[column], layout.odd[column])
        } catch {
          throw UnreadableRowError(row: rows, column: column, error: error)
        }
      }
      if let column = layout.idColumn { try readID(into: &batch, column) }
      batch.endRow()
      rows += 1
    }
    return true
  }

  private func readID(into batch: inout RowBatch, _ column: Int) throws {
    let count = layout.lists.count
    switch layout.key {
    case .column: break
    case .rowid: batch.append(statement.integer(count), column: column)
    case .place: batch.append(rows + 1, column: column)
    case .columns:
      do {
        let text = try statement.keyText(layout.keyPlaces, layout.odd[layout.keyPlaces[0]])
        batch.append(.text, Array(text.utf8).span, column: column)
      } catch { throw UnreadableRowError(row: rows, column: nil, error: error) }
    }
  }
}

/// The error for a row that cannot be read, and its position.
struct UnreadableRowError: Error {
  /// The number of rows read before it.
  var row: Int
  /// The column; nil for the key.
  let column: Int?
  let error: any Error
}
