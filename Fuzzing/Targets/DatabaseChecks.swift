import Foundation
import GRDB

@testable import Shortlist
@testable import ShortlistCore
@testable import ShortlistSQLite

/// A file that may be an SQLite database is read or refused, and the pages of a table are counted
/// right where SQLite finds nothing wrong with them.
enum DatabaseCheck {
  static func run(_ input: inout Input) async throws {
    try ScratchFile.write(input.bytes())
    let path = ScratchFile.path
    for ending in ["-journal", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + ending)
    }
    try checkPages(path)
    do {
      let list = try await LiveList.open(SQLiteTable(path: path, table: "t"))
      _ = try? await list.savedSelections()
      _ = try? await list.loadSelection("a")
    } catch is SourceError {
    } catch is InvalidRequestError {
    }
  }

  private static func checkPages(_ path: String) throws {
    guard SQLiteTable.isSQLite(path), let queue = try? DatabaseQueue(path: path) else { return }
    defer { try? queue.close() }
    try queue.inDatabase { database in
      guard let shape = try? TableShape(of: "t", in: database),
        let pages = try? TablePages(
          of: shape, by: TableKey(of: shape, requestedID: nil), in: database)
      else { return }
      try require(pages.differences(from: pages).isEmpty, "differences from itself")
      let verdict = try? String.fetchOne(database, sql: "PRAGMA integrity_check(1)")
      let count = try? Int.fetchOne(database, sql: "SELECT count(*) FROM t")
      if verdict == "ok", let count {
        try requireSame(pages.rowCount, count, "rows of the pages")
      }
    }
  }
}

/// What is kept of shortlists, whatever is in their tables, is read or refused.
enum ShortlistsCheck {
  static func run(_ input: inout Input) throws {
    let queue = try DatabaseQueue()
    try queue.writeWithoutTransaction { database in
      if input.byte() & 1 == 1 {
        try database.execute(sql: "CREATE TABLE shortlist_version (version)")
        try insert(1, into: "shortlist_version", &input, database)
      }
      if input.byte() & 1 == 1 {
        try database.execute(sql: "CREATE TABLE shortlist_saved (file, source, name, count, ids)")
        while !input.rest.isEmpty { try insert(5, into: "shortlist_saved", &input, database) }
      }
    }
    try queue.writeWithoutTransaction { database in
      let kept = SavedShortlists(file: "", table: "t")
      try refused { _ = try kept.all(in: database) }
      try refused { _ = try kept.shortlist(named: "a", in: database) }
      try refused { try kept.rename("a", to: "b", in: database) }
      try refused { try kept.forget("b", in: database) }
      let shortlist = NamedShortlist(name: "c", ids: [.integer(1), .text("\""), .number(0.5)])
      try refused {
        try kept.save(shortlist, in: database)
        let again = try kept.shortlist(named: "c", in: database)
        try requireSame(again?.ids, shortlist.ids, "saved and read again")
      }
    }
  }

  /// Does something that may fail, but only in a way that is told.
  private static func refused(_ body: () throws -> Void) throws {
    do { try body() } catch is SQLiteError {
    } catch is InvalidRequestError {
    } catch is DatabaseError {
    }
  }

  private static func insert(
    _ count: Int, into table: String, _ input: inout Input, _ database: Database
  ) throws {
    let values = (0..<count).map { column -> DatabaseValue in
      // Most rows are of the table that is asked about.
      let kind = input.byte()
      if count == 5 && column < 2 && kind & 0xF0 != 0 {
        return (column == 0 ? "" : "t").databaseValue
      }
      switch kind & 7 {
      case 0: return .null
      case 1: return Int64(Int8(bitPattern: input.byte())).databaseValue
      case 2: return (input.line() ?? "").databaseValue
      case 3: return Data((input.line() ?? "").utf8).databaseValue
      case 4: return (Double(input.line() ?? "") ?? 0.5).databaseValue
      case 5: return Int64(truncatingIfNeeded: Int(input.line() ?? "") ?? .min).databaseValue
      default: return "a".databaseValue
      }
    }
    let places = values.map { _ in "?" }.joined(separator: ", ")
    try database.execute(
      sql: "INSERT INTO \(table) VALUES (\(places))", arguments: StatementArguments(values))
  }
}
