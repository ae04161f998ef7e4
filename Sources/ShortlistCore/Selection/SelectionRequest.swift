/// A request to change the selection, about items with ids of a type.
///
/// The request runs as one step under the rules. Rows that already are as requested are dropped
/// before any rule is applied.
///
///     contactsModel.select(.all(.section("Bonn")))
///     contactsModel.select(.undo)
public enum SelectionRequest<ID: PickListID>: Hashable, Sendable {
  /// Selects rows.
  case select([ID])
  /// Deselects rows.
  case deselect([ID])
  /// Selects those of the rows that are not selected, and deselects the others.
  case toggle([ID])
  /// Selects rows and deselects all others.
  case replace([ID])
  /// Selects all rows of a scope.
  case all(SelectionScope = .matching)
  /// Deselects all rows of a scope.
  case none(SelectionScope = .everything)
  /// Toggles all rows that match the query.
  case invert
  /// Selects two rows that match the query, and all rows between them in shown order.
  case extend(from: ID, to: ID)
  /// Restores the selection before the last request that changed it.
  ///
  /// Rules are not applied. Rows that no longer exist are skipped.
  case undo
  /// Redoes the last undone request.
  case redo

  /// Returns the request with each id replaced.
  ///
  /// - Complexity: O(ids)
  package func mapIDs<Other, Failure>(
    _ other: (ID) throws(Failure) -> Other
  ) throws(Failure) -> SelectionRequest<Other> {
    switch self {
    case .select(let ids): .select(try ids.map(other))
    case .deselect(let ids): .deselect(try ids.map(other))
    case .toggle(let ids): .toggle(try ids.map(other))
    case .replace(let ids): .replace(try ids.map(other))
    case .extend(let first, let last): .extend(from: try other(first), to: try other(last))
    case .all(let scope): .all(scope)
    case .none(let scope): .none(scope)
    case .invert: .invert
    case .undo: .undo
    case .redo: .redo
    }
  }
}

/// The rows that a request for all or none applies to.
///
///     try await picker.selection.selectAll(.section("Bonn"))
///     try await picker.selection.deselectAll(.matching)
public enum SelectionScope: Hashable, Sendable {
  /// The rows that match the query, visible or not.
  case matching
  /// All rows of the list.
  case everything
  /// The matching rows of the section with this name, visible or not.
  case section(String)
}

/// Whether one or many rows can be selected.
///
///     picker.selection.mode = .single
public enum SelectionMode: String, Sendable, CaseIterable {
  /// Many rows, subject to the rules.
  case multiple
  /// One row; selecting another row replaces it.
  case single
}
