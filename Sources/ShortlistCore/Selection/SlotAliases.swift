/// Where rows are now that a selection and its history know by the slots in which they were picked.
///
/// A row that was taken out and put in again, in one commit or in two, has another slot since.
struct SlotAliases: Sendable {
  /// The slots of rows that have moved, by their former ones.
  private(set) var moved: [UInt32: UInt32] = [:]
  /// The former slots of rows that have moved.
  private(set) var former: [UInt32: [UInt32]] = [:]
  /// The last slots of rows that are gone, by their ids.
  private(set) var gone: [RowID: UInt32] = [:]

  /// The slot in which a row is now, or was last.
  func slot(of name: UInt32) -> UInt32 { moved.isEmpty ? name : moved[name] ?? name }

  /// The slots in which the row in a slot has been before.
  func formerSlots(of slot: UInt32) -> [UInt32] { former.isEmpty ? [] : former[slot] ?? [] }

  /// The slots in which rows are now that were in others.
  func slots(of names: RowSet) -> RowSet {
    var slots = names
    for (name, slot) in moved where names.contains(name) {
      slots[name] = false
      slots[slot] = true
    }
    return slots
  }

  /// All slots in which rows are and have been.
  func names(of slots: RowSet) -> RowSet {
    var names = slots
    for (name, slot) in moved where slots.contains(slot) { names[name] = true }
    return names
  }

  /// Notes that a row has another slot.
  mutating func move(_ old: UInt32, to slot: UInt32) {
    let names = (former.removeValue(forKey: old) ?? []) + [old]
    for name in names { moved[name] = slot }
    former[slot] = names
  }

  /// Notes that a row is gone.
  mutating func leave(_ slot: UInt32, _ id: RowID) { gone[id] = slot }

  /// Notes that a row came; it may be one that was gone.
  mutating func come(_ slot: UInt32, _ id: @autoclosure () -> RowID) {
    if !gone.isEmpty, let old = gone.removeValue(forKey: id()) { move(old, to: slot) }
  }
}
