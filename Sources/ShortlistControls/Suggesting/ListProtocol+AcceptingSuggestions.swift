import Shortlist
import ShortlistCore

/// A committed suggestion; `item` is nil if the selection refused it.
struct AcceptedSuggestion: Sendable {
  var item: SuggestedItem<RowID>?
  var outcome: SuggestionOutcome<RowID>
}

extension ListProtocol {
  /// Finds the row with a text, or inserts it if `values` are given; nil if there is no such row
  /// and `values` is nil.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - attribute: The text attribute.
  ///   - values: The values of a new row.
  ///   - equality: Which texts count as equal.
  ///   - commit: Commits the text with the values of a new row, at a revision unless it is nil.
  /// - Returns: The row.
  /// - Throws: What `suggestions` and `commit` throw.
  func accept(
    _ text: String, in attribute: String, values: RowValues?, equality: TextEquality,
    _ commit: (RowValues, Int?) async throws -> SuggestionOutcome<RowID>
  ) async throws -> AcceptedSuggestion? {
    if let values { return try await accepted(commit(values, nil)) }
    while true {
      let found = try await suggestions(
        for: text, in: attribute, from: 0, limit: 0, ifRevision: nil)
      guard found.existing(equality) != nil else { return nil }
      do { return try await accepted(commit([:], found.revision)) } catch is StaleRevisionError {
        // The row may be gone.
        continue
      }
    }
  }

  /// Takes a chosen row; nil if its text has changed since.
  func accept(
    _ chosen: Suggestions<RowID>.Item, in attribute: String, selects: Bool
  ) async throws -> AcceptedSuggestion? {
    while true {
      let revision = try await read(.rows([chosen.id])) { list, _ -> Int? in
        guard let column = list.schema.index(of: attribute), let row = list.row(chosen.id),
          row[column] == .text(chosen.text)
        else { return nil }
        return list.revision
      }
      guard let revision else { return nil }
      do {
        let selection = try await select(
          .select(selects ? [chosen.id] : []), idLimit: 1000, refusedIDLimit: 1000,
          ifRevision: revision)
        return try await accepted(
          SuggestionOutcome(
            revision: selection.revision, id: chosen.id, isCreated: false, selection: selection))
      } catch is StaleRevisionError { continue }
    }
  }

  private func accepted(_ outcome: SuggestionOutcome<RowID>) async throws -> AcceptedSuggestion {
    guard outcome.selection.result != .refused, let id = outcome.id else {
      return AcceptedSuggestion(outcome: outcome)
    }
    let values = try await read(.rows([id])) { list, _ in
      zip(list.schema.entries, list.row(id) ?? []).map { RowValues.Member($0.name, $1) }
    }
    return AcceptedSuggestion(
      item: SuggestedItem(id: id, values: RowValues(values), isNew: outcome.isCreated),
      outcome: outcome)
  }

  /// Restores the selection to its state before a suggestion was committed.
  ///
  /// If the selection has changed since, it only deselects the row itself.
  ///
  /// - Returns: The row, if the commit inserted it and it still exists.
  func deselect(_ outcome: SuggestionOutcome<RowID>) async -> RowID? {
    guard let id = outcome.id else { return nil }
    if outcome.selection.result == .changed {
      do {
        _ = try await select(
          .undo, idLimit: 0, refusedIDLimit: 0, ifRevision: outcome.revision)
      } catch {
        _ = try? await select(.deselect([id]), idLimit: 0, refusedIDLimit: 0, ifRevision: nil)
      }
    }
    if !outcome.isCreated { return nil }
    let isThere = try? await read(.rows([id])) { list, _ in list.row(id) != nil }
    return isThere == true ? id : nil
  }
}
