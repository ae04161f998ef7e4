import GRDB
import ShortlistCore

/// The rows read from a range of rowids.
struct RowRange: Sendable {
  /// The rows.
  private(set) var batch: RowBatch
  /// The first rowid that is still unread; nil if the range is complete.
  private(set) var rest: Int?
  /// How full the batch is; 1 is full.
  let fill: Double
  private let failure: (any Error)?

  /// Reads the rows in a range of rowids.
  ///
  /// - Parameters:
  ///   - numbers: The range.
  ///   - cursor: A cursor whose statement takes the bounds of a range, and returns the rowid last.
  ///   - batch: The batch that receives the rows.
  init(_ numbers: ClosedRange<Int>, _ cursor: inout RowCursor, _ batch: RowBatch) {
    self.batch = batch
    do {
      try cursor.begin(numbers)
      if try cursor.read(into: &self.batch), cursor.number < numbers.upperBound {
        rest = cursor.number + 1
      }
      failure = nil
    } catch {
      failure = error
    }
    fill = cursor.fill
  }

  /// Sets the number of rows before these.
  ///
  /// - Throws: The error that stopped the reading of this range.
  mutating func follow(_ rows: Int) throws {
    if var row = failure as? UnreadableRowError {
      row.row += rows
      throw row
    }
    if let failure { throw failure }
    batch.moveLines(by: rows)
  }
}

extension ClosedRange<Int> {
  /// Splits off the first `count` numbers, or all if there are no more.
  func cut(after count: Int) -> (start: Self, rest: Self?) {
    // The distance between the bounds can exceed `Int.max`.
    if UInt(bitPattern: upperBound &- lowerBound) < UInt(count) { return (self, nil) }
    let end = lowerBound + (count - 1)
    return (lowerBound...end, end + 1...upperBound)
  }
}
