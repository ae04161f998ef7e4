/// The index by slot, which maps each slot to its leaf.
///
/// The index is stored in chunks, which are allocated and copied individually.
extension SlotTree {
  /// `slot >> chunkShift` is the chunk of a slot in the index.
  static let chunkShift = 12
  /// `slot & chunkMask` is the offset of a slot in its chunk.
  static let chunkMask = 1 << chunkShift - 1
  /// The index entry of a slot that is in no leaf.
  static let absent = UInt32.max

  /// Builds the index and the keys, unless they exist.
  ///
  /// Lookups by slot and changes need them. Once built, they are kept up to date.
  ///
  /// - Complexity: O(n + greatest slot) the first time
  mutating func index(_ order: some SlotOrder) {
    if isIndexed { return }
    isIndexed = true
    setKeys(order)
    // The slots come in arbitrary order: fills one flat array first, then cuts it into chunks.
    let chunks = chunksOfSlots
    var names = [UInt32](repeating: Self.absent, count: chunks << Self.chunkShift)
    for block in blocks {
      for (leaf, name) in zip(block.leaves, block.names) {
        var names = names.mutableSpan
        for slot in leaf { names[Int(slot)] = name }
      }
    }
    leafNames = (0..<chunks).map {
      let chunk = names[$0 << Self.chunkShift..<($0 + 1) << Self.chunkShift]
      return chunk.allSatisfy { $0 == Self.absent } ? [] : Array(chunk)
    }
    checkInvariants()
  }

  /// Recomputes all cached keys; relabelling can change keys without changing the order.
  ///
  /// - Complexity: O(n / leaf capacity)
  mutating func setKeys(_ order: some SlotOrder) {
    for block in blocks.indices {
      blocks[block].keys = order.keys(of: blocks[block].leaves.map { $0[0] })
      keys[block] = blocks[block].keys[0]
    }
  }

  /// Sets the key of the first slot of the leaf of a place.
  mutating func setKey(of place: Place, _ key: UInt128) {
    blocks[place.block].keys[place.leaf] = key
    if place.leaf == 0 { keys[place.block] = key }
  }

  /// The number of chunks up to the one of the greatest slot.
  private var chunksOfSlots: Int {
    let greatest = blocks.reduce(nil as UInt32?) { greatest, block in
      block.leaves.reduce(greatest) { max($0 ?? 0, $1.max() ?? 0) }
    }
    return greatest.map { Int($0) >> Self.chunkShift + 1 } ?? 0
  }

  /// Sets the leaf of slots in the index.
  mutating func setLeafName(of slots: ArraySlice<UInt32>, _ name: UInt32) {
    for slot in slots { setLeafName(of: slot, name) }
  }

  /// Sets the leaf of a slot in the index.
  mutating func setLeafName(of slot: UInt32, _ name: UInt32) {
    let chunk = Int(slot) >> Self.chunkShift
    while chunk >= leafNames.count { leafNames.append([]) }
    if leafNames[chunk].isEmpty {
      leafNames[chunk] = Array(repeating: Self.absent, count: Self.chunkMask + 1)
    }
    leafNames[chunk][Int(slot) & Self.chunkMask] = name
  }

  /// Returns the name of the leaf that holds a slot; nil if the slot is not in the tree.
  func leafName(of slot: UInt32) -> UInt32? {
    precondition(isIndexed, "slot \(slot) is looked for before there is an index")
    let chunk = Int(slot) >> Self.chunkShift
    guard chunk < leafNames.count, !leafNames[chunk].isEmpty else { return nil }
    let name = leafNames[chunk][Int(slot) & Self.chunkMask]
    return name == Self.absent ? nil : name
  }

  /// Returns whether a slot is in the tree.
  ///
  /// - Precondition: the tree is indexed.
  /// - Complexity: O(1)
  func contains(_ slot: UInt32) -> Bool { leafName(of: slot) != nil }

  /// Returns the position of a slot; nil if it is not in the tree.
  ///
  /// - Precondition: the tree is indexed.
  /// - Complexity: O(leaf capacity)
  func position(of slot: UInt32) -> Int? { place(of: slot).map { position(of: $0) } }

  /// Returns the positions of slots; nil for each slot that is not in the tree.
  ///
  /// Runs each step for all slots before the next step, so that cache misses overlap.
  ///
  /// - Precondition: the tree is indexed.
  /// - Complexity: O(leaf capacity) for each
  func positions(of slots: [UInt32]) -> [Int?] {
    if slots.count == 1 { return [position(of: slots[0])] }
    let names = slots.map { leafName(of: $0) }
    let places = names.map { name in
      name.map { name in
        let home = leafLocations[Int(name)]
        let (block, leaf) = (Int(home.block), Int(home.leaf))
        return Place(block: block, leaf: leaf, offset: blocks[block].leaves[leaf].count)
      }
    }
    return zip(slots, places).map { slot, place in
      guard var place else { return nil }
      place.offset = Self.offset(of: slot, in: blocks[place.block].leaves[place.leaf])
      return position(of: place)
    }
  }

  /// Returns the place of a slot; nil if it is not in the tree.
  func place(of slot: UInt32) -> Place? {
    guard let name = leafName(of: slot) else { return nil }
    let home = leafLocations[Int(name)]
    let block = Int(home.block)
    let leaf = Int(home.leaf)
    return Place(
      block: block, leaf: leaf, offset: Self.offset(of: slot, in: blocks[block].leaves[leaf]))
  }

  /// Replaces every slot, keeping the order, and discards the index.
  ///
  /// - Parameter map: Returns the new slot for an old one; distinct for distinct slots.
  /// - Complexity: O(n)
  mutating func renumber(_ map: (UInt32) -> UInt32) {
    for block in blocks.indices {
      for leaf in blocks[block].leaves.indices {
        for offset in blocks[block].leaves[leaf].indices {
          blocks[block].leaves[leaf][offset] = map(blocks[block].leaves[leaf][offset])
        }
      }
    }
    leafNames = []
    isIndexed = false
  }
}
