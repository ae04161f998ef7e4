public import ShortlistCore

/// Where selections are kept under names: a table of a database.
///
/// What it keeps is durable when a function returns, and no row of the list.
public protocol ShortlistStore: Sendable {
  /// Keeps a shortlist, in place of one that has its name.
  ///
  /// - Throws: `WriteRefusal` if it cannot be written.
  func save(_ shortlist: NamedShortlist) async throws

  /// The shortlist that has a name; nil if there is none.
  ///
  /// - Throws: `SourceError` if the store cannot be read.
  func savedShortlist(named name: String) async throws -> NamedShortlist?

  /// What is kept, by name.
  ///
  /// - Throws: `SourceError` if the store cannot be read.
  func savedShortlists() async throws -> [SavedShortlist]

  /// Gives a shortlist another name.
  ///
  /// - Parameters:
  ///   - name: The name that it has.
  ///   - newName: The name that it gets.
  /// - Throws: `InvalidRequest` if there is none, or another one that has the name already;
  ///   `WriteRefusal` if it cannot be written.
  func renameShortlist(_ name: String, to newName: String) async throws

  /// Removes a shortlist.
  ///
  /// - Throws: `InvalidRequest` if there is none; `WriteRefusal` if it cannot be written.
  func forgetShortlist(_ name: String) async throws
}

/// A shortlist that is kept, at a glance.
public struct SavedShortlist: Hashable, Sendable {
  /// The name.
  public var name: String
  /// How many rows it has.
  public var count: Int

  /// Creates one.
  public init(name: String, count: Int) {
    self.name = name
    self.count = count
  }
}

/// The source of a list keeps no shortlists.
public struct ShortlistsNotKept: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line that says so.
  public var description: String { "only tables keep named shortlists" }
}
