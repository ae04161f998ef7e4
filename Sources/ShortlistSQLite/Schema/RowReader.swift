import GRDB
import ShortlistCore

/// Reads all rows of a table.
///
/// One core steps through the next rows while another appends the previous batch to the columns. If
/// the table has rowids and a second connection sees the same snapshot, both cores do both.
struct RowReader {
  /// Reports the progress of reading.
  typealias Progress = (inout TableBuilder, LoadProgress) throws -> Void

  let shape: TableShape
  let layout: RowCursor.Layout

  /// The size of the first batch: small, so that rows appear soon.
  private static let firstRows = Sizes.firstBatch

  /// Reads all rows in the order of SQLite's scan.
  ///
  /// - Throws: `SQLiteError`, `UnreadableRowError`, and what `progress` throws.
  func readAll(
    in database: Database, into builder: inout TableBuilder, _ progress: Progress
  ) throws {
    var cursor = RowCursor(
      try Statement(SQL.rows(of: shape, layout.key), on: database), layout)
    // The first step may wait for a lock, so the thread that opened the file takes it.
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

  /// Reads all rows in rowid order, on two connections that see the same snapshot.
  ///
  /// Each connection reads one range of rowids at a time. The number of rows found in a range
  /// determines the length of the next ranges.
  ///
  /// - Parameters:
  ///   - numbers: A range that contains all rowids.
  ///   - name: The name of the rowid in SQL.
  ///   - database: One connection.
  ///   - other: The other one.
  ///   - builder: The builder that receives the rows.
  ///   - progress: Called after each pair of ranges.
  /// - Throws: `SQLiteError`, `UnreadableRowError`, and what `progress` throws.
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
          // Discard what was read beyond this row, and read it again.
          left = number...numbers.upperBound
          break
        }
      }
      builder.append(batches)
      try progress(&builder, LoadProgress(rows: rows, bytes: 0))
      length = Self.length(after: length, fill: max(start.fill, end?.fill ?? 0))
    }
  }

  /// Returns the length of the next ranges, aiming at batches that are a quarter to half full.
  private static func length(after length: Int, fill: Double) -> Int {
    if fill >= 1 { return max(1, length / 2) }
    return fill < 0.25 ? min(2 * length, 1 << 60) : length
  }
}
