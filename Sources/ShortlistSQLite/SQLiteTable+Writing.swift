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
