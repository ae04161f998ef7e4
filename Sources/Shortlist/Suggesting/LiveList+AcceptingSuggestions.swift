/// A committed suggestion; `item` is nil if the selection refused it.
struct AcceptedSuggestion: Sendable {
  var item: SuggestedItem?
  var outcome: SuggestionOutcome
}

extension LiveList {
  /// Finds the row with a text, or inserts it if `values` are given; nil if there is no such row
  /// and `values` is nil.
  func accept(
    _ text: String, in attribute: String, values: RowValues?, selects: Bool, equality: TextEquality
  ) async throws -> AcceptedSuggestion? {
    guard try values != nil || hasRow(text, in: attribute, equality) else { return nil }
    return accepted(
      try await commitSuggestion(
        text, in: attribute, values: values ?? [:], selects: selects, equality: equality))
  }

  /// Does the same as `accept` for a list whose rows exist only in memory.
  func acceptInMemory(
    _ text: String, in attribute: String, values: RowValues?, selects: Bool, equality: TextEquality
  ) throws -> AcceptedSuggestion? {
    guard try values != nil || hasRow(text, in: attribute, equality) else { return nil }
    return accepted(
      try commitInMemory(
        text, in: attribute, values: values ?? [:], selects: selects, equality: equality))
  }

  private func hasRow(
    _ text: String, in attribute: String, _ equality: TextEquality
  ) throws -> Bool {
    try suggestions(for: text, in: attribute, limit: 0).existing(equality) != nil
  }

  /// Takes a chosen row; nil if its text has changed since.
  func accept(
    _ chosen: Suggestions.Item, in attribute: String, selects: Bool
  ) throws -> AcceptedSuggestion? {
    guard let column = schema.index(of: attribute), let row = engine.row(chosen.id),
      row[column] == .text(chosen.text)
    else { return nil }
    let selection = try select(.select(selects ? [chosen.id] : []))
    return accepted(
      SuggestionOutcome(
        revision: revision, id: chosen.id, isCreated: false, selection: selection))
  }

  private func accepted(_ outcome: SuggestionOutcome) -> AcceptedSuggestion {
    guard outcome.selection.result != .refused, let id = outcome.id, let row = engine.row(id) else {
      return AcceptedSuggestion(outcome: outcome)
    }
    let values = zip(schema.entries, row).map { RowValues.Member($0.name, $1) }
    return AcceptedSuggestion(
      item: SuggestedItem(id: id, values: RowValues(values), isNew: outcome.isCreated),
      outcome: outcome)
  }

  /// Restores the list and its selection to their state before a suggestion was committed.
  func rollback(_ outcome: SuggestionOutcome) async {
    if let id = deselect(outcome) { _ = try? await apply([.delete(id)]) }
  }

  /// Restores the selection to its state before a suggestion was committed.
  ///
  /// If the selection has changed since, it only deselects the row itself.
  ///
  /// - Returns: The row, if the commit inserted it and it still exists.
  func deselect(_ outcome: SuggestionOutcome) -> RowID? {
    guard let id = outcome.id else { return nil }
    if outcome.selection.result == .changed {
      let request: SelectionRequest =
        engine.revision == outcome.revision ? .undo : .deselect([id])
      let undone = engine.select(request)
      publish(PendingChanges(), SelectionChange(undone))
      signal(undone.events)
    }
    return outcome.isCreated && engine.row(id) != nil ? id : nil
  }
}
