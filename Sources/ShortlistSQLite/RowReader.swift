import GRDB
import ShortlistCore

/// Steps through the rows of a table and puts them into a builder.
///
/// While the next rows are stepped through, those before are put into columns on another core.
struct RowReader {
  /// Gives the columns, and after them what else makes up the key.
  let statement: Statement
  let key: TableKey
  /// Which of the columns may have lists of texts.
  let lists: [Bool]
  /// The column that takes the ids, if they are no attribute.
  let idColumn: Int?
  private var rows = 0

  init(statement: Statement, key: TableKey, lists: [Bool], idColumn: Int?) {
    self.statement = statement
    self.key = key
    self.lists = lists
    self.idColumn = idColumn
  }

  /// Reads all rows.
  ///
  /// - Throws: `SQLiteFailure`, `UnreadableRow`, and what `progress` throws.
  mutating func readAll(
    into builder: inout TableBuilder,
    _ progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    // The first step, which may have to wait for a lock, is made by the thread that opened the file.
    var batch = builder.batch()
    var goesOn = try read(Self.firstRows, into: &batch)
    while goesOn {
      let before = batch
      var next = builder.batch()
      let (_, read) = builder.workers.both(
        { builder.append([before]) },
        { Result { try self.read(Self.mostRows, into: &next) } })
      goesOn = try read.get()
      batch = next
      try progress(&builder, LoadProgress(rows: builder.rowCount, bytes: 0))
    }
    builder.append([batch])
    try progress(&builder, LoadProgress(rows: builder.rowCount, bytes: 0))
  }

  /// How many rows are read first, so that there is something to look at soon.
  private static let firstRows = 4096
  /// How many rows, and how many bytes, are enough for a batch.
  private static let (mostRows, mostBytes) = (1 << 16, 8 << 20)

  /// Reads on.
  ///
  /// - Returns: Whether there may be more.
  private mutating func read(_ most: Int, into batch: inout RowBatch) throws -> Bool {
    var bytes = 0
    while batch.rowCount < most && bytes < Self.mostBytes {
      guard try statement.step() else { return false }
      batch.beginRow(line: rows + 1)
      for column in lists.indices {
        do { bytes += try statement.hand(column, to: &batch, isList: lists[column]) } catch {
          throw UnreadableRow(row: rows, column: column, error: error)
        }
      }
      if let idColumn { try readID(into: &batch, idColumn) }
      batch.endRow()
      rows += 1
    }
    return true
  }

  private func readID(into batch: inout RowBatch, _ column: Int) throws {
    let count = lists.count
    switch key {
    case .column: break
    case .rowid: batch.append(statement.integer(count), column: column)
    case .place: batch.append(rows + 1, column: column)
    case .columns(let names):
      do {
        let text = try statement.keyText(count..<count + names.count)
        batch.append(.text, Array(text.utf8).span, column: column)
      } catch { throw UnreadableRow(row: rows, column: nil, error: error) }
    }
  }
}

/// Why a row cannot be read, and where.
struct UnreadableRow: Error {
  let row: Int
  /// The column; nil for the key.
  let column: Int?
  let error: any Error
}
