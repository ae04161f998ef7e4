import GRDB
import ShortlistCore

/// An overview of a table or view of an SQLite file.
package struct TableSummary: Sendable {
  package let name: String
  package let isView: Bool
  /// The number of columns; nil if the definition of a view is broken.
  package let columns: Int?
  /// The number of rows; nil for views and in large files, in which counting takes long.
  package let rows: Int?

  /// The size of a file in bytes up to which rows are counted.
  private static let countedSize = 256 << 20

  /// Reads the summary of a table.
  init(of name: String, in database: Database) throws {
    self.name = name
    let type = try Statement("SELECT type FROM main.sqlite_schema WHERE name = ?", on: database)
    try type.bind(.text(name), at: 1)
    isView = try type.step() && type.text(0) == "view"
    columns = try? Self.columns(of: name, in: database)
    let size = try database.integer(
      "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    rows =
      isView || size > Self.countedSize
      ? nil : try? database.integer("SELECT count(*) FROM main.\(name.quoted)")
  }

  private static func columns(of name: String, in database: Database) throws -> Int {
    let statement = try Statement(
      "SELECT count(*) FROM pragma_table_xinfo(?, 'main') WHERE hidden <> 1", on: database)
    try statement.bind(.text(name), at: 1)
    return try statement.step() ? statement.integer(0) : 0
  }
}

extension SQLiteTable {
  /// Returns the summaries of the tables and views of a file, in order of names.
  ///
  /// - Throws: `SourceError` if the file cannot be read or is not an SQLite file.
  package static func summaries(inFile path: String) throws -> [TableSummary] {
    let file = try DatabaseFile.at(path)
    return try naming(path) {
      try FileReader(path, file.identity, LockWait(nil)).read { reading in
        try TableShape.names(in: reading.database).map {
          try TableSummary(of: $0, in: reading.database)
        }
      }
    }
  }
}
