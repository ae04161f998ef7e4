extension SlotTree {
  /// A run of consecutive leaves.
  struct Block: Sendable {
    /// The slots of each leaf, in order.
    var leaves: [[UInt32]] = []
    /// The names of the leaves.
    var names: [UInt32] = []
    /// The key of the first slot of each leaf; undefined while the tree is not indexed.
    var keys: [UInt128] = []
    /// The number of slots of the block before each leaf, followed by the total.
    var starts: [UInt32] = [0]

    /// Creates an empty block with room for `capacity` leaves.
    init(capacity: Int) {
      leaves.reserveCapacity(capacity)
      names.reserveCapacity(capacity)
      keys.reserveCapacity(capacity)
      starts.reserveCapacity(capacity + 1)
    }

    /// The number of slots.
    var count: UInt32 { starts[leaves.count] }

    /// Appends a leaf.
    mutating func append(_ leaf: [UInt32], _ name: UInt32, key: UInt128 = 0) {
      starts.append(count + UInt32(leaf.count))
      leaves.append(leaf)
      names.append(name)
      keys.append(key)
    }

    /// Appends a range of leaves of another block.
    mutating func append(_ range: Range<Int>, of other: Block) {
      for leaf in range { append(other.leaves[leaf], other.names[leaf], key: other.keys[leaf]) }
    }

    /// Inserts a leaf before the one at `index`, or at the end.
    mutating func insert(_ leaf: [UInt32], _ name: UInt32, key: UInt128, at index: Int) {
      leaves.insert(leaf, at: index)
      names.insert(name, at: index)
      keys.insert(key, at: index)
      starts.insert(starts[index], at: index)
      shiftStarts(after: index, by: UInt32(leaf.count))
    }

    /// Removes an empty leaf.
    mutating func removeEmpty(at index: Int) {
      leaves.remove(at: index)
      names.remove(at: index)
      keys.remove(at: index)
      starts.remove(at: index)
    }

    /// Adds `change`, with wraparound, to all starts after a part that gained or lost slots.
    mutating func shiftStarts(after leaf: Int, by change: UInt32) {
      for next in leaf + 1..<starts.count { starts[next] &+= change }
    }
  }

  /// Adds `change`, with wraparound, to all starts after a part that gained or lost slots.
  mutating func shiftStarts(after block: Int, by change: UInt32) {
    for next in block + 1..<starts.count { starts[next] &+= change }
  }

  /// Replaces a range of blocks with blocks that hold the same leaves, or with empty blocks.
  mutating func replaceBlocks(_ range: Range<Int>, by others: [Block]) {
    var ends: [UInt32] = []
    for block in others { ends.append((ends.last ?? starts[range.lowerBound]) + block.count) }
    blocks.replaceSubrange(range, with: others)
    starts.replaceSubrange(range.lowerBound + 1..<range.upperBound + 1, with: ends)
    keys.replaceSubrange(range, with: others.map { $0.keys.first ?? 0 })
    for block in range.lowerBound..<blocks.count { setHomes(block, from: 0) }
  }

  /// Updates `leafLocations` for the leaves of a block, from `leaf` on.
  mutating func setHomes(_ block: Int, from leaf: Int) {
    for index in leaf..<blocks[block].names.count {
      leafLocations[Int(blocks[block].names[index])] = Home(
        block: UInt32(block), leaf: UInt32(index))
    }
  }

  /// Returns two blocks of nearly equal size that hold the leaves of `block`.
  func halves(of block: Block) -> [Block] {
    let half = block.leaves.count / 2
    return [0..<half, half..<block.leaves.count].map {
      var part = Block(capacity: blockCapacity)
      part.append($0, of: block)
      return part
    }
  }
}
