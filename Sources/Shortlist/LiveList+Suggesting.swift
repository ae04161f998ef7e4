extension LiveList {
  /// Finds the row with a text, or inserts one, and selects it, in one step.
  ///
  ///     try await list.commitSuggestion("New", in: "name", values: ["kind": .text("tag")])
  ///
  /// Fails while the rows are still being read. If the selection refuses a new row, none is
  /// inserted.
  ///
  /// - Parameters:
  ///   - text: The text; leading and trailing white space is ignored.
  ///   - attribute: The text attribute to search, and to set in a new row.
  ///   - values: The other values of a new row. They must include the id unless ids are integers;
  ///     a new integer id is the greatest one plus one.
  ///   - selects: Whether to select the row.
  ///   - equality: Which texts count as equal to this one.
  ///   - ifRevision: The required revision; nil for any.
  /// - Returns: The row, and the outcome of selecting it.
  /// - Throws: `StaleRevisionError`; `InvalidRequestError` for an empty text or an attribute that
  ///   does not exist or is not text; `WriteError` if such a row is invalid; the errors that
  ///   `select` throws for filters. Nothing changes then.
  package func commitSuggestion(
    _ text: String, in attribute: String, values: RowValues = [:], selects: Bool = true,
    equality: TextEquality = .exact, ifRevision: Int? = nil
  ) async throws -> SuggestionOutcome<RowID> {
    if let store {
      return try await writeSuggestion(
        text, in: attribute, values: values, selects: selects, equality: equality, to: store,
        ifRevision: ifRevision)
    }
    return try commitSuggestionToEngine(
      text, in: attribute, values: values, selects: selects, equality: equality,
      ifRevision: ifRevision)
  }

  /// Finds or inserts a row in a list whose rows exist only in memory.
  func commitSuggestionToEngine(
    _ text: String, in attribute: String, values: RowValues, selects: Bool, equality: TextEquality,
    ifRevision: Int? = nil
  ) throws -> SuggestionOutcome<RowID> {
    try beginRequest(ifRevision: ifRevision)
    try requireAllRows()
    try updateRules()
    let outcome = try engine.commitSuggestion(
      text, in: attribute, values: values, selects: selects, equality: equality)
    try requireSource()
    publish(PendingChanges(outcome.changes), SelectionChange(outcome.selection))
    selectionFilters.signal(outcome.selection.events)
    return outcome
  }
}
