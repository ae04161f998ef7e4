extension Column {
  /// The total size of all texts in bytes.
  var textBytes: Int {
    switch self {
    case .text(let texts), .date(let texts, _): texts.byteCount
    case .list(let lists): lists.pool.block.shown.bytes.count
    case .integer, .number, .boolean: 0
    }
  }

  /// Returns the size of a slot's text in bytes; for a list, of all its elements.
  func textBytes(_ slot: UInt32) -> Int {
    switch self {
    case .text(let texts), .date(let texts, _): texts.byteCount(slot)
    case .list(let lists): lists.byteCount(slot)
    case .integer, .number, .boolean: 0
    }
  }
}

extension TextColumn {
  fileprivate var byteCount: Int {
    pieces.indices.reduce(pool.block.shown.bytes.count) { $0 + pieces.textSize($1).shown }
  }

  /// Returns the size of a slot's text in bytes.
  func byteCount(_ slot: UInt32) -> Int { withShown(slot) { $0.count } ?? 0 }
}

extension ListColumn {
  /// Returns the total size of a slot's texts in bytes.
  func byteCount(_ slot: UInt32) -> Int {
    codes(slot)?.reduce(0) { $0 + pool.block.shown.range(Int($1) - 1).count } ?? 0
  }
}
