/// The outcome of a selection request, with ids of the type that the items have.
///
///     let outcome = try await picker.selection.select(ann.id, bob.id)
///     for refusal in outcome.refusals { show(refusal.reason) }
///     print("\(outcome.addedCount) more, \(outcome.count) in all")
public struct SelectionOutcome<ID: PickListID>: Hashable, Sendable {
  /// A part of a request that a rule refused.
  public struct Refusal: Hashable, Sendable {
    /// The refused rows; only the first ones if there are more than the requested number of ids.
    public var ids: [ID]
    /// The number of refused rows.
    public var count: Int
    /// The kind of rule that refused the rows.
    public var rule: SelectionRule.Kind
    /// The reason, as a sentence shown to the user.
    public var reason: String
  }

  /// The revision after the request.
  public var revision: Int
  /// The overall result.
  public var result: SelectionOutcome<RowID>.Result
  /// The added rows in pick order; only the first ones if there are more than the requested number
  /// of ids.
  public var added: [ID]
  /// The number of added rows.
  public var addedCount: Int
  /// The removed rows in any order; only some of them if there are more than the requested number
  /// of ids.
  public var removed: [ID]
  /// The number of removed rows.
  public var removedCount: Int
  /// The refused parts of the request.
  public var refusals: [Refusal]
  /// The events, in order.
  public var events: [SelectionEvent<ID>]
  /// The number of selected rows after the change.
  public var count: Int
}

extension SelectionOutcome<RowID> {
  /// The overall result of a request.
  public enum Result: String, Sendable {
    /// Rows were added or removed.
    case changed
    /// The selection already was as requested.
    case unchanged
    /// Nothing changed because part or all of the request was refused; see `refusals`.
    case refused
  }

  /// Turns the outcome into a refusal after the change was rolled back.
  mutating func undoChange(count: Int) {
    result = .refused
    (added, addedCount, removed, removedCount) = ([], 0, [], 0)
    events.removeAll {
      $0.kind != .attemptedToExceedMaximum && $0.kind != .attemptedToDropBelowMinimum
    }
    self.count = count
  }
}

/// An event of a selection.
///
///     limit.onAttemptedToExceedMaximumCount.observe { event in
///       show("\(event.count) are too many")
///     }
public struct SelectionEvent<ID: PickListID>: Hashable, Sendable {
  /// The kind of event.
  public var kind: SelectionEvent<RowID>.Kind
  /// The affected rows; only the first ones if there are more than the requested number of ids.
  public var ids: [ID]
  /// The number of affected rows.
  public var count: Int
  /// The index of the rule that the event is about; nil if it is about no rule.
  public var rule: Int?

  /// Creates an event.
  public init(
    _ kind: SelectionEvent<RowID>.Kind, ids: [ID] = [], count: Int? = nil, rule: Int? = nil
  ) {
    self.kind = kind
    self.ids = ids
    self.count = count ?? ids.count
    self.rule = rule
  }
}

extension SelectionEvent<RowID> {
  /// The kind of an event.
  public enum Kind: String, Sendable, CaseIterable {
    /// Rows were added.
    case selected
    /// Rows were removed.
    case deselected
    /// Selected rows were deleted from the list.
    case pruned
    /// The number of selected rows rose to a maximum.
    case maximumReached
    /// The number of selected rows fell below a maximum after having been equal to it.
    case noLongerAtMaximum
    /// A request was refused because it would have exceeded a maximum.
    case attemptedToExceedMaximum
    /// The number of selected rows fell to a minimum.
    case minimumReached
    /// The number of selected rows rose above a minimum after having been equal to it.
    case noLongerAtMinimum
    /// A request was refused because it would have left fewer rows than a minimum.
    case attemptedToDropBelowMinimum
  }
}

extension SelectionOutcome {
  /// Creates the outcome for items from that for their rows.
  package init(_ rows: SelectionOutcome<RowID>) {
    (revision, result, count) = (rows.revision, rows.result, rows.count)
    (added, addedCount) = (rows.added.compactMap(ID.init(rowID:)), rows.addedCount)
    (removed, removedCount) = (rows.removed.compactMap(ID.init(rowID:)), rows.removedCount)
    refusals = rows.refusals.map {
      Refusal(
        ids: $0.ids.compactMap(ID.init(rowID:)), count: $0.count, rule: $0.rule, reason: $0.reason)
    }
    events = rows.events.map(SelectionEvent<ID>.init)
  }
}

extension SelectionEvent {
  /// Creates the event for items from that for their rows.
  package init(_ rows: SelectionEvent<RowID>) {
    self.init(
      rows.kind, ids: rows.ids.compactMap(ID.init(rowID:)), count: rows.count, rule: rows.rule)
  }
}
