extension SlotTree {
  /// The members of a set, in the order of the tree.
  ///
  /// - Complexity: O(n) with one look at the set for each slot; where the tree is indexed and the
  ///   members are m, less than a 256th of the slots, O(universe / 64 + m log m)
  func members(of set: RowSet) -> [UInt32] {
    if isIndexed {
      let wanted = set.count
      // A look at the set takes about a nanosecond, to find and sort a member some hundreds.
      if wanted < count / 256 { return sorted(set, wanted) }
    }
    var members: [UInt32] = []
    for block in blocks {
      for leaf in block.leaves {
        for slot in leaf where slot < set.universe && set[slot] { members.append(slot) }
      }
    }
    return members
  }

  /// The members of a set that has few, sorted by their positions.
  private func sorted(_ set: RowSet, _ count: Int) -> [UInt32] {
    var found: [UInt64] = []
    found.reserveCapacity(count)
    set.forEach { slot in
      if let position = position(of: slot) { found.append(UInt64(position) << 32 | UInt64(slot)) }
    }
    found.sort()
    return found.map { UInt32(truncatingIfNeeded: $0) }
  }
}
