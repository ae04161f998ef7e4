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
    /// The rows in question: the first ones, if there are more than were asked for.
    public var ids: [RowID]
    /// The number of rows in question.
    public var count: Int
    /// The kind of rule.
    public var rule: SelectionRule.Kind
    /// Why, as a sentence for a person.
    public var reason: String
  }

  /// The revision after the request.
  public var revision: Int
  /// The result in a word.
  public var result: Result
  /// Rows added, in pick order: the first ones, if there are more than were asked for.
  public var added: [RowID]
  /// The number of rows added.
  public var addedCount: Int
  /// Rows removed, in any order, if there are not more than were asked for; else some of them.
  public var removed: [RowID]
  /// The number of rows removed.
  public var removedCount: Int
  /// What was refused.
  public var refusals: [Refusal]
  /// What happened, in order.
  public var events: [SelectionEvent]
  /// Rows selected now.
  public var count: Int

  /// Takes back what was done, as the rest of it was refused.
  mutating func undoChange(count: Int) {
    result = .refused
    (added, addedCount, removed, removedCount) = ([], 0, [], 0)
    events.removeAll {
      $0.kind != .attemptedToExceedMaximum && $0.kind != .attemptedToDropBelowMinimum
    }
    self.count = count
  }
}

/// Something that happened to a selection.
public struct SelectionEvent: Hashable, Sendable {
  /// What can happen.
  public enum Kind: String, Sendable, CaseIterable {
    /// Rows were added.
    case selected
    /// Rows were removed.
    case deselected
    /// Selected rows are gone from the list.
    case pruned
    /// The number of selected rows came to a maximum from below.
    case maximumReached
    /// The number of selected rows left a maximum downwards.
    case noLongerAtMaximum
    /// A request was refused that would have brought more rows than a maximum.
    case attemptedToExceedMaximum
    /// The number of selected rows came to a minimum from above.
    case minimumReached
    /// The number of selected rows left a minimum upwards.
    case noLongerAtMinimum
    /// A request was refused that would have left fewer rows than a minimum.
    case attemptedToDropBelowMinimum
  }

  /// What happened.
  public var kind: Kind
  /// The rows concerned: the first ones, if there are more than were asked for.
  public var ids: [RowID]
  /// The number of rows concerned.
  public var count: Int
  /// The index of the rule that the event is about; nil if it is about none.
  public var rule: Int?

  /// Creates an event.
  public init(_ kind: Kind, ids: [RowID] = [], count: Int? = nil, rule: Int? = nil) {
    self.kind = kind
    self.ids = ids
    self.count = count ?? ids.count
    self.rule = rule
  }
}

/// A change of a selection that nobody asked for: selected rows are gone.
public struct SelectionUpdate: Hashable, Sendable {
  /// The rows that left the selection, in pick order.
  public var removed: [RowID]
  /// What happened, in order.
  public var events: [SelectionEvent]
  /// Rows selected now.
  public var count: Int

  /// This update and the next one as one.
  ///
  /// - Complexity: O(rows and events of both)
  public func followed(by next: Self) -> Self {
    SelectionUpdate(
      removed: removed + next.removed, events: events + next.events, count: next.count)
  }
}
