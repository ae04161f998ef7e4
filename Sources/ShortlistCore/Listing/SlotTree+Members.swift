extension SlotTree {
  /// Returns the members of a set, in the order of the tree.
  ///
  /// - Complexity: O(n), with one membership test for each slot; O(universe / 64 + m log m) if the
  ///   tree is indexed and the m members are fewer than a 512th of the slots
  func members(of set: RowSet) -> [UInt32] {
    let wanted = set.count
    // A membership test takes about 1 ns; finding and sorting a member takes a few hundred ns.
    if isIndexed && wanted < count / 512 { return sorted(set, wanted) }
    // Writes every slot but advances only past members. A branch here would be unpredictable.
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

  /// Returns the first `limit` members of a set, in the order of the tree.
  ///
  /// - Complexity: O(slots up to the last member returned); O(universe / 64 + m log m) if the tree
  ///   is indexed and the m members are fewer than a 512th of the slots
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

  /// Returns the members of a small set, sorted by position.
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
