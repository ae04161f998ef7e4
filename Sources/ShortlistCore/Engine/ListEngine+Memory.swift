extension ListEngine {
  /// The memory that the list takes, by part.
  ///
  /// - Complexity: O(buffers): a few for each 65,536 rows of an attribute, one for each 100 rows of
  ///   an order.
  public var memory: MemoryUse { MemoryUse(of: [self]) }

  /// Counts the parts: what others have in common with the table, or with results, is in those.
  func count(in memory: inout MemoryCount) {
    table.count(in: &memory)
    results.count(in: &memory)
    listing.count(in: &memory)
    memory.add(windows, to: \.orders)
    selection.count(in: &memory)
  }
}

extension MemoryUse {
  /// What several lists take together: parts that they share are counted once.
  ///
  /// - Complexity: O(buffers): a few for each 65,536 rows of an attribute, one for each 100 rows of
  ///   an order.
  public init(of lists: [ListEngine]) {
    var count = MemoryCount()
    for list in lists { list.count(in: &count) }
    self = count.use
  }
}
