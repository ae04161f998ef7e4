extension Changeset {
  /// These changes and then others, as one batch.
  ///
  /// Applying the result is the same as applying the two in turn. What they do is made out without
  /// the rows themselves, so that a front end that fell behind gets one changeset and not a queue:
  ///
  ///     pending = pending.followed(by: changes)
  ///
  /// - Deletes are the rows that left and inserts those that came. A row that came and left is not
  ///   named at all.
  /// - A row that left and came back was moved if its place is another, and counts as updated,
  ///   since its content may be another.
  /// - A row is updated if either changeset says so, and it is there before and after.
  /// - As few rows and sections are moved as can be without moving any that neither changeset moves
  ///   or takes out. (The moves may be more than between the two states seen side by side: if all
  ///   other rows passed one by one to behind a row, that row was not moved to the front, for its
  ///   id is not known here.)
  /// - A section that left and came back is deleted and inserted, with all its rows: which rows it
  ///   had is not known here.
  ///
  /// Section changes are in the order deletes, ascending, then inserts and moves, ascending in
  /// their targets; row changes in the order of positions before, then the inserts, ascending.
  ///
  /// - Parameter next: Changes of the state after these.
  /// - Returns: The changes from the state before these to the state after `next`; empty if the two
  ///   undo each other.
  /// - Precondition: Of the rows and sections that both name, `next` names those that are there.
  /// - Complexity: O(k log k) for k changes in both, ids of inserted sections included
  public func followed(by next: Self) -> Self {
    if isEmpty { return next }
    if next.isEmpty { return self }
    return ChangesetComposition(self, next).result
  }
}

extension VisibleChanges {
  /// These changes and then others, as one; nil if they undo each other.
  ///
  /// What was to be read again before, or is now, is to be read again.
  ///
  /// - Complexity: O(k log k) for k changes in both, ids of inserted sections included
  public func followed(by next: Self) -> Self? {
    guard case .changes(let first) = self, case .changes(let second) = next else { return .reset }
    let both = first.followed(by: second)
    return both.isEmpty ? nil : .changes(both)
  }
}

extension VisibleChanges? {
  /// These changes and then others, as one; nil stands for none.
  ///
  /// - Complexity: O(k log k) for k changes in both, ids of inserted sections included
  public func followed(by next: Self) -> Self {
    guard let self else { return next }
    guard let next else { return self }
    return self.followed(by: next)
  }
}
