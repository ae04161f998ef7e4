extension Listing {
  /// Adds the order, its rows, and the criteria of the order to a memory count.
  func count(in memory: inout MemoryCount) {
    memory.add(set.words, to: \.orders)
    tree.count(in: &memory, as: \.orders)
    arrangement.sectioning?.count(in: &memory)
    if let scores = arrangement.scores { memory.add(scores, to: \.orders) }
    shown.count(in: &memory, as: \.orders)
    memory.add(counts, to: \.orders)
    if let unfinished {
      for head in unfinished.heads { memory.add(head.slots, to: \.orders) }
      memory.add(unfinished.starts, to: \.orders)
      unfinished.finished?.count(in: &memory)
    }
  }
}

extension Sectioning {
  /// Adds the section of each row and the sections to a memory count; section names count as texts.
  func count(in memory: inout MemoryCount) {
    memory.add(codes, to: \.orders)
    memory.add(order, to: \.orders)
    memory.add(labels, to: \.orders)
    names.count(in: &memory)
  }
}
