/// A mapping from the slots under which a selection and its history know rows to the rows' current
/// slots.
///
/// A row that is deleted and reinserted, in one commit or in two, gets a new slot.
struct SlotAliases: Sendable {
  /// The current slots of rows that have moved, by their former slots.
  private(set) var moved: [UInt32: UInt32] = [:]
  /// The former slots of rows that have moved, by their current slots.
  private(set) var former: [UInt32: [UInt32]] = [:]
  /// The last slots of deleted rows, by id.
  private(set) var gone: [RowID: UInt32] = [:]

  /// Returns the current slot of a row, or its last slot if the row is deleted.
  func slot(of name: UInt32) -> UInt32 { moved.isEmpty ? name : moved[name] ?? name }

  /// Returns the former slots of the row in `slot`.
  func formerSlots(of slot: UInt32) -> [UInt32] { former.isEmpty ? [] : former[slot] ?? [] }

  /// Returns the set with each former slot replaced by the current one.
  func slots(of names: RowSet) -> RowSet {
    var slots = names
    for (name, slot) in moved where names.contains(name) {
      slots[name] = false
      slots[slot] = true
    }
    return slots
  }

  /// Returns the set with all former slots of its rows added.
  func names(of slots: RowSet) -> RowSet {
    var names = slots
    for (name, slot) in moved where slots.contains(slot) { names[name] = true }
    return names
  }

  /// Records that a row has moved to another slot.
  mutating func move(_ old: UInt32, to slot: UInt32) {
    let names = (former.removeValue(forKey: old) ?? []) + [old]
    for name in names { moved[name] = slot }
    former[slot] = names
  }

  /// Records that a row was deleted.
  mutating func leave(_ slot: UInt32, _ id: RowID) { gone[id] = slot }

  /// Records that a row was inserted, which may be a deleted one that comes back.
  mutating func come(_ slot: UInt32, _ id: @autoclosure () -> RowID) {
    if !gone.isEmpty, let old = gone.removeValue(forKey: id()) { move(old, to: slot) }
  }
}
