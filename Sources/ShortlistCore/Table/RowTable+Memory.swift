extension RowTable {
  /// Counts the memory of the columns, the ids and the row set.
  func count(in memory: inout MemoryCount) {
    if memory.add(columns, to: \.columns) {
      for column in columns { column.count(in: &memory) }
    }
    memory.add(rows.words, to: \.ids)
    switch identity {
    case .attribute(let index): memory.add(index.kept, to: \.ids)
    case .number(let numbers): if let bySlot = numbers.bySlot { memory.add(bySlot, to: \.ids) }
    }
  }
}

extension Column {
  fileprivate func count(in memory: inout MemoryCount) {
    switch self {
    case .text(let texts): texts.count(in: &memory)
    case .integer(let flat): flat.count(in: &memory)
    case .number(let flat): flat.count(in: &memory)
    case .boolean(let flat): flat.count(in: &memory)
    case .date(let texts, let flat):
      texts.count(in: &memory)
      flat.count(in: &memory)
    case .list(let lists): lists.count(in: &memory)
    }
  }
}

extension FlatColumn {
  fileprivate func count(in memory: inout MemoryCount) {
    pieces.count(in: &memory, to: \.columns) { piece, memory in
      memory.add(piece.values, to: \.columns)
      memory.add(piece.nulls, to: \.columns)
      memory.add(piece.few, to: \.columns)
    }
  }
}

extension ListColumn {
  fileprivate func count(in memory: inout MemoryCount) {
    columnPool.kept?.count(in: &memory)
    pieces.count(in: &memory, to: \.columns) { $0.count(in: &$1) }
  }
}

extension ListColumn.Piece {
  fileprivate func count(in memory: inout MemoryCount) {
    memory.add(nulls, to: \.columns)
    memory.add(elements, to: \.columns)
    memory.add(ends, to: \.columns)
    if memory.add(replaced, to: \.columns) {
      for codes in replaced.values { memory.add(codes, to: \.columns) }
    }
  }
}
