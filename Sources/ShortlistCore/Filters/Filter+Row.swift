extension Filter {
  /// Whether the filter holds for one row.
  ///
  /// - Precondition: The table has the attributes, and the operands fit them.
  func holds(for slot: UInt32, in table: RowTable) -> Bool {
    switch self {
    case .all(let parts): parts.allSatisfy { $0.holds(for: slot, in: table) }
    case .any(let parts): parts.contains { $0.holds(for: slot, in: table) }
    case .not(let part): !part.holds(for: slot, in: table)
    case .isNull(let name): table.column(name).isNull(slot)
    case .isNotNull(let name): !table.column(name).isNull(slot)
    case .equals(let name, let value): table.column(name).equals(slot, value)
    case .contains(let name, let text): table.column(name).contains(slot, text)
    case .compares(let name, .notEqual, let value):
      !table.column(name).isNull(slot) && !table.column(name).compares(slot, .equal, value)
    case .compares(let name, let comparison, let value):
      table.column(name).compares(slot, comparison, value)
    case .inRange(let name, let lower, let upper):
      (lower != nil || upper != nil)
        && lower.map { table.column(name).compares(slot, .greaterOrEqual, $0) } != false
        && upper.map { table.column(name).compares(slot, .lessOrEqual, $0) } != false
    }
  }
}

extension Column {
  fileprivate func equals(_ slot: UInt32, _ value: CellValue) -> Bool {
    switch (self, value) {
    case (.text, .text(let text)), (.list, .text(let text)):
      let folded = Folding.fold(text)
      return containsFolded(slot) { $0.isSame(as: folded.span) }
    case (.boolean(let column), .boolean(let boolean)): return column[slot] == boolean
    default: return compares(slot, .equal, value)
    }
  }

  fileprivate func contains(_ slot: UInt32, _ text: String) -> Bool {
    let folded = Folding.fold(text)
    if folded.isEmpty { return !isNull(slot) }
    let finder = ByteFinder(folded)
    return containsFolded(slot) { finder.first(in: $0, from: 0) != nil }
  }

  fileprivate func compares(
    _ slot: UInt32, _ comparison: Filter.Comparison, _ value: CellValue
  ) -> Bool {
    switch self {
    case .integer(let column), .date(_, let column):
      column.contains(slot, FilterOperand<Int>(value)?.range(comparison))
    case .number(let column): column.contains(slot, FilterOperand<Double>(value)?.range(comparison))
    case .text, .boolean, .list: false
    }
  }
}

extension FlatColumn where Element: Comparable {
  fileprivate func contains(_ slot: UInt32, _ range: ClosedRange<Element>?) -> Bool {
    guard let range, let value = self[slot] else { return false }
    return range.contains(value)
  }
}
