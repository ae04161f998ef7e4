extension ListEngine {
  /// Compacts the table if most of its contents are deleted or replaced.
  ///
  /// Compaction is not observable through the list. It costs O(rows), once for as many deleted rows
  /// or replaced texts as there are rows.
  mutating func compactIfNeeded() {
    if table.needsCompacting { compact() }
  }

  /// Moves the rows to the first slots.
  mutating func compact() {
    let kept =
      table.isInOrder ? table.rows.slots : results[table.version].order([], of: table).slots
    table = table.compacted(kept)
    listing.keep(kept)
    selection.keep(kept)
    results[table.version] = ResultCache()
    listing.checkInvariants(table)
  }
}

extension Listing {
  /// Renumbers the slots: the row in `slots[i]` gets slot `i`; the order of the listing stays the
  /// same.
  mutating func keep(_ slots: [UInt32]) {
    finish()
    tree.renumber(slots.places(upTo: members.universe))
    arrangement.sectioning?.keep(slots)
    if let scores = arrangement.scores { arrangement.scores = slots.map { scores[Int($0)] } }
    set = members.renumbered(slots)
  }
}

extension RowSet {
  /// Returns the set after renumbering: contains `i` if it contained `slots[i]`.
  fileprivate func renumbered(_ slots: [UInt32]) -> RowSet {
    var kept = RowSet(universe: slots.count)
    for (place, slot) in slots.enumerated() where self[slot] { kept[UInt32(place)] = true }
    return kept
  }
}

extension [UInt32] {
  /// Returns a function that maps each of these slots to its index.
  fileprivate func places(upTo universe: Int) -> (UInt32) -> UInt32 {
    var places = [UInt32](repeating: 0, count: universe)
    for (place, slot) in enumerated() { places[Int(slot)] = UInt32(place) }
    return { places[Int($0)] }
  }
}
