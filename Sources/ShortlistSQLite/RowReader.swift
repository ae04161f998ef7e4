import GRDB
import ShortlistCore

/// Reads all rows of a table.
///
/// While the next rows are stepped through, those before are put into columns on another core. Where
/// rows have numbers, and another connection sees the same, both cores do both.
struct RowReader {
  /// How a builder is told how far the reading is.
  typealias Progress = (inout TableBuilder, LoadProgress) throws -> Void

  let shape: TableShape
  let layout: RowCursor.Layout

  /// How many rows are read first, so that there is something to look at soon.
  private static let firstRows = Sizes.firstBatch

  /// Reads all rows, in the order in which SQLite has them.
  ///
  /// - Throws: `SQLiteFailure`, `UnreadableRow`, and what `progress` throws.
  func readAll(
    in database: Database, into builder: inout TableBuilder, _ progress: Progress
  ) throws {
    var cursor = RowCursor(
      try Statement(SQL.rows(of: shape, layout.key), on: database), layout)
    // The first step, which may have to wait for a lock, is made by the thread that opened the file.
    var batch = builder.batch()
    var goesOn = try cursor.read(Self.firstRows, into: &batch)
    while goesOn {
      let before = batch
      var next = builder.batch()
      let (_, read) = builder.workers.both(
        { builder.append([before]) },
        { Result { try cursor.read(into: &next) } })
      goesOn = try read.get()
      batch = next
      try progress(&builder, LoadProgress(rows: builder.rowCount, bytes: 0))
    }
    builder.append([batch])
    try progress(&builder, LoadProgress(rows: builder.rowCount, bytes: 0))
  }

  /// Reads all rows, in the order of their numbers, by two connections that see the same.
  ///
  /// Each reads a range of numbers at a time. How many rows are in it shows when they are read, and
  /// decides how long the next ranges are.
  ///
  /// - Parameters:
  ///   - numbers: A range that has the numbers of all rows.
  ///   - name: What the number goes by.
  ///   - database: One connection.
  ///   - other: The other one.
  ///   - builder: Takes the rows.
  ///   - progress: Called after each turn.
  /// - Throws: `SQLiteFailure`, `UnreadableRow`, and what `progress` throws.
  func readAll(
    _ numbers: ClosedRange<Int>, of name: String, in database: Database, and other: Database,
    into builder: inout TableBuilder, _ progress: Progress
  ) throws {
    let sql = SQL.rows(of: shape, layout.key, numberedBy: name)
    var first = RowCursor(try Statement(sql, on: database), layout)
    var second = RowCursor(try Statement(sql, on: other), layout)
    var length = Self.firstRows
    var left: ClosedRange<Int>? = numbers
    while let (range, rest) = left?.cut(after: length) {
      let next = rest?.cut(after: length)
      left = next?.rest
      let empty = builder.batch()
      let (start, end) = builder.workers.both(
        { RowRange(range, &first, empty) },
        { next.map { RowRange($0.start, &second, empty) } })
      var batches: [RowBatch] = []
      var rows = builder.rowCount
      for var part in [start, end].compactMap(\.self) {
        try part.follow(rows)
        rows += part.batch.rowCount
        batches.append(part.batch)
        if let number = part.rest {
          // What was read behind them is read again.
          left = number...numbers.upperBound
          break
        }
      }
      builder.append(batches)
      try progress(&builder, LoadProgress(rows: rows, bytes: 0))
      length = Self.length(after: length, fill: max(start.fill, end?.fill ?? 0))
    }
  }

  /// How many numbers are in the next ranges: so many that a batch gets a quarter to a half of what
  /// is enough.
  private static func length(after length: Int, fill: Double) -> Int {
    if fill >= 1 { return max(1, length / 2) }
    return fill < 0.25 ? min(2 * length, 1 << 60) : length
  }
}
