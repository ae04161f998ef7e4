@testable import ShortlistCore

/// Slots in an order that is given by labels, which leave room for others between any two.
struct LabelledSlots: SlotOrder {
  /// The slots in order.
  private(set) var slots: [UInt32]
  /// Of each slot, also of those that are gone, the label.
  private var labels: [UInt32: UInt64] = [:]
  /// So many bits of a label are not in the key.
  private let hidden: Int

  /// Slots in this order, whose keys are equal where their labels differ only in the last `hidden`
  /// bits.
  init(_ slots: [UInt32] = [], hidden: Int = 44) {
    self.slots = slots
    self.hidden = hidden
    for (place, slot) in slots.enumerated() { labels[slot] = 1 << 62 + UInt64(place) << 40 }
  }

  /// Puts a slot in at a position.
  mutating func insert(_ slot: UInt32, at position: Int) {
    let below = position == 0 ? nil : labels[slots[position - 1]]
    let above = position == slots.count ? nil : labels[slots[position]]
    switch (below, above) {
    case (nil, nil): labels[slot] = 1 << 62
    case (let below?, nil): labels[slot] = below + 1 << 40
    case (nil, let above?): labels[slot] = above - 1 << 40
    case (let below?, let above?):
      precondition(above - below > 1, "there is no room for slot \(slot)")
      labels[slot] = below + (above - below) / 2
    }
    slots.insert(slot, at: position)
  }

  /// Takes the slot at a position out.
  @discardableResult
  mutating func remove(at position: Int) -> UInt32 { slots.remove(at: position) }

  /// Takes the slots at some positions out.
  mutating func removeAll(at isRemoved: (_ position: Int) -> Bool) {
    slots = slots.enumerated().filter { !isRemoved($0.offset) }.map(\.element)
  }

  func findKeys(of slots: [UInt32], _ keys: inout [SlotKey]) {
    keys = slots.map { slot in
      var key = SlotKey()
      key.append((labels[slot] ?? 0) >> UInt64(hidden), width: 64)
      return key
    }
  }

  func isBefore(_ a: UInt32, _ b: UInt32) -> Bool { labels[a] ?? 0 < labels[b] ?? 0 }
}
