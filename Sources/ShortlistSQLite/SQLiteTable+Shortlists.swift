import GRDB
public import Shortlist
public import ShortlistCore
import Synchronization

/// Named shortlists are kept in tables of the file that begin with `shortlist_`.
///
/// Those of a file that cannot be written are kept in the user's data folder
/// (`$XDG_DATA_HOME/shortlist`, `~/.local/share/shortlist`, on Apple's systems
/// `~/Library/Application Support/shortlist`), under the absolute path of the file. Those that it had
/// before it could not be written any more are there too, but for such as have the name of one in the
/// folder; they can be neither renamed nor forgotten.
extension SQLiteTable: ShortlistStore {
  /// Keeps a shortlist, in place of one that has its name.
  ///
  /// - Throws: `WriteRefusal` if it cannot be written, with SQLite's reason.
  /// - Complexity: O(its rows)
  public func save(_ shortlist: NamedShortlist) async throws {
    try await change { try $1.save(shortlist, in: $0) }
  }

  /// The shortlist that has a name; nil if there is none.
  ///
  /// - Throws: `SourceError` if the file cannot be read.
  /// - Complexity: O(its rows)
  public func savedShortlist(named name: String) async throws -> NamedShortlist? {
    for kept in try await look({ try $1.shortlist(named: name, in: $0) }) {
      if let kept { return kept }
    }
    return nil
  }

  /// What is kept, by name.
  ///
  /// - Throws: `SourceError` if the file cannot be read.
  /// - Complexity: O(shortlists)
  public func savedShortlists() async throws -> [SavedShortlist] {
    var names: Set<[UInt8]> = []
    return try await look { try $1.all(in: $0) }.joined()
      .filter { names.insert(Array($0.name.utf8)).inserted }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Gives a shortlist another name.
  ///
  /// - Parameters:
  ///   - name: The name that it has.
  ///   - newName: The name that it gets.
  /// - Throws: `InvalidRequest` if there is none, or another one that has the name already;
  ///   `WriteRefusal` if it cannot be written.
  public func renameShortlist(_ name: String, to newName: String) async throws {
    try await change(name) { try $1.rename(name, to: newName, in: $0) }
  }

  /// Removes a shortlist.
  ///
  /// - Throws: `InvalidRequest` if there is none; `WriteRefusal` if it cannot be written.
  public func forgetShortlist(_ name: String) async throws {
    try await change(name) { try $1.forget(name, in: $0) }
  }

  /// Writes shortlists, among them one that is to have a name; to the user's data folder if the file
  /// cannot be written.
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
            throw WriteRefusal(
              index: 0, reason: "the shortlist \(name) is in the file, which cannot be written")
          }
          try work(folder, kept)
        }
      } catch let failure as SQLiteFailure {
        throw WriteRefusal(index: 0, reason: failure.reason)
      } catch let error as DatabaseError {
        throw WriteRefusal(index: 0, reason: SQLiteFailure(error).reason)
      } catch let error as SourceError {
        throw WriteRefusal(index: 0, reason: error.description)
      } catch let moved as FileMoved {
        throw WriteRefusal(index: 0, reason: moved.reason)
      }
    }
  }

  /// Reads shortlists wherever there are any: in the user's data folder if the file cannot be written,
  /// then in the file.
  private func look<Result: Sendable>(
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
