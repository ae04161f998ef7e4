/// The effect of a commit on one row.
struct RowTransition: Sendable {
  /// A section, by code, and a position within it.
  struct Spot: Hashable, Sendable {
    var section: UInt32
    var index: Int
  }

  /// The slot before; nil if the row did not exist.
  let before: UInt32?
  /// The slot after; nil if the row no longer exists.
  ///
  /// It differs from `before` if the row was removed and inserted again.
  var after: UInt32?
  /// Whether any member of the row changed.
  var isChanged: Bool
  /// Whether the values that decide the order compare equal before and after.
  var keepsKey: Bool
  /// Where the row was listed before; nil if it was not listed.
  var from: Spot?
  /// Where the row is listed after; nil if it is not listed.
  ///
  /// For a row that stays, only the section is set.
  var to: Spot?

  /// Whether the row is listed in the same section before and after and kept its place in the
  /// order.
  var stays: Bool {
    guard let from, let to else { return false }
    return keepsKey && before == after && from.section == to.section
  }
}

/// The effect of a commit on one section.
struct SectionTransition: Sendable {
  /// The code of the section.
  let section: UInt32
  /// The index among the shown sections before; nil if the section was not shown.
  var indexBefore: Int?
  /// The index among the shown sections after; nil if the section is not shown.
  var indexAfter: Int?
  /// The changes to the section's rows.
  var batch = SectionBatch(countBefore: 0, countAfter: 0)
  /// The index of the row transition for each element of `batch.removed`.
  var removed: [Int] = []
  /// The index of the row transition for each element of `batch.inserted`.
  var inserted: [Int] = []
}
