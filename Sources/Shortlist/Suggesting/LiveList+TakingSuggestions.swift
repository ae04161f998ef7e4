/// An item that was taken; without item, one that the selection refused.
struct TakenSuggestion: Sendable {
  var item: SuggestedItem?
  var outcome: SuggestionOutcome
}

extension LiveList {
  /// Takes the row that has a text, or makes it if its other values are given; nil if there is no such
  /// row and they are not.
  func take(
    _ text: String, in attribute: String, values: RowValues?, selects: Bool, equality: TextEquality
  ) async throws -> TakenSuggestion? {
    guard try values != nil || hasRow(text, in: attribute, equality) else { return nil }
    return taken(
      try await commitSuggestion(
        text, in: attribute, values: values ?? [:], selects: selects, equality: equality))
  }

  /// Takes a row like `take`, of a list whose rows nobody but it has.
  func takeInMemory(
    _ text: String, in attribute: String, values: RowValues?, selects: Bool, equality: TextEquality
  ) throws -> TakenSuggestion? {
    guard try values != nil || hasRow(text, in: attribute, equality) else { return nil }
    return taken(
      try commitInMemory(
        text, in: attribute, values: values ?? [:], selects: selects, equality: equality))
  }

  private func hasRow(
    _ text: String, in attribute: String, _ equality: TextEquality
  ) throws -> Bool {
    try suggestions(for: text, in: attribute, limit: 0).existing(equality) != nil
  }

  /// Takes a row that was chosen; nil if it has another text by now.
  func take(
    _ chosen: Suggestions.Item, in attribute: String, selects: Bool
  ) throws -> TakenSuggestion? {
    guard let column = schema.index(of: attribute), let row = engine.row(chosen.id),
      row[column] == .text(chosen.text)
    else { return nil }
    let selection = try select(.select(selects ? [chosen.id] : []))
    return taken(
      SuggestionOutcome(
        revision: revision, id: chosen.id, isCreated: false, selection: selection))
  }

  private func taken(_ outcome: SuggestionOutcome) -> TakenSuggestion {
    guard outcome.selection.result != .refused, let id = outcome.id, let row = engine.row(id) else {
      return TakenSuggestion(outcome: outcome)
    }
    let values = zip(schema.entries, row).map { RowValues.Member($0.name, $1) }
    return TakenSuggestion(
      item: SuggestedItem(id: id, values: RowValues(values), isNew: outcome.isCreated),
      outcome: outcome)
  }

  /// Makes the list and its selection what they were before a suggestion was taken.
  func rollback(_ outcome: SuggestionOutcome) async {
    if let id = deselect(outcome) { _ = try? await apply([.delete(id)]) }
  }

  /// Makes the selection what it was before a suggestion was taken.
  ///
  /// Of a selection that has changed since, only the row itself is taken out.
  ///
  /// - Returns: The row, if it was made then, and nobody else has deleted it.
  func deselect(_ outcome: SuggestionOutcome) -> RowID? {
    guard let id = outcome.id else { return nil }
    if outcome.selection.result == .changed {
      let request: SelectionRequest =
        engine.revision == outcome.revision ? .undo : .deselect([id])
      let undone = engine.select(request)
      tell(nil, SelectionChange(undone))
      signal(undone.events)
    }
    return outcome.isCreated && engine.row(id) != nil ? id : nil
  }
}
