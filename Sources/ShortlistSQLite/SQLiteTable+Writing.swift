import GRDB
import GRDBSQLite
public import Shortlist
public import ShortlistCore
import Synchronization

extension SQLiteTable {
  /// Carries out operations as one transaction: all of them, or none.
  ///
  /// What the table makes of them counts: defaults, triggers, cascades, rows that give way to others.
  ///
  /// - Parameters:
  ///   - operations: The operations.
  ///   - table: What the list shows.
  /// - Returns: What became of the rows.
  /// - Throws: `WriteRefusal` with SQLite's reason. Nothing is changed then.
  public func write(
    _ operations: [RowOperation], in table: ShortlistCore.Table
  ) async throws -> StoreOutcome {
    try await perform { [self] database, open in
      do {
        return try write(operations, in: table, database, open)
      } catch let failure as SQLiteFailure {
        throw WriteRefusal(index: 0, reason: failure.reason)
      } catch let error as DatabaseError {
        throw WriteRefusal(index: 0, reason: SQLiteFailure(error).reason)
      } catch let error as SourceError {
        throw WriteRefusal(index: 0, reason: error.reason)
      }
    }
  }

  private func write(
    _ operations: [RowOperation], in table: Table, _ database: Database, _ open: OpenTable
  ) throws -> StoreOutcome {
    let shape = open.position.withLock { $0.shape }
    let kept = Journal(of: shape, by: open.key, isKept: true)
    guard let own = Journal(of: shape, by: open.key, isKept: false), let kept else {
      throw WriteRefusal(index: 0, reason: "\(self.table) is a view, which cannot be written")
    }
    let isKept = try kept.exists(in: database)
    if !isKept { try own.create(in: database) }
    try database.beginTransaction(.immediate)
    do {
      var (foreign, position) = try foreignChanges(in: table, database, open)
      let journal = position.journal == nil ? own : kept
      let entry = try position.journal ?? own.lastEntry(in: database)
      let writer = RowWriter(
        shape: shape, key: open.key, table: table, database: database)
      let inserted = try writer.write(operations)
      let reader = ChangeReader(
        path: path, shape: shape, key: open.key, table: table, database: database)
      let changes =
        if let entry { try reader.changes(in: journal, after: entry) } else {
          try reader.allChanges()
        }
      if position.pages?.note(changes) == false { position.pages = nil }
      if position.journal != nil { position.journal = try kept.lastEntry(in: database) }
      if !isKept && entry != nil {
        _ = try Statement(kept: "DELETE FROM temp.\(own.name.quoted)", on: database).step()
      }
      do { try database.commit() } catch let error as DatabaseError {
        throw WriteRefusal(
          index: max(0, operations.count - 1), reason: SQLiteFailure(error).reason)
      }
      open.position.withLock { $0 = position }
      let written = Set(changes.rows.map(\.id))
      foreign.rows.removeAll { written.contains($0.id) }
      return StoreOutcome(foreign: foreign, own: changes, inserted: inserted)
    } catch {
      try? database.rollback()
      throw error
    }
  }
}

/// Carries out operations on a table, within a transaction.
struct RowWriter {
  let shape: TableShape
  let key: TableKey
  let table: Table
  let database: Database

  /// Carries out operations in order.
  ///
  /// - Returns: The ids of the rows inserted, in order.
  /// - Throws: `WriteRefusal` at the first one that cannot be done.
  func write(_ operations: [RowOperation]) throws -> [RowID] {
    var inserted: [RowID] = []
    for (index, operation) in operations.enumerated() {
      do {
        switch operation {
        case .insert(let values): if let id = try insert(values) { inserted.append(id) }
        case .update(let values): try update(values)
        case .delete(let id): try delete(id)
        case .unreadable(let reason): throw WriteRefusal(index: 0, reason: reason)
        }
      } catch let refusal as WriteRefusal {
        throw WriteRefusal(index: index, reason: refusal.reason)
      } catch let failure as SQLiteFailure {
        throw WriteRefusal(index: index, reason: failure.reason)
      }
    }
    return inserted
  }

