extension SlotTree {
  /// The members of a set, in the order of the tree.
  ///
  /// - Complexity: O(n) with one look at the set for each slot; where the tree is indexed and the
  ///   members are m, less than a 512th of the slots, O(universe / 64 + m log m)
  func members(of set: RowSet) -> [UInt32] {
    let wanted = set.count
    // A look at the set takes about a nanosecond, to find and sort a member some hundreds.
    if isIndexed && wanted < count / 512 { return sorted(set, wanted) }
    // Every slot is written down, and the next one over it unless it is a member: no branch, which
    // could not be foreseen.
    let words = set.words
    var members = [UInt32](repeating: 0, count: wanted + 1)
    var found = 0
    for block in blocks {
      for leaf in block.leaves {
        for slot in leaf {
          let word = Int(slot >> 6)
          if word >= words.count { continue }
          members[found] = slot
          found += Int(words[word] >> UInt64(slot & 63) & 1)
        }
      }
    }
    members.removeLast(members.count - found)
    return members
  }

  /// The first members of a set, in the order of the tree.
  ///
  /// - Complexity: O(slots up to the last one); where the tree is indexed and few slots are members,
  ///   O(universe / 64 + m log m)
  func firstMembers(of set: RowSet, _ limit: Int) -> [UInt32] {
    let wanted = set.count
    if isIndexed && wanted < count / 512 { return Array(sorted(set, wanted).prefix(limit)) }
    var members: [UInt32] = []
    for block in blocks {
      for leaf in block.leaves {
        for slot in leaf where set.contains(slot) {
          if members.count == limit { return members }
          members.append(slot)
        }
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
