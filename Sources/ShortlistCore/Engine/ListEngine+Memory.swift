extension ListEngine {
  /// The memory use of the list, by part.
  ///
  /// - Complexity: O(buffers), which are a few for each 65,536 rows of an attribute and one for
  ///   each 100 rows of an order
  package var memory: MemoryUse { MemoryUse(of: [self]) }

  /// Adds the memory of the parts; storage shared with the table or the results counts as theirs.
  func count(in memory: inout MemoryCount) {
    table.count(in: &memory)
    results[table.version].count(in: &memory)
    listing.count(in: &memory)
    memory.add(windows, to: \.orders)
    selection.count(in: &memory)
  }
}

extension MemoryUse {
  /// Creates the total memory use of several lists; shared storage counts once.
  ///
  /// - Complexity: O(buffers), which are a few for each 65,536 rows of an attribute and one for
  ///   each 100 rows of an order
  package init(of lists: [ListEngine]) {
    var count = MemoryCount()
    for list in lists { list.count(in: &count) }
    self = count.use
  }
}
