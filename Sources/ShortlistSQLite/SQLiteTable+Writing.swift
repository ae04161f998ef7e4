import GRDB
import GRDBSQLite
package import Shortlist
package import ShortlistCore
import Synchronization

extension SQLiteTable {
  /// Performs all operations in one transaction, or none of them.
  ///
  /// The outcome includes what the table itself does: defaults, triggers, cascades and rows that
  /// `REPLACE` deletes.
  ///
  /// - Parameters:
  ///   - operations: The operations.
  ///   - table: The rows that the list shows.
  /// - Returns: The resulting changes, and the ids of inserted rows.
  /// - Throws: `WriteError` with SQLite's reason. The file is then unchanged.
  package func write(
    _ operations: [RowOperation], in table: RowTable
  ) async throws -> StoreOutcome {
    try await performWrite { [self] database, open, writer in
      do {
        return try write(operations, in: table, database, open, writer)
      } catch let failure as SQLiteError {
        throw WriteError(index: 0, reason: failure.reason)
      } catch let error as DatabaseError {
        throw WriteError(index: 0, reason: SQLiteError(error).reason)
      } catch let error as SourceError {
        throw WriteError(index: 0, reason: error.reason)
      } catch let moved as FileMovedError {
        wakeups.signal()
        throw WriteError(index: 0, reason: moved.reason)
      } catch is SchemaChangedError {
        wakeups.signal()
        throw WriteError(index: 0, reason: "the table \(self.table) has other columns now")
      }
    }
  }

  private func write(
    _ operations: [RowOperation], in table: RowTable, _ database: Database, _ open: OpenTable,
    _ writer: OpenTable.Writer
  ) throws -> StoreOutcome {
    let shape = open.position.withLock { $0.shape }
    guard let own = Journal(of: shape, by: open.key, isKept: false),
      let kept = Journal(of: shape, by: open.key, isKept: true)
    else { throw WriteError(index: 0, reason: shape.reasonNotToWrite) }
    try open.file.check()
    let isKept = open.position.withLock { $0.hasJournal }
    if !isKept { try create(own, database, open) }
    try database.beginTransaction(.immediate)
    do {
      let reading = try writer.reading(database, of: open.file)
      var (foreign, position) = try foreignChanges(in: table, reading, open)
      let journal = position.journal == nil ? own : kept
      let entry = try position.journal ?? lastEntry(of: own, database, open)
      let rows = RowWriter(
        shape: shape, key: open.key, table: table, database: database,
        describes: describesBlobs, journal: entry == nil ? nil : journal)
      let inserted = try rows.write(operations)
      let reader = ChangeReader(
        path: path, shape: shape, key: open.key, table: table, database: database,
        describes: describesBlobs)
      let changes =
        if let entry { try reader.changes(in: journal, after: entry) } else {
          try reader.allChanges()
        }
      if position.pages?.record(changes) == false { position.pages = nil }
      if position.journal != nil { position.journal = try kept.lastEntry(in: database) }
      if !isKept && entry != nil { try own.clear(in: database) }
      try writer.check(open.file)
      do { try database.commit() } catch let error as DatabaseError {
        throw WriteError(
          index: max(0, operations.count - 1), reason: SQLiteError(error).reason)
      }
      // The file may have been replaced during the commit; then the write is lost.
      try writer.check(open.file)
      position.version = try? writer.version(after: reading.version, database, of: open.file)
      open.position.withLock { $0 = position }
      let written = Set(changes.rows.map(\.id))
      foreign.rows.removeAll { written.contains($0.id) }
      return StoreOutcome(foreign: foreign, own: changes, inserted: inserted)
    } catch {
      database.endTransaction()
      throw error
    }
  }

  /// Creates the temporary journal unless it exists for the current schema version.
  private func create(_ own: Journal, _ database: Database, _ open: OpenTable) throws {
    let version = try database.integer("PRAGMA main.schema_version")
    if open.ownJournal.withLock({ $0 == version }) { return }
    try own.create(in: database)
    open.ownJournal.withLock { $0 = version }
  }

  /// Returns the last entry of the temporary journal; nil if there is none for the current schema
  /// version.
  private func lastEntry(
    of own: Journal, _ database: Database, _ open: OpenTable
  ) throws -> Int? {
    let version = try database.integer("PRAGMA main.schema_version")
    guard open.ownJournal.withLock({ $0 == version }) else { return nil }
    return try own.lastEntry(in: database)
  }
}

extension TableShape {
  /// The reason why the table cannot be written.
  fileprivate var reasonNotToWrite: String {
    switch kind {
    case .view: "\(name) is a view, which cannot be written"
    case .virtual: "\(name) is a virtual table, which cannot be written"
    case .table:
      """
      the rows of \(name) cannot be told apart: it has no key, and its columns have all names that \
      the number of a row goes by
      """
    }
  }
}

extension OpenTable.Writer {
  /// Returns the snapshot that a write transaction sees.
  fileprivate func reading(_ database: Database, of file: DatabaseFile) throws -> Reading {
    let version = try version(database, of: file)
    if case .logged = version {
      log.identity.withLock { $0 = $0 ?? FileStatus(of: file.path + "-wal")?.identity }
    }
    let isDirect = if case .plain = version { true } else { false }
    return Reading(database: database, version: version, isDirect: isDirect, second: nil)
  }

  private func version(_ database: Database, of file: DatabaseFile) throws -> FileVersion {
    guard let main = MainFile(of: database), let stamp = FileStamp(of: main, at: file.path) else {
      throw FileMovedError(isReplaced: false)
    }
    if stamp.isLogged { return .logged(main.logHeader ?? []) }
    return .plain(stamp)
  }

  /// Returns the version after a commit; nil if other connections may have committed since.
  fileprivate func version(
    after old: FileVersion, _ database: Database, of file: DatabaseFile
  ) throws -> FileVersion? {
    let new = try version(database, of: file)
    return old == new || old.isFollowed(by: new) ? new : nil
  }

  /// Checks that the file and its log are still the ones at their paths.
  ///
  /// - Throws: `FileMovedError`
  fileprivate func check(_ file: DatabaseFile) throws(FileMovedError) {
    try file.check()
    guard let log = log.identity.withLock(\.self) else { return }
    if FileStatus(of: file.path + "-wal")?.identity != log {
      throw FileMovedError(isReplaced: true)
    }
  }
}

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
