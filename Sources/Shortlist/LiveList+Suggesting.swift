extension LiveList {
  /// The rows whose text begins with what was typed, whatever the query is.
  ///
  /// - Throws: `StaleRevision`; `InvalidRequest` for an attribute that is not there or is no text.
  public func suggestions(
    for text: String, in attribute: String, limit: Int = 20, ifRevision: Int? = nil
  ) throws -> Suggestions {
    try require(ifRevision)
    return try engine.suggestions(for: text, in: attribute, limit: limit)
  }
}
