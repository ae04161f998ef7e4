public import ShortlistCore

extension LiveList {
  /// The memory that the list takes, by part.
  ///
  /// While rows are being read, it is that of the rows that can be seen already. What a store keeps
  /// for itself is not in it.
  ///
  /// - Complexity: O(buffers): a few for each 65,536 rows of an attribute, one for each 100 rows of
  ///   an order.
  public var memory: MemoryUse { engine.memory }
}
