/// The order of the slots of a tree, which the caller supplies with each change.
///
/// A tree caches the key of the first slot of each leaf, so that searches read contiguous numbers.
/// Within a leaf it requests the keys of a few slots at a time. It compares slots only where keys
/// are equal.
protocol SlotOrder {
  /// Replaces `keys` with the keys of `slots`. Keys do not descend along the order.
  ///
  /// Computing keys in batches lets cache misses overlap.
  func findKeys(of slots: [UInt32], _ keys: inout [SlotKey])

  /// Returns whether slot `a` comes before slot `b`.
  func isBefore(_ a: UInt32, _ b: UInt32) -> Bool
}

extension SlotOrder {
  /// Returns the keys of slots.
  func keys(of slots: [UInt32]) -> [UInt128] {
    var keys: [SlotKey] = []
    findKeys(of: slots, &keys)
    return keys.map(\.bits)
  }

  /// Returns the key of a slot.
  func key(of slot: UInt32) -> UInt128 { keys(of: [slot])[0] }
}

/// A builder that packs the values that decide an order into a key, the most significant first.
///
/// Values beyond the width of the key are cut off.
struct SlotKey {
  /// The key; bits that are not filled are zero.
  private(set) var bits: UInt128 = 0
  /// The number of bits that are filled.
  private var filled = 0

  /// Appends the low `width` bits of a number, whose other bits are zero.
  ///
  /// Drops bits that do not fit.
  mutating func append(_ number: UInt64, width: Int) {
    if filled >= UInt128.bitWidth { return }
    bits |= (UInt128(number) &<< (UInt128.bitWidth - width)) &>> filled
    filled += width
  }

  /// Fills the remaining bits with the first bytes of a text, in the form of `TextHead.start`.
  mutating func fill(with start: UInt128) {
    if filled >= UInt128.bitWidth { return }
    bits |= start &>> filled
    filled = UInt128.bitWidth
  }
}
