extension SlotTree {
  /// Merges an underfull leaf with a neighbour, or evens out their sizes.
  ///
  /// Only the first or the last leaf of the tree can be alone in its block.
  mutating func mergeLeaf(of place: Place, _ order: some SlotOrder) {
    let block = place.block
    if blocks[block].leaves[place.leaf].isEmpty { return removeLeaf(block, place.leaf) }
    if blocks[block].leaves.count == 1 { return }
    let left = max(place.leaf - 1, 0)
    let right = left + 1
    let leftCount = blocks[block].leaves[left].count
    let both = blocks[block].leaves[left] + blocks[block].leaves[right]
    let cut = both.count <= leafCapacity ? both.count : both.count / 2
    blocks[block].leaves[left] = leaf(both[..<cut])
    blocks[block].leaves[right] = leaf(both[cut...])
    blocks[block].starts[right] = blocks[block].starts[left] + UInt32(cut)
    if cut > leftCount {
      setLeafName(of: both[leftCount..<cut], blocks[block].names[left])
    } else {
      setLeafName(of: both[cut..<leftCount], blocks[block].names[right])
    }
    if cut == both.count {
      removeLeaf(block, right)
    } else {
      blocks[block].keys[right] = order.key(of: both[cut])
    }
  }

  /// Removes an empty leaf from its block.
  private mutating func removeLeaf(_ block: Int, _ leaf: Int) {
    freeNames.append(blocks[block].names[leaf])
    blocks[block].removeEmpty(at: leaf)
    keys[block] = blocks[block].keys.first ?? 0
    setHomes(block, from: leaf)
    if blocks[block].leaves.count < blockCapacity / 4 { mergeBlock(block) }
  }

  /// Merges an underfull block with a neighbour, or evens out their sizes.
  private mutating func mergeBlock(_ block: Int) {
    if blocks[block].leaves.isEmpty { return replaceBlocks(block..<block + 1, by: []) }
    if blocks.count == 1 { return }
    let left = max(block - 1, 0)
    var both = blocks[left]
    both.append(blocks[left + 1].leaves.indices, of: blocks[left + 1])
    let fits = both.leaves.count <= blockCapacity
    replaceBlocks(left..<left + 2, by: fits ? [both] : halves(of: both))
  }
}
