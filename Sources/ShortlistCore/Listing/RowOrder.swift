/// The order of rows under a sort.
///
/// Compares the current values. The source's key breaks ties, or the slot if the source has no key.
struct RowOrder: Sendable {
  /// The columns to compare, the most significant first.
  let keys: [Key]
  /// The columns of the source's key, which are compared exactly.
  let keyColumns: [Int]

  /// A column to compare.
  struct Key: Sendable {
    let column: Int
    let order: SortKey.Order
    /// The order of texts; nil for the plain one.
    let collator: TextCollator?
  }

  /// The columns whose values decide the order.
  var columns: [Int] { keys.map(\.column) }

  /// Creates the order of a sort over a table.
  ///
  /// - Precondition: The table has all attributes of the sort.
  init(_ sort: [SortKey], table: RowTable) {
    keys = sort.map {
      Key(
        column: table.index(of: $0.attribute), order: $0.order, collator: $0.collation.collator)
    }
    keyColumns = table.keyColumns
  }

  /// Returns whether row `a` of a table with these columns comes before row `b`.
  func isBefore(_ a: UInt32, _ b: UInt32, in columns: [Column]) -> Bool {
    for key in keys {
      let order = columns.span[key.column].compare(a, b, key)
      if order != 0 { return order < 0 }
    }
    for column in keyColumns {
      let order = columns.span[column].compareExactly(a, b)
      if order != 0 { return order < 0 }
    }
    return a < b
  }
}

extension Column {
  /// Compares the values in two slots; missing values come last in either order.
  ///
  /// - Returns: A negative number, 0 or a positive number if `a` sorts before, with or after `b`.
  func compare(_ a: UInt32, _ b: UInt32, _ key: RowOrder.Key) -> Int {
    let order = key.order
    return switch self {
    case .text(let texts): texts.compare(a, b, key)
    case .integer(let flat), .date(_, let flat): flat.compare(a, b, order)
    case .number(let flat): flat.compare(a, b, order)
    case .boolean(let flat):
      compareOptional(flat[a].map { $0 ? 1 : 0 }, flat[b].map { $0 ? 1 : 0 }, order)
    case .list(let lists):
      compareOptional(lists.codes(a)?.first, lists.codes(b)?.first, order) {
        lists.pool.block.compare(Int($0) - 1, Int($1) - 1, key.collator)
      }
    }
  }
}

extension SortKey.Collation {
  /// The order of texts; nil for the plain one.
  var collator: TextCollator? {
    switch self {
    case .plain: nil
    case .natural: .natural
    case .language(let tag): .alphabet(.of(LanguageTag(tag) ?? .none))
    }
  }
}

extension FlatColumn where Element: Comparable {
  fileprivate func compare(_ a: UInt32, _ b: UInt32, _ order: SortKey.Order) -> Int {
    compareOptional(self[a], self[b], order)
  }
}

extension TextColumn {
  fileprivate func compare(_ a: UInt32, _ b: UInt32, _ key: RowOrder.Key) -> Int {
    if areSame(a, b) { return 0 }
    let order = key.order
    if let collator = key.collator {
      let found = with(a, for: collator) { a in
        with(b, for: collator) { b in collator.compare(a, b) } ?? 0
      }
      if let found, found != 0 { return order == .ascending ? found : -found }
    }
    let found = withFolded(a) { a in
      withFolded(b) { b in Bytes.compare(a, b) } ?? (order == .ascending ? -1 : 1)
    }
    guard var found else { return isNull(b) ? 0 : 1 }
    if found == 0 {
      found = withShown(a) { a in withShown(b) { b in Bytes.compare(a, b) } ?? 0 } ?? 0
    }
    return order == .ascending ? found : -found
  }
}

extension TextBlock {
  /// Returns a negative number, 0 or a positive number if text `a` sorts before, with or after `b`.
  func compare(_ a: Int, _ b: Int, _ collator: TextCollator? = nil) -> Int {
    if a == b { return 0 }
    if let collator {
      let texts = texts(for: collator)
      let order = texts.with(a) { a in texts.with(b) { b in collator.compare(a, b) } }
      if order != 0 { return order }
    }
    let order = folded.with(a) { a in folded.with(b) { b in Bytes.compare(a, b) } }
    if order != 0 { return order }
    return shown.with(a) { a in shown.with(b) { b in Bytes.compare(a, b) } }
  }
}

/// Compares values that may be missing; missing values come last in either order.
private func compareOptional<CellValue>(
  _ a: CellValue?, _ b: CellValue?, _ order: SortKey.Order,
  by compare: (CellValue, CellValue) -> Int
) -> Int {
  switch (a, b) {
  case (nil, nil): 0
  case (nil, _): 1
  case (_, nil): -1
  case (let a?, let b?): order == .ascending ? compare(a, b) : compare(b, a)
  }
}

private func compareOptional<CellValue: Comparable>(
  _ a: CellValue?, _ b: CellValue?, _ order: SortKey.Order
) -> Int {
  compareOptional(a, b, order) { $0 < $1 ? -1 : $0 == $1 ? 0 : 1 }
}
