extension SlotTree {
  /// Inserts slots, each after all slots that precede it in the order.
  ///
  /// - Parameters:
  ///   - slots: Distinct slots that are not in the tree.
  ///   - order: The order of the tree.
  /// - Complexity: O(log n + leaf capacity + block capacity) for each slot, with a few comparisons
  ///   within one leaf, and more where keys are equal
  mutating func insert(_ slots: [UInt32], _ order: some SlotOrder) {
    index(order)
    precondition(count + slots.count < Self.limit, "there is no room for \(slots.count) slots")
    var found = search(slots, order)
    found.sort {
      $0.position != $1.position
        ? $0.position < $1.position : order.isBefore($0.slot, $1.slot)
    }
    // Inserts from the last position down, so that the remaining positions stay valid.
    for sought in found.reversed() {
      precondition(!contains(sought.slot), "slot \(sought.slot) is in the tree already")
      var place = Place(block: 0, leaf: 0, offset: 0)
      if sought.position > 0 {
        place = self.place(at: sought.position - 1)
        place.offset += 1
      }
      insert(sought.slot, sought.key, at: blocks.isEmpty ? nil : place, order)
    }
  }

  /// Inserts a slot at a place; nil stands for the place in an empty tree.
  private mutating func insert(
    _ slot: UInt32, _ key: UInt128, at place: Place?, _ order: some SlotOrder
  ) {
    let place = place.map { placeWithRoom(for: $0, order) } ?? firstPlace()
    blocks[place.block].leaves[place.leaf].insert(slot, at: place.offset)
    if place.offset == 0 { setKey(of: place, key) }
    setLeafName(of: slot, blocks[place.block].names[place.leaf])
    shiftStarts(after: place, by: 1)
  }

  /// Removes a slot that is in the tree.
  ///
  /// Slots whose place in the order has changed may still be in the tree, as long as all of them
  /// are removed before the next insertion: a removal reads a key only for the slot that becomes
  /// the first of a leaf, and removing that slot in turn stores the key of its successor.
  ///
  /// - Complexity: O(log n + leaf capacity + block capacity)
  mutating func remove(_ slot: UInt32, _ order: some SlotOrder) {
    index(order)
    guard let place = place(of: slot) else {
      preconditionFailure("slot \(slot) is not in the tree")
    }
    blocks[place.block].leaves[place.leaf].remove(at: place.offset)
    if place.offset == 0, let first = blocks[place.block].leaves[place.leaf].first {
      setKey(of: place, order.key(of: first))
    }
    setLeafName(of: slot, Self.absent)
    shiftStarts(after: place, by: -1)
    if blocks[place.block].leaves[place.leaf].count < leafCapacity / 4 {
      mergeLeaf(of: place, order)
    }
  }

  /// Adds `change` to the starts after the leaf of a place, which gained or lost slots.
  mutating func shiftStarts(after place: Place, by change: Int) {
    let change = UInt32(truncatingIfNeeded: change)
    blocks[place.block].shiftStarts(after: place.leaf, by: change)
    shiftStarts(after: place.block, by: change)
  }
}
