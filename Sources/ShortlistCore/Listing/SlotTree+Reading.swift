extension SlotTree {
  /// The slot at a position.
  ///
  /// - Complexity: O(log n) at all practical sizes: counts the starts of the blocks, about n /
  ///   50,000 of them, and of the leaves of one block
  subscript(position: Int) -> UInt32 {
    let place = place(at: position)
    return blocks[place.block].leaves[place.leaf][place.offset]
  }

  /// Returns the place of the slot at a position.
  func place(at position: Int) -> Place {
    precondition(
      position >= 0 && position < count, "there is no position \(position) among \(count) slots")
    let block = Self.last(in: starts, notAbove: UInt32(position))
    let rest = UInt32(position) - starts[block]
    let leaf = Self.last(in: blocks[block].starts, notAbove: rest)
    return Place(block: block, leaf: leaf, offset: Int(rest - blocks[block].starts[leaf]))
  }

  /// Returns the position of a place.
  func position(of place: Place) -> Int {
    Int(starts[place.block] + blocks[place.block].starts[place.leaf]) + place.offset
  }

  /// Calls `body` with the slots at a range of positions, in order.
  ///
  /// - Complexity: O(log n + length of the range)
  func forEach(_ range: Range<Int>, _ body: (UInt32) -> Void) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count,
      "there are no positions \(range) among \(count) slots")
    if range.isEmpty { return }
    var place = place(at: range.lowerBound)
    var left = range.count
    while left > 0 {
      let leaves = blocks[place.block].leaves
      while left > 0 && place.leaf < leaves.count {
        let end = min(leaves[place.leaf].count, place.offset + left)
        for offset in place.offset..<end { body(leaves[place.leaf][offset]) }
        left -= end - place.offset
        place.offset = 0
        place.leaf += 1
      }
      place.leaf = 0
      place.block += 1
    }
  }

  /// All slots, in order.
  ///
  /// - Complexity: O(n)
  var slots: [UInt32] {
    var slots: [UInt32] = []
    slots.reserveCapacity(count)
    for block in blocks {
      for leaf in block.leaves { slots.append(contentsOf: leaf) }
    }
    return slots
  }
}
