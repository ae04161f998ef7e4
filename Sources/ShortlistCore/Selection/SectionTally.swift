/// The number of selected rows in each section of a listing.
///
/// It is counted when somebody asks, and then kept up with the selection and with commits, until the
/// listing is another or too much changes at once.
struct SectionTally: Sendable {
  /// Selected rows by the code of the section; nil while they are not known.
  private(set) var counts: [Int]?

  /// More rows than these are not counted one by one when they change; whoever asks next counts.
  private static let mostCounted = 1 << 16

  /// Forgets the numbers: the listing is another.
  mutating func forget() { counts = nil }

  /// The selected rows of each section of a listing, by code.
  ///
  /// - Complexity: O(1) if they are known; O(universe / 64 + m) if not, for the m listed rows that are
  ///   selected, or those that are not, whichever are fewer
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

  /// Takes in a change of the selection.
  mutating func take(_ change: Selection.Change, in listing: Listing) {
    guard let known = counts else { return }
    if change.added.count + change.removed.count <= Self.mostCounted {
      count(change.added, by: 1, in: listing)
      count(change.removed, by: -1, in: listing)
    } else if change.concerns(listing.members) {
      // All, none and invert: what was selected is not, and what was not is.
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

  /// Takes out the selected rows that a commit touches, before it is done.
  mutating func leave(_ rows: [RowTransition], _ members: RowSet) {
    if counts == nil { return }
    for row in rows {
      if let slot = row.before, let from = row.from, members.contains(slot) {
        counts?[Int(from.section)] -= 1
      }
    }
  }

  /// Takes in the selected rows that a commit has touched, after it is done.
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
  /// Whether the rows of a set are those that are added or removed.
  fileprivate func concerns(_ set: RowSet) -> Bool {
    if added.count + removed.count != set.count { return false }
    var all = added.set(universe: set.universe)
    all.formUnion(removed.set(universe: set.universe))
    return all == set
  }
}
