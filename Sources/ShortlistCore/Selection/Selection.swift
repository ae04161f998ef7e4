/// The selected rows of a list in pick order, and their undo history.
///
/// A request of many rows works on words of bitmaps; see `PickOrder`. `SelectionRule` decides what
/// may be selected.
struct Selection: Sendable {
  /// The slots of the selected rows.
  private(set) var members: RowSet
  /// The number of selected rows.
  private(set) var count = 0
  /// The number of selected rows in each section.
  var tally = SectionTally()
  /// The number of rows from which a `RowSequence` is stored as a set.
  ///
  /// The default exceeds 1000, the number of ids that the protocol reports.
  let setThreshold: Int
  private(set) var picks = PickOrder()
  private(set) var names = SlotAliases()
  private(set) var undoSteps: [Step] = []
  private(set) var redoSteps: [Step] = []

  /// The rows that one request added and removed.
  struct Step: Sendable {
    var added: PickOrder.Picks
    var removed: PickOrder.Picks
  }

  /// Rows to add to the selection and rows to remove from it.
  struct Change: Sendable {
    var added: RowSequence
    var removed: RowSequence

    var isEmpty: Bool { added.isEmpty && removed.isEmpty }
  }

  /// The maximum number of steps that can be undone.
  static let maxSteps = 100

  init(universe: Int, setThreshold: Int = 1024) {
    members = RowSet(universe: universe)
    self.setThreshold = setThreshold
  }

  /// Whether there is a step to undo.
  var canUndo: Bool { !undoSteps.isEmpty }
  /// Whether there is a step to redo.
  var canRedo: Bool { !redoSteps.isEmpty }

  /// Calls `body` with each selected row in pick order until it returns false.
  ///
  /// - Complexity: O(k log k) for k rows picked in small batches, plus O(n) for each listing of
  ///   which many rows were picked at once
  func forEach(_ body: (UInt32) -> Bool) { picks.forEach { body(names.slot(of: $0)) } }

  /// Returns the first `limit` selected rows in pick order, or all if there are fewer.
  func prefix(_ limit: Int) -> [UInt32] {
    var slots: [UInt32] = []
    if limit <= 0 { return slots }
    slots.reserveCapacity(min(limit, count))
    forEach { slot in
      slots.append(slot)
      return slots.count < limit
    }
    return slots
  }

  /// All selected rows in slot order.
  var inSlotOrder: RowSequence {
    RowSequence(members, in: .source(universe: members.universe), setThreshold: setThreshold)
  }

  /// All selected rows: in pick order if there are few, in slot order if there are many.
  var all: RowSequence { count < setThreshold ? RowSequence(prefix(count)) : inSlotOrder }

  /// Extends the universe to more slots.
  mutating func grow(universe: Int) { members.grow(to: universe) }

  // MARK: Changing

  /// Adds and removes rows as one undoable step.
  ///
  /// - Precondition: The added rows are not selected, and the removed rows are.
  /// - Complexity: O(rows) if there are few rows, O(universe / 64) if there are many
  mutating func make(_ change: Change) {
    let removed = remove(change.removed)
    let added = put(change.added)
    if undoSteps.count == Self.maxSteps { undoSteps.removeFirst() }
    undoSteps.append(Step(added: added, removed: removed))
    redoSteps = []
    checkInvariants()
  }

  private mutating func put(_ rows: RowSequence) -> PickOrder.Picks {
    switch rows.rows {
    case .few(let slots): for slot in slots { members[slot] = true }
    case .many(let set, _): if count == 0 { members = set } else { members.formUnion(set) }
    }
    count += rows.count
    return picks.append(rows)
  }

  private mutating func remove(_ rows: RowSequence) -> PickOrder.Picks {
    switch rows.rows {
    case .few(let slots):
      return .few(slots.map { remove($0) })
    case .many(let set, _):
      count -= rows.count
      if count == 0 {
        members = RowSet(universe: members.universe)
        return picks.removeAll()
      }
      members.subtract(set)
      return picks.remove(names.names(of: set))
    }
  }

