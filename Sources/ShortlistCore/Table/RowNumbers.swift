/// The numbers of rows that have nothing else to identify them: counted from 1 as rows are read and
/// inserted, and never given twice.
struct RowNumbers: Sendable {
  /// The number that the next row gets.
  private(set) var next: Int
  /// The numbers by slot, ascending; nil while each is its slot plus one.
  private(set) var bySlot: [Int]?

  init(count: Int) { next = count + 1 }

  /// The number of the row in a slot.
  func number(of slot: UInt32) -> Int { bySlot.map { $0[Int(slot)] } ?? Int(slot) + 1 }

  /// The slot that a number was given to, nil if it was not given.
  ///
  /// - Complexity: O(log n)
  func slot(of number: Int) -> UInt32? {
    guard number >= 1, number < next else { return nil }
    guard let bySlot else { return UInt32(number - 1) }
    let slot = bySlot.indices.partitionPoint { bySlot[$0] < number }
    return slot < bySlot.count && bySlot[slot] == number ? UInt32(slot) : nil
  }

  /// Gives a number to the row in the next slot.
  ///
  /// - Precondition: The number was not given before.
  mutating func add(_ number: Int, slot: UInt32) {
    precondition(number >= next, "the number \(number) was given before")
    if bySlot == nil && number != Int(slot) + 1 { bySlot = Array(1..<Int(slot) + 1) }
    bySlot?.append(number)
    next = number + 1
  }

  /// Skips numbers: those of rows that were inserted and deleted in one transaction.
  mutating func skip(to number: Int) { next = max(next, number) }

  /// Keeps the numbers of some slots, which take the first slots in the same order.
  mutating func keep(_ slots: [UInt32]) { bySlot = slots.map { number(of: $0) } }
}
