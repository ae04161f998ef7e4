/// The values of an app that the rows of a table stand for, by slot.
package protocol SlotItems: Sendable {
  /// Returns the item in a slot; nil if there is none.
  func any(_ slot: UInt32) -> (any Sendable)?

  /// Removes the item of a deleted row.
  mutating func remove(_ slot: UInt32)

  /// Returns the items after compaction: the one in `slots[i]` gets slot `i`.
  ///
  /// - Complexity: O(slots)
  func moved(_ slots: [UInt32]) -> Self
}

/// Items by slot, in chunks.
///
/// Copies share storage. A change to a copy duplicates the chunk that it touches and the array of
/// chunks, but not the other items.
package struct ItemChunks<Item: Sendable>: SlotItems {
  /// `slot >> shift` is the chunk of a slot.
  ///
  /// A commit copies one chunk and the references to all; for a million items, both are about a
  /// thousand.
  private static var shift: UInt32 { 10 }
  private static var mask: UInt32 { 1 << shift - 1 }

  private var chunks: [[Item?]] = []

  /// Creates the items of the first slots.
  ///
  /// - Complexity: O(items)
  package init(_ items: some Sequence<Item?>) {
    var chunk: [Item?] = []
    for item in items {
      if chunk.isEmpty { chunk.reserveCapacity(Int(Self.mask) + 1) }
      chunk.append(item)
      if chunk.count > Self.mask {
        chunks.append(chunk)
        chunk = []
      }
    }
    if !chunk.isEmpty { chunks.append(chunk) }
  }

  /// The item in a slot; nil if there is none.
  package subscript(slot: UInt32) -> Item? {
    get {
      let (chunk, place) = (Int(slot >> Self.shift), Int(slot & Self.mask))
      return chunk < chunks.count && place < chunks[chunk].count ? chunks[chunk][place] : nil
    }
    set {
      let (chunk, place) = (Int(slot >> Self.shift), Int(slot & Self.mask))
      while chunks.count <= chunk { chunks.append([]) }
      let missing = place + 1 - chunks[chunk].count
      if missing > 0 { chunks[chunk].append(contentsOf: repeatElement(nil, count: missing)) }
      chunks[chunk][place] = newValue
    }
  }

  /// Returns the items in slots; without those in which there is none.
  ///
  /// - Complexity: O(slots)
  fileprivate func items(in slots: [UInt32]) -> [Item] { slots.compactMap { self[$0] } }

  package func any(_ slot: UInt32) -> (any Sendable)? { self[slot] }

  package mutating func remove(_ slot: UInt32) { self[slot] = nil }

  package func moved(_ slots: [UInt32]) -> Self { Self(slots.lazy.map { self[$0] }) }
}

extension RowTable {
  /// Returns the item of a row; nil if there is none.
  ///
  /// - Complexity: O(1) on average
  package func item<Item: Sendable>(_ id: RowID, as type: Item.Type) -> Item? {
    guard let items = items as? ItemChunks<Item>, let slot = slot(of: id) else { return nil }
    return items[slot]
  }

  /// Returns the items of rows; without those that do not exist.
  ///
  /// - Complexity: O(rows) on average
  package func items<Item: Sendable>(_ ids: [RowID], as type: Item.Type) -> [Item] {
    (items as? ItemChunks<Item>)?.items(in: ids.compactMap(slot)) ?? []
  }

  /// Sets the item of an existing row.
  ///
  /// - Complexity: O(√rows) if a copy of the table exists, otherwise O(1)
  package mutating func setItem<Item: Sendable>(_ item: Item, _ id: RowID) {
    guard var items = items as? ItemChunks<Item>, let slot = slot(of: id) else { return }
    // Give the stored reference up while the items change, to avoid copy-on-write.
    self.items = nil
    items[slot] = item
    self.items = items
  }
}
