import GRDB
import GRDBSQLite
import Shortlist
public import ShortlistCore
import Synchronization

extension SQLiteTable {
  /// What others have committed since the last call, and since rows were read.
  ///
  /// With a journal its entries are read, and the rows that they name; without one the pages of the
  /// table are compared, and the rows of those that are different, or else all rows.
  ///
  /// - Parameter table: What the list shows.
  /// - Returns: What the file has now of each row that it has another state of than `table`.
  /// - Throws: `SourceError` if the table is gone, has other columns.
  public func foreignChanges(in table: ShortlistCore.Table) async throws -> StoredChanges {
    try await perform { [self] database, open in
      try naming(path) {
        do {
          try database.beginTransaction(.deferred)
          defer { try? database.rollback() }
          let (changes, position) = try foreignChanges(in: table, database, open)
          open.position.withLock { $0 = position }
          return changes
        } catch let failure as SQLiteFailure where failure.isLocked {
          // Somebody holds the file for long; it is looked at again.
          newsSource.yield()
          return StoredChanges()
        }
      }
    }
  }

  /// What others have committed, in a transaction, and the position that this leads to.
  func foreignChanges(
    in table: Table, _ database: Database, _ open: OpenTable
  ) throws -> (StoredChanges, OpenTable.Position) {
    let old = open.position.withLock { $0 }
    var position = old
    position.dataVersion = try database.integer("PRAGMA data_version")
    position.schemaVersion = try database.integer("PRAGMA schema_version")
    if position.dataVersion == old.dataVersion { return (StoredChanges(), old) }
    if position.schemaVersion != old.schemaVersion {
      position.shape = try shape(in: database)
      if position.shape != old.shape {
        throw SourceError(path: path, reason: "the table \(self.table) has other columns now")
      }
    }
    let journal = Journal(of: position.shape, by: open.key, isKept: true)
    if position.schemaVersion != old.schemaVersion {
      position.hasJournal = try journal?.isCurrent(in: database) ?? false
    }
    position.journal = position.hasJournal ? try journal?.lastEntry(in: database) : nil
    position.pages =
      position.hasJournal
      ? nil : try TablePages(of: position.shape, by: open.key, in: database)
    let reader = ChangeReader(
      path: path, shape: position.shape, key: open.key, table: table, database: database)
    // After a change of the schema it may be another journal.
    if let journal, let entry = old.journal, let last = position.journal, last >= entry,
      position.schemaVersion == old.schemaVersion,
      try journal.isWhole(after: entry, in: database)
    {
      return (try reader.changes(in: journal, after: entry), position)
    }
    if position.schemaVersion == old.schemaVersion {
      return (try reader.changes(between: old.pages, and: position.pages), position)
    }
    return (try reader.allChanges(), position)
  }
}

extension OpenTable {
  /// Notes what the pages of the table are like, as long as nobody has committed anything else than
  /// the list shows.
  ///
  /// - Complexity: O(pages of the file)
  func notePages(_ database: Database) throws {
    try database.beginTransaction(.deferred)
    defer { try? database.rollback() }
    let known = position.withLock { $0 }
    guard !known.hasJournal, known.pages == nil,
      try database.integer("PRAGMA data_version") == known.dataVersion
    else { return }
    let pages = try TablePages(of: known.shape, by: key, in: database)
    position.withLock { $0.pages = pages }
  }
}

/// Reads what is different between a table of a file and what a list shows.
struct ChangeReader {
  let path: String
  let shape: TableShape
  let key: TableKey
  let table: Table
  let database: Database

  private var types: [AttributeType] { table.schema.entries.map(\.type) }

