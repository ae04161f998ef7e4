package import ShortlistCore

/// Takes rows, cell after cell.
///
/// A `TableBuilder` is one, and says what the calls mean. So is `AppendedRows`, whose columns are
/// those of the table that the builder made, under the same numbers.
package protocol RowSink {
  /// The number of rows ended so far.
  var rowCount: Int { get }

  /// Fixes the columns of delimited text.
  mutating func setColumns(_ names: [String], line: Int) throws

  /// The column of the attribute called `name`, which is added if it is not there yet.
  mutating func column(named name: String) -> Int

  /// Begins a row.
  mutating func beginRow(line: Int)

  /// Sets a cell of the row that was begun.
  mutating func append(_ kind: CellKind, _ bytes: Span<UInt8>, column: Int)

  /// Ends the row that was begun.
  mutating func endRow()
}

extension TableBuilder: RowSink {}

extension RowBatch: RowSink {}

extension AppendedRows: RowSink {}