  private func insert(_ values: RowValues) throws -> RowID? {
    // Of members of the same name the last one counts.
    var cells: [(name: String, value: Value)] = []
    for member in values.members {
      let value = try table.fitting(member)
      cells.removeAll { $0.name == member.name }
      cells.append((member.name, value))
    }
    if let given = givenID(cells), try exists(given) {
      throw WriteRefusal(index: 0, reason: "there is a row \(given) already")
    }
    let names = cells.map(\.name.quoted).joined(separator: ", ")
    let marks = cells.map { _ in "?" }.joined(separator: ", ")
    let statement = try Statement(
      kept: cells.isEmpty
        ? "INSERT INTO \(shape.name.quoted) DEFAULT VALUES"
        : "INSERT INTO \(shape.name.quoted) (\(names)) VALUES (\(marks))", on: database)
    for (index, cell) in cells.enumerated() { try statement.bind(cell.value, at: index + 1) }
    _ = try statement.step()
    return try insertedID() ?? givenID(cells)
  }

  /// The id that values for a new row say it has; nil if it is the table that gives it one.
  private func givenID(_ cells: [(name: String, value: Value)]) -> RowID? {
    guard case .column(let name) = key, let cell = cells.first(where: { $0.name == name }) else {
      return nil
    }
    return RowID(cell.value)
  }

  /// The id of the row that was inserted last, as the table has it.
  private func insertedID() throws -> RowID? {
    guard case .rowid(let alias) = shape.storage else { return nil }
    let statement = try Statement(
      kept: "SELECT \(SQL.columns(of: shape, key)) FROM \(shape.name.quoted) WHERE \(alias) = ?",
      on: database)
    try statement.bind(.integer(Int(database.lastInsertedRowID)), at: 1)
    guard try statement.step() else { return nil }
    switch key {
    case .column(let name):
      guard let column = table.schema.index(of: name) else { return nil }
      return RowID(statement[column].value(as: table.schema.entries[column].type))
    case .columns(let names):
      let count = shape.columns.count
      return .text(try statement.keyText(count..<count + names.count))
    case .rowid: return .integer(Int(database.lastInsertedRowID))
    case .place: return nil
    }
  }

  private func update(_ values: RowValues) throws {
    let (id, members) = try named(values)
    guard try exists(id) else { throw WriteRefusal(index: 0, reason: "there is no row \(id)") }
    var cells: [(name: String, value: Value)] = []
    for member in members {
      let value = try table.fitting(member)
      cells.removeAll { $0.name == member.name }
      cells.append((member.name, value))
    }
    if cells.isEmpty { return }
    let sets = cells.map { "\($0.name.quoted) = ?" }.joined(separator: ", ")
    let statement = try Statement(
      kept: "UPDATE \(shape.name.quoted) SET \(sets) WHERE \(SQL.hasKey(key))", on: database)
    for (index, cell) in cells.enumerated() { try statement.bind(cell.value, at: index + 1) }
    try bind(id, to: statement, after: cells.count)
    _ = try statement.step()
  }

  private func delete(_ id: RowID) throws {
    guard try exists(id) else { throw WriteRefusal(index: 0, reason: "there is no row \(id)") }
    let statement = try Statement(
      kept: "DELETE FROM \(shape.name.quoted) WHERE \(SQL.hasKey(key))", on: database)
    try bind(id, to: statement, after: 0)
    _ = try statement.step()
  }

  /// The row that an update names, and the members that it sets.
  ///
  /// It names it by its id, or by all columns of its key.
  private func named(_ values: RowValues) throws -> (RowID, [RowValues.Member]) {
    let name = table.idAttribute ?? "id"
    if case .columns(let names) = key,
      names.allSatisfy({ name in values.members.contains { $0.name == name } })
    {
      let parts = names.compactMap { name in values.members.last { $0.name == name }?.value }
      let id = RowID.text(parts.keyText)
      return (id, values.members.filter { !names.contains($0.name) })
    }
    guard let id = values.members.last(where: { $0.name == name }).flatMap({ RowID($0.value) })
    else { throw WriteRefusal(index: 0, reason: "an update names the row by \(name)") }
    return (id, values.members.filter { $0.name != name })
  }

  private func exists(_ id: RowID) throws -> Bool {
    guard key.values(of: id) != nil else { return false }
    let statement = try Statement(
      kept: "SELECT \(SQL.columns(of: key)) FROM \(shape.name.quoted) WHERE \(SQL.hasKey(key))",
      on: database)
    try bind(id, to: statement, after: 0)
    guard try statement.step() else { return false }
    // SQLite finds the number 1 by the text '1' too, which is another id.
    guard case .column(let name) = key, let type = table.schema.type(of: name) else { return true }
    return RowID(statement[0].value(as: type)) == id
  }

  private func bind(_ id: RowID, to statement: Statement, after count: Int) throws {
    for (index, value) in (key.values(of: id) ?? []).enumerated() {
      try statement.bind(value, at: count + index + 1)
    }
  }
}
