/// The index by slot: which leaf has a slot.
///
/// It lies in chunks, which grow one by one and are copied one by one.
extension SlotTree {
  /// `slot >> chunkShift` is the chunk of a slot in the index.
  static let chunkShift = 12
  /// `slot & chunkMask` is its place in the chunk.
  static let chunkMask = 1 << chunkShift - 1
  /// What the index has for a slot that is in no leaf.
  static let absent = UInt32.max

  /// Makes the index by slot, and the keys, which positions of slots and changes need; once made,
  /// they are kept.
  ///
  /// - Complexity: O(n + greatest slot) the first time
  mutating func index(_ order: some SlotOrder) {
    if isIndexed { return }
    isIndexed = true
    setKeys(order)
    // Names come in no order of the slots: all go to one array, which is then cut.
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

  /// Finds all keys anew: those of an order may be others that is as it was.
  ///
  /// - Complexity: O(n / leaf capacity)
  mutating func setKeys(_ order: some SlotOrder) {
    for block in blocks.indices {
      blocks[block].keys = order.keys(of: blocks[block].leaves.map { $0[0] })
      keys[block] = blocks[block].keys[0]
    }
  }

  /// Writes down the key of the first slot of the leaf of a place.
  mutating func setKey(of place: Place, _ key: UInt128) {
    blocks[place.block].keys[place.leaf] = key
    if place.leaf == 0 { keys[place.block] = key }
  }

  /// The number of chunks up to that of the greatest slot.
  private var chunksOfSlots: Int {
    let greatest = blocks.reduce(nil as UInt32?) { greatest, block in
      block.leaves.reduce(greatest) { max($0 ?? 0, $1.max() ?? 0) }
    }
    return greatest.map { Int($0) >> Self.chunkShift + 1 } ?? 0
  }

  /// Writes down which leaf has some slots.
  mutating func setLeafName(of slots: ArraySlice<UInt32>, _ name: UInt32) {
    for slot in slots { setLeafName(of: slot, name) }
  }

  /// Writes down which leaf has a slot.
  mutating func setLeafName(of slot: UInt32, _ name: UInt32) {
    let chunk = Int(slot) >> Self.chunkShift
    while chunk >= leafNames.count { leafNames.append([]) }
    if leafNames[chunk].isEmpty {
      leafNames[chunk] = Array(repeating: Self.absent, count: Self.chunkMask + 1)
    }
    leafNames[chunk][Int(slot) & Self.chunkMask] = name
  }

  /// The name of the leaf that has a slot, nil if none has it.
  func leafName(of slot: UInt32) -> UInt32? {
    precondition(isIndexed, "slot \(slot) is looked for before there is an index")
    let chunk = Int(slot) >> Self.chunkShift
    guard chunk < leafNames.count, !leafNames[chunk].isEmpty else { return nil }
    let name = leafNames[chunk][Int(slot) & Self.chunkMask]
    return name == Self.absent ? nil : name
  }

  /// Whether a slot is in the tree.
  ///
  /// - Precondition: the tree is indexed.
  /// - Complexity: O(1)
  func contains(_ slot: UInt32) -> Bool { leafName(of: slot) != nil }

  /// The position of a slot, nil if it is not in the tree.
  ///
  /// - Precondition: the tree is indexed.
  /// - Complexity: O(leaf capacity)
  func position(of slot: UInt32) -> Int? { place(of: slot).map { position(of: $0) } }

  /// The positions of slots, nil for one that is not in the tree.
  ///
  /// All are looked up step by step, so that the processor waits for the memory of many at once.
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

  /// Where a slot is, nil if it is not in the tree.
  func place(of slot: UInt32) -> Place? {
    guard let name = leafName(of: slot) else { return nil }
    let home = leafLocations[Int(name)]
    let block = Int(home.block)
    let leaf = Int(home.leaf)
    return Place(
      block: block, leaf: leaf, offset: Self.offset(of: slot, in: blocks[block].leaves[leaf]))
  }

  /// Replaces every slot by another, in the same order; the index is forgotten.
  ///
  /// - Parameter map: the new slot for an old one, different for each.
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
