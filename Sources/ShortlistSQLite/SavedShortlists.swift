import GRDB
import GRDBSQLite
import Shortlist
import ShortlistCore
import ShortlistJSON

/// The named shortlists of a table, stored in the same file or a separate one.
///
/// The storage tables have a version of their own. The first write creates or migrates them.
struct SavedShortlists: Sendable {
  /// The absolute path of the file that holds the listed table; empty if it is the same file.
  let file: String
  /// The name of the listed table.
  let table: String

  /// The migrations from each version to the next.
  private static let migrations = [
    """
    CREATE TABLE main.shortlist_saved (
    file TEXT NOT NULL, source TEXT NOT NULL, name TEXT NOT NULL,
    count INTEGER NOT NULL, ids TEXT NOT NULL, PRIMARY KEY (file, source, name))
    """
  ]

  private static let which = "file = ?1 AND source = ?2"

  /// Returns the version of the storage tables, 0 if there are none.
  ///
  /// - Throws: `SQLiteError` if the version is unknown.
  private func version(in database: Database) throws -> Int {
    let found = try database.integer(
      """
      SELECT count(*) FROM main.sqlite_schema
      WHERE type = 'table' AND name = 'shortlist_version' COLLATE NOCASE
      """)
    if found == 0 { return 0 }
    let versions = try Statement("SELECT version FROM main.shortlist_version", on: database)
    guard try versions.step() else { throw Self.damaged("shortlist_version is empty") }
    guard versions.kind(0) == SQLITE_INTEGER, versions.integer(0) >= 1 else {
      throw Self.damaged("shortlist_version has no version")
    }
    let version = versions.integer(0)
    if try versions.step() { throw Self.damaged("shortlist_version has several versions") }
    if version > Self.migrations.count {
      throw SQLiteError(
        code: SQLITE_MISMATCH,
        reason: "the shortlists were written by a newer Shortlist (version \(version))")
    }
    if version < 0 {
      throw SQLiteError(
        code: SQLITE_MISMATCH, reason: "the shortlists have no such version as \(version)")
    }
    return version
  }

  /// Returns the error for storage tables that cannot be used.
  private static func damaged(_ reason: String) -> SQLiteError {
    SQLiteError(code: SQLITE_MISMATCH, reason: "the shortlists are damaged: \(reason)")
  }

  /// Runs a write in a transaction, after migrating the storage tables.
  private func write(_ database: Database, _ body: () throws -> Void) throws {
    try database.inTransaction(.immediate) {
      let version = try version(in: database)
      if version == 0 {
        try Statement.run(
          "CREATE TABLE main.shortlist_version (version INTEGER NOT NULL)", on: database)
        try Statement.run("INSERT INTO main.shortlist_version VALUES (0)", on: database)
      }
      for migration in Self.migrations[version...] { try Statement.run(migration, on: database) }
      if version < Self.migrations.count {
        try Statement.run(
          "UPDATE main.shortlist_version SET version = \(Self.migrations.count)", on: database)
      }
      try body()
      return .commit
    }
  }

  /// Prepares a statement whose first two parameters identify the listed table.
  private func statement(
    _ sql: String, _ others: [CellValue] = [], in database: Database
  ) throws -> Statement {
    let statement = try Statement(sql, on: database)
    for (index, value) in ([.text(file), .text(table)] + others).enumerated() {
      try statement.bind(value, at: index + 1)
    }
    return statement
  }

  /// Saves a shortlist, replacing any of the same name.
  func save(_ shortlist: NamedShortlist, in database: Database) throws {
    let ids = JSON.array(shortlist.ids.map(\.json)).description
    let name = CellValue.text(shortlist.name)
    try write(database) {
      // Rows of the same name do not depend on the key, which a table that others made may lack.
      _ = try statement(
        "DELETE FROM main.shortlist_saved WHERE \(Self.which) AND name = ?3", [name], in: database
      ).step()
      _ = try statement(
        "INSERT INTO main.shortlist_saved VALUES (?, ?, ?, ?, ?)",
        [name, .integer(shortlist.ids.count), .text(ids)], in: database
      ).step()
    }
  }

  /// Returns the shortlist with a name; nil if there is none.
  func shortlist(named name: String, in database: Database) throws -> NamedShortlist? {
    if try version(in: database) == 0 { return nil }
    let found = try statement(
      "SELECT ids FROM main.shortlist_saved WHERE \(Self.which) AND name = ?3", [.text(name)],
      in: database)
    guard try found.step() else { return nil }
    let elements: [JSON]? =
      if case .array(let all)? = found[0].withText({ try? JSON.parse($0) }) { all } else { nil }
    guard let ids = elements?.compactMap({ RowID($0) }), ids.count == elements?.count else {
      throw SQLiteError(code: SQLITE_MISMATCH, reason: "the shortlist \(name) is damaged")
    }
    return NamedShortlist(name: name, ids: ids)
  }

  /// Returns the saved shortlists, sorted by name.
  func all(in database: Database) throws -> [SavedShortlist] {
    if try version(in: database) == 0 { return [] }
    let found = try statement(
      "SELECT name, count FROM main.shortlist_saved WHERE \(Self.which) ORDER BY name", in: database
    )
    var all: [SavedShortlist] = []
    while try found.step() {
      guard found.kind(1) == SQLITE_INTEGER, found.integer(1) >= 0 else {
        throw SQLiteError(
          code: SQLITE_MISMATCH, reason: "the shortlist \(found.text(0)) is damaged")
      }
      all.append(SavedShortlist(name: found.text(0), count: found.integer(1)))
    }
    return all
  }

  /// Renames a shortlist.
  func rename(_ name: String, to newName: String, in database: Database) throws {
    try write(database) {
      if try name != newName && shortlist(named: newName, in: database) != nil {
        throw InvalidRequestError("there is a shortlist \(newName) already")
      }
      try change(
        "UPDATE main.shortlist_saved SET name = ?4 WHERE \(Self.which) AND name = ?3", name,
        .text(newName), in: database)
    }
  }

  /// Removes a shortlist.
  func forget(_ name: String, in database: Database) throws {
    try write(database) {
      try change(
        "DELETE FROM main.shortlist_saved WHERE \(Self.which) AND name = ?3", name, in: database)
    }
  }

  private func change(
    _ sql: String, _ name: String, _ others: CellValue..., in database: Database
  ) throws {
    _ = try statement(sql, [.text(name)] + others, in: database).step()
    if database.changedRows == 0 { throw InvalidRequestError("there is no shortlist \(name)") }
  }
}
