extension ResultCache {
  /// Returns the results that stay valid after rows moved to the slots of another order: the order
  /// by `sort`, which is costly to recompute.
  ///
  /// - Parameters:
  ///   - sort: The sort keys.
  ///   - replacement: The old slots of the rows, and the rows that changed.
  ///   - old: The table before the replacement.
  /// - Returns: A cache for the new table.
  /// - Complexity: O(rows)
  mutating func rearranged(
    _ sort: [SortKey], _ replacement: RowReplacement, from old: RowTable
  ) -> ResultCache {
    var results = ResultCache()
    let count = replacement.slots.count
    if sort.isEmpty || replacement.changed.count > Self.maxLogged(of: count) { return results }
    // The log inserts new and changed rows when the order is requested next.
    var isChanged = RowSet(universe: count)
    for place in replacement.changed { isChanged[UInt32(place)] = true }
    results.log = isChanged.slots
    var places = [UInt32](repeating: RowReplacement.none, count: old.slots)
    for (place, slot) in replacement.slots.enumerated() where slot != RowReplacement.none {
      if !isChanged[UInt32(place)] { places[Int(slot)] = UInt32(place) }
    }
    var slots = order(sort, of: old).slots.filter { places[Int($0)] != RowReplacement.none }
    if !replacement.staysSorted {
      RowOrder(sort, table: old).sortTies(of: &slots, in: old.columns) { places[Int($0)] }
    }
    results.orders = [
      Kept(key: sort, result: SlotTree(slots.map { places[Int($0)] }), seen: 0, stamp: stamp)
    ]
    return results
  }
}

extension RowOrder {
  /// Sorts the slots with equal values by `place` within an already sorted array.
  fileprivate func sortTies(
    of slots: inout [UInt32], in columns: [Column], by place: (UInt32) -> UInt32
  ) {
    var start = 0
    for end in 1..<slots.count + 1 {
      if end < slots.count && areTied(slots[end - 1], slots[end], in: columns) { continue }
      if end - start > 1 { slots[start..<end].sort { place($0) < place($1) } }
      start = end
    }
  }

  private func areTied(_ a: UInt32, _ b: UInt32, in columns: [Column]) -> Bool {
    keys.allSatisfy { columns[$0.column].compare(a, b, $0) == 0 }
  }
}
