import Foundation
import GRDB
import Shortlist
import ShortlistSQLite
import ShortlistTestSupport

/// A record of an app: its id is the rowid.
struct Player: Codable, Equatable, Identifiable, Sendable, FetchableRecord, PersistableRecord {
  var id: Int64
  var name: String
  var score: Int
  var photo: Data?
}

/// A record whose id its table gives.
struct Note: Codable, Identifiable, Sendable, FetchableRecord, MutablePersistableRecord {
  var id: Int64?
  var text: String

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

/// A database that an app has opened, in a folder of its own, which goes with it.
final class AppDatabase: Sendable {
  enum Kind: CaseIterable { case pool, queue, memory }

  let folder: String
  let path: String
  let writer: any DatabaseWriter

  init(_ kind: Kind = .pool, _ statements: String...) throws {
    let made = FileManager.default.temporaryDirectory.appending(
      path: "shortlist-records-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
    folder = made.path
    path = folder + "/app.db"
    var configuration = Configuration()
    configuration.busyMode = .timeout(Double(Environment.patience.components.seconds))
    writer =
      switch kind {
      case .pool: try DatabasePool(path: path, configuration: configuration)
      case .queue: try DatabaseQueue(path: path, configuration: configuration)
      case .memory: try DatabaseQueue(configuration: configuration)
      }
    for statement in statements { try run(statement) }
  }

  deinit {
    try? writer.close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Commits a statement of the app.
  func run(_ sql: String) throws {
    try writer.writeWithoutTransaction { try $0.execute(sql: sql) }
  }

  /// Commits statements through another connection, as another process does.
  func runElsewhere(_ statements: String...) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(Double(Environment.patience.components.seconds))
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try other.write { database in
      for statement in statements { try database.execute(sql: statement) }
    }
    try other.close()
  }

  static let players =
    "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL, "
    + "score INT NOT NULL DEFAULT 0, photo BLOB)"
  static let three =
    "INSERT INTO player VALUES (1, 'Ann', 10, NULL), (2, 'Bob', 20, x'00ff'), (3, 'Cid', 30, NULL)"
}

/// A listener that keeps what a picker shows.
final actor Shown<Item: Identifiable & Sendable> where Item.ID: PickListID {
  private(set) var sections: [PickListSection<Item>] = []
  private(set) var updates = 0
  private(set) var changedRows = 0
  private(set) var resets = 0
  private(set) var stops: [String] = []

  init(_ picker: PickList<Item>) {
    let updates = picker.updates
    Task { [weak self] in
      do {
        for try await update in updates { await self?.apply(update) }
      } catch { await self?.stop("\(error)") }
    }
  }

  private func apply(_ update: PickListUpdate<Item>) {
    update.apply(to: &sections)
    updates += 1
    switch update.changes {
    case .reset: resets += 1
    case .changes(let changes): changedRows += changes.rows.count
    case nil: break
    }
  }

  private func stop(_ reason: String) { stops.append(reason) }

  /// The items that are shown.
  var items: [Item] { sections.flatMap(\.items) }

  /// Waits until the items satisfy a condition.
  func wait(until isReached: @Sendable ([Item]) -> Bool) async {
    while !isReached(items) { try? await Task.sleep(for: .milliseconds(2)) }
  }

  /// Waits until the updates have ended with an error.
  func waitForStop() async {
    while stops.isEmpty { try? await Task.sleep(for: .milliseconds(2)) }
  }
}

extension PickList where Item == Player {
  /// Opens a picker of the players.
  convenience init(_ database: AppDatabase) async throws {
    try await self.init(records: Player.self, in: database.writer) {
      Field(\.name)
      Field(\.score)
    }
  }
}
