package import ShortlistCore

extension LiveList {
  /// The memory that the list uses, by part.
  ///
  /// While rows are being read, it covers the rows visible so far. It does not include the store's
  /// own memory.
  ///
  /// - Complexity: O(buffers): a few for each 65,536 rows of an attribute, one for each 100 rows of
  ///   an order.
  package var memory: MemoryUse { engine.memory }
}
