extension SlotTree {
  /// Checks the invariants of the tree, if tests ask for it.
  func checkInvariants() {
    #if SHORTLIST_CHECKS
      if !Invariants.areChecked { return }
      checkLeaves()
      checkNames()
      if isIndexed { checkIndex() } else { precondition(leafNames.isEmpty, "there is an index") }
    #endif
  }

  /// Checks the invariants of the tree and that it follows `order`, if tests ask for it.
  func checkInvariants(_ order: some SlotOrder) {
    #if SHORTLIST_CHECKS
      if !Invariants.areChecked { return }
      checkInvariants()
      for (before, after) in zip(slots, slots.dropFirst()) {
        precondition(order.isBefore(before, after), "slot \(after) is after \(before)")
        precondition(order.key(of: before) <= order.key(of: after), "\(after) has a lesser key")
      }
      for block in blocks where isIndexed {
        precondition(
          block.keys == block.leaves.map { order.key(of: $0[0]) }, "the keys are \(block.keys)")
      }
    #endif
  }

  #if SHORTLIST_CHECKS
    /// Checks the sizes and starts of leaves and blocks.
    private func checkLeaves() {
      precondition(starts.count == blocks.count + 1 && starts[0] == 0, "the starts are \(starts)")
      precondition(keys == blocks.map { $0.keys[0] }, "the keys are \(keys)")
      for (index, block) in blocks.enumerated() {
        let isLastBlock = index == blocks.count - 1
        precondition(
          starts[index + 1] - starts[index] == block.count,
          "block \(index) has \(block.count) slots")
        precondition(
          block.leaves.count <= blockCapacity && !block.leaves.isEmpty
            && (block.leaves.count >= blockCapacity / 4 || index == 0 || isLastBlock),
          "block \(index) has \(block.leaves.count) leaves")
        precondition(
          block.starts.count == block.leaves.count + 1 && block.starts[0] == 0,
          "the starts of block \(index) are \(block.starts)")
        for (place, leaf) in block.leaves.enumerated() {
          let isFirst = index == 0 && place == 0
          let isLast = isLastBlock && place == block.leaves.count - 1
          precondition(
            block.starts[place + 1] - block.starts[place] == leaf.count,
            "leaf \(place) of block \(index) has \(leaf.count) slots")
          precondition(
            leaf.count <= leafCapacity && !leaf.isEmpty
              && (leaf.count >= leafCapacity / 4 || isFirst || isLast),
            "leaf \(place) of block \(index) has \(leaf.count) slots")
        }
      }
    }

    /// Checks that each name is free or belongs to exactly one leaf, at its recorded location.
    private func checkNames() {
      var isUsed = [Bool](repeating: false, count: leafLocations.count)
      for name in freeNames + blocks.flatMap(\.names) {
        precondition(!isUsed[Int(name)], "\(name) is the name of two leaves")
        isUsed[Int(name)] = true
      }
      precondition(isUsed.allSatisfy(\.self), "a name is lost")
      for (index, block) in blocks.enumerated() {
        precondition(block.names.count == block.leaves.count, "block \(index) has other names")
        precondition(block.keys.count == block.leaves.count, "block \(index) has other keys")
        for (place, name) in block.names.enumerated() {
          precondition(
            leafLocations[Int(name)] == Home(block: UInt32(index), leaf: UInt32(place)),
            "leaf \(place) of block \(index) is not at home")
        }
      }
    }

    /// Checks that the index contains exactly the slots of the leaves.
    private func checkIndex() {
      for block in blocks {
        for (name, leaf) in zip(block.names, block.leaves) {
          for slot in leaf {
            precondition(leafName(of: slot) == name, "slot \(slot) is not in leaf \(name)")
          }
        }
      }
      var known = 0
      for names in leafNames {
        for name in names where name != Self.absent { known += 1 }
      }
      precondition(known == count, "\(known) slots of \(count) are in the index")
    }
  #endif
}
