import ShortlistCore

/// Finds the rows of a table that differ from a list's.
struct RowComparison {
  private let table: RowTable
  private let key: TableKey
  private let shape: TableShape
  private let types: [AttributeType]
  /// The rows of the list that exist; nil where that does not matter.
  private var found: FoundRows?
  private var changes: [(id: RowID, row: [CellValue]?)] = []
  private var changed: Set<RowID> = []
  /// The number of rows in `changes` that the list does not have.
  private var newRows = 0

  init(_ table: RowTable, _ position: TablePosition) {
    self.table = table
    key = position.key
    shape = position.shape
    types = table.schema.entries.map(\.type)
  }

  /// Compares all rows.
  mutating func all(on connection: PostgresConnection) throws -> StoredChanges {
    self = RowComparison(table, key, shape)
    found = FoundRows(of: table)
    try compare(key.rows(of: shape), on: connection)
    return StoredChanges(changes + (found?.missingIDs ?? []).map { ($0, nil) })
  }

  private init(_ table: RowTable, _ key: TableKey, _ shape: TableShape) {
    self.table = table
    self.key = key
    self.shape = shape
    types = table.schema.entries.map(\.type)
  }

  /// Compares the rows that transactions have made that a snapshot did not see, and counts the
  /// rows; if there are fewer, compares all.
  mutating func rows(
    since snapshot: Snapshot, on connection: PostgresConnection
  ) throws -> StoredChanges {
    let oldest = String(snapshot.oldest & 0xffff_ffff)
    guard
      let age = Int(try connection.query("SELECT age($1::xid)::text", [oldest]).text(0, 0) ?? "")
    else { return try all(on: connection) }
    try compare(key.rows(of: shape) + " WHERE age(xmin) <= \(age)", on: connection)
    let count = try connection.query("SELECT count(*)::text FROM \(shape.sql)").text(0, 0)
    if count != String(table.count + newRows) { return try all(on: connection) }
    return StoredChanges(changes)
  }

  /// Reads the rows that entries name.
  mutating func rows(
    in entries: ChangeEntries, on connection: PostgresConnection
  ) throws -> StoredChanges {
    var row = WireRow()
    let rows = try connection.copy(entries.rows)
    let keys = Array(key.columns.indices)
    var gone: [RowID] = []
    var isWhole = true
    while try rows.read(into: &row) {
      // An entry without a key stands for all rows.
      if row.with(0, { _ in true }) == nil { isWhole = false }
      let isThere = row.with(keys.count) { $0.count == 1 && $0[0] != 0 } ?? false
      if let id = key.id(of: row, at: keys, table.schema) { gone.append(id) }
      if isThere { compare(row, after: keys.count + 1, place: 0) }
    }
    if !isWhole { return try all(on: connection) }
    for id in gone where changed.insert(id).inserted && table.place(of: id) != nil {
      changes.append((id, nil))
    }
    return StoredChanges(changes)
  }

  private mutating func compare(_ query: String, on connection: PostgresConnection) throws {
    var row = WireRow()
    let rows = try connection.copy(query)
    var place = 0
    while try rows.read(into: &row) {
      place += 1
      compare(row, after: 0, place: place)
    }
  }

  /// Compares a row with the list; its columns are the fields from `first` on.
  private mutating func compare(_ row: WireRow, after first: Int, place: Int) {
    let places = key.places.map { $0 + first }
    let id =
      key.form == .place ? .integer(place) : key.id(of: row, at: places, table.schema)
    guard let id, changed.insert(id).inserted else { return }
    guard let slot = table.place(of: id) else {
      newRows += 1
      return changes.append((id, values(row, after: first)))
    }
    found?.insert(slot)
    if !isSame(row, after: first, as: slot) { changes.append((id, values(row, after: first))) }
  }

  private func isSame(_ row: WireRow, after first: Int, as slot: UInt32) -> Bool {
    var value = ComparedValue(table, slot)
    for (index, column) in shape.columns.enumerated() {
      value.begin(index)
      row.with(first + index) { column.kind.hand($0, as: types[index], to: &value) }
      if !value.isSame { return false }
    }
    return true
  }

  private func values(_ row: WireRow, after first: Int) -> [CellValue] {
    shape.values(of: row, after: first, types)
  }
}
