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
    let isSameSchema = position.schemaVersion == old.schemaVersion
    let changes = try reader.changes(
      between: isSameSchema ? old.pages : nil, and: position.pages)
    // Rows that the list cannot have, because they have no id, are not to be counted.
    if position.pages?.rowCount != table.count(after: changes) { position.pages = nil }
    return (changes, position)
  }
}

extension Table {
  /// The number of rows after changes.
  fileprivate func count(after changes: StoredChanges) -> Int {
    changes.rows.reduce(count) { count, change in
      change.row == nil ? count - 1 : place(of: change.id) == nil ? count + 1 : count
    }
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
