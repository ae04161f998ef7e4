/// Where a field finds what it suggests, and takes it.
protocol SuggestionTarget: Sendable {
  /// The rows whose text begins with what was typed.
  func suggest(_ text: String, in attribute: String, limit: Int) async throws -> Suggestions

  /// Takes the row that has a text, or makes it if its other values are given; nil if there is no such
  /// row and they are not.
  func take(
    _ text: String, in attribute: String, values: RowValues?, selects: Bool, equality: TextEquality
  ) async throws -> TakenSuggestion?

  /// Takes a row that was chosen; nil if it has another text by now.
  func take(
    _ chosen: Suggestions.Item, in attribute: String, selects: Bool
  ) async throws -> TakenSuggestion?

  /// Makes the list and its selection what they were before a suggestion was taken.
  func rollback(_ outcome: SuggestionOutcome) async
}

extension LiveList: SuggestionTarget {
  func suggest(_ text: String, in attribute: String, limit: Int) throws -> Suggestions {
    try suggestions(for: text, in: attribute, limit: limit)
  }
}
