/// The least and the greatest value of a number or date among some rows, with a row for each.
///
/// The extremes are kept per chunk. A changed row can only extend the extremes of its chunk,
/// unless it holds one of them; then the chunk must be scanned again.
struct Extremes: Sendable {
  /// An extreme value and a row that has it.
  struct End: Sendable {
    let value: Quantity
    let slot: UInt32
  }

  /// The extremes of a chunk.
  struct Ends: Sendable {
    var least: End
    var greatest: End
  }

  /// The extremes of each chunk; nil if no row of it has a value.
  private(set) var chunks: [Ends?]
  /// The least and the greatest value; nil if no row has one.
  private(set) var range: ClosedRange<Quantity>?

  /// Finds the extremes of a column among some rows.
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

  /// Updates the extremes for a row that may have changed.
  ///
  /// - Parameters:
  ///   - slot: The row.
  ///   - value: Its current value; nil if it has none or is not among the rows.
  /// - Returns: Whether its chunk must be scanned again.
  /// - Complexity: O(1)
  mutating func update(_ slot: UInt32, _ value: Quantity?) -> Bool {
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

  /// Scans a chunk again.
  ///
  /// - Complexity: O(rows of the chunk + chunks)
  mutating func recount(_ chunk: Int, of column: Column, among rows: RowSet) {
    chunks[chunk] = column.ends(of: chunk, among: rows)
    findRange()
  }
}

extension Column {
  /// Returns the value of a number or date as a quantity; nil if there is none.
  func quantity(_ slot: UInt32) -> Quantity? {
    switch self {
    case .integer(let column): column[slot].map(Quantity.integer)
    case .number(let column): column[slot].flatMap { Quantity($0) }
    case .date(_, let column): column[slot].map { .date(Timestamp(microseconds: $0)) }
    case .text, .boolean, .list: preconditionFailure("these are neither numbers nor dates")
    }
  }

  /// Returns the extremes of some rows in a chunk; nil if none has a value.
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
