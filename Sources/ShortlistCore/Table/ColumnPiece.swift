/// A column's storage for one chunk of rows.
///
/// Rows past the last stored one are null. A sparse piece stores only the few values that it has.
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

extension Array where Element: ColumnPiece {
  /// Returns the pieces of a table of `slots` slots, all in full storage, for a scan of all rows.
  ///
  /// - Complexity: O(chunks); O(rows) if chunks are sparse
  func whole(_ slots: Int) -> Self {
    (0..<Chunk.count(for: slots)).map { chunk in
      let rows = Chunk.rows(of: chunk, count: slots)
      guard chunk < count else { return Element().whole(rows) }
      return self[chunk].count == rows ? self[chunk] : self[chunk].whole(rows)
    }
  }
}

/// The values of a sparse chunk, keyed by row.
extension Dictionary where Key == Int {
  /// Returns whether the chunk should switch to full storage after `row` got a value.
  func areMany(with row: Int) -> Bool { count * 8 > row && count * 8 > rows }

  /// The number of rows up to and including the last one with a value.
  var rows: Int { (keys.max() ?? -1) + 1 }
}
