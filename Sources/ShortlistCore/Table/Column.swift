/// The values of one attribute, by slot.
enum Column: Sendable {
  case text(TextColumn)
  case integer(FlatColumn<Int>)
  case number(FlatColumn<Double>)
  case boolean(FlatColumn<Bool>)
  /// The texts as written, and the instants in microseconds.
  case date(TextColumn, FlatColumn<Int>)
  case list(ListColumn)

  /// The value in a slot.
  func value(_ slot: UInt32) -> CellValue {
    switch self {
    case .text(let column): column[slot].map(CellValue.text) ?? .null
    case .integer(let column): column[slot].map(CellValue.integer) ?? .null
    case .number(let column): column[slot].map(CellValue.number) ?? .null
    case .boolean(let column): column[slot].map(CellValue.boolean) ?? .null
    case .date(let column, _): column[slot].flatMap(Timestamp.init).map(CellValue.date) ?? .null
    case .list(let column): column[slot].map(CellValue.list) ?? .null
    }
  }

  /// The same column with all chunks of a table of so many slots in full, for those who look at all
  /// rows: a chunk in which hardly a row has a value has only these.
  ///
  /// - Complexity: O(chunks); O(rows) where chunks have only a few values
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

  /// The distinct texts of a column that may have codes.
  var pool: TextPool? {
    switch self {
    case .text(let column), .date(let column, _): column.pool
    case .list(let column): column.pool
    case .integer, .number, .boolean: nil
    }
  }

  /// Whether there is no value in a slot.
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
