/// A request to change the selection.
///
/// It is carried out as a whole, under the rules.
public enum SelectionRequest: Hashable, Sendable {
  /// Add these rows.
  case select([RowID])
  /// Take these rows out.
  case deselect([RowID])
  /// Add those of these rows that are not selected, take out those that are.
  case toggle([RowID])
  /// Add all rows that match the query.
  case selectMatching
  /// Take out all rows.
  case deselectAll
  /// Toggle all rows that match the query.
  case invertMatching
}

/// The limits that a selection keeps; 0 is no limit.
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

/// What became of a request.
public struct SelectionOutcome: Hashable, Sendable {
  /// The result in a word.
  public enum Result: String, Sendable {
    /// Rows were added or removed.
    case changed
    /// All was so already.
    case unchanged
    /// Nothing was done, for the reasons given.
    case refused
  }

  /// A part of a request that was not carried out.
  public struct Refusal: Hashable, Sendable {
    /// The rows in question.
    public var ids: [RowID]
    /// The kind of rule: `unknown`, `maximum`, `minimum`.
    public var rule: String
    /// Why, as a sentence for a person.
    public var reason: String
  }

  /// The revision after the request.
  public var revision: Int
  /// The result in a word.
  public var result: Result
  /// Rows added, in pick order.
  public var added: [RowID]
  /// Rows removed.
  public var removed: [RowID]
  /// What was refused.
  public var refusals: [Refusal]
  /// Rows selected now.
  public var count: Int
}
