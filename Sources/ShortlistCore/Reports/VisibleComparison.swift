/// Two states of the visible rows of the same table, to be compared.
struct VisibleComparison: Sendable {
  /// The state before, and its revision.
  let before: Visible
  let previousRevision: Int
  /// The state after, and its revision.
  let after: Visible
  let revision: Int
  /// Whether rows that are in both states have the same relative order in both.
  let keepsOrder: Bool
  let table: RowTable

  /// Returns the comparison of the state before with the state after the next comparison.
  func followed(by next: Self) -> Self {
    Self(
      before: before, previousRevision: previousRevision, after: next.after,
      revision: next.revision, keepsOrder: keepsOrder && next.keepsOrder, table: next.table)
  }

  /// The changes; nil if there are none.
  var changes: VisibleChanges<RowID>? {
    let isLong = max(before.count, after.count) > Sizes.compared
    // Without windows, all matching rows are visible.
    let isOther =
      before.windows.isEmpty && after.windows.isEmpty
      && before.listing.members != after.listing.members
    if isLong && (isOther || before.count != after.count) { return .reset }
    let sections = (before: before.sections, after: after.sections)
    if sections.before == sections.after { return nil }
    return isLong
      ? .reset
      : .changes(
        Changeset(
          from: sections.before, to: sections.after, stays: { _ in keepsOrder }, id: table.id))
  }
}
