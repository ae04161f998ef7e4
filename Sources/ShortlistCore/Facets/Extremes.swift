/// The least and the greatest value of a number or date among some rows, with a row for each.
///
/// They are kept by chunks. A row that changes can only extend those of its chunk, unless it is the
/// row of one of them: then that chunk is looked at again.
struct Extremes: Sendable {
  /// A value and a row that has it.
  struct End: Sendable {
    let value: Quantity
    let slot: UInt32
  }

  /// Those of a chunk.
  struct Ends: Sendable {
    var least: End
    var greatest: End
  }

  /// Of each chunk, nil where no row has a value.
  private(set) var chunks: [Ends?]
  /// The least and the greatest value, nil if no row has one.
  private(set) var range: ClosedRange<Quantity>?

  /// Looks at the values of a column among some rows.
  ///
  /// - Complexity: O(rows), in chunks that the workers share
  init(_ column: Column, among rows: RowSet, workers: Workers) {
    chunks = workers.map(Chunk.count(for: rows.universe)) { column.ends(of: $0, among: rows) }
    findRange()
  }

  private mutating func findRange() {
    range = nil
    for ends in chunks {
      guard let ends else { continue }
      extend(to: ends.least.value)
      extend(to: ends.greatest.value)
    }
  }

  private mutating func extend(to value: Quantity) {
    range = range.map { min($0.lowerBound, value)...max($0.upperBound, value) } ?? value...value
  }

  /// Takes a row in that may have changed.
  ///
  /// - Parameters:
  ///   - slot: The row.
  ///   - value: The value that it has now, nil if it has none or is not among the rows.
  /// - Returns: Whether its chunk must be looked at again.
  /// - Complexity: O(1)
  mutating func note(_ slot: UInt32, _ value: Quantity?) -> Bool {
    let chunk = Int(slot >> Chunk.shift)
    while chunks.count <= chunk { chunks.append(nil) }
    guard var ends = chunks[chunk] else {
      guard let value else { return false }
      let end = End(value: value, slot: slot)
      chunks[chunk] = Ends(least: end, greatest: end)
      extend(to: value)
      return false
    }
    if let value, value <= ends.least.value {
      ends.least = End(value: value, slot: slot)
      extend(to: value)
    } else if ends.least.slot == slot {
      return true
    }
    if let value, value >= ends.greatest.value {
      ends.greatest = End(value: value, slot: slot)
      extend(to: value)
    } else if ends.greatest.slot == slot {
      return true
    }
    chunks[chunk] = ends
    return false
  }

  /// Looks at a chunk again.
  ///
  /// - Complexity: O(rows of the chunk + chunks)
  mutating func recount(_ chunk: Int, of column: Column, among rows: RowSet) {
    chunks[chunk] = column.ends(of: chunk, among: rows)
    findRange()
  }
}

extension Column {
  /// The value of a number or date, in the form that measures have; nil for none.
  func quantity(_ slot: UInt32) -> Quantity? {
    switch self {
    case .integer(let column): column[slot].map(Quantity.integer)
    case .number(let column): column[slot].flatMap { Quantity($0) }
    case .date(_, let column): column[slot].map { .date(Timestamp(microseconds: $0)) }
    case .text, .boolean, .list: preconditionFailure("these are neither numbers nor dates")
    }
  }

  /// The extremes of some rows in a chunk, nil if none has a value.
  fileprivate func ends(of chunk: Int, among rows: RowSet) -> Extremes.Ends? {
    let slots =
      switch self {
      case .integer(let column), .date(_, let column):
        column.extremeSlots(of: chunk, among: rows)
      case .number(let column): column.extremeSlots(of: chunk, among: rows)
      case .text, .boolean, .list: preconditionFailure("these are neither numbers nor dates")
      }
    guard let slots, let least = quantity(slots.least), let greatest = quantity(slots.greatest)
    else { return nil }
    return Extremes.Ends(
      least: .init(value: least, slot: slots.least),
      greatest: .init(value: greatest, slot: slots.greatest))
  }
}
