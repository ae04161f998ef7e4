/// A change of a selection, made by a request or by the deletion of selected rows.
///
///     for try await update in picker.updates {
///       if let change = update.selection { show("\(change.count) selected") }
///     }
public struct SelectionChange<ID: PickListID>: Hashable, Sendable {
  /// Rows that became selected, in pick order.
  public var added: [ID] = []
  /// Rows that are no longer selected, including deleted ones.
  ///
  /// Deleted rows are in pick order.
  public var removed: [ID] = []
  /// Whether more rows changed than are listed here; read the selection again then.
  public var isReset = false
  /// The events of deletions, in order.
  ///
  /// The events of a request are in its outcome.
  public var events: [SelectionEvent<ID>] = []
  /// The number of selected rows after the change.
  public var count: Int

  /// Creates a change.
  package init(
    added: [ID] = [], removed: [ID] = [], events: [SelectionEvent<ID>] = [], count: Int
  ) {
    (self.added, self.removed, self.events, self.count) = (added, removed, events, count)
  }

  /// Creates the change that a request made.
  package init(_ outcome: SelectionOutcome<ID>) {
    count = outcome.count
    isReset =
      outcome.added.count < outcome.addedCount || outcome.removed.count < outcome.removedCount
    if isReset { return }
    (added, removed) = (outcome.added, outcome.removed)
  }

  /// Returns this change followed by another, as one.
  ///
  /// The result is a reset if requests added and removed more than 10,000 rows in total.
  ///
  /// - Complexity: O(rows and events of both)
  public func followed(by next: Self) -> Self {
    var both = next
    both.events = events + next.events
    both.isReset = isReset || next.isReset
    if both.isReset {
      (both.added, both.removed) = ([], [])
    } else if added.isEmpty && next.added.isEmpty {
      both.removed = removed + next.removed
    } else if added.count + removed.count + next.added.count + next.removed.count > Sizes.compared {
      both.isReset = true
      (both.added, both.removed) = ([], [])
    } else {
      let (gone, back) = (Set(next.removed), Set(next.added))
      let (new, lost) = (Set(added), Set(removed))
      both.added = added.filter { !gone.contains($0) } + next.added.filter { !lost.contains($0) }
      both.removed =
        removed.filter { !back.contains($0) } + next.removed.filter { !new.contains($0) }
    }
    return both
  }
}

extension SelectionChange {
  /// Creates the change for items from that for their rows.
  package init(_ rows: SelectionChange<RowID>) {
    self.init(
      added: rows.added.compactMap(ID.init(rowID:)),
      removed: rows.removed.compactMap(ID.init(rowID:)),
      events: rows.events.map(SelectionEvent<ID>.init), count: rows.count)
    isReset = rows.isReset
  }
}

extension SelectionChange<RowID>? {
  /// Returns this change followed by another, as one; nil stands for no change.
  ///
  /// - Complexity: O(rows and events of both)
  package func followed(by next: Self) -> Self {
    guard let self, let next else { return self ?? next }
    return self.followed(by: next)
  }
}
