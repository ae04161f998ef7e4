extension SlotTree {
  /// Puts a slot in, after all that are before it.
  ///
  /// - Parameters:
  ///   - slot: a slot that is not in the tree.
  ///   - isBefore: whether another slot is before it; not true of one that follows one of which it
  ///     is not true.
  /// - Complexity: O(log n + leaf capacity), with about log2(n) + 2 calls of `isBefore`
  mutating func insert(_ slot: UInt32, isBefore: (UInt32) -> Bool) {
    insert(slot, at: partitionPlace(isBefore))
  }

  /// Puts a slot in at a position.
  ///
  /// - Parameters:
  ///   - slot: a slot that is not in the tree.
  ///   - position: the position that the slot will have, `count` to append it.
  /// - Complexity: O(log n + leaf capacity)
  mutating func insert(_ slot: UInt32, at position: Int) {
    precondition(
      position >= 0 && position <= count,
      "nothing can be put in at \(position) among \(count) slots")
    if blocks.isEmpty { return insert(slot, at: nil) }
    if position == 0 { return insert(slot, at: Place(block: 0, leaf: 0, offset: 0)) }
    var place = place(at: position - 1)
    place.offset += 1
    insert(slot, at: place)
  }

  /// Puts a slot in at a place, which is nil in an empty tree.
  private mutating func insert(_ slot: UInt32, at place: Place?) {
    index()
    precondition(!contains(slot), "slot \(slot) is in the tree already")
    precondition(count + 1 < Self.limit, "there is no room for slot \(slot)")
    let place = place.map { placeWithRoom(for: $0) } ?? firstPlace()
    blocks[place.block].leaves[place.leaf].insert(slot, at: place.offset)
    setLeafName(of: slot, blocks[place.block].names[place.leaf])
    shiftStarts(after: place, by: 1)
  }

  /// Takes a slot out, which is in the tree.
  ///
  /// - Complexity: O(log n + leaf capacity)
  mutating func remove(_ slot: UInt32) {
    index()
    guard let place = place(of: slot) else {
      preconditionFailure("slot \(slot) is not in the tree")
    }
    blocks[place.block].leaves[place.leaf].remove(at: place.offset)
    setLeafName(of: slot, Self.absent)
    shiftStarts(after: place, by: -1)
    if blocks[place.block].leaves[place.leaf].count < leafCapacity / 4 { mergeLeaf(of: place) }
  }

  /// Counts slots that came to the leaf of a place, or went.
  mutating func shiftStarts(after place: Place, by change: Int) {
    let change = UInt32(truncatingIfNeeded: change)
    blocks[place.block].shiftStarts(after: place.leaf, by: change)
    shiftStarts(after: place.block, by: change)
  }
}
