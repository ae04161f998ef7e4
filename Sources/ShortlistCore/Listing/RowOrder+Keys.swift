extension RowOrder {
  /// Whether the slot alone decides the order.
  var isBySlot: Bool { keys.isEmpty && keyColumns.isEmpty }

  /// Returns a number that does not descend along the order: what its first column tells in 64
  /// bits.
  @inline(__always)
  func leadingKey(of slot: UInt32, in columns: [Column]) -> UInt64 {
    if let key = keys.first {
      return columns.span[key.column].leadingKey(slot, key.collator, key.order)
    }
    return keyColumns.isEmpty ? UInt64(slot) : 0
  }

  /// Appends the values that rows are sorted by to their keys.
  func append(_ slots: [UInt32], in columns: [Column], to keys: inout [SlotKey]) {
    for key in self.keys {
      columns.span[key.column].append(
        slots, isDescending: key.order == .descending, key.collator, to: &keys)
    }
    for column in keyColumns { columns.span[column].appendExactly(slots, to: &keys) }
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
  fileprivate func append(
    _ slots: [UInt32], isDescending: Bool, _ collator: TextCollator? = nil,
    to keys: inout [SlotKey]
  ) {
    switch self {
    case .text(let texts): texts.append(slots, isDescending, collator, to: &keys)
    case .integer(let flat), .date(_, let flat):
      flat.append(slots, isDescending, to: &keys) { UInt64(bitPattern: Int64($0)) ^ 1 << 63 }
    case .number(let flat): flat.append(slots, isDescending, to: &keys, \.ascendingBits)
    case .boolean(let flat): flat.append(slots, isDescending, to: &keys, width: 1) { $0 ? 1 : 0 }
    case .list(let lists): lists.append(slots, isDescending, collator, to: &keys)
    }
  }
}

extension Column {
  /// Returns the first 64 bits of the value in a slot, as rows are sorted by it; the maximum for a
  /// missing value, which comes last in either order.
  fileprivate func leadingKey(
    _ slot: UInt32, _ collator: TextCollator?, _ order: SortKey.Order
  ) -> UInt64 {
    let key: UInt64? =
      switch self {
      case .integer(let flat), .date(_, let flat):
        flat[slot].map { UInt64(bitPattern: Int64($0)) ^ 1 << 63 }
      case .number(let flat): flat[slot].map(\.ascendingBits)
      case .boolean(let flat): flat[slot].map { $0 ? 1 : 0 }
      case .text(let texts) where collator == nil:
        texts.foldedHead(slot).map { UInt64(truncatingIfNeeded: $0.start >> 64) }
      case .text, .list: 0
      }
    guard let key else { return .max }
    return order == .ascending ? key : ~key
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
    _ slots: [UInt32], _ isDescending: Bool, _ collator: TextCollator?,
    to keys: inout [SlotKey]
  ) {
    for (index, slot) in slots.enumerated() {
      let start =
        if let collator {
          with(slot, for: collator) { collator.head($0).start }
        } else {
          foldedHead(slot)?.start
        }
      keys[index].append(start == nil ? 1 : 0, width: 1)
      if let start { keys[index].fill(with: isDescending ? ~start : start) }
    }
  }
}

extension ListColumn {
  fileprivate func append(
    _ slots: [UInt32], _ isDescending: Bool, _ collator: TextCollator?,
    to keys: inout [SlotKey]
  ) {
    for (index, slot) in slots.enumerated() {
      let first = codes(slot)?.first
      keys[index].append(first == nil ? 1 : 0, width: 1)
      guard let first else { continue }
      let start =
        if let collator {
          pool.block.texts(for: collator).with(Int(first) - 1) { collator.head($0).start }
        } else {
          pool.block.folded.head(Int(first) - 1).start
        }
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
