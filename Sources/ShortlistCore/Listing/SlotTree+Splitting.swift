extension SlotTree {
  /// Adds the first block and leaf to an empty tree, and returns the place for the first slot.
  mutating func firstPlace() -> Place {
    replaceBlocks(0..<0, by: [Block(capacity: blockCapacity)])
    return addLeaf(leaf([]), key: 0, block: 0, leaf: 0)
  }

  /// Returns a place to insert a slot that belongs at `place`, making room if the leaf is full.
  ///
  /// Splits a full leaf in the middle. At either end of the tree it starts a new leaf instead, so
  /// that slots that all arrive at one end leave full leaves behind.
  mutating func placeWithRoom(for place: Place, _ order: some SlotOrder) -> Place {
    let count = blocks[place.block].leaves[place.leaf].count
    if count < leafCapacity { return place }
    if place == Place(block: 0, leaf: 0, offset: 0) {
      return addLeaf(leaf([]), key: 0, block: 0, leaf: 0)
    }
    let lastLeaf = blocks[blocks.count - 1].leaves.count - 1
    if place == Place(block: blocks.count - 1, leaf: lastLeaf, offset: count) {
      return addLeaf(leaf([]), key: 0, block: place.block, leaf: place.leaf + 1)
    }
    let half = count / 2
    let name = blocks[place.block].names[place.leaf]
    let upper = leaf(blocks[place.block].leaves[place.leaf][half...])
    blocks[place.block].leaves[place.leaf].removeSubrange(half...)
    shiftStarts(after: place, by: -upper.count)
    let added = addLeaf(
      upper, key: order.key(of: upper[0]), block: place.block, leaf: place.leaf + 1)
    if place.offset > half {
      return Place(block: added.block, leaf: added.leaf, offset: place.offset - half)
    }
    let home = leafLocations[Int(name)]
    return Place(block: Int(home.block), leaf: Int(home.leaf), offset: place.offset)
  }

  /// Inserts a leaf at an index of a block that may be full, and returns its place.
  private mutating func addLeaf(
    _ slots: [UInt32], key: UInt128, block: Int, leaf: Int
  ) -> Place {
    let place = placeWithRoom(forLeaf: leaf, of: block)
    let name = freeNames.popLast() ?? UInt32(leafLocations.count)
    if name == leafLocations.count { leafLocations.append(Home(block: 0, leaf: 0)) }
    setLeafName(of: slots[...], name)
    blocks[place.block].insert(slots, name, key: key, at: place.leaf)
    keys[place.block] = blocks[place.block].keys[0]
    shiftStarts(after: place.block, by: UInt32(slots.count))
    setHomes(place.block, from: place.leaf)
    return place
  }

  /// Returns a place to insert a leaf at an index of a block, making room if the block is full.
  ///
  /// Splits blocks in the same way as leaves.
  private mutating func placeWithRoom(forLeaf leaf: Int, of block: Int) -> Place {
    let count = blocks[block].leaves.count
    if count < blockCapacity { return Place(block: block, leaf: leaf, offset: 0) }
    if block == 0 && leaf == 0 {
      replaceBlocks(0..<0, by: [Block(capacity: blockCapacity)])
      return Place(block: 0, leaf: 0, offset: 0)
    }
    if block == blocks.count - 1 && leaf == count {
      replaceBlocks(block + 1..<block + 1, by: [Block(capacity: blockCapacity)])
      return Place(block: block + 1, leaf: 0, offset: 0)
    }
    replaceBlocks(block..<block + 1, by: halves(of: blocks[block]))
    let half = count / 2
    if leaf > half { return Place(block: block + 1, leaf: leaf - half, offset: 0) }
    return Place(block: block, leaf: leaf, offset: 0)
  }
}