  private mutating func remove(_ slot: UInt32) -> PickOrder.Pick {
    members[slot] = false
    count -= 1
    if let place = picks.remove(slot) { return .init(slot: slot, place: place) }
    for name in names.formerSlots(of: slot) {
      if let place = picks.remove(name) { return .init(slot: name, place: place) }
    }
    preconditionFailure("the row in slot \(slot) is selected, but was never picked")
  }

  // MARK: Undoing

  /// Undoes the last step: removes what it added, and restores what it removed at its old place.
  ///
  /// - Parameter rows: The rows that exist; others are skipped.
  /// - Returns: The change; nil if there is no step to undo.
  mutating func undo(among rows: RowSet) -> Change? {
    guard let step = undoSteps.popLast() else { return nil }
    redoSteps.append(step)
    return restore(step.removed, without: step.added, rows)
  }

  /// Redoes the last undone step.
  ///
  /// - Parameter rows: The rows that exist; others are skipped.
  /// - Returns: The change; nil if there is no step to redo.
  mutating func redo(among rows: RowSet) -> Change? {
    guard let step = redoSteps.popLast() else { return nil }
    undoSteps.append(step)
    return restore(step.added, without: step.removed, rows)
  }

  /// Clears the undo and redo history.
  mutating func forgetSteps() { (undoSteps, redoSteps) = ([], []) }

  private mutating func restore(
    _ added: PickOrder.Picks, without removed: PickOrder.Picks, _ rows: RowSet
  ) -> Change {
    let leaving = selected(removed)
    _ = remove(leaving)
    let coming = restore(added, rows)
    picks.limitRuns()
    checkInvariants()
    return Change(added: coming, removed: leaving)
  }

  /// Returns those of the picked rows that are selected.
  private func selected(_ picks: PickOrder.Picks) -> RowSequence {
    switch picks {
    case .few(let list):
      return RowSequence(list.map { names.slot(of: $0.slot) }.filter { members.contains($0) })
    case .many(let singles, let parts):
      var set = RowSet(universe: members.universe)
      for slot in singles.keys { set[slot] = true }
      for part in parts { set.formUnion(part.rows.grown(to: members.universe)) }
      set = names.slots(of: set)
      set.formIntersection(members)
      return RowSequence(set, in: .source(universe: members.universe), setThreshold: setThreshold)
    }
  }

  private mutating func restore(_ picks: PickOrder.Picks, _ rows: RowSet) -> RowSequence {
    switch picks {
    case .few(let list):
      return RowSequence(list.compactMap { restore($0, rows) })
    case .many(let singles, let parts):
      var restored = RowSet(universe: members.universe)
      for (slot, number) in singles {
        let pick = PickOrder.Pick(slot: slot, place: .number(number))
        if let slot = restore(pick, rows) { restored[slot] = true }
      }
      for part in parts {
        var some = part.rows.grown(to: members.universe)
        some.formIntersection(rows)
        some.subtract(members)
        let count = some.count
        self.picks.restore(PickOrder.Part(run: part.run, rows: some, count: count))
        members.formUnion(some)
        self.count += count
        restored.formUnion(some)
        for name in names.moved.keys where part.rows.contains(name) {
          let pick = PickOrder.Pick(slot: name, place: .run(part.run))
          if let slot = restore(pick, rows) { restored[slot] = true }
        }
      }
      return RowSequence(
        restored, in: .source(universe: members.universe), setThreshold: setThreshold)
    }
  }

  private mutating func restore(_ pick: PickOrder.Pick, _ rows: RowSet) -> UInt32? {
    let slot = names.slot(of: pick.slot)
    guard rows.contains(slot), !members[slot] else { return nil }
    members[slot] = true
    count += 1
    picks.restore(pick)
    return slot
  }

