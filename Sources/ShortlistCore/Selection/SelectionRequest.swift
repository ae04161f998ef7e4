/// A request to change the selection.
///
/// It is carried out as a whole, under the rules. Rows that are as asked for already are left out of
/// it before any rule is asked.
public enum SelectionRequest: Hashable, Sendable {
  /// Add these rows.
  case select([RowID])
  /// Take these rows out.
  case deselect([RowID])
  /// Add those of these rows that are not selected, take out those that are.
  case toggle([RowID])
  /// Add these rows, take out all others.
  case replace([RowID])
  /// Add all rows of a scope.
  case all(SelectionScope = .matching)
  /// Take out all rows of a scope.
  case none(SelectionScope = .everything)
  /// Toggle all rows that match the query.
  case invert
  /// Add two rows that match the query, and all between them in shown order.
  case extend(from: RowID, to: RowID)
  /// Go back to the selection before the last request that changed it.
  ///
  /// The rules are not asked. Rows that are gone are skipped.
  case undo
  /// Do again what was undone last.
  case redo

  /// The same request with other ids.
  package func mapIDs(_ other: (RowID) throws -> RowID) rethrows -> SelectionRequest {
    switch self {
    case .select(let ids): .select(try ids.map(other))
    case .deselect(let ids): .deselect(try ids.map(other))
    case .toggle(let ids): .toggle(try ids.map(other))
    case .replace(let ids): .replace(try ids.map(other))
    case .extend(let first, let last): .extend(from: try other(first), to: try other(last))
    case .all, .none, .invert, .undo, .redo: self
    }
  }
}

/// The rows that a request means by all or none.
public enum SelectionScope: Hashable, Sendable {
  /// The rows that match the query, visible or not.
  case matching
  /// All rows of the list.
  case everything
  /// The matching rows of the section of this name, visible or not.
  case section(String)
}

/// Whether one row can be selected, or many.
public enum SelectionMode: String, Sendable, CaseIterable {
  /// Many, as far as the rules let them.
  case multiple
  /// One; another one replaces it.
  case single
}

/// The limits of a selection; 0 is no limit.
public struct SelectionLimits: Hashable, Sendable {
  /// No more rows than this can be selected.
  public var maximum: Int
  /// Not fewer rows than this can be accepted.
  public var minimum: Int

  /// Creates limits.
  ///
  /// - Precondition: Neither is negative.
  public init(maximum: Int = 0, minimum: Int = 0) {
    precondition(maximum >= 0, "a maximum must not be negative, but is \(maximum)")
    precondition(minimum >= 0, "a minimum must not be negative, but is \(minimum)")
    self.maximum = maximum
    self.minimum = minimum
  }
}
