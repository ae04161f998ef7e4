/// Queries with which a store finds its differences from a table.
extension RowTable {
  /// Returns the slot of a row, or nil if there is none.
  package func place(of id: RowID) -> UInt32? { slot(of: id) }

  /// Returns a row's value of an attribute.
  package func value(_ slot: UInt32, _ attribute: Int) -> CellValue {
    columns.span[attribute].value(slot)
  }

  /// Returns whether a row's value of an attribute is null.
  package func isNull(_ slot: UInt32, _ attribute: Int) -> Bool {
    columns.span[attribute].isNull(slot)
  }

  /// Returns whether a row's value equals an integer; nil if only comparing the full values can
  /// tell.
  package func holds(_ integer: Int, _ slot: UInt32, _ attribute: Int) -> Bool? {
    switch columns.span[attribute] {
    case .integer(let flat): flat[slot] == integer
    case .number(let flat): flat[slot] == Double(integer)
    case .boolean(let flat): integer == 0 || integer == 1 ? flat[slot] == (integer == 1) : nil
    case .text, .date, .list: nil
    }
  }

  /// Returns whether a row's value equals a number; nil if only comparing the full values can tell.
  package func holds(_ number: Double, _ slot: UInt32, _ attribute: Int) -> Bool? {
    if case .number(let flat) = columns.span[attribute] { flat[slot] == number } else { nil }
  }

  /// Returns whether a row's value equals a text; nil if only comparing the full values can tell.
  package func holds(_ text: Span<UInt8>, _ slot: UInt32, _ attribute: Int) -> Bool? {
    switch columns.span[attribute] {
    case .text(let texts): texts.withShown(slot) { $0.isSame(as: text) } ?? false
    // A text that is not a date is stored as null.
    case .date(let texts, _): texts.withShown(slot) { $0.isSame(as: text) } == true ? true : nil
    case .integer, .number, .boolean, .list: nil
    }
  }

  /// Returns a value of an operation, converted to its attribute's type.
  ///
  /// - Throws: `WriteError` of operation 0 if the attribute does not exist or the value does not
  ///   fit.
  package func fitting(_ member: RowValues.Member) throws(WriteError) -> CellValue {
    guard let type = schema.type(of: member.name) else {
      throw WriteError(index: 0, reason: "there is no attribute \(member.name)")
    }
    guard let value = type.fitting(member.value, schema.dates) else {
      throw WriteError(
        index: 0,
        reason: "\(member.value.text) is not of type \(type.rawValue) (\(member.name))")
    }
    return value
  }
}

/// A record of which rows of a table were found in its store.
package struct FoundRows: Sendable {
  private let table: RowTable
  private var missing: RowSet

  /// Creates a record in which no row has been found.
  package init(of table: RowTable) {
    self.table = table
    missing = table.rows
  }

  /// Creates a record of the rows whose ids are integers in the given ranges, none of them found
  /// yet.
  ///
  /// Nil if the ids are not integers.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - ranges: Disjoint ranges in ascending order.
  /// - Complexity: O(slots · log ranges); O(ranges) if each range has one number
  package init?(of table: RowTable, in ranges: [ClosedRange<Int>]) {
    guard let slots = table.slots(withIDsIn: ranges) else { return nil }
    self.table = table
    missing = RowSet(universe: table.slots)
    for slot in slots { missing[slot] = true }
  }

  /// Marks the row in a slot as found; returns whether it was missing before.
  @discardableResult
  package mutating func insert(_ slot: UInt32) -> Bool {
    defer { missing[slot] = false }
    return missing[slot]
  }

  /// The ids of the rows that were not found.
  package var missingIDs: [RowID] { missing.slots.map(table.id) }
}

extension RowTable {
  /// Returns the slots of the rows whose ids are integers in ascending ranges, or nil if the ids
  /// are not integers.
  fileprivate func slots(withIDsIn ranges: [ClosedRange<Int>]) -> [UInt32]? {
    guard case .attribute(let ids) = identity, case .integer(let flat) = columns[ids.attribute]
    else { return nil }
    if ranges.allSatisfy({ $0.lowerBound == $0.upperBound }) {
      return ranges.compactMap { slot(of: .integer($0.lowerBound)) }
    }
    var found: [UInt32] = []
    rows.forEach { slot in
      guard let id = flat[slot] else { return }
      let place = ranges.indices.partitionPoint { ranges[$0].upperBound < id }
      if place < ranges.count, ranges[place].contains(id) { found.append(slot) }
    }
    return found
  }
}

extension AttributeType {
  /// Returns a store's integer as a value, or null if it does not fit.
  package func value(_ integer: Int) -> CellValue {
    switch self {
    case .text: .text(String(integer))
    case .integer: .integer(integer)
    case .number: .number(Double(integer))
    case .boolean: integer == 0 ? .boolean(false) : integer == 1 ? .boolean(true) : .null
    case .date, .list: .null
    }
  }

  /// Returns a store's number as a value, or null if it does not fit.
  package func value(_ number: Double) -> CellValue {
    switch self {
    case .text: .text(number.isFinite ? NumberText.text(number) : number.description)
    case .number where number.isFinite: .number(number)
    case .integer, .number, .boolean, .date, .list: .null
    }
  }
}
