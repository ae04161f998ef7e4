import GRDB
public import Shortlist
public import ShortlistCore
import Synchronization

/// Named shortlists are kept in tables of the file that begin with `shortlist_`.
///
/// Those of a file that cannot be written are kept in the user's data folder
/// (`$XDG_DATA_HOME/shortlist`, `~/.local/share/shortlist`, on Apple's systems
/// `~/Library/Application Support/shortlist`), under the absolute path of the file.
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
    try await look(nil) { try $1.shortlist(named: name, in: $0) }
  }

  /// What is kept, by name.
  ///
  /// - Throws: `SourceError` if the file cannot be read.
  /// - Complexity: O(shortlists)
  public func savedShortlists() async throws -> [SavedShortlist] {
    try await look([]) { try $1.all(in: $0) }
  }

  /// Gives a shortlist another name.
  ///
  /// - Parameters:
  ///   - name: The name that it has.
  ///   - newName: The name that it gets.
  /// - Throws: `InvalidRequest` if there is none, or another one that has the name already;
  ///   `WriteRefusal` if it cannot be written.
  public func renameShortlist(_ name: String, to newName: String) async throws {
    try await change { try $1.rename(name, to: newName, in: $0) }
  }

  /// Removes a shortlist.
  ///
  /// - Throws: `InvalidRequest` if there is none; `WriteRefusal` if it cannot be written.
  public func forgetShortlist(_ name: String) async throws {
    try await change { try $1.forget(name, in: $0) }
  }

  private func change(
    _ work: @escaping @Sendable (Database, SavedShortlists) throws -> Void
  ) async throws {
    try await perform { database, open in
      do {
        let table = open.position.withLock { $0.shape.name }
        guard open.isReadOnly else {
          return try work(database, SavedShortlists(file: "", table: table))
        }
        let queue = try DataFolder.connect(creating: true, open.wait)
        try queue?.writeWithoutTransaction {
          try work($0, SavedShortlists(file: DataFolder.absolute(open.path), table: table))
        }
      } catch let failure as SQLiteFailure {
        throw WriteRefusal(index: 0, reason: failure.reason)
      } catch let error as DatabaseError {
        throw WriteRefusal(index: 0, reason: SQLiteFailure(error).reason)
      } catch let error as SourceError {
        throw WriteRefusal(index: 0, reason: error.description)
      }
    }
  }

  /// Reads shortlists; `nothing` is the answer as long as none was ever kept.
  private func look<Result: Sendable>(
    _ nothing: Result, _ work: @escaping @Sendable (Database, SavedShortlists) throws -> Result
  ) async throws -> Result {
    try await perform { database, open in
      let table = open.position.withLock { $0.shape.name }
      guard open.isReadOnly else {
        return try naming(open.path) {
          try work(database, SavedShortlists(file: "", table: table))
        }
      }
      guard let queue = try DataFolder.connect(creating: false, open.wait) else { return nothing }
      return try naming(DataFolder.file) {
        try queue.writeWithoutTransaction {
          try work($0, SavedShortlists(file: DataFolder.absolute(open.path), table: table))
        }
      }
    }
  }
}
