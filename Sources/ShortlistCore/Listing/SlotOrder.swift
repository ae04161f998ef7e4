/// The order of the slots of a tree, as those know it who change the tree.
///
/// A tree keeps the key of the first slot of each leaf, so that a place is searched among numbers
/// that lie side by side. Within a leaf the keys of a few slots are asked for at a time, and slots
/// are compared only where keys are equal.
protocol SlotOrder {
  /// Replaces `keys` by the keys of some slots, which do not descend along the order.
  ///
  /// They are asked for together, so that the processor waits for their values together.
  func findKeys(of slots: [UInt32], _ keys: inout [SlotKey])

  /// Whether a slot comes before another.
  func isBefore(_ a: UInt32, _ b: UInt32) -> Bool
}

extension SlotOrder {
  /// The keys of some slots.
  func keys(of slots: [UInt32]) -> [UInt128] {
    var keys: [SlotKey] = []
    findKeys(of: slots, &keys)
    return keys.map(\.bits)
  }

  /// The key of a slot.
  func key(of slot: UInt32) -> UInt128 { keys(of: [slot])[0] }
}

/// Makes a key of what decides an order, the most significant first, as far as there is room.
struct SlotKey {
  /// The key; what is not filled is zero.
  private(set) var bits: UInt128 = 0
  /// The number of bits that are filled.
  private var filled = 0

  /// Adds the low bits of a number, the others of which are zero; those that have no room are left
  /// out.
  mutating func append(_ number: UInt64, width: Int) {
    if filled >= UInt128.bitWidth { return }
    bits |= (UInt128(number) &<< (UInt128.bitWidth - width)) &>> filled
    filled += width
  }

  /// Fills the rest with the first bytes of a text, as `TextHead.start` has them.
  mutating func fill(with start: UInt128) {
    if filled >= UInt128.bitWidth { return }
    bits |= start &>> filled
    filled = UInt128.bitWidth
  }
}
