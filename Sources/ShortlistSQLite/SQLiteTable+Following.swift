import Dispatch
import GRDB
import GRDBSQLite
import Shortlist
package import ShortlistCore
import Synchronization

extension SQLiteTable {
  /// Returns what other connections have committed since the last call or the initial read.
  ///
  /// With a journal, reads the rows that its new entries name. Without one, compares the rows of
  /// changed pages, or else all rows.
  ///
  /// - Parameter table: The rows that the list shows.
  /// - Returns: The current state of each row that differs from `table`. If the columns changed or
  ///   another file replaced this one, the whole table.
  /// - Throws: `SourceError` if the file or the table is gone or cannot be read. Polling continues,
  ///   and `wakeups` signals when to call again.
  package func foreignChanges(in table: RowTable) async throws -> StoredChanges {
    do {
      return try await perform { [self] reader, open in
        try open.file.check()
        let known = open.position.withLock(\.version)
        if try known == reader.version() { return StoredChanges() }
        let (changes, position) = try naming(path) {
          try reader.read { try foreignChanges(in: table, $0, open) }
        }
        open.position.withLock { $0 = position }
        if let version = position.version, !position.hasJournal {
          open.file.cache(position.pages, of: position.shape, by: open.key, at: version)
        }
        return changes
      }
    } catch let failure as SQLiteError where failure.isLocked {
      return retryLater()
    } catch let error as DatabaseError where SQLiteError(error).isLocked {
      return retryLater()
    } catch is SchemaChangedError {
      return StoredChanges(table: try await rereadAside())
    } catch let moved as FileMovedError {
      if !moved.isReplaced { throw troubled(SourceError(path: path, reason: moved.reason)) }
      return StoredChanges(table: try await rereadAside())
    } catch let error as CancellationError {
      throw error
    } catch {
      throw troubled(error)
    }
  }

  /// Reports no changes and schedules another attempt, because the file is locked for long.
  private func retryLater() -> StoredChanges {
    wakeups.signal()
    return StoredChanges()
  }

  /// Returns the error to throw, and schedules another attempt.
  private func troubled(_ error: any Error) -> any Error {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + 1) { [wakeups] in
      wakeups.signal()
    }
    return (error as? DatabaseError).map { SQLiteError($0).asSourceError(path: path) } ?? error
  }

  /// Reads the table again on a thread that may block.
  private func rereadAside() async throws -> RowTable {
    do {
      return try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global(qos: .userInitiated).async { [self] in
          continuation.resume(with: Result { try reread() })
        }
      }
    } catch let moved as FileMovedError {
      throw troubled(SourceError(path: path, reason: moved.reason))
    } catch {
      throw troubled(error)
    }
  }

  /// Returns what other connections have committed, within a transaction, and the resulting
  /// position.
  ///
  /// - Throws: `SchemaChangedError` if the columns or the key changed.
  func foreignChanges(
    in table: RowTable, _ reading: Reading, _ open: OpenTable
  ) throws -> (StoredChanges, OpenTable.Position) {
    let database = reading.database
    let old = open.position.withLock { $0 }
    if reading.version == old.version { return (StoredChanges(), old) }
    var position = old
    position.version = reading.version
    position.schemaVersion = try database.integer("PRAGMA schema_version")
    if position.schemaVersion != old.schemaVersion {
      position.shape = try shape(in: database)
      if position.shape != old.shape { throw SchemaChangedError() }
    }
    let journal = Journal(of: position.shape, by: open.key, isKept: true)
    if position.schemaVersion != old.schemaVersion {
      position.hasJournal = try journal?.isCurrent(in: database) ?? false
    }
    position.journal = position.hasJournal ? try journal?.lastEntry(in: database) : nil
    position.pages =
      position.hasJournal
      ? nil
      : try open.file.pages(
        of: position.shape, by: open.key, in: reading, rows: table.count)
    let reader = ChangeReader(
      path: path, shape: position.shape, key: open.key, table: table, database: database,
      describes: describesBlobs)
    // A schema change may have replaced the journal.
    if let journal, let entry = old.journal, let last = position.journal, last >= entry,
      position.schemaVersion == old.schemaVersion,
      try journal.isWhole(after: entry, in: database)
    {
      return (try reader.changes(in: journal, after: entry), position)
    }
    let isSameSchema = position.schemaVersion == old.schemaVersion
    let changes = try reader.changes(
      between: isSameSchema ? old.pages : nil, and: position.pages)
    // The list omits rows without an id, so with such rows the counts do not match.
    if position.pages?.rowCount != table.count(after: changes) { position.pages = nil }
    return (changes, position)
  }
}

/// The error for a table whose columns changed.
struct SchemaChangedError: Error {}

extension RowTable {
  /// Returns the number of rows after changes.
  fileprivate func count(after changes: StoredChanges) -> Int {
    changes.rows.reduce(count) { count, change in
      change.row == nil ? count - 1 : place(of: change.id) == nil ? count + 1 : count
    }
  }
}
