/// A column's storage for one chunk of rows.
///
/// A piece in full storage has all rows of its chunk. A sparse piece stores only the few values
/// that it has.
protocol ColumnPiece {
  /// Creates a piece without values.
  init()

  /// The number of rows in full storage.
  var count: Int { get }

  /// Returns the piece with `rows` rows in full storage.
  ///
  /// - Complexity: O(rows)
  func whole(_ rows: Int) -> Self
}

/// The values of a sparse chunk, keyed by row.
extension Dictionary where Key == Int {
  /// Returns whether the chunk, which has `rows` rows, should switch to full storage.
  func areMany(of rows: Int) -> Bool { count * 8 > rows }
}
