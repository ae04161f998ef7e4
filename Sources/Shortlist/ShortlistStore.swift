public import ShortlistCore

/// A store of named selections, such as a table of a database.
///
/// A change is durable when its function returns. The shortlists are not rows of the list.
///
///     import ShortlistSQLite
///
///     let table = SQLiteTable(path: "app.db", table: "contacts")
///     let picker = try await PickList(source: table)
///     try await picker.selection.save("Friday")
///     let names = try await table.savedShortlists().map(\.name)  // Friday
public protocol ShortlistStore: Sendable {
  /// Saves a shortlist, replacing any of the same name.
  ///
  /// - Throws: `WriteError` if it cannot be written.
  func save(_ shortlist: NamedShortlist) async throws

  /// Returns the shortlist with a name; nil if there is none.
  ///
  /// - Throws: `SourceError` if the store cannot be read.
  func savedShortlist(named name: String) async throws -> NamedShortlist?

  /// Returns the saved shortlists, by name.
  ///
  /// - Throws: `SourceError` if the store cannot be read.
  func savedShortlists() async throws -> [SavedShortlist]

  /// Renames a shortlist.
  ///
  /// - Parameters:
  ///   - name: The current name.
  ///   - newName: The new name.
  /// - Throws: `InvalidRequestError` if nothing has the name or another shortlist has the new one;
  ///   `WriteError` if it cannot be written.
  func renameShortlist(_ name: String, to newName: String) async throws

  /// Deletes a shortlist.
  ///
  /// - Throws: `InvalidRequestError` if there is none; `WriteError` if it cannot be written.
  func forgetShortlist(_ name: String) async throws
}

/// An overview of a saved shortlist.
///
///     for saved in try await picker.selection.saved { print(saved.name, saved.count) }
public struct SavedShortlist: Hashable, Sendable {
  /// The name.
  public var name: String
  /// The number of rows.
  public var count: Int

  /// Creates an overview.
  public init(name: String, count: Int) {
    self.name = name
    self.count = count
  }
}

/// An error that the source of a list does not store shortlists.
///
///     do {
///       try await picker.selection.save("Friday")
///     } catch let error as PickListError where error.underlying is ShortlistStoreError {
///       show("This list has no table.")
///     }
public struct ShortlistStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A one-line description.
  public var description: String { "only tables keep named shortlists" }
}
