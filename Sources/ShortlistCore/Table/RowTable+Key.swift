extension RowTable {
  /// Returns whether one row precedes another in source order.
  func isBefore(_ a: UInt32, _ b: UInt32) -> Bool {
    for column in keyColumns {
      let order = columns.span[column].compareExactly(a, b)
      if order != 0 { return order < 0 }
    }
    return a < b
  }

  /// Sets the columns that the source orders its rows by, and checks whether the slots are in that
  /// order.
  ///
  /// - Complexity: O(rows)
  mutating func setKey(_ columns: [Int]) {
    keyColumns = columns
    if columns.count == 1, case .integer(let flat) = self.columns[columns[0]],
      flat.isAscending(slots)
    {
      isInOrder = true
    } else {
      isInOrder = slots < 2 || (1..<UInt32(slots)).allSatisfy { !isBefore($0, $0 - 1) }
    }
  }

  /// All rows in source order.
  ///
  /// - Complexity: O(rows); O(rows log rows) if many slots are out of order
  var slotsInOrder: [UInt32] {
    if isInOrder { return rows.slots }
    var (ascending, others) = (rows.slots, [UInt32]())
    var last: UInt32?
    ascending.removeAll { slot in
      let isOut = last.map { isBefore(slot, $0) } ?? false
      if isOut { others.append(slot) } else { last = slot }
      return isOut
    }
    if others.count > ascending.count / 8 { return sorted(rows.slots) }
    var merged: [UInt32] = []
    merged.reserveCapacity(count)
    var next = 0
    for slot in sorted(others) {
      let place = (next..<ascending.count).partitionPoint { isBefore(ascending[$0], slot) }
      merged += ascending[next..<place]
      merged.append(slot)
      next = place
    }
    return merged + ascending[next...]
  }

  private func sorted(_ slots: [UInt32]) -> [UInt32] {
    guard keyColumns.count == 1 else { return slots.sorted { isBefore($0, $1) } }
    switch columns[keyColumns[0]] {
    case .text(let texts) where !slots.contains(where: texts.isNull):
      return TextSort(exactly: texts).sorted(slots)
    case .integer(let flat): return flat.sorted(slots)
    default: return slots.sorted { isBefore($0, $1) }
    }
  }
}

extension Column {
  /// Returns a negative number, zero or a positive number if the value in slot `a` is less than,
  /// equal to or greater than the value in slot `b`.
  ///
  /// Numbers compare by size, texts by their bytes; null comes last.
  func compareExactly(_ a: UInt32, _ b: UInt32) -> Int {
    switch self {
    case .text(let texts), .date(let texts, _): texts.compareExactly(a, b)
    case .integer(let flat): flat.compareExactly(a, b)
    case .number(let flat): flat.compareExactly(a, b)
    case .boolean, .list: 0
    }
  }
}

extension FlatColumn where Element: Comparable {
  fileprivate func compareExactly(_ a: UInt32, _ b: UInt32) -> Int {
    guard let first = self[a] else { return self[b] == nil ? 0 : 1 }
    guard let second = self[b] else { return -1 }
    return first < second ? -1 : first == second ? 0 : 1
  }
}

extension FlatColumn<Int> {
  fileprivate func sorted(_ slots: [UInt32]) -> [UInt32] {
    var pairs = slots.map { (value: self[$0] ?? Int.max, slot: $0) }
    pairs.sort { $0.value != $1.value ? $0.value < $1.value : $0.slot < $1.slot }
    return pairs.map(\.slot)
  }
}

extension TextColumn {
  fileprivate func compareExactly(_ a: UInt32, _ b: UInt32) -> Int {
    let found = withShown(a) { a in withShown(b) { b in Bytes.compare(a, b) } ?? -1 }
    return found ?? (isNull(b) ? 0 : 1)
  }
}

extension TextSort {
  /// Creates a sort of slots by their unfolded texts.
  fileprivate init(exactly column: TextColumn) {
    let key: KeyAt = { slot, depth in column.withShown(slot) { Key($0, depth) } ?? Key() }
    self.init(folded: key, shown: key)
  }
}
