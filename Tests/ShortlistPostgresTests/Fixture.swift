import Foundation
import Shortlist
import ShortlistTestSupport
import Synchronization
import Testing

@testable import ShortlistPostgres

/// A server that the tests share; it ends with them.
final class TestServer: Sendable {
  let url: String
  /// The pipes to a shell beside the server, which ends when this process does.
  private let (input, output): (Pipe, Pipe)

  /// The server; nil if no PostgreSQL is installed.
  static let shared = TestServer()

  /// Another one, on which transactions stay open.
  static let waiting = TestServer()

  /// Another one, which is restarted.
  static let restarted = TestServer()

  /// Whether the tests can run; says so if they cannot.
  static var isThere: Bool {
    if shared == nil { print("no PostgreSQL is installed: its tests are skipped") }
    return shared != nil
  }

  private init?() {
    let process = Process()
    (input, output) = (Pipe(), Pipe())
    process.executableURL =
      URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Scripts/with-postgres").standardizedFileURL
    // The shell carries out commands for `pg_ctl`, a line each.
    process.arguments = [
      "sh", "-c",
      """
      echo "$SHORTLIST_POSTGRES"
      while read -r command; do "$SHORTLIST_POSTGRES_CTL" $command > /dev/null; echo; done
      """,
    ]
    process.standardInput = input
    process.standardOutput = output
    guard (try? process.run()) != nil, let url = Self.line(of: output) else { return nil }
    self.url = url
  }

  /// Controls the server, as `pg_ctl` does.
  func control(_ command: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((command + "\n").utf8))
    _ = try #require(Self.line(of: output))
  }

  private static func line(of pipe: Pipe) -> String? {
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      let more = pipe.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      line += more
    }
    return String(decoding: line.dropLast(), as: UTF8.self)
  }
}

/// A schema of its own on the server, with another connection than those of lists.
final class Fixture: Sendable {
  let server: TestServer
  /// The name of the schema.
  let schema = "s" + UUID().uuidString.lowercased().filter { $0 != "-" }
  private let connection = Mutex<PostgresConnection?>(nil)

  init(on server: TestServer? = .shared, _ statements: String...) throws {
    self.server = try #require(server)
    try run("CREATE SCHEMA \(schema)")
    for statement in statements { try run(statement) }
  }

  deinit { try? run("DROP SCHEMA \(schema) CASCADE") }

  /// Carries out statements, one after the other; several are one transaction.
  ///
  /// Unqualified names are those of the schema.
  func run(_ statements: String...) throws { try run(statements) }

  func run(_ statements: [String]) throws {
    try connection.withLock { connection in
      for _ in 0..<2 {
        do {
          let open = try connection ?? connect()
          connection = open
          if statements.count > 1 { try open.query("BEGIN") }
          do { for statement in statements { try open.query(statement) } } catch {
            if statements.count > 1 { _ = try? open.query("ROLLBACK") }
            throw error
          }
          if statements.count > 1 { try open.query("COMMIT") }
          return
        } catch let failure as PostgresError where failure.isLost {
          connection = nil
        }
      }
    }
  }

  private func connect() throws -> PostgresConnection {
    while true {
      // The server may just be starting.
      guard
        let connection = try? PostgresConnection(
          to: PostgresAddress(server.url), until: CancellationFlag())
      else { continue }
      try connection.query("SET search_path = \(schema), public")
      return connection
    }
  }

  /// Returns the first field of the first row of a query.
  func text(_ query: String) throws -> String? {
    try connection.withLock { try $0?.query(query).text(0, 0) }
  }

  /// Opens a list over a table.
  func open(
    _ table: String = "t", id: String? = nil, schema types: [ListSchema.Entry] = [],
    journal: Bool = false, query: ListQuery = ListQuery()
  ) async throws -> LiveList {
    try await open(table, id: id, schema: types, feed: journal ? .journal : .none, query: query)
  }

  /// Opens a list over a table, and waits until the list uses the given feed.
  func open(
    _ table: String = "t", id: String? = nil, schema types: [ListSchema.Entry] = [],
    feed: TestFeed, query: ListQuery = ListQuery()
  ) async throws -> LiveList {
    if feed == .log { try publish(table) }
    let source = PostgresTable(
      url: server.url, table: "\(schema).\(table)", keepsJournal: feed == .journal)
    let list = try await LiveList.open(
      source, options: TableOptions(id: id, schema: types), query: query)
    if feed == .log { #expect(try await wait { source.readsLog }) }
    return list
  }

  /// Lets lists read the changes of a table from the server's log.
  func publish(_ table: String = "t") throws {
    let source = PostgresTable(url: server.url, table: "\(schema).\(table)")
    let statements = try source.connected(until: source.isCancelled) { connection in
      let shape = try source.shape(on: connection)
      return shape.publication == nil
        ? try Publication.statements(for: shape, on: connection) : []
    }
    if !statements.isEmpty { try run(statements) }
  }
}

/// How a list learns of commits.
enum TestFeed: CaseIterable {
  case none, journal, log
}

extension PostgresTable {
  /// Whether the state that the list has was followed by means of the server's log.
  var readsLog: Bool {
    if case .log? = state.withLock({ $0.position?.feed }) { true } else { false }
  }
}

extension LiveList {
  /// All rows in shown order.
  var all: [[CellValue]] { get async throws { try await rows(length: 1_000_000).rows } }

  /// All ids in shown order.
  var allIDs: [RowID] { get async throws { try await ids().ids } }

  var shownSections: [Changeset<RowID>.Section] {
    get async throws {
      var shown: [Changeset<RowID>.Section] = []
      for section in try await sections().sections {
        shown.append(.init(name: section.name, ids: try await ids(section: section.name).ids))
      }
      return shown
    }
  }

  /// The rows of each section.
  var shownRows: [[[CellValue]]] {
    get async throws {
      var shown: [[[CellValue]]] = []
      for section in try await sections().sections {
        shown.append(try await rows(section: section.name, length: 1_000_000).rows)
      }
      return shown
    }
  }
}

/// Waits until a condition holds, as long as tests have patience.
func wait(until condition: () async throws -> Bool) async throws -> Bool {
  let end = ContinuousClock.now + Environment.patience
  while .now < end {
    if try await condition() { return true }
    await Task.yield()
  }
  return false
}
