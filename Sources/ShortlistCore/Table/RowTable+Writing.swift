extension RowTable {
  /// Inserts a row in the next slot.
  ///
  /// - Precondition: No row has the id.
  /// - Complexity: O(attributes), amortised
  mutating func insert(_ id: RowID, _ row: [CellValue]) -> UInt32 {
    precondition(slots < UInt32.max, "\(path) has used up \(slots) slots")
    let slot = UInt32(slots)
    for (index, value) in row.enumerated() { columns[index].set(slot, to: value, slots: slots + 1) }
    // Ids that are not an attribute have their own column after those of the attributes.
    if columns.count > row.count {
      columns[row.count].set(slot, to: id.value, slots: slots + 1)
    }
    slots += 1
    count += 1
    rows.grow(to: slots)
    rows[slot] = true
    changeIdentity(of: slot, id, isThere: true)
    if isInOrder && !keyColumns.isEmpty && slot > 0 { isInOrder = !isBefore(slot, slot - 1) }
    return slot
  }

  /// Updates a value of a row; the id must not change.
  mutating func update(_ slot: UInt32, column: Int, to value: CellValue) {
    let replaced = columns[column].set(slot, to: value, slots: slots, isThere: true)
    stale.bytes += replaced.bytes
    stale.texts += replaced.texts
  }

  /// Deletes a row; its slot stays empty.
  mutating func delete(_ slot: UInt32) {
    let id = id(slot)
    changeIdentity(of: slot, id, isThere: false)
    rows[slot] = false
    items?.remove(slot)
    for column in columns.indices { stale.bytes += columns.span[column].textBytes(slot) }
    count -= 1
  }

  private mutating func changeIdentity(of slot: UInt32, _ id: RowID, isThere: Bool) {
    // Move the index out while it changes to avoid copy-on-write.
    let old = identity
    identity = .number(RowNumbers(count: 0))
    switch consume old {
    case .attribute(var ids):
      let attribute = ids.attribute
      let idOf = { [columns] in RowID(columns.span[attribute].value($0)) }
      if isThere {
        let isNew = ids.insert(slot, id, idOf)
        // In an index file that cannot be read any more, the values may be others than before.
        precondition(isNew || store != nil, "the id \(id) of \(path) is given twice")
      } else if Int(slot) >= ids.sortedSlots {
        let wasThere = ids.remove(id, idOf)
        precondition(wasThere || store != nil, "the id \(id) of \(path) is not in the index")
      }
      identity = .attribute(ids)
    case .number(var numbers):
      if isThere, case .integer(let number) = id { numbers.add(number, slot: slot) }
      identity = .number(numbers)
    }
  }

  /// Skips the numbers of rows that were inserted and deleted in one transaction.
  mutating func skipNumbers(to number: Int) {
    guard case .number(var numbers) = identity else { return }
    numbers.skip(to: number)
    identity = .number(numbers)
  }
}

extension RowID {
  /// The id as a column value.
  fileprivate var value: CellValue {
    switch self {
    case .integer(let integer): .integer(integer)
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    }
  }
}

extension Column {
  /// Sets the value in a slot of a table of `slots` slots, this one included.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - value: The value.
  ///   - slots: The number of slots.
  ///   - isThere: Whether the slot has a row, whose value is replaced.
  /// - Returns: How many pooled texts and how many bytes of texts may be unused now; 0 and 0 if
  ///   there was no row.
  /// - Precondition: The value is null or of the column's type.
  @discardableResult
  mutating func set(
    _ slot: UInt32, to value: CellValue, slots: Int, isThere: Bool = false
  ) -> (texts: Int, bytes: Int) {
    // Move the column out while it changes to avoid copy-on-write.
    let old = self
    self = .boolean(FlatColumn())
    var unused = (texts: 0, bytes: 0)
    switch consume old {
    case .text(var texts):
      if isThere { unused = (-texts.columnPool.count, texts.byteCount(slot)) }
      texts.set(slot, to: value.bytes, slots: slots)
      if isThere { unused.texts += texts.columnPool.count }
      self = .text(texts)
    case .integer(var flat):
      flat.set(slot, to: value.integer, slots: slots)
      self = .integer(flat)
    case .number(var flat):
      flat.set(slot, to: value.number, slots: slots)
      self = .number(flat)
    case .boolean(var flat):
      flat.set(slot, to: value.boolean, slots: slots)
      self = .boolean(flat)
    case .date(var texts, var instants):
      if isThere { unused = (-texts.columnPool.count, texts.byteCount(slot)) }
      texts.set(slot, to: value.bytes, slots: slots)
      if isThere { unused.texts += texts.columnPool.count }
      instants.set(slot, to: value.microseconds, slots: slots)
      self = .date(texts, instants)
    case .list(var lists):
      if isThere { unused = (-lists.columnPool.count, lists.byteCount(slot)) }
      lists.set(slot, to: value.list, slots: slots)
      if isThere { unused.texts += lists.columnPool.count }
      self = .list(lists)
    }
    return unused
  }
}

/// The element that a column stores for a value; nil for null.
extension CellValue {
  /// The UTF-8 text of a text or a date.
  fileprivate var bytes: [UInt8]? {
    switch self {
    case .text(let text): Array(text.utf8)
    case .date(let date): Array(date.text.utf8)
    case .null, .integer, .number, .boolean, .list: nil
    }
  }

  fileprivate var integer: Int? { if case .integer(let integer) = self { integer } else { nil } }
  fileprivate var number: Double? { if case .number(let number) = self { number } else { nil } }
  fileprivate var boolean: Bool? { if case .boolean(let boolean) = self { boolean } else { nil } }
  fileprivate var microseconds: Int? {
    if case .date(let date) = self { date.microseconds } else { nil }
  }
  fileprivate var list: [String]? { if case .list(let list) = self { list } else { nil } }
}
