import Foundation
import GRDB
import Shortlist
import ShortlistSQLite
import ShortlistTestSupport

/// An SQLite file in a folder of its own, which goes with it.
final class Fixture: Sendable {
  let folder: String
  let path: String
  /// Another connection than the one of a list.
  let other: DatabaseQueue

  init(_ statements: String..., isWAL: Bool = false) throws {
    let made = FileManager.default.temporaryDirectory.appending(
      path: "shortlist-sqlite-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
    folder = made.path
    path = folder + "/a.db"
    var configuration = Configuration()
    configuration.busyMode = .timeout(Double(Environment.patience.components.seconds))
    configuration.allowsUnsafeTransactions = true
    other = try DatabaseQueue(path: path, configuration: configuration)
    if isWAL { try run("PRAGMA journal_mode = WAL") }
    for statement in statements { try run(statement) }
  }

  deinit {
    try? other.close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Commits statements, one after the other, as one transaction.
  func run(_ statements: String...) throws {
    try other.writeWithoutTransaction { database in
      if statements.count == 1 { return try database.execute(sql: statements[0]) }
      try database.inTransaction {
        for statement in statements { try database.execute(sql: statement) }
        return .commit
      }
    }
  }

  /// Opens a list over a table.
  func open(
    _ table: String = "t", id: String? = nil, schema: [ListSchema.Entry] = [],
    journal: Bool = false,
    query: ListQuery = ListQuery()
  ) async throws -> LiveList {
    try await LiveList.open(
      SQLiteTable(path: path, table: table, keepsJournal: journal),
      options: TableOptions(id: id, schema: schema), query: query)
  }
}

extension LiveList {
  /// All rows in shown order.
  var all: [[CellValue]] { get async throws { try await rows(length: 1_000_000).rows } }

  /// All ids in shown order.
  var allIDs: [RowID] { get async throws { try await ids().ids } }

  /// Waits until the list has so many rows.
  func waitForCount(_ count: Int) async {
    while self.count != count { await Task.yield() }
  }
}
