extension SlotTree {
  /// Returns the first position whose slot does not precede a point; `count` if all slots do.
  ///
  /// - Parameters:
  ///   - key: The key of the point; nil if it is unknown or the tree's keys are of another kind.
  ///   - isBefore: Whether a slot precedes the point. Once false along the order, it stays false.
  /// - Returns: The position.
  /// - Complexity: O(log n), with about log2(n) + 2 calls of `isBefore`; with log2(leaf capacity)
  ///   calls if the tree is indexed and the key is known, and more where keys are equal
  func partitionPoint(_ key: UInt128? = nil, _ isBefore: (UInt32) -> Bool) -> Int {
    guard let place = partitionPlace(key, isBefore) else { return 0 }
    return position(of: place)
  }

  /// Returns the place of the first slot that does not precede a point; nil in an empty tree.
  ///
  /// A point between two leaves is at the end of the first.
  func partitionPlace(_ key: UInt128?, _ isBefore: (UInt32) -> Bool) -> Place? {
    if blocks.isEmpty { return nil }
    let block = last(in: keys, before: key) { isBefore(blocks[$0].leaves[0][0]) }
    let leaf = last(in: blocks[block].keys, before: key) {
      isBefore(blocks[block].leaves[$0][0])
    }
    let slots = blocks[block].leaves[leaf]
    let offset = slots.indices.partitionPoint { isBefore(slots[$0]) }
    return Place(block: block, leaf: leaf, offset: offset)
  }

  /// Returns the index of the last block (or leaf) whose first slot precedes the point; 0 if none
  /// does.
  private func last(
    in keys: [UInt128], before key: UInt128?, _ isBefore: (Int) -> Bool
  ) -> Int {
    guard isIndexed, let key else { return (1..<keys.count).partitionPoint(isBefore) - 1 }
    let below = (1..<keys.count).partitionPoint { keys[$0] < key }
    if below == keys.count || keys[below] > key { return below - 1 }
    let above = (below..<keys.count).partitionPoint { keys[$0] <= key }
    return (below..<above).partitionPoint(isBefore) - 1
  }
}

extension SlotTree {
  /// A slot whose insertion position is searched.
  struct Sought {
    let slot: UInt32
    let key: UInt128
    /// The position that the slot would have.
    var position = 0
    /// The leaf that the slot belongs in, and the least offset that it can have there.
    fileprivate var low = Place(block: 0, leaf: 0, offset: 0)
    /// The number of slots from `low` on whose order relative to the slot is still unknown.
    fileprivate var unknown = 0
  }

  /// Returns the keys and insertion positions of slots.
  ///
  /// - Precondition: the tree is indexed.
  func search(_ slots: [UInt32], _ order: some SlotOrder) -> [Sought] {
    // A few slots are compared with three probes each per round, to overlap cache misses. With many
    // slots, their single probes overlap anyway.
    let parts = slots.count < 8 ? 4 : 2
    var keys: [SlotKey] = []
    keys.reserveCapacity(slots.count * (parts - 1))
    order.findKeys(of: slots, &keys)
    var all = slots.indices.map { Sought(slot: slots[$0], key: keys[$0].bits) }
    if blocks.isEmpty { return all }
    for index in all.indices { findLeaf(of: &all[index], order) }
    var probes: [UInt32] = []
    probes.reserveCapacity(slots.count * (parts - 1))
    while true {
      probes.removeAll(keepingCapacity: true)
      for sought in all where sought.unknown > 0 {
        for part in 1..<parts {
          probes.append(
            blocks[sought.low.block].leaves[sought.low.leaf][
              sought.low.offset + sought.unknown * part / parts])
        }
      }
      if probes.isEmpty { break }
      order.findKeys(of: probes, &keys)
      var start = 0
      for index in all.indices where all[index].unknown > 0 {
        let (slot, key, unknown) = (all[index].slot, all[index].key, all[index].unknown)
        let before =
          (start..<start + parts - 1).partitionPoint {
            keys[$0].bits < key || keys[$0].bits == key && order.isBefore(probes[$0], slot)
          } - start
        start += parts - 1
        let low = before == 0 ? 0 : unknown * before / parts + 1
        let high = before == parts - 1 ? unknown : unknown * (before + 1) / parts
        all[index].low.offset += low
        all[index].unknown = max(high - low, 0)
      }
    }
    for index in all.indices { all[index].position = position(of: all[index].low) }
    return all
  }

  /// Finds the leaf that a slot belongs in.
  private func findLeaf(of sought: inout Sought, _ order: some SlotOrder) {
    let slot = sought.slot
    let block = last(in: keys, before: sought.key) {
      order.isBefore(blocks[$0].leaves[0][0], slot)
    }
    let leaf = last(in: blocks[block].keys, before: sought.key) {
      order.isBefore(blocks[block].leaves[$0][0], slot)
    }
    sought.low = Place(block: block, leaf: leaf, offset: 0)
    sought.unknown = blocks[block].leaves[leaf].count
  }
}
