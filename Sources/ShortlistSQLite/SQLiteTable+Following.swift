import Dispatch
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
  ///   If it has other columns now, or is in another file: all of them.
  /// - Throws: `SourceError` if the file or the table is gone, or cannot be read. It is looked again,
  ///   and `news` tells when to ask once more.
  public func foreignChanges(in table: RowTable) async throws -> StoredChanges {
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
          open.file.note(position.pages, of: position.shape, by: open.key, at: version)
        }
        return changes
      }
    } catch let failure as SQLiteFailure where failure.isLocked {
      return lookAgain()
    } catch let error as DatabaseError where SQLiteFailure(error).isLocked {
      return lookAgain()
    } catch is OtherForm {
      return StoredChanges(table: try await rereadAside())
    } catch let moved as FileMoved {
      if !moved.isReplaced { throw troubled(SourceError(path: path, reason: moved.reason)) }
      return StoredChanges(table: try await rereadAside())
    } catch let error as CancellationError {
      throw error
    } catch {
      throw troubled(error)
    }
  }

  /// Somebody holds the file for long; it is looked at again.
  private func lookAgain() -> StoredChanges {
    newsSource.yield()
    return StoredChanges()
  }

  /// An error after which it is looked again whether it is still there.
  private func troubled(_ error: any Error) -> any Error {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + 1) { [newsSource] in
      newsSource.yield()
    }
    return (error as? DatabaseError).map { SQLiteFailure($0).asSourceError(path: path) } ?? error
  }

  /// Reads the table anew on a thread that may block.
  private func rereadAside() async throws -> RowTable {
    do {
      return try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global(qos: .userInitiated).async { [self] in
          continuation.resume(with: Result { try reread() })
        }
      }
    } catch let moved as FileMoved {
      throw troubled(SourceError(path: path, reason: moved.reason))
    } catch {
      throw troubled(error)
    }
  }

  /// What others have committed, in a transaction, and the position that this leads to.
  ///
  /// - Throws: `OtherForm` if the table has other columns, or another key.
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
      if position.shape != old.shape { throw OtherForm() }
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

/// The table has other columns than it had.
struct OtherForm: Error {}

extension RowTable {
  /// The number of rows after changes.
  fileprivate func count(after changes: StoredChanges) -> Int {
    changes.rows.reduce(count) { count, change in
      change.row == nil ? count - 1 : place(of: change.id) == nil ? count + 1 : count
    }
  }
}
