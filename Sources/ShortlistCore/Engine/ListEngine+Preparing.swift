extension ListEngine {
  /// Builds the index for fuzzy searches in one part of the texts, which the first such search
  /// would build otherwise.
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
    for case .text(let texts) in table.columns where part < texts.pieces.count {
      if texts.pieces[part].kind == .direct { _ = texts.pieces[part].rows.indexed }
    }
    return part + 1 < table.chunks
  }
}