  // MARK: Commits

  /// Updates the selection after a commit: removes deleted rows, and keeps the places of rows whose
  /// slot changed.
  ///
  /// - Parameters:
  ///   - rows: The transition of each row that the commit touched.
  ///   - table: The table after the commit.
  /// - Returns: The slots of the removed rows, in pick order.
  /// - Complexity: O(d log d) on average for d rows; O(n) once if several removed rows were
  ///   picked as part of a large batch before the first commit of their listing
  mutating func follow(_ rows: [RowTransition], in table: RowTable) -> [UInt32] {
    members.grow(to: table.slots)
    if count == 0 && undoSteps.isEmpty && redoSteps.isEmpty { return [] }
    let pruned = inPickOrder(
      rows.compactMap { row in
        row.after == nil ? row.before.flatMap { members[$0] ? $0 : nil } : nil
      })
    for row in rows where row.before != row.after {
      switch (row.before, row.after) {
      case (let before?, let after?):
        if members[before] { (members[before], members[after]) = (false, true) }
        names.move(before, to: after)
      case (let before?, nil):
        if members[before] { _ = remove(before) }
        names.leave(before, table.id(before))
      case (nil, let after?): names.come(after, table.id(after))
      case (nil, nil): break
      }
    }
    checkInvariants()
    return pruned
  }

  /// Returns selected rows sorted by pick order.
  private mutating func inPickOrder(_ slots: [UInt32]) -> [UInt32] {
    if slots.count < 2 { return slots }
    var numbered: [(slot: UInt32, number: Int)] = []
    for slot in slots {
      let name = ([slot] + names.formerSlots(of: slot)).first { picks.contains($0) } ?? slot
      numbered.append((slot, picks.number(of: name) ?? 0))
    }
    numbered.sort { $0.number < $1.number }
    return numbered.map(\.slot)
  }

  /// Renumbers the selection and its history to new slots.
  ///
  /// The history drops rows that no longer exist; they stay dropped even if they come back.
  ///
  /// - Parameter slots: The old slot of each new slot; `PickRenumbering.gone` for a new row.
  mutating func keep(_ slots: [UInt32]) {
    var kept = [UInt32](repeating: PickRenumbering.gone, count: members.universe)
    for (place, slot) in slots.enumerated() where slot != PickRenumbering.gone {
      kept[Int(slot)] = UInt32(place)
    }
    let places = kept.indices.map { kept[Int(names.slot(of: UInt32($0)))] }
    var map = PickRenumbering(places: places, universe: slots.count)
    picks.renumber(&map)
    undoSteps = undoSteps.map { step in
      Step(added: map.picks(step.added), removed: map.picks(step.removed))
    }
    redoSteps = redoSteps.map { step in
      Step(added: map.picks(step.added), removed: map.picks(step.removed))
    }
    names = SlotAliases()
    var renumbered = RowSet(universe: slots.count)
    for (place, slot) in slots.enumerated() where slot != PickRenumbering.gone && members[slot] {
      renumbered[UInt32(place)] = true
    }
    members = renumbered
    checkInvariants()
  }

  // MARK: Invariants

  /// Checks the invariants of the selection, if tests ask for it.
  private func checkInvariants() {
    #if SHORTLIST_CHECKS
      if !Invariants.areChecked { return }
      precondition(count == members.count, "\(members.count) rows are selected, not \(count)")
      var seen = RowSet(universe: members.universe)
      forEach { slot in
        precondition(members.contains(slot), "the row in \(slot) is picked, but not selected")
        precondition(!seen[slot], "the row in \(slot) is picked twice")
        seen[slot] = true
        return true
      }
      precondition(seen == members, "\(count - seen.count) rows are selected, but not picked")
      for part in picks.runs {
        precondition(
          part.count == part.rows.count && part.count > 0, "a run has \(part.count) rows")
      }
    #endif
  }
}
