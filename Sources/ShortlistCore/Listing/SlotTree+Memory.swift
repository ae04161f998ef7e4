extension SlotTree {
  /// Adds the slots and the index to a memory count, as `part`.
  ///
  /// - Complexity: O(n / leaf capacity)
  func count(in memory: inout MemoryCount, as part: MemoryCount.Part) {
    memory.add(keys, to: part)
    memory.add(starts, to: part)
    memory.add(leafLocations, to: part)
    memory.add(freeNames, to: part)
    memory.addAll(leafNames, to: part)
    if !memory.add(blocks, to: part) { return }
    for block in blocks {
      memory.addAll(block.leaves, to: part)
      memory.add(block.names, to: part)
      memory.add(block.keys, to: part)
      memory.add(block.starts, to: part)
    }
  }
}
