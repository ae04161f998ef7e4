extension Table {
  /// Whether more room is taken up by what is gone than by what is there.
  ///
  /// Small tables are left alone.
  var needsCompacting: Bool {
    slots - count + stale.texts > max(Chunk.rows, count)
      || stale.bytes > max(Self.leastStaleBytes, textBytes)
  }

  /// Fewer bytes than these are not worth a compaction.
  private static let leastStaleBytes = 64 << 20

  /// The same rows in the first slots, without empty slots and without the texts that no row has
  /// any more.
  ///
  /// - Parameter kept: the slots of all rows in source order.
  /// - Returns: A table whose slots are in source order.
  /// - Complexity: O(rows), for each attribute
  func compacted(_ kept: [UInt32]) -> Table {
    var table = Table(
      path: path, schema: schema, columns: columns.map { $0.keeping(kept) }, count: kept.count)
    table.keyColumns = keyColumns
    table.isCompacted = true
    switch identity {
    case .number(var numbers):
      numbers.keep(kept)
      table.identity = .number(numbers)
    case .attribute(let ids):
      let column = table.columns[ids.attribute]
      let idOf = { RowID(column.value($0)) }
      var index = IDIndex(attribute: ids.attribute, capacity: kept.count)
      for slot in 0..<UInt32(kept.count) {
        if let id = idOf(slot) { _ = index.insert(slot, id, idOf) }
      }
      table.identity = .attribute(index)
    }
    return table
  }
}

extension Column {
  /// The values of some slots, in the first slots.
  fileprivate func keeping(_ slots: [UInt32]) -> Column {
    switch self {
    case .text(let texts): .text(texts.keeping(slots))
    case .integer(let flat): .integer(flat.keeping(slots, filler: 0))
    case .number(let flat): .number(flat.keeping(slots, filler: 0))
    case .boolean(let flat): .boolean(flat.keeping(slots, filler: false))
    case .date(let texts, let instants):
      .date(texts.keeping(slots), instants.keeping(slots, filler: 0))
    case .list(let lists): .list(lists.keeping(slots))
    }
  }
}

extension FlatColumn {
  fileprivate func keeping(_ slots: [UInt32], filler: Element) -> Self {
    var column = Self()
    for (slot, old) in slots.enumerated() {
      column.set(UInt32(slot), to: self[old], filler: filler)
    }
    return column
  }
}

extension TextColumn {
  fileprivate func keeping(_ slots: [UInt32]) -> Self {
    var column = Self()
    for (slot, old) in slots.enumerated() {
      column.set(UInt32(slot), to: withShown(old) { $0.array })
    }
    return column
  }
}

extension ListColumn {
  fileprivate func keeping(_ slots: [UInt32]) -> Self {
    var column = Self()
    for (slot, old) in slots.enumerated() { column.set(UInt32(slot), to: self[old]) }
    return column
  }
}
