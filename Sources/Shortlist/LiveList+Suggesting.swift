extension LiveList {
  /// The rows whose text begins with what was typed, whatever the query is.
  ///
  /// - Parameters:
  ///   - text: What was typed; white space at its ends does not count.
  ///   - attribute: The attribute that has the texts.
  ///   - first: The number of the first row that is wanted.
  ///   - limit: So many rows at most are wanted.
  ///   - ifRevision: The revision that it is asked of; nil for any.
  /// - Returns: These rows, ascending, how many there are, and those that have the text itself.
  /// - Throws: `StaleRevision`; `InvalidRequest` for an attribute that is not there or is no text.
  public func suggestions(
    for text: String, in attribute: String, from first: Int = 0, limit: Int = 20,
    ifRevision: Int? = nil
  ) throws -> Suggestions {
    try require(ifRevision)
    return try engine.suggestions(for: text, in: attribute, from: first, limit: limit)
  }

  /// Takes the row that has a text, or makes a new one of it, and selects it, in one step.
  ///
  ///     try await list.commitSuggestion("New", in: "name", values: ["kind": .text("tag")])
  ///
  /// A list that is still being read refuses it. If the selection refuses a new row, it is not made.
  ///
  /// - Parameters:
  ///   - text: The text; white space at its ends does not count.
  ///   - attribute: The attribute that has the text, or gets it.
  ///   - values: What else a new row has. Its id, if that is not a whole number: of whole numbers it
  ///     gets the one after the greatest.
  ///   - selects: Whether the row is to be selected.
  ///   - equality: Which texts are taken for this one.
  ///   - ifRevision: The revision that it was decided on; nil for any.
  /// - Returns: Which row it is, and what became of the selection.
  /// - Throws: `StaleRevision`; `InvalidRequest` for an empty text and an attribute that is not there
  ///   or is no text; `WriteRefusal` if there cannot be such a row; what `select` throws of filters.
  ///   Nothing is changed then.
  public func commitSuggestion(
    _ text: String, in attribute: String, values: RowValues = [:], selects: Bool = true,
    equality: TextEquality = .exact, ifRevision: Int? = nil
  ) async throws -> SuggestionOutcome {
    if let store {
      return try await writeSuggestion(
        text, in: attribute, values: values, selects: selects, equality: equality, to: store,
        ifRevision: ifRevision)
    }
    try require(ifRevision)
    return try commitInMemory(
      text, in: attribute, values: values, selects: selects, equality: equality)
  }

  /// Takes or makes a row of a list whose rows nobody but it has.
  func commitInMemory(
    _ text: String, in attribute: String, values: RowValues, selects: Bool, equality: TextEquality
  ) throws -> SuggestionOutcome {
    try requireAllRows()
    try askFilters()
    let outcome = try engine.commitSuggestion(
      text, in: attribute, values: values, selects: selects, equality: equality)
    tell(outcome.changes, SelectionChange(outcome.selection))
    signal(outcome.selection.events)
    return outcome
  }
}
