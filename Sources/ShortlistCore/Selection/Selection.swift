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

  /// Takes out a row that is gone.
  mutating func forget(_ slot: UInt32) {
    guard members[slot] else { return }
    members[slot] = false
    picked.removeAll { $0 == slot }
  }

  /// Keeps a row selected, in its place, that has another slot now.
  mutating func replace(_ slot: UInt32, by other: UInt32) {
    guard members[slot] else { return }
    members[slot] = false
    members.grow(to: max(members.universe, Int(other) + 1))
    members[other] = true
    picked = picked.map { $0 == slot ? other : $0 }
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
