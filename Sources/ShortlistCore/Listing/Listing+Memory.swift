extension Listing {
  /// Counts the order, the rows in it, and what decides it.
  func count(in memory: inout MemoryCount) {
    memory.add(set.words, to: \.orders)
    tree.count(in: &memory, as: \.orders)
    arrangement.sectioning?.count(in: &memory)
    if let scores = arrangement.scores { memory.add(scores, to: \.orders) }
    shown.count(in: &memory, as: \.orders)
    memory.add(counts, to: \.orders)
    if let unfinished {
      memory.add(unfinished.first, to: \.orders)
      unfinished.finished?.count(in: &memory)
    }
  }
}

extension Sectioning {
  /// Counts the section of each row, and the sections; their names are texts.
  func count(in memory: inout MemoryCount) {
    memory.add(codes, to: \.orders)
    memory.add(order, to: \.orders)
    memory.add(labels, to: \.orders)
    names.count(in: &memory)
  }
}
