extension RowTable {
  /// Whether stale slots and texts outweigh live ones.
  ///
  /// Small tables are never compacted.
  var needsCompacting: Bool {
    let isStale =
      slots - count + stale.texts > max(Chunk.rows, count)
      || stale.bytes > max(Sizes.staleBytes, textBytes)
    // Compaction can move the texts of several nearly full chunks into one, which may not hold
    // them.
    return isStale && columns.allSatisfy(\.fitsPool)
  }

  /// Returns a table with the same rows in the first slots, without empty slots and unused texts.
  ///
  /// - Parameter kept: The slots of all rows in source order.
  /// - Returns: A table whose slots are in source order.
  /// - Complexity: O(rows), for each attribute
  func compacted(_ kept: [UInt32]) -> RowTable {
    let all = kept.enumerated().map { (new: UInt32($0), old: $1) }
    // The new slots of rows, needed only for columns with sparse chunks.
    var places: [UInt32: UInt32] = [:]
    if columns.contains(where: { $0.fewSlots != nil }) {
      places = Dictionary(uniqueKeysWithValues: all.map { ($0.old, $0.new) })
    }
    let columns = columns.map { column in
      guard let few = column.fewSlots else { return column.moving(all, of: kept.count) }
      let pairs = few.compactMap { old in places[old].map { (new: $0, old: old) } }
      return column.moving(pairs.sorted { $0.new < $1.new }, of: kept.count)
    }
    var table = RowTable(path: path, schema: schema, columns: columns, count: kept.count)
    table.keyColumns = keyColumns
    table.isCompacted = true
    table.items = items?.moved(kept)
    table.version = version
    table.store = store
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

/// The slots of a row after and before compaction.
private typealias KeptSlots = [(new: UInt32, old: UInt32)]

extension Column {
  /// The slots with a value if all chunks are sparse, else nil.
  fileprivate var fewSlots: [UInt32]? {
    switch self {
    case .text(let texts), .date(let texts, _):
      texts.pieces.allSatisfy { $0.kind == .coded && $0.codes.isEmpty }
        ? texts.pieces.map(\.few.keys).slots : nil
    case .integer(let flat): flat.fewSlots
    case .number(let flat): flat.fewSlots
    case .boolean(let flat): flat.fewSlots
    case .list(let lists):
      lists.pieces.allSatisfy { $0.count == 0 } ? lists.pieces.map(\.replaced.keys).slots : nil
    }
  }

  /// Returns a column of `slots` slots with the values of the given slots moved to their new slots;
  /// all others are null.
  fileprivate func moving(_ kept: KeptSlots, of slots: Int) -> Column {
    switch self {
    case .text(let texts): .text(texts.moving(kept, of: slots))
    case .integer(let flat): .integer(flat.moving(kept, of: slots))
    case .number(let flat): .number(flat.moving(kept, of: slots))
    case .boolean(let flat): .boolean(flat.moving(kept, of: slots))
    case .date(let texts, let instants):
      .date(texts.moving(kept, of: slots), instants.moving(kept, of: slots))
    case .list(let lists): .list(lists.moving(kept, of: slots))
    }
  }
}

extension Array where Element: Sequence<Int> {
  /// The slots of the rows of each chunk, chunk by chunk.
  fileprivate var slots: [UInt32] {
    enumerated().flatMap { chunk, rows in rows.map { UInt32(chunk << Chunk.shift + $0) } }
  }
}

extension FlatColumn {
  fileprivate var fewSlots: [UInt32]? {
    pieces.allSatisfy(\.values.isEmpty) ? pieces.map(\.few.keys).slots : nil
  }

  fileprivate func moving(_ kept: KeptSlots, of slots: Int) -> Self {
    var column = Self()
    for (slot, old) in kept { column.set(slot, to: self[old], slots: slots) }
    return column
  }
}

extension TextColumn {
  fileprivate func moving(_ kept: KeptSlots, of slots: Int) -> Self {
    var column = Self()
    for (slot, old) in kept { column.set(slot, to: withShown(old) { $0.array }, slots: slots) }
    return column
  }
}

extension ListColumn {
  fileprivate func moving(_ kept: KeptSlots, of slots: Int) -> Self {
    var column = Self()
    for (slot, old) in kept { column.set(slot, to: self[old], slots: slots) }
    return column
  }
}
