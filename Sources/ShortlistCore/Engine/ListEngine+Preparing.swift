extension ListEngine {
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
  /// - Complexity: O(65,536) texts for each text attribute
  package func prepareSearch(_ part: Int) -> Bool {
    let (chunk, hasLetters) =
      part < table.chunks ? (part, false) : (part - table.chunks, true)
    for case .text(let texts) in table.columns where chunk < texts.pieces.count {
      guard texts.pieces[chunk].kind == .direct else { continue }
      if hasLetters {
        texts.pieces[chunk].rows.preparePairs()
      } else {
        _ = texts.pieces[chunk].rows.indexed
      }
    }
    return part + 1 < 2 * table.chunks
  }
}
