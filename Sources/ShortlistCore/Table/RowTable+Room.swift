extension RowTable {
  /// Returns the index of the first change that exceeds a limit, and the limit; nil if all fit.
  ///
  /// The method measures texts one by one only if a column comes near the limit. `textBytes` is the
  /// result of `Transaction.textBytes(of:)`.
  ///
  /// - Complexity: O(values)
  func excess(
    of changes: [Transaction.Change], textBytes: Int
  ) -> (change: Int, limit: TableLimit)? {
    if slots + changes.count > Sizes.maxRows { return (changes.count - 1, .rows) }
    if textBound + Folding.maxGrowth * textBytes <= Sizes.maxTextBytes { return nil }
    var loads: [Int: Int] = [:]
    for (index, change) in changes.enumerated() {
      for (column, value) in change.cells where value.textBytes > 0 {
        let load = (loads[column] ?? columns[column].textLoad) + value.textLoad
        loads[column] = load
        // Ids that are not an attribute have their own column.
        if load > Sizes.maxTextBytes && column < schema.entries.count {
          return (index, .text(schema.entries[column].name))
        }
      }
    }
    return nil
  }

  /// Checks that operations fit the limits before they are carried out elsewhere.
  ///
  /// - Throws: `WriteError` at the first operation that exceeds a limit.
  /// - Complexity: O(values)
  package func checkRoom(for operations: [RowOperation]) throws(WriteError) {
    let changes = operations.map { operation in
      switch operation {
      case .insert(let values), .update(let values):
        Transaction.Change.update(
          0,
          values.members.compactMap { member in
            schema.index(of: member.name).map { (column: $0, value: member.value) }
          })
      case .delete: Transaction.Change.delete(0)
      }
    }
    if let excess = excess(of: changes, textBytes: Transaction.textBytes(of: changes)) {
      throw WriteError(index: excess.change, reason: excess.limit.reason)
    }
  }

  /// Updates the size bound after texts with a total of `bytes` bytes were set.
  mutating func addTexts(bytes: Int) {
    textBound += Folding.maxGrowth * bytes
    if textBound > Sizes.maxTextBytes { textBound = columns.map(\.textLoad).max() ?? 0 }
  }
}

extension Transaction.Change {
  /// The values that the change sets.
  fileprivate var cells: [(column: Int, value: CellValue)] {
    switch self {
    case .insert(_, let row), .replace(_, _, let row):
      row.enumerated().map { (column: $0, value: $1) }
    case .update(_, let cells): cells
    case .delete: []
    }
  }

}

extension Transaction {
  /// Returns the total size, in bytes, of the texts that changes set.
  static func textBytes(of changes: [Change]) -> Int {
    var bytes = 0
    for change in changes {
      switch change {
      case .insert(_, let row), .replace(_, _, let row):
        for value in row { bytes += value.textBytes }
      case .update(_, let cells): for cell in cells { bytes += cell.value.textBytes }
      case .delete: break
      }
    }
    return bytes
  }
}

extension CellValue {
  /// The size of the value's texts in bytes.
  fileprivate var textBytes: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .date: Self.longestDate
    case .list(let list): list.reduce(0) { $0 + $1.utf8.count }
    case .null, .integer, .number, .boolean: 0
    }
  }

  /// The size of the value's texts in bytes, as shown or folded, whichever is greater.
  fileprivate var textLoad: Int {
    let folded =
      switch self {
      case .text(let text): Folding.fold(text).count
      case .list(let list): list.reduce(0) { $0 + Folding.fold($1).count }
      case .null, .integer, .number, .boolean, .date: 0
      }
    return max(textBytes, folded)
  }

  /// The maximum length of a date's text in bytes.
  private static var longestDate: Int { 64 }
}

extension Column {
  /// The total size of the texts in bytes, shown or folded, whichever is greater.
  ///
  /// If the total exceeds the limit, this is the size of the largest chunk or pool instead.
  var textLoad: Int {
    switch self {
    case .text(let texts), .date(let texts, _):
      var (all, most) = (texts.pool.block.load, texts.pool.block.load)
      for chunk in texts.pieces.indices {
        let load = texts.pieces.textSize(chunk).load
        all += load
        most = max(most, load)
      }
      return all <= Sizes.maxTextBytes ? all : most
    case .list(let lists): return lists.pool.block.load
    case .integer, .number, .boolean: return 0
    }
  }

  /// Whether the texts of all rows together fit the limit of a single chunk.
  var fitsPool: Bool {
    guard case .text(let texts) = self else { return true }
    let bytes = texts.pieces.indices.reduce(texts.pool.block.load) {
      $0 + texts.pieces.textSize($1).load
    }
    return bytes <= Sizes.maxTextBytes
  }
}

extension TextBlock {
  /// The size of the texts in bytes, shown or folded, whichever is greater.
  var load: Int { max(shown.bytes.count, folded.bytes.count) }
}
