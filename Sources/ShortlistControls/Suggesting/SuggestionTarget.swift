public import Shortlist
import ShortlistCore

/// The list in which a field looks up suggestions and commits them.
protocol SuggestionTarget: Sendable {
  /// The list with the rows.
  var list: any ListProtocol { get }

  /// Converts an id to the type of the id attribute.
  func rowID(_ id: RowID) -> RowID

  /// Returns the rows whose text begins with the typed text, after all requests made before.
  func suggest(_ text: String, in attribute: String, limit: Int) async throws -> Suggestions<RowID>

  /// Finds the row with a text, or inserts it if `values` are given; nil if there is no such row
  /// and `values` is nil.
  func accept(
    _ text: String, in attribute: String, values: RowValues?, selects: Bool, equality: TextEquality
  ) async throws -> AcceptedSuggestion?

  /// Takes a chosen row; nil if its text has changed since.
  func accept(
    _ chosen: Suggestions<RowID>.Item, in attribute: String, selects: Bool
  ) async throws -> AcceptedSuggestion?

  /// Restores the list and its selection to their state before a suggestion was committed.
  func rollback(_ outcome: SuggestionOutcome<RowID>) async
}

extension LiveList: SuggestionTarget {
  func accept(
    _ text: String, in attribute: String, values: RowValues?, selects: Bool, equality: TextEquality
  ) async throws -> AcceptedSuggestion? {
    try await accept(text, in: attribute, values: values, equality: equality) { values, revision in
      try await commitSuggestion(
        text, in: attribute, values: values, selects: selects, equality: equality,
        ifRevision: revision)
    }
  }

  func rollback(_ outcome: SuggestionOutcome<RowID>) async {
    if let id = await deselect(outcome) { _ = try? await apply([.delete(id)]) }
  }

  nonisolated var list: any ListProtocol { self }

  nonisolated func rowID(_ id: RowID) -> RowID { id }

  func suggest(_ text: String, in attribute: String, limit: Int) async throws -> Suggestions<RowID>
  {
    try await suggestions(for: text, in: attribute, limit: limit)
  }
}
