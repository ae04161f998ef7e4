import GRDB
import ShortlistCore

/// The rows of a range of numbers, as far as they were read.
struct RowRange: Sendable {
  /// The rows.
  private(set) var batch: RowBatch
  /// The number from which on rows are left; nil if there are none.
  private(set) var rest: Int?
  /// How much of what is enough for a batch there is.
  let fill: Double
  private let failure: (any Error)?

  /// Reads rows whose numbers are in a range.
  ///
  /// - Parameters:
  ///   - numbers: The range.
  ///   - cursor: Takes the ends of such a range, and gives the number behind everything else.
  ///   - batch: Takes the rows.
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

  /// Says how many rows are before these.
  ///
  /// - Throws: Why not all of them could be read.
  mutating func follow(_ rows: Int) throws {
    if var row = failure as? UnreadableRow {
      row.row += rows
      throw row
    }
    if let failure { throw failure }
    batch.moveLines(by: rows)
  }
}

extension ClosedRange<Int> {
  /// So many numbers at the beginning, or all that there are, and the others.
  func cut(after count: Int) -> (start: Self, rest: Self?) {
    // The distance of two numbers may be more than a number can be.
    if UInt(bitPattern: upperBound &- lowerBound) < UInt(count) { return (self, nil) }
    let end = lowerBound + (count - 1)
    return (lowerBound...end, end + 1...upperBound)
  }
}
