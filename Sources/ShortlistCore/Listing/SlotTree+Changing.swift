extension SlotTree {
  /// Puts slots in, each after all that are before it.
  ///
  /// - Parameters:
  ///   - slots: different slots that are not in the tree.
  ///   - order: the order that the tree is in.
  /// - Complexity: O(log n + leaf capacity + block capacity) for each slot, with some looks at slots of
  ///   one leaf, and more where keys are equal
  mutating func insert(_ slots: [UInt32], _ order: some SlotOrder) {
    index(order)
    precondition(count + slots.count < Self.limit, "there is no room for \(slots.count) slots")
    var found = search(slots, order)
    found.sort {
      $0.position != $1.position
        ? $0.position < $1.position : order.isBefore($0.slot, $1.slot)
    }
    // The last one first: the positions of the others are still what they were.
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

  /// Puts a slot in at a place, which is nil in an empty tree.
  private mutating func insert(
    _ slot: UInt32, _ key: UInt128, at place: Place?, _ order: some SlotOrder
  ) {
    let place = place.map { placeWithRoom(for: $0, order) } ?? firstPlace()
    blocks[place.block].leaves[place.leaf].insert(slot, at: place.offset)
    if place.offset == 0 { setKey(of: place, key) }
    setLeafName(of: slot, blocks[place.block].names[place.leaf])
    shiftStarts(after: place, by: 1)
  }

  /// Takes a slot out, which is in the tree.
  ///
  /// The slots that stay may have moved in the order since they were put in, if all that have moved
  /// are taken out before the next is put in: their keys are only looked at where they are first in
  /// a leaf, and each that is taken out from there leaves the key of the next one.
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

  /// Counts slots that came to the leaf of a place, or went.
  mutating func shiftStarts(after place: Place, by change: Int) {
    let change = UInt32(truncatingIfNeeded: change)
    blocks[place.block].shiftStarts(after: place.leaf, by: change)
    shiftStarts(after: place.block, by: change)
  }
}
