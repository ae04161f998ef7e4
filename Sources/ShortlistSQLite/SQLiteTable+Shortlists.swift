import GRDB
public import Shortlist
public import ShortlistCore
import Synchronization

/// Stores named shortlists in tables of the file whose names begin with `shortlist_`.
///
/// If the file is read-only, shortlists go to the user's data folder (`$XDG_DATA_HOME/shortlist`,
/// `~/.local/share/shortlist`, on Apple's systems `~/Library/Application Support/shortlist`), under
/// the absolute path of the file. Shortlists that the file already holds remain visible, unless the
/// folder has one of the same name, but cannot be renamed or forgotten.
extension SQLiteTable: ShortlistStore {
  /// Saves a shortlist, replacing any of the same name.
  ///
  /// - Throws: `WriteError` with SQLite's reason if it cannot be written.
  /// - Complexity: O(rows of the shortlist)
  public func save(_ shortlist: NamedShortlist) async throws {
    try await change { try $1.save(shortlist, in: $0) }
  }

  /// Returns the shortlist with a name; nil if there is none.
  ///
  /// - Throws: `SourceError` if the file cannot be read.
  /// - Complexity: O(rows of the shortlist)
  public func savedShortlist(named name: String) async throws -> NamedShortlist? {
    for kept in try await readAll({ try $1.shortlist(named: name, in: $0) }) {
      if let kept { return kept }
    }
    return nil
  }

  /// Returns the saved shortlists, sorted by name.
  ///
  /// - Throws: `SourceError` if the file cannot be read.
  /// - Complexity: O(shortlists)
  public func savedShortlists() async throws -> [SavedShortlist] {
    var names: Set<[UInt8]> = []
    return try await readAll { try $1.all(in: $0) }.joined()
      .filter { names.insert(Array($0.name.utf8)).inserted }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Renames a shortlist.
  ///
  /// - Parameters:
  ///   - name: The current name.
  ///   - newName: The new name.
  /// - Throws: `InvalidRequestError` if there is no such shortlist, or if another one has the new
  ///   name; `WriteError` if it cannot be written.
  /// - Complexity: O(rows of the shortlist)
  public func renameShortlist(_ name: String, to newName: String) async throws {
    try await change(name) { try $1.rename(name, to: newName, in: $0) }
  }

  /// Removes a shortlist.
  ///
  /// - Throws: `InvalidRequestError` if there is no such shortlist; `WriteError` if it cannot be
  ///   written.
  /// - Complexity: O(rows of the shortlist)
  public func forgetShortlist(_ name: String) async throws {
    try await change(name) { try $1.forget(name, in: $0) }
  }

  /// Changes shortlists, in the user's data folder if the file is read-only.
  ///
  /// If `name` is given, that shortlist must not be in the read-only file itself.
  private func change(
    _ name: String? = nil,
    _ work: @escaping @Sendable (Database, SavedShortlists) throws -> Void
  ) async throws {
    try await performWrite { database, open, _ in
      do {
        try open.file.check()
        let table = open.position.withLock { $0.shape.name }
        guard open.isReadOnly else {
          return try work(database, SavedShortlists(file: "", table: table))
        }
        let own = SavedShortlists(file: "", table: table)
        let isOwn = try name.map { try own.shortlist(named: $0, in: database) != nil } ?? false
        let queue = try DataFolder.connect(creating: true, open.writeWait)
        try queue?.writeWithoutTransaction { folder in
          let kept = SavedShortlists(file: DataFolder.absolute(open.file.path), table: table)
          if let name, isOwn, try kept.shortlist(named: name, in: folder) == nil {
            throw WriteError(
              index: 0, reason: "the shortlist \(name) is in the file, which cannot be written")
          }
          try work(folder, kept)
        }
      } catch let failure as SQLiteError {
        throw WriteError(index: 0, reason: failure.reason)
      } catch let error as DatabaseError {
        throw WriteError(index: 0, reason: SQLiteError(error).reason)
      } catch let error as SourceError {
        throw WriteError(index: 0, reason: error.description)
      } catch let moved as FileMovedError {
        throw WriteError(index: 0, reason: moved.reason)
      }
    }
  }

  /// Reads shortlists from all places: the user's data folder if the file is read-only, then the
  /// file.
  private func readAll<Result: Sendable>(
    _ work: @escaping @Sendable (Database, SavedShortlists) throws -> Result
  ) async throws -> [Result] {
    try await perform { reader, open in
      let table = open.position.withLock { $0.shape.name }
      var results: [Result] = []
      if open.isReadOnly, let queue = try DataFolder.connect(creating: false, open.wait) {
        try naming(DataFolder.file) {
          try queue.writeWithoutTransaction {
            let kept = SavedShortlists(file: DataFolder.absolute(open.file.path), table: table)
            results.append(try work($0, kept))
          }
        }
      }
      try naming(open.file.path) {
        results.append(
          try reader.read { try work($0.database, SavedShortlists(file: "", table: table)) })
      }
      return results
    }
  }
}
