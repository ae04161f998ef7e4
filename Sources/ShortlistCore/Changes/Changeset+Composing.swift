extension Changeset {
  /// Returns these changes followed by others, as one batch.
  ///
  /// Applying the result is equivalent to applying the two in turn. Composing does not need the
  /// rows themselves, so a front end that falls behind can keep one changeset instead of a queue:
  ///
  ///     pending = pending.followed(by: changes)
  ///
  /// - Deletes are the rows that left, inserts those that came. The result omits a row that came
  ///   and left again.
  /// - A row that left and came back counts as moved if its place changed. It counts as updated,
  ///   because its contents may have changed.
  /// - A row counts as updated if either changeset updates it and it exists before and after.
  /// - The result moves as few rows and sections as possible, without moving any that neither
  ///   changeset moves or removes. (It can have more moves than a direct comparison of the two
  ///   states: if all other rows moved one by one to behind a row, the result does not move that
  ///   row to the front, because its id is not known here.)
  /// - A section that left and came back is deleted and inserted with all its rows, because the
  ///   rows that it had are not known here.
  ///
  /// Section changes are in this order: deletes, ascending; then inserts and moves, ascending by
  /// target. Row changes are in the order of positions before; then inserts, ascending.
  ///
  /// - Parameter next: The changes to the state after these changes.
  /// - Returns: The changes from the state before these changes to the state after `next`; empty if
  ///   the two cancel each other out.
  /// - Precondition: Where both name a row or section at the same position, `next` gives the id or
  ///   name that these changes put there.
  /// - Complexity: O(k log k) for k changes in both, ids of inserted sections included
  public func followed(by next: Self) -> Self {
    if isEmpty { return next }
    if next.isEmpty { return self }
    return ChangesetComposition(self, next).result
  }
}

extension VisibleChanges {
  /// Returns these changes followed by others, as one; nil if they cancel each other out.
  ///
  /// The result is `reset` if either of the two is.
  ///
  /// - Complexity: O(k log k) for k changes in both, ids of inserted sections included
  public func followed(by next: Self) -> Self? {
    guard case .changes(let first) = self, case .changes(let second) = next else { return .reset }
    let both = first.followed(by: second)
    return both.isEmpty ? nil : .changes(both)
  }
}

extension Optional {
  /// Returns these changes followed by others, as one; nil stands for no changes.
  ///
  /// - Complexity: O(k log k) for k changes in both, ids of inserted sections included
  public func followed<ID>(by next: Self) -> Self where Wrapped == VisibleChanges<ID> {
    guard let self else { return next }
    guard let next else { return self }
    return self.followed(by: next)
  }
}
