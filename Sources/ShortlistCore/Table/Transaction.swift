/// The checked net effect of a sequence of operations on a table, not yet applied.
///
/// Each row appears once; all operations on it are combined.
struct Transaction: Sendable {
  /// The change to one row.
  enum Change: Sendable {
    /// Inserts a row with an id.
    case insert(RowID, [CellValue])
    /// Sets values in some columns, each of which differs from the current one; in none for a row
    /// that counts as changed all the same.
    case update(UInt32, [(column: Int, value: CellValue)])
    /// Deletes the row.
    case delete(UInt32)
    /// Deletes the row and inserts it again at the end of the source order.
    case replace(UInt32, RowID, [CellValue])
  }

  /// The changes; new rows are in insertion order.
  private(set) var changes: [Change] = []
  /// The ids of all inserts, in order, including rows that were deleted again.
  private(set) var inserted: [RowID] = []
  /// The number of the next row without an id.
  private(set) var nextNumber: Int
  /// The total size of the texts that the changes set, in bytes.
  private(set) var textBytes = 0

  /// The combined effect of the operations on a row so far.
  private struct PendingRow {
    let id: RowID
    /// The row's slot before the transaction, if it existed.
    var slot: UInt32?
    var isDeleted = false
    /// The values set in the existing row, at most one per column.
    var cells: [(column: Int, value: CellValue)] = []
    /// The inserted row, and the number of inserts before it.
    var inserted: (row: [CellValue], place: Int)?

    var exists: Bool { inserted != nil || slot != nil && !isDeleted }
  }

  /// The rows that operations name, in the order of first mention.
  private struct PendingRows {
    private(set) var all: [PendingRow] = []
    /// The index of each row in `all`; empty for few rows, which are searched linearly.
    private var places: [RowID: Int] = [:]
    private let isFew: Bool

    init(capacity: Int) {
      isFew = capacity <= 8
      all.reserveCapacity(capacity)
      if !isFew { places.reserveCapacity(capacity) }
    }

    /// Updates the pending state of a row; `slot` is its slot before the transaction.
    mutating func change(
      _ id: RowID, slot: @autoclosure () -> UInt32?,
      _ body: (inout PendingRow) throws(Refusal) -> Void
    ) throws(Refusal) {
      if let place = isFew ? all.firstIndex(where: { $0.id == id }) : places[id] {
        return try body(&all[place])
      }
      if !isFew { places[id] = all.count }
      all.append(PendingRow(id: id, slot: slot()))
      try body(&all[all.count - 1])
    }
  }

  /// Combines operations on a table.
  ///
  /// A function borrows the table; an initializer would copy it.
  ///
  /// - Parameters:
  ///   - operations: The operations.
  ///   - table: The table.
  ///   - touched: The updated rows that count as changed even if no value does.
  /// - Returns: The transaction.
  /// - Throws: `WriteError` at the first operation that is invalid.
  /// - Complexity: O(operations), on average
  static func make(
    _ operations: [RowOperation], on table: RowTable, touching touched: Set<RowID> = []
  ) throws(WriteError) -> Self {
    var transaction = Self(nextNumber: table.nextNumber)
    var pending = PendingRows(capacity: operations.count)
    // Look up all rows first, so that their memory accesses overlap.
    let ids = operations.map { Self.namedID($0, table) }
    let slots = ids.map { id in id.flatMap { table.slot(of: $0) } }
    for (index, operation) in operations.enumerated() {
      do throws(Refusal) {
        try transaction.add(operation, of: ids[index], in: slots[index], to: &pending, table)
      } catch {
        throw WriteError(index: index, reason: error.reason)
      }
    }
    transaction.makeChanges(pending.all, table, touched)
    // The combined changes do not tell which operation exceeded the limit; report the last one.
    if let limit = transaction.excessiveLimit(in: table) {
      throw WriteError(index: operations.count - 1, reason: limit.reason)
    }
    return transaction
  }

  /// Creates a transaction for the rows that were appended to a table's source.
  ///
  /// Skips rows without an id and rows with an id that another row has.
  ///
  /// - Throws: `SourceError` if the rows exceed a limit.
  static func make(
    appending appended: AppendedRows, to table: RowTable
  ) throws(SourceError) -> Self {
    var transaction = Self(nextNumber: table.nextNumber)
    if appended.isAnew { table.rows.forEach { transaction.changes.append(.delete($0)) } }
    var seen: Set<RowID> = []
    for row in appended.rows {
      guard let id = try? transaction.id(of: row, table), seen.insert(id).inserted else { continue }
      switch table.slot(of: id) {
      case let slot? where appended.isAnew: transaction.changes.append(.replace(slot, id, row))
      case nil: transaction.changes.append(.insert(id, row))
      default: continue
      }
      transaction.inserted.append(id)
    }
    if appended.isAnew {
      let replaced = Set(
        transaction.changes.compactMap {
          if case .replace(let slot, _, _) = $0 { slot } else { nil }
        })
      transaction.changes.removeAll {
        if case .delete(let slot) = $0 { replaced.contains(slot) } else { false }
      }
    }
    try transaction.checkRoom(in: table)
    return transaction
  }

