/// The values of one attribute, indexed by slot.
///
/// A copy of a column retains up to twelve objects, which takes longer than reading a value.
/// Functions that read one slot therefore access the column in the table's array and keep no copy.
enum Column: Sendable {
  case text(TextColumn)
  case integer(FlatColumn<Int>)
  case number(FlatColumn<Double>)
  case boolean(FlatColumn<Bool>)
  /// The dates as written, and the instants in microseconds.
  case date(TextColumn, FlatColumn<Int>)
  case list(ListColumn)

  /// Returns the value in a slot.
  func value(_ slot: UInt32) -> CellValue {
    switch self {
    case .text(let column): column[slot].map(CellValue.text) ?? .null
    case .integer(let column): column[slot].map(CellValue.integer) ?? .null
    case .number(let column): column[slot].map(CellValue.number) ?? .null
    case .boolean(let column): column[slot].map(CellValue.boolean) ?? .null
    case .date(let column, _):
      column[slot].flatMap { Timestamp($0, .civil) }.map(CellValue.date) ?? .null
    case .list(let column): column[slot].map(CellValue.list) ?? .null
    }
  }

  /// Returns the column with all chunks expanded to full storage, for a scan of all rows.
  ///
  /// A sparse chunk stores only the few values that it has; `slots` is the number of slots of the
  /// table.
  ///
  /// - Complexity: O(chunks); O(rows) if chunks are sparse
  func whole(_ slots: Int) -> Column {
    switch self {
    case .text(let column): .text(column.whole(slots))
    case .integer(let column): .integer(column.whole(slots))
    case .number(let column): .number(column.whole(slots))
    case .boolean(let column): .boolean(column.whole(slots))
    case .date(let texts, let instants):
      .date(texts.whole(slots), instants.whole(slots))
    case .list(let column): .list(column.whole(slots))
    }
  }

  /// The column with all pieces in memory, for algorithms that go to rows in any order.
  ///
  /// - Complexity: O(chunks); O(rows) if pieces must be read
  var loaded: Column {
    switch self {
    case .text(let column): .text(column.loaded)
    case .integer(let column): .integer(column.loaded)
    case .number(let column): .number(column.loaded)
    case .boolean(let column): .boolean(column.loaded)
    case .date(let texts, let instants): .date(texts.loaded, instants.loaded)
    case .list(let column): .list(column.loaded)
    }
  }

  /// The pool of distinct texts, for columns that can have one.
  var pool: TextPool? {
    switch self {
    case .text(let column), .date(let column, _): column.pool
    case .list(let column): column.pool
    case .integer, .number, .boolean: nil
    }
  }

  /// Returns the slot of an integer among the first `count` slots, whose values are strictly
  /// ascending; nil if it is not there, or if this is no column of integers.
  ///
  /// - Complexity: O(log count); O(1) if there are no gaps
  func slot(of value: Int, below count: Int) -> UInt32? {
    if case .integer(let flat) = self { flat.slot(of: value, below: count) } else { nil }
  }

  /// Returns whether a slot is null.
  func isNull(_ slot: UInt32) -> Bool {
    switch self {
    case .text(let column), .date(let column, _): column.isNull(slot)
    case .integer(let column): column[slot] == nil
    case .number(let column): column[slot] == nil
    case .boolean(let column): column[slot] == nil
    case .list(let column): column.codes(slot) == nil
    }
  }
}
