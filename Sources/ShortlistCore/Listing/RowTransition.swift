/// What a commit did to one row.
struct RowTransition: Sendable {
  /// A section, by code, and a position within it.
  struct Spot: Hashable, Sendable {
    var section: UInt32
    var index: Int
  }

  /// The slot before, nil if there was no such row.
  let before: UInt32?
  /// The slot after, nil if there is no such row any more.
  ///
  /// It is another one than before if the row was taken out and put in again.
  var after: UInt32?
  /// Whether a member of the row is another.
  var isChanged: Bool
  /// Whether the values that decide the order compare as before.
  var keepsKey: Bool
  /// Where the row was listed before; nil if it was not.
  var from: Spot?
  /// Where the row is listed after; nil if it is not.
  ///
  /// Of a row that stays only the section is known.
  var to: Spot?

  /// Whether the row is listed in the same section before and after, and kept its place in the
  /// order.
  var stays: Bool {
    guard let from, let to else { return false }
    return keepsKey && before == after && from.section == to.section
  }
}

/// What a commit did to one section.
struct SectionTransition: Sendable {
  /// The code of the section.
  let section: UInt32
  /// The index among the shown sections before, nil if it was not shown.
  var indexBefore: Int?
  /// The index among the shown sections after, nil if it is not shown.
  var indexAfter: Int?
  /// What happened to its rows.
  var batch = SectionBatch(countBefore: 0, countAfter: 0)
  /// The indices of the transitions that `batch.removed` are of.
  var removed: [Int] = []
  /// The indices of the transitions that `batch.inserted` are of.
  var inserted: [Int] = []
}