  private mutating func checkRoom(in table: RowTable) throws(SourceError) {
    if let limit = excessiveLimit(in: table) {
      throw SourceError(path: table.path, reason: limit.reason)
    }
  }

  /// Counts the text bytes of the changes and returns the limit of the table that they exceed, if
  /// any.
  private mutating func excessiveLimit(in table: RowTable) -> TableLimit? {
    textBytes = Self.textBytes(of: changes)
    return table.excess(of: changes, textBytes: textBytes)?.limit
  }

  /// Creates a transaction that applies a replacement in which remaining rows keep their places and
  /// new rows come last.
  ///
  /// - Throws: `WriteError` if a row is invalid, has changed since the comparison, or exceeds a
  ///   limit.
  static func make(
    _ replacement: RowReplacement, of table: RowTable
  ) throws(WriteError) -> Self {
    var transaction = Self(nextNumber: 0)
    replacement.gone.forEach { transaction.changes.append(.delete($0)) }
    for index in replacement.changed {
      let row = try replacement.rows[index]
      let slot = replacement.slots[index]
      if slot == RowReplacement.none {
        let id = try replacement.rows.id(index)
        transaction.changes.append(.insert(id, row))
        transaction.inserted.append(id)
        continue
      }
      let cells = row.indices.filter { !table.columns.span[$0].holds(row[$0], slot) }
      transaction.changes.append(.update(slot, cells.map { ($0, row[$0]) }))
    }
    if let limit = transaction.excessiveLimit(in: table) {
      throw WriteError(index: replacement.rows.count - 1, reason: limit.reason)
    }
    return transaction
  }

  /// Creates a transaction that brings a table in line with its store.
  ///
  /// - Throws: `SourceError` if the changes exceed a limit.
  /// - Complexity: O(changes), on average
  static func make(
    storing changes: StoredChanges, in table: RowTable
  ) throws(SourceError) -> Self {
    var transaction = Self(nextNumber: table.nextNumber)
    for (id, row) in changes.rows {
      switch (table.slot(of: id), row) {
      case (let slot?, let row?):
        let cells = row.indices.filter { table.columns.span[$0].value(slot) != row[$0] }
        if !cells.isEmpty || changes.touched.contains(id) {
          transaction.changes.append(.update(slot, cells.map { ($0, row[$0]) }))
        }
      case (nil, let row?):
        transaction.changes.append(.insert(id, row))
        transaction.inserted.append(id)
      case (let slot?, nil): transaction.changes.append(.delete(slot))
      case (nil, nil): break
      }
    }
    try transaction.checkRoom(in: table)
    return transaction
  }

  /// Creates the transaction of a step from a table to the next version of it.
  ///
  /// - Parameters:
  ///   - rows: The rows that may differ.
  ///   - before: The table before.
  ///   - after: The table after.
  /// - Returns: The transaction, and the slots of the rows after it, in the same order.
  /// - Complexity: O(changes)
  static func step(
    _ rows: [TableStep.Row], from before: RowTable, to after: RowTable
  ) -> (transaction: Self, slots: [UInt32?]) {
    var transaction = Self(nextNumber: 0)
    var slots: [UInt32?] = []
    for row in rows {
      switch (row.before, row.after) {
      case (let old?, let new?) where old == new:
        let cells = before.columns.indices.compactMap {
          column -> (column: Int, value: CellValue)? in
          let value = after.columns.span[column].value(new)
          return before.columns.span[column].holds(value, old) ? nil : (column, value)
        }
        if cells.isEmpty && !row.isTouched { continue }
        transaction.changes.append(.update(old, cells))
      case (let old?, let new?):
        transaction.changes.append(.replace(old, after.id(new), after.row(new)))
      case (nil, let new?): transaction.changes.append(.insert(after.id(new), after.row(new)))
      case (let old?, nil): transaction.changes.append(.delete(old))
      case (nil, nil): continue
      }
      slots.append(row.after)
    }
    return (transaction, slots)
  }

  /// Creates a transaction that changes nothing.
  private init(nextNumber: Int) { self.nextNumber = nextNumber }

  private struct Refusal: Error {
    var reason: String
  }

