import GRDB
import ShortlistCore

/// Performs operations on a table, within a transaction.
struct RowWriter {
  let shape: TableShape
  let key: TableKey
  let table: RowTable
  let database: Database
  /// Whether the list shows values that no attribute can hold.
  let describes: Bool
  /// The journal that records the written rows; nil if there is none.
  let journal: Journal?

  private var ids: IDReader { IDReader(of: shape, key, table.schema, describes: describes) }

  /// Performs operations in order.
  ///
  /// - Returns: The ids of the inserted rows, in order.
  /// - Throws: `WriteError` for the first operation that fails.
  func write(_ operations: [RowOperation]) throws -> [RowID] {
    var inserted: [RowID] = []
    for (index, operation) in operations.enumerated() {
      do {
        switch operation {
        case .insert(let values): inserted.append(try insert(values))
        case .update(let values): try update(values)
        case .delete(let id): try delete(id)
        }
      } catch let refusal as WriteError {
        throw WriteError(index: index, reason: refusal.reason)
      } catch let failure as SQLiteError {
        throw WriteError(index: index, reason: failure.reason)
      }
    }
    return inserted
  }

  /// Inserts a row.
  ///
  /// - Returns: The id that the row has after all triggers have run.
  private func insert(_ values: RowValues) throws -> RowID {
    let cells = try cells(values.members)
    if let given = givenID(cells), try find(given) {
      throw WriteError(index: 0, reason: "there is a row \(given) already")
    }
    let names = cells.map(\.name.quoted).joined(separator: ", ")
    let marks = cells.map { _ in "?" }.joined(separator: ", ")
    let what = cells.isEmpty ? "DEFAULT VALUES" : "(\(names)) VALUES (\(marks))"
    // The statement has no alias, so column names are unqualified.
    let keys = key.columns.map { if case .rowid = key { $0 } else { $0.quoted } }
    let statement = try Statement(
      kept: "INSERT INTO \(SQL.table(shape)) \(what) RETURNING \(keys.joined(separator: ", "))",
      on: database)
    for (index, cell) in cells.enumerated() { try statement.bind(cell.value, at: index + 1) }
    let entry = try journal?.lastEntry(in: database)
    guard try statement.step() else {
      throw WriteError(index: 0, reason: "the table ignored the row")
    }
    guard let id = try id(ofInserted: statement, after: entry) else {
      throw WriteError(
        index: 0,
        reason: ids.id(ofKey: statement) == nil
          ? "a row needs an id" : "the table did not keep the row")
    }
    while try statement.step() {}
    return id
  }

  /// Returns the values to store; of several members with the same name, the last one counts.
  private func cells(_ members: [RowValues.Member]) throws -> [(name: String, value: CellValue)] {
    var cells: [(name: String, value: CellValue)] = []
    for member in members {
      let value = try table.fitting(member)
      cells.removeAll { $0.name.isExactly(member.name) }
      cells.append((member.name, value))
    }
    return cells
  }

  /// Returns the id that the values give a new row; nil if the table assigns it.
  private func givenID(_ cells: [(name: String, value: CellValue)]) -> RowID? {
    func value(_ name: String) -> CellValue? { cells.first { $0.name.isExactly(name) }?.value }
    switch key {
    case .column(let name): return value(name).flatMap { RowID($0) }
    case .columns(let names):
      let values = names.compactMap(value)
      return values.count == names.count ? .text(values.keyText) : nil
    case .rowid, .place: return nil
    }
  }

  /// Returns the current id of a row, given the key that it was inserted with.
  ///
  /// Triggers may have changed the key since. The result is nil if the row is gone or has no id.
  private func id(ofInserted keys: Statement, after entry: Int?) throws -> RowID? {
    if let id = try id(ofKey: keys) { return id }
    guard let journal, let entry else { return nil }
    let last = try Statement(kept: journal.lastKey, on: database)
    try last.bind(.integer(entry), at: 1)
    for place in 0..<key.columns.count { try last.bind(keys[place], at: place + 2) }
    return try last.step() ? id(ofKey: last) : nil
  }

  /// Returns the id of the row with the key in a statement's first columns; nil if there is no such
  /// row.
  private func id(ofKey keys: Statement) throws -> RowID? {
    let found = try found()
    for place in 0..<key.columns.count { try found.bind(keys[place], at: place + 1) }
    return try found.step() ? ids.id(ofKey: found) : nil
  }

  /// Returns a statement that looks up the key of a row.
  private func found() throws -> Statement {
    try Statement(
      kept: SQL.keys(key, of: shape) + " WHERE " + SQL.hasKey(key, of: shape), on: database)
  }

  private func update(_ values: RowValues) throws {
    let (id, members) = try named(values)
    guard try find(id) else { throw WriteError(index: 0, reason: "there is no row \(id)") }
    let cells = try cells(members)
    if cells.isEmpty { return }
    let sets = cells.enumerated().map { "\($1.name.quoted) = ?\($0 + 1)" }
    let statement = try Statement(
      kept: """
        UPDATE \(SQL.table(shape)) AS \(SQL.alias(of: shape)) SET \(sets.joined(separator: ", ")) \
        WHERE \(SQL.hasKey(key, of: shape, first: cells.count + 1))
        """, on: database)
    for (index, cell) in cells.enumerated() { try statement.bind(cell.value, at: index + 1) }
    try ids.bind(id, to: statement, from: cells.count + 1)
    _ = try statement.step()
  }

  private func delete(_ id: RowID) throws {
    guard try find(id) else { throw WriteError(index: 0, reason: "there is no row \(id)") }
    let statement = try Statement(
      kept: """
        DELETE FROM \(SQL.table(shape)) AS \(SQL.alias(of: shape)) \
        WHERE \(SQL.hasKey(key, of: shape))
        """, on: database)
    try ids.bind(id, to: statement)
    _ = try statement.step()
  }

  /// Returns the id of the row to update, and the members to set.
  ///
  /// An update names its row by id, or by all columns of the key.
  private func named(_ values: RowValues) throws -> (RowID, [RowValues.Member]) {
    func value(_ name: String) -> CellValue? {
      values.members.last { $0.name.isExactly(name) }?.value
    }
    func rest(_ names: [String]) -> [RowValues.Member] {
      values.members.filter { member in !names.contains { member.name.isExactly($0) } }
    }
    if case .columns(let names) = key {
      let parts = names.compactMap(value)
      if parts.count == names.count { return (.text(parts.keyText), rest(names)) }
    }
    let name = table.idAttribute ?? "id"
    guard let id = value(name).flatMap({ RowID($0) }) else {
      throw WriteError(index: 0, reason: "an update names the row by \(name)")
    }
    return (id, rest([name]))
  }

  /// Returns whether there is a row with an id.
  private func find(_ id: RowID) throws -> Bool {
    guard key.values(of: id) != nil else { return false }
    let found = try found()
    try ids.bind(id, to: found)
    // Column affinity makes SQLite find the number 1 for the text '1', which is another id.
    return try found.step() && ids.id(ofKey: found) == id
  }
}
