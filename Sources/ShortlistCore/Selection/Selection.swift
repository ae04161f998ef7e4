/// The selected rows of a list, in the order in which they were picked, under limits.
struct Selection: Sendable {
  /// The limits, changed at any time; they never evict.
  var limits: SelectionLimits
  /// The selected slots.
  var members: RowSet
  /// The selected slots in pick order.
  var picked: [UInt32] = []

  init(universe: Int, limits: SelectionLimits = SelectionLimits()) {
    self.limits = limits
    self.members = RowSet(universe: universe)
  }

  /// The number of selected rows.
  var count: Int { picked.count }

  /// The same selection over more slots.
  mutating func grow(universe: Int) { members.grow(to: universe) }

  /// Goes along with a commit: rows that are gone are taken out, and rows that have another slot now
  /// keep their places.
  ///
  /// - Complexity: O(rows), and O(selected) if one of them is selected and concerned
  mutating func follow(_ rows: [RowTransition], universe: Int) {
    members.grow(to: universe)
    var renamed: [UInt32: UInt32] = [:]
    var isConcerned = false
    for row in rows where row.before != row.after {
      guard let before = row.before, members[before] else { continue }
      isConcerned = true
      members[before] = false
      if let after = row.after {
        members[after] = true
        renamed[before] = after
      }
    }
    if !isConcerned { return }
    picked = picked.compactMap { slot in renamed[slot] ?? (members[slot] ? slot : nil) }
  }

  /// Why a change of the selection is refused, nil if it is not.
  func refusal(adding: Int, removing: Int) -> (rule: String, reason: String)? {
    let result = count + adding - removing
    if adding > 0 && limits.maximum > 0 && result > limits.maximum {
      return ("maximum", "no more than \(limits.maximum) can be selected")
    }
    if removing > 0 && result < limits.minimum {
      return ("minimum", "at least \(limits.minimum) must stay selected")
    }
    return nil
  }

  /// Adds and removes rows.
  ///
  /// - Precondition: The added ones are not selected, the removed ones are.
  mutating func change(adding: [UInt32], removing: [UInt32]) {
    for slot in adding { members[slot] = true }
    if !removing.isEmpty {
      for slot in removing { members[slot] = false }
      picked.removeAll { !members[$0] }
    }
    picked += adding
  }
}
