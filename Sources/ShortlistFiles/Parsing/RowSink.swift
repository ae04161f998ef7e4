package import ShortlistCore

/// A receiver of rows, cell by cell.
///
/// See `TableBuilder` for the meaning of the calls. `AppendedRows` conforms too; it uses the column
/// numbers of the table that the builder made.
package protocol RowSink {
  /// The number of finished rows.
  var rowCount: Int { get }

  /// Sets the columns of delimited text.
  mutating func setColumns(_ names: [String], line: Int) throws

  /// Returns the column of an attribute, adding it if necessary.
  mutating func column(named name: String) -> Int

  /// Begins a row at a line of the source.
  mutating func beginRow(line: Int)

  /// Sets a cell of the current row.
  mutating func append(_ kind: CellKind, _ bytes: Span<UInt8>, column: Int)

  /// Ends the current row.
  mutating func endRow()
}

extension TableBuilder: RowSink {}

extension RowBatch: RowSink {}

extension AppendedRows: RowSink {}
