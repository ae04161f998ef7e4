/// What a column keeps of a chunk of rows.
///
/// Rows behind the last one have no value. Where hardly a row has a value, a piece keeps only those.
protocol ColumnPiece {
  /// A piece without values.
  init()

  /// The number of rows that are kept in full.
  var count: Int { get }

  /// The same values, with so many rows in full.
  ///
  /// - Complexity: O(rows)
  func whole(_ rows: Int) -> Self
}

extension Array where Element: ColumnPiece {
  /// The pieces of a table of so many slots, all in full, for those who look at all rows.
  ///
  /// - Complexity: O(chunks); O(rows) where chunks have only a few values
  func whole(_ slots: Int) -> Self {
    (0..<Chunk.count(for: slots)).map { chunk in
      let rows = Chunk.rows(of: chunk, count: slots)
      guard chunk < count else { return Element().whole(rows) }
      return self[chunk].count == rows ? self[chunk] : self[chunk].whole(rows)
    }
  }
}

/// The few values that a chunk has, by their places.
extension Dictionary where Key == Int {
  /// Whether the chunk is kept better as a whole, after a row got a value.
  func areMany(with row: Int) -> Bool { count * 8 > row && count * 8 > rows }

  /// The rows up to the last one that has a value.
  var rows: Int { (keys.max() ?? -1) + 1 }
}
