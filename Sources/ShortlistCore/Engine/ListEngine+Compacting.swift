extension ListEngine {
  /// Gives the rows the first slots again when most of what the table holds is gone.
  ///
  /// Nothing changes for anybody who asks the list. It costs O(rows), once for as many rows deleted
  /// or texts replaced as there are rows.
  mutating func compactIfNeeded() {
    if table.needsCompacting { compact() }
  }

  /// Gives the rows the first slots again.
  mutating func compact() {
    let kept = table.isInOrder ? table.rows.slots : results.order([], of: table).slots
    table = table.compacted(kept)
    listing.keep(kept)
    selection.keep(kept)
    results = ResultCache()
    listing.checkInvariants(table)
  }
}

extension Listing {
  /// Takes over new slots: the rows of some slots have the first ones now, in the same order.
  fileprivate mutating func keep(_ slots: [UInt32]) {
    finish()
    tree.renumber(slots.places(upTo: members.universe))
    arrangement.sectioning?.keep(slots)
    if let scores = arrangement.scores { arrangement.scores = slots.map { scores[Int($0)] } }
    set = members.keeping(slots)
  }
}

extension RowSet {
  /// The members among some slots, which have the first ones now.
  fileprivate func keeping(_ slots: [UInt32]) -> RowSet {
    var kept = RowSet(universe: slots.count)
    for (place, slot) in slots.enumerated() where self[slot] { kept[UInt32(place)] = true }
    return kept
  }
}

extension [UInt32] {
  /// Gives the index of each of these slots.
  fileprivate func places(upTo universe: Int) -> (UInt32) -> UInt32 {
    var places = [UInt32](repeating: 0, count: universe)
    for (place, slot) in enumerated() { places[Int(slot)] = UInt32(place) }
    return { places[Int($0)] }
  }
}
