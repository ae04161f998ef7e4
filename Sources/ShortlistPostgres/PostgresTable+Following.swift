import Dispatch
import Shortlist
package import ShortlistCore
import Synchronization

extension PostgresTable {
  /// Returns what other connections have committed since the last call or the initial read.
  ///
  /// With a journal or the server's log, reads the rows that new entries name. Without one, reads
  /// the rows that transactions have made since, and all rows if some are missing. Compares all
  /// rows of views, of foreign tables, and after the connection was lost.
  ///
  /// - Parameter table: The rows that the list shows.
  /// - Returns: The current state of each row that differs from `table`. If the columns changed,
  ///   the whole table.
  /// - Throws: `SourceError` if the server or the table cannot be read. `wakeups` signals when to call
  ///   again.
  package func foreignChanges(in table: RowTable) async throws -> StoredChanges {
    do {
      return try await perform { [self] flag in
        do { return try look(in: table, until: flag) } catch let failure as PostgresError {
          // The connection was lost, or the table changed between two statements.
          if flag.isSet { throw failure }
          return try look(in: table, until: flag)
        }
      }
    } catch let error as CancellationError {
      throw error
    } catch {
      DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + 1) { [wakeups] in
        wakeups.signal()
      }
      throw (error as? PostgresError).map { address.error($0.reason) } ?? error
    }
  }

  private func look(in table: RowTable, until flag: CancellationFlag) throws -> StoredChanges {
    let start = ContinuousClock.now
    do {
      let (found, position) = try attempt(until: flag) { connection in
        try begin("READ ONLY", on: connection, locking: state.withLock(\.position))
        let found = try changes(in: table, on: connection)
        try connection.query("COMMIT")
        return found
      }
      keep(position, lookingTook: .now - start)
      return found
    } catch is SchemaChangedError {
      return StoredChanges(table: try reread(until: flag))
    }
  }

  /// Returns the rows that differ from the list's, and the state of the table, within a
  /// transaction.
  ///
  /// - Throws: `SchemaChangedError` if the columns or the key changed.
  func changes(
    in table: RowTable, on connection: PostgresConnection
  ) throws -> (StoredChanges, Position) {
    let (known, blank) = state.withLock { ($0.position, $0.blank) }
    guard let known else { throw address.error("the table was not read") }
    let position = try position(on: connection, asked: blank?.askedID)
    let columns = position.shape.columns
    guard position.hasForm(of: known),
      table.schema.entries.elementsEqual(columns, by: { $0.name.isExactly($1.name) })
    else { throw SchemaChangedError() }
    return (try changes(in: table, since: known, to: position, on: connection), position)
  }

  /// Returns the rows that differ from the list's, within a transaction.
  func changes(
    in table: RowTable, since known: Position, to position: Position,
    on connection: PostgresConnection
  ) throws -> StoredChanges {
    var comparison = RowComparison(table, position)
    guard known.isCertain, known.isSameTable(as: position), let snapshot = known.snapshot else {
      return try comparison.all(on: connection)
    }
    if let entries = try changes(from: known, to: position, on: connection) {
      return try comparison.rows(in: entries, on: connection)
    }
    guard known.hasVersions && position.hasVersions else {
      return try comparison.all(on: connection)
    }
    return try comparison.rows(since: snapshot, on: connection)
  }
}

/// Finds the rows of a table that differ from a list's.
private struct RowComparison {
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

  init(_ table: RowTable, _ position: PostgresTable.Position) {
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

extension TableShape {
  /// Returns the values of a row whose columns are the fields from `first` on.
  func values(of row: WireRow, after first: Int = 0, _ types: [AttributeType]) -> [CellValue] {
    columns.indices.map { index in
      var value = TypedValue(types[index])
      row.with(first + index) { columns[index].kind.hand($0, as: types[index], to: &value) }
      return value.value
    }
  }
}