  /// The rows that the entries of a journal after one name.
  func changes(in journal: Journal, after entry: Int) throws -> StoredChanges {
    let count = key.columns.count
    let names = (0..<count).map { "k\($0)" }
    let matches = zip(key.columns, names).map { column, entry in
      if case .rowid = key {
        "t.\(column) = j.\(entry)"
      } else {
        "t.\(column.quoted) IS j.\(entry)"
      }
    }
    let entries = names.joined(separator: ", ")
    let rows = try Statement(
      kept: """
        SELECT \(SQL.columns(of: shape, key, in: "t.")), \
        \(names.map { "j." + $0 }.joined(separator: ", ")), t.found \
        FROM (SELECT DISTINCT \(entries) FROM \(journal.name.quoted) WHERE seq > ?) AS j \
        LEFT JOIN (SELECT *, \(rowidColumn) 1 AS found FROM \(shape.name.quoted)) AS t \
        ON \(matches.joined(separator: " AND "))
        """, on: database)
    try rows.bind(.integer(entry), at: 1)
    var changes: [(id: RowID, row: Row?)] = []
    var places: [RowID: Int] = [:]
    let width = rows.columnCount - count - 1
    while try rows.step() {
      let isThere = rows.kind(width + count) != SQLITE_NULL
      let row = isThere ? readRow(rows) : nil
      let id: RowID? =
        if let row { try self.id(of: row, rows, place: 0) } else {
          try id(ofEntry: rows, at: width)
        }
      guard let id else { continue }
      if let place = places[id] {
        if row != nil { changes[place].row = row }
      } else {
        places[id] = changes.count
        changes.append((id, row))
      }
    }
    return StoredChanges(changes)
  }

  private var rowidColumn: String {
    if case .rowid(let name) = key { "\(name), " } else { "" }
  }

  /// The rows that are different on pages of the table, which were those of `table` once; all of
  /// them if there is nothing known of the pages.
  func changes(between old: TablePages?, and new: TablePages?) throws -> StoredChanges {
    guard case .rowid(let number) = shape.storage, let old, let new else {
      return try allChanges()
    }
    let ranges = new.differences(from: old)
    guard var found = FoundRows(of: table, in: ranges) else { return try allChanges() }
    let rows = try Statement(
      kept: SQL.rows(of: shape, key) + " WHERE \(number) BETWEEN ? AND ?", on: database)
    var changes: [(id: RowID, row: Row?)] = []
    for range in ranges {
      try rows.bind(.integer(range.lowerBound), at: 1)
      try rows.bind(.integer(range.upperBound), at: 2)
      try compare(rows, &found, &changes)
      rows.reset()
    }
    return StoredChanges(changes + found.missingIDs.map { ($0, nil) })
  }

  /// All rows that are different, and all that are gone.
  func allChanges() throws -> StoredChanges {
    let rows = try Statement(SQL.rows(of: shape, key), on: database)
    var changes: [(id: RowID, row: Row?)] = []
    var found = FoundRows(of: table)
    try compare(rows, &found, &changes)
    return StoredChanges(changes + found.missingIDs.map { ($0, nil) })
  }

  /// Notes the rows of a statement that are there, and those that are different.
  private func compare(
    _ rows: Statement, _ found: inout FoundRows, _ changes: inout [(id: RowID, row: Row?)]
  ) throws {
    var seen: Set<RowID> = []
    let types = types
    var place = 0
    while try rows.step() {
      place += 1
      guard let id = try id(of: rows, place: place, types) else { continue }
      guard let slot = table.place(of: id) else {
        if seen.insert(id).inserted { changes.append((id, readRow(rows))) }
        continue
      }
      found.note(slot)
      if !isSame(rows, as: slot) { changes.append((id, readRow(rows))) }
    }
  }

  private func isSame(_ rows: Statement, as slot: UInt32) -> Bool {
    for column in shape.columns.indices {
      guard rows.isSame(column, as: table, slot: slot, attribute: column) else { return false }
    }
    return true
  }

  /// The row that a statement is at.
  func readRow(_ rows: Statement) -> Row {
    let types = types
    return shape.columns.indices.map { rows.value($0, as: types[$0]) }
  }

  /// The id of the row that a statement is at; nil if it has none.
  private func id(of rows: Statement, place: Int, _ types: [AttributeType]) throws -> RowID? {
    let count = shape.columns.count
    switch key {
    case .column(let name):
      guard let column = table.schema.index(of: name) else { return nil }
      return RowID(rows.value(column, as: types[column]))
    case .columns(let names): return .text(try rows.keyText(count..<count + names.count))
    case .rowid: return .integer(rows.integer(count))
    case .place: return .integer(place)
    }
  }

  private func id(of row: Row, _ rows: Statement, place: Int) throws -> RowID? {
    try id(of: rows, place: place, types)
  }

  /// The id that an entry of a journal stands for.
  private func id(ofEntry rows: Statement, at start: Int) throws -> RowID? {
    switch key {
    case .column(let name):
      guard let type = table.schema.type(of: name) else { return nil }
      return RowID(rows.value(start, as: type))
    case .columns(let names): return .text(try rows.keyText(start..<start + names.count))
    case .rowid: return .integer(rows.integer(start))
    case .place: return nil
    }
  }
}
