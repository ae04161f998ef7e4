extension PickList {
  /// Returns the items whose text begins with the typed text, regardless of the query.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - attribute: The text attribute to search.
  ///   - first: The number of the first item to return.
  ///   - limit: The maximum number of items.
  /// - Returns: The texts and ids of the items, their total number, and the items whose text equals
  ///   `text`.
  /// - Throws: `PickListError` for an attribute that does not exist or is not text.
  /// - Complexity: O(log *n* + `limit`) for *n* items, once the texts are in order; O(*n* log *n*)
  ///   for the first suggestion
  public func suggestions(
    for text: String, in attribute: String, from first: Int = 0, limit: Int = 20
  ) async throws -> Suggestions<Item.ID> {
    try await add {
      Suggestions(
        try await $0.suggestions(
          for: text, in: attribute, from: first, limit: limit, ifRevision: nil))
    }.value
  }
}
