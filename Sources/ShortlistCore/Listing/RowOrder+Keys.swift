extension RowOrder {
  /// Appends the values that rows are sorted by to their keys.
  func append(_ slots: [UInt32], in columns: [Column], to keys: inout [SlotKey]) {
    for (column, order) in self.keys {
      columns[column].append(slots, isDescending: order == .descending, to: &keys)
    }
    for column in keyColumns { columns[column].appendExactly(slots, to: &keys) }
    // If the rows have a key, slots do not affect their order.
    if keyColumns.isEmpty {
      for (index, slot) in slots.enumerated() { keys[index].append(UInt64(slot), width: 32) }
    }
  }
}

extension Column {
  /// Appends the values in slots to keys, in the form that `compareExactly` orders.
  fileprivate func appendExactly(_ slots: [UInt32], to keys: inout [SlotKey]) {
    switch self {
    case .text(let texts), .date(let texts, _):
      for (index, slot) in slots.enumerated() {
        let start = texts.shownHead(slot)?.start
        keys[index].append(start == nil ? 1 : 0, width: 1)
        keys[index].fill(with: start ?? 0)
      }
    case .integer, .number: append(slots, isDescending: false, to: &keys)
    case .boolean, .list: break
    }
  }
}

extension Column {
  /// Appends the values in slots to keys: a bit that is 1 if the value is missing, then the value.
  ///
  /// In descending order it appends the complement of the value.
  fileprivate func append(_ slots: [UInt32], isDescending: Bool, to keys: inout [SlotKey]) {
    switch self {
    case .text(let texts): texts.append(slots, isDescending, to: &keys)
    case .integer(let flat), .date(_, let flat):
      flat.append(slots, isDescending, to: &keys) { UInt64(bitPattern: Int64($0)) ^ 1 << 63 }
    case .number(let flat): flat.append(slots, isDescending, to: &keys, \.ascendingBits)
    case .boolean(let flat): flat.append(slots, isDescending, to: &keys, width: 1) { $0 ? 1 : 0 }
    case .list(let lists): lists.append(slots, isDescending, to: &keys)
    }
  }
}

extension FlatColumn {
  fileprivate func append(
    _ slots: [UInt32], _ isDescending: Bool, to keys: inout [SlotKey], width: Int = 64,
    _ ascending: (Element) -> UInt64
  ) {
    let flips = isDescending ? UInt64.max >> UInt64(64 - width) : 0
    for (index, slot) in slots.enumerated() {
      if let value = self[slot] {
        keys[index].append(0, width: 1)
        keys[index].append(ascending(value) ^ flips, width: width)
      } else {
        keys[index].append(1, width: 1)
      }
    }
  }
}

extension TextColumn {
  fileprivate func append(
    _ slots: [UInt32], _ isDescending: Bool, to keys: inout [SlotKey]
  ) {
    for (index, slot) in slots.enumerated() {
      let start = foldedHead(slot)?.start
      keys[index].append(start == nil ? 1 : 0, width: 1)
      if let start { keys[index].fill(with: isDescending ? ~start : start) }
    }
  }
}

extension ListColumn {
  fileprivate func append(
    _ slots: [UInt32], _ isDescending: Bool, to keys: inout [SlotKey]
  ) {
    for (index, slot) in slots.enumerated() {
      let first = codes(slot)?.first
      keys[index].append(first == nil ? 1 : 0, width: 1)
      guard let first else { continue }
      let start = pool.block.folded.head(Int(first) - 1).start
      keys[index].fill(with: isDescending ? ~start : start)
    }
  }
}

extension Double {
  /// An integer that sorts as this number does.
  fileprivate var ascendingBits: UInt64 {
    if self == 0 { return 1 << 63 }
    return sign == .minus ? ~bitPattern : bitPattern | 1 << 63
  }
}
