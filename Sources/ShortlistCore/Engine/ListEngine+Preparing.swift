extension ListEngine {
  /// The number of rows of a chunk whose pairs of bytes are built in one part.
  private static let rowsOfPairs = max(1, Chunk.rows / 8)

  /// Builds an index for fuzzy searches in one part of the texts: in the first parts one that the
  /// first such search would build otherwise, then one that makes searches faster.
  ///
  /// The call does not change what the list shows. Call it when idle, with 0, 1, 2 and so on.
  ///
  ///     var part = 0
  ///     while engine.prepareSearch(part) { part += 1 }
  ///
  /// - Parameter part: The number of the part.
  /// - Returns: Whether there are more parts.
  /// - Complexity: O(65,536) texts for each text attribute in the first parts, O(8,192) in the
  ///   others
  package func prepareSearch(_ part: Int) -> Bool {
    let chunks = max(1, table.chunks)
    let (round, chunk) = part.quotientAndRemainder(dividingBy: chunks)
    // An index file is read for what is needed, and not for what might be.
    if table.store != nil { return false }
    for case .text(let texts) in table.columns where chunk < texts.pieces.count {
      guard texts.pieces[chunk].kind == .direct else { continue }
      if round == 0 {
        _ = texts.pieces[chunk].rows.indexed
      } else {
        texts.pieces[chunk].rows.preparePairs(upTo: round * Self.rowsOfPairs)
      }
    }
    return part + 1 < chunks * (1 + Chunk.rows / Self.rowsOfPairs)
  }
}
