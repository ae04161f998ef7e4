import ShortlistCore

/// Steps through the rows of a table, and hands them to batches.
struct RowCursor {
  /// What the rows of a table are read as.
  struct Layout {
    let key: TableKey
    /// Which of the columns may have lists of texts.
    let lists: [Bool]
    /// The places of the columns of the key among those of a row.
    let keyPlaces: [Int]
    /// The column that takes the ids, if they are no attribute.
    let idColumn: Int?
  }

  /// Gives the columns, and after them what else makes up the key.
  let statement: Statement
  private let layout: Layout
  /// The rows read so far.
  private var rows = 0
  /// How much of what is enough for a batch the last one got, 1 for all.
  private(set) var fill = 0.0

  init(_ statement: Statement, _ layout: Layout) {
    self.statement = statement
    self.layout = layout
  }

  /// The number of the row read last, where the last column gives it.
  var number: Int { statement.integer(statement.columnCount - 1) }

  /// How many rows, and how many bytes, are enough for a batch.
  static let (mostRows, mostBytes) = (Sizes.batch, 8 << 20)

  /// Begins anew, with the rows whose numbers are in a range.
  ///
  /// - Precondition: The statement takes the ends of such a range.
  mutating func begin(_ numbers: ClosedRange<Int>) throws {
    statement.reset()
    try statement.bind(.integer(numbers.lowerBound), at: 1)
    try statement.bind(.integer(numbers.upperBound), at: 2)
    rows = 0
  }

  /// Reads on, to the end of the rows or until the batch has enough.
  ///
  /// - Returns: Whether there may be more.
  /// - Throws: `SQLiteFailure`, `UnreadableRow`
  mutating func read(_ most: Int = mostRows, into batch: inout RowBatch) throws -> Bool {
    var bytes = 0
    defer {
      fill = max(
        Double(batch.rowCount) / Double(Self.mostRows), Double(bytes) / Double(Self.mostBytes))
    }
    while batch.rowCount < most && bytes < Self.mostBytes {
      guard try statement.step() else { return false }
      batch.beginRow(line: rows + 1)
      for column in layout.lists.indices {
        do {
          bytes += try statement[column].hand(to: &batch, column, isList: layout.lists[column])
        } catch {
          throw UnreadableRow(row: rows, column: column, error: error)
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
        let text = try statement.keyText(layout.keyPlaces)
        batch.append(.text, Array(text.utf8).span, column: column)
      } catch { throw UnreadableRow(row: rows, column: nil, error: error) }
    }
  }
}

/// Why a row cannot be read, and where.
struct UnreadableRow: Error {
  /// How many rows were read before it.
  var row: Int
  /// The column; nil for the key.
  let column: Int?
  let error: any Error
}
