extension ResultCache {
  /// What holds of the results for a table whose rows got the slots of another order: the order by a
  /// sort, which would be costly to find anew.
  ///
  /// - Parameters:
  ///   - sort: The sort.
  ///   - replacement: Where the rows were before.
  ///   - old: The table before.
  /// - Returns: The results.
  /// - Complexity: O(rows)
  mutating func rearranged(
    _ sort: [SortKey], _ replacement: RowReplacement, from old: RowTable
  ) -> ResultCache {
    var results = ResultCache()
    let count = replacement.slots.count
    if sort.isEmpty || replacement.changed.count > Self.mostLogged(of: count) { return results }
    // Rows that are new or changed are put in when the order is wanted.
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
    results.orders = [Kept(key: sort, result: SlotTree(slots.map { places[Int($0)] }), seen: 0)]
    return results
  }
}

extension RowOrder {
  /// Sorts those of sorted slots anew that have the same values.
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
    keys.allSatisfy { columns[$0.column].compare(a, b, $0.order) == 0 }
  }
}