  private mutating func add(
    _ operation: RowOperation, of named: RowID?, in slot: UInt32?, to pending: inout PendingRows,
    _ table: RowTable
  ) throws(Refusal) {
    switch operation {
    case .insert(let values):
      let row = try Self.row(values, table)
      let id = try id(of: row, table)
      try pending.change(id, slot: table.slot(of: id)) { (pendingRow) throws(Refusal) in
        if pendingRow.exists { throw Refusal(reason: "there is a row \(id) already") }
        pendingRow.inserted = (row, inserted.count)
      }
      inserted.append(id)
    case .update(let values):
      guard let id = named else {
        throw Refusal(reason: "an update names the row by \(table.idAttribute ?? "id")")
      }
      let cells = Self.cells(values, table)
      try pending.change(id, slot: slot) { (pendingRow) throws(Refusal) in
        if !pendingRow.exists { throw Refusal(reason: "there is no row \(id)") }
        for (column, value) in try cells.get() {
          if pendingRow.inserted == nil {
            pendingRow.cells.removeAll { $0.column == column }
            pendingRow.cells.append((column, value))
          } else {
            pendingRow.inserted?.row[column] = value
          }
        }
      }
    case .delete(let id):
      try pending.change(id, slot: slot) { (pendingRow) throws(Refusal) in
        if !pendingRow.exists { throw Refusal(reason: "there is no row \(id)") }
        pendingRow.inserted = nil
        pendingRow.isDeleted = true
      }
    }
  }

  /// Returns the id of the row that an update or delete names, or nil if it names none.
  static func namedID(_ operation: RowOperation, _ table: RowTable) -> RowID? {
    switch operation {
    case .update(let values):
      let name = BinaryString(table.idAttribute ?? "id")
      return values.members.last { BinaryString($0.name) == name }.flatMap { RowID($0.value) }
    case .delete(let id): return id
    case .insert: return nil
    }
  }

  /// Returns the id of a row to insert.
  private mutating func id(of row: [CellValue], _ table: RowTable) throws(Refusal) -> RowID {
    guard case .attribute(let ids) = table.identity else {
      defer { nextNumber += 1 }
      return .integer(nextNumber)
    }
    // The store assigns this id; until it does, a placeholder serves.
    guard ids.attribute < row.count else {
      if case .integer = table.columns[ids.attribute] { return .integer(Int.min) }
      return .text("")
    }
    guard let id = RowID(row[ids.attribute]) else { throw Refusal(reason: "a row needs an id") }
    return id
  }

  /// Returns a full row of values.
  private static func row(_ values: RowValues, _ table: RowTable) throws(Refusal) -> [CellValue] {
    var row = [CellValue](repeating: .null, count: table.schema.entries.count)
    for member in values.members {
      let (column, value) = try cell(member, table)
      row[column] = value
    }
    return row
  }

  /// Returns the cells that an update sets, or a refusal that is thrown only if the row exists.
  private static func cells(
    _ values: RowValues, _ table: RowTable
  ) -> Result<[(Int, CellValue)], Refusal> {
    let name = BinaryString(table.idAttribute ?? "id")
    return Result { () throws(Refusal) in
      var cells: [(Int, CellValue)] = []
      for member in values.members where BinaryString(member.name) != name {
        cells.append(try cell(member, table))
      }
      return cells
    }
  }

  private static func cell(
    _ member: RowValues.Member, _ table: RowTable
  ) throws(Refusal) -> (Int, CellValue) {
    guard let column = table.schema.index(of: member.name) else {
      throw Refusal(reason: "there is no attribute \(member.name)")
    }
    let type = table.schema.entries[column].type
    guard let value = type.fitting(member.value, table.schema.dates) else {
      throw Refusal(
        reason: "\(member.value.text) is not of type \(type.rawValue) (\(member.name))")
    }
    return (column, value)
  }

  /// Converts the pending rows to changes.
  private mutating func makeChanges(
    _ pending: [PendingRow], _ table: RowTable, _ touched: Set<RowID>
  ) {
    var inserts: [(place: Int, change: Change)] = []
    for pendingRow in pending {
      switch (pendingRow.slot, pendingRow.inserted) {
      case (let slot?, let inserted?):
        inserts.append((inserted.place, .replace(slot, pendingRow.id, inserted.row)))
      case (nil, let inserted?):
        inserts.append((inserted.place, .insert(pendingRow.id, inserted.row)))
      case (let slot?, nil) where pendingRow.isDeleted: changes.append(.delete(slot))
      case (let slot?, nil):
        let cells = pendingRow.cells.filter {
          table.columns.span[$0.column].value(slot) != $0.value
        }
        if !cells.isEmpty || touched.contains(pendingRow.id) {
          changes.append(.update(slot, cells))
        }
      case (nil, nil): break
      }
    }
    changes += inserts.sorted { $0.place < $1.place }.map(\.change)
  }
}
