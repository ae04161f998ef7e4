/// The numbers that identify rows without another id: they count from 1 in the order of reading and
/// inserting, and are never reused.
struct RowNumbers: Sendable {
  /// The number of the next row.
  private(set) var next: Int
  /// The numbers by slot, ascending; nil while each number equals its slot plus one.
  private(set) var bySlot: [Int]?

  init(count: Int) { next = count + 1 }

  /// Returns the number of the row in a slot.
  func number(of slot: UInt32) -> Int { bySlot.map { $0[Int(slot)] } ?? Int(slot) + 1 }

  /// Returns the slot of a number, or nil if no slot has it.
  ///
  /// - Complexity: O(log n)
  func slot(of number: Int) -> UInt32? {
    guard number >= 1, number < next else { return nil }
    guard let bySlot else { return UInt32(number - 1) }
    let slot = bySlot.indices.partitionPoint { bySlot[$0] < number }
    return slot < bySlot.count && bySlot[slot] == number ? UInt32(slot) : nil
  }

  /// Assigns a number to the row in the next slot.
  ///
  /// - Precondition: The number is greater than all numbers assigned before.
  mutating func add(_ number: Int, slot: UInt32) {
    precondition(number >= next, "the number \(number) was given before")
    if bySlot == nil && number != Int(slot) + 1 { bySlot = Array(1..<Int(slot) + 1) }
    bySlot?.append(number)
    next = number + 1
  }

  /// Skips the numbers of rows that one transaction both inserted and deleted.
  mutating func skip(to number: Int) { next = max(next, number) }

  /// Keeps the numbers of the given slots, which become the first slots in the same order.
  mutating func keep(_ slots: [UInt32]) { bySlot = slots.map { number(of: $0) } }
}
