/// What a store asks of a table to see what is different in it.
extension RowTable {
  /// The slot of a row, nil if there is none.
  package func place(of id: RowID) -> UInt32? { slot(of: id) }

  /// The value of a row.
  package func value(_ slot: UInt32, _ attribute: Int) -> CellValue {
    columns[attribute].value(slot)
  }

  /// Whether a row has no value.
  package func isNull(_ slot: UInt32, _ attribute: Int) -> Bool { columns[attribute].isNull(slot) }

  /// Whether the value of a row is a whole number; nil if that takes a closer look.
  package func holds(_ integer: Int, _ slot: UInt32, _ attribute: Int) -> Bool? {
    switch columns[attribute] {
    case .integer(let flat): flat[slot] == integer
    case .number(let flat): flat[slot] == Double(integer)
    case .boolean(let flat): integer == 0 || integer == 1 ? flat[slot] == (integer == 1) : nil
    case .text, .date, .list: nil
    }
  }

  /// Whether the value of a row is a number; nil if that takes a closer look.
  package func holds(_ number: Double, _ slot: UInt32, _ attribute: Int) -> Bool? {
    if case .number(let flat) = columns[attribute] { flat[slot] == number } else { nil }
  }

  /// Whether the value of a row is a text; nil if that takes a closer look.
  package func holds(_ text: Span<UInt8>, _ slot: UInt32, _ attribute: Int) -> Bool? {
    switch columns[attribute] {
    case .text(let texts): texts.withShown(slot) { $0.isSame(as: text) } ?? false
    // What is no date is null.
    case .date(let texts, _): texts.withShown(slot) { $0.isSame(as: text) } == true ? true : nil
    case .integer, .number, .boolean, .list: nil
    }
  }

  /// A value of an operation as its attribute holds it.
  ///
  /// - Throws: `WriteRefusal` of operation 0 if there is no such attribute, or the value does not fit.
  package func fitting(_ member: RowValues.Member) throws(WriteRefusal) -> CellValue {
    guard let type = schema.type(of: member.name) else {
      throw WriteRefusal(index: 0, reason: "there is no attribute \(member.name)")
    }
    guard let value = type.fitting(member.value) else {
      throw WriteRefusal(
        index: 0,
        reason: "\(member.value.text) is not of type \(type.rawValue) (\(member.name))")
    }
    return value
  }
}

/// Rows of a table that were found in its store, and so the ids of those that were not.
package struct FoundRows: Sendable {
  private let table: RowTable
  private var missing: RowSet

  /// Begins with no row found.
  package init(of table: RowTable) {
    self.table = table
    missing = table.rows
  }

  /// Begins with no row found of those whose ids are whole numbers in ranges.
  ///
  /// Nil if ids are something else.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - ranges: Ranges in order without common numbers.
  /// - Complexity: O(slots · log ranges); O(ranges) if each has one number
  package init?(of table: RowTable, in ranges: [ClosedRange<Int>]) {
    guard let slots = table.slots(withIDsIn: ranges) else { return nil }
    self.table = table
    missing = RowSet(universe: table.slots)
    for slot in slots { missing[slot] = true }
  }

  /// Notes that the row in a slot was found.
  package mutating func note(_ slot: UInt32) { missing[slot] = false }

  /// The ids of the rows that were not found.
  package var missingIDs: [RowID] { missing.slots.map(table.id) }
}

extension RowTable {
  /// The slots of the rows whose ids are whole numbers in ranges, which are in order; nil if ids are
  /// something else.
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
  /// A whole number of a store as a value; null if it does not fit.
  package func value(_ integer: Int) -> CellValue {
    switch self {
    case .text: .text(String(integer))
    case .integer: .integer(integer)
    case .number: .number(Double(integer))
    case .boolean: integer == 0 ? .boolean(false) : integer == 1 ? .boolean(true) : .null
    case .date, .list: .null
    }
  }

  /// A number of a store as a value; null if it does not fit.
  package func value(_ number: Double) -> CellValue {
    switch self {
    case .text: .text(number.isFinite ? NumberText.text(number) : number.description)
    case .number where number.isFinite: .number(number)
    case .integer, .number, .boolean, .date, .list: .null
    }
  }
}
