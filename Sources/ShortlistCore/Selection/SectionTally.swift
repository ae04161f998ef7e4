/// The number of selected rows in each section of a listing.
///
/// The tally is computed on demand and then updated with the selection and with commits. It is
/// discarded when the listing changes or too many rows change at once.
struct SectionTally: Sendable {
  /// The numbers of selected rows by section code; nil while unknown.
  private(set) var counts: [Int]?

  /// The maximum number of changed rows that update the tally one by one; a larger change discards
  /// it.
  private static let maxCounted = 1 << 16

  /// Discards the tally because the listing has changed.
  mutating func forget() { counts = nil }

  /// Returns the number of selected rows of each section of a listing, by code.
  ///
  /// - Complexity: O(1) if the tally is known; otherwise O(universe / 64 + m), where m is the
  ///   smaller of the numbers of listed rows that are selected and that are not
  mutating func counts(of members: RowSet, in listing: Listing) -> [Int] {
    if let counts, counts.count == listing.counts.count { return counts }
    let counted = Self.count(members, in: listing)
    counts = counted
    return counted
  }

  private static func count(_ members: RowSet, in listing: Listing) -> [Int] {
    var selected = listing.members
    selected.formIntersection(members.grown(to: selected.universe))
    let total = selected.count
    guard let sectioning = listing.arrangement.sectioning else { return [total] }
    var counts = [Int](repeating: 0, count: listing.counts.count)
    if total == 0 { return counts }
    if total <= listing.count / 2 {
      selected.forEach { counts[Int(sectioning.codes[Int($0)])] += 1 }
      return counts
    }
    counts = listing.counts
    var others = listing.members
    others.subtract(selected)
    others.forEach { counts[Int(sectioning.codes[Int($0)])] -= 1 }
    return counts
  }

  /// Updates the tally after a change of the selection.
  mutating func apply(_ change: Selection.Change, in listing: Listing) {
    guard let known = counts else { return }
    if change.added.count + change.removed.count <= Self.maxCounted {
      count(change.added, by: 1, in: listing)
      count(change.removed, by: -1, in: listing)
    } else if change.concerns(listing.members) {
      // The change toggles every listed row, so each count becomes its complement.
      counts = zip(listing.counts, known).map { $0 - $1 }
    } else {
      counts = nil
    }
  }

  private mutating func count(_ rows: RowSequence, by step: Int, in listing: Listing) {
    func count(_ slot: UInt32) {
      if listing.members.contains(slot) {
        counts?[Int(listing.arrangement.section(of: slot))] += step
      }
    }
    switch rows.rows {
    case .few(let slots): for slot in slots { count(slot) }
    case .many(let set, _): set.forEach(count)
    }
  }

  /// Subtracts the selected rows that a commit touches, before the commit.
  mutating func leave(_ rows: [RowTransition], _ members: RowSet) {
    if counts == nil { return }
    for row in rows {
      if let slot = row.before, let from = row.from, members.contains(slot) {
        counts?[Int(from.section)] -= 1
      }
    }
  }

  /// Adds the selected rows that a commit touched, after the commit.
  mutating func come(_ rows: [RowTransition], _ members: RowSet, in listing: Listing) {
    guard let known = counts else { return }
    let missing = listing.counts.count - known.count
    if missing > 0 { counts?.append(contentsOf: repeatElement(0, count: missing)) }
    for row in rows {
      if let slot = row.after, let to = row.to, members.contains(slot) {
        counts?[Int(to.section)] += 1
      }
    }
  }
}

extension Selection.Change {
  /// Returns whether the added and removed rows together are exactly the members of a set.
  fileprivate func concerns(_ set: RowSet) -> Bool {
    if added.count + removed.count != set.count { return false }
    var all = added.set(universe: set.universe)
    all.formUnion(removed.set(universe: set.universe))
    return all == set
  }
}
