import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@testable import ShortlistPostgres

@Suite("Lost connections", .enabled(if: TestServer.isThere), .serialized)
struct ConnectionTests {
  @Test(arguments: TestFeed.allCases)
  func `connections that the server ends are made again`(feed: TestFeed) async throws {
    let server = try Fixture(
      on: .restarted, "CREATE TABLE t (id int PRIMARY KEY, n int)")
    let list = try await server.open(feed: feed)
    for id in 1...20 {
      try server.run(
        "INSERT INTO t VALUES (\(id), 0)",
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE pid <> pg_backend_pid() AND application_name = 'shortlist'
        AND (query LIKE '%\(server.schema)%' OR \(id) % 3 = 0)
        """)
      if id % 2 == 0 {
        _ = try await list.apply([.update(["id": .integer(id), "n": .integer(id)])])
      }
      #expect(try await wait { await list.count == id })
    }
    #expect(try await list.all == server.open().all)
    #expect(try await wait { await list.stopReason == nil })
  }

  @Test func `a server that is killed and restarted loses nothing`() async throws {
    let server = try Fixture(
      on: .restarted, "CREATE TABLE t (id int PRIMARY KEY, n int)")
    let (writer, reader) = (try await server.open(), try await server.open(journal: true))
    // What was acknowledged is there afterwards; what was refused may be, if its fate was unknown.
    var (acknowledged, attempted): (Set<RowID>, Set<RowID>) = ([], [])
    for round in 0..<4 {
      let isRestarted = CancellationFlag()
      let killing = Task.detached {
        defer { isRestarted.set() }
        try server.server.control("restart -m \(round % 2 == 0 ? "immediate" : "fast")")
      }
      var (step, later) = (0, 0)
      while later < 10 {
        step += 1
        if isRestarted.isSet { later += 1 }
        let id = round * 1_000_000 + step
        attempted.insert(.integer(id))
        do {
          _ = try await writer.apply([.insert(["id": .integer(id)])])
          acknowledged.insert(.integer(id))
        } catch is WriteError {}
      }
      try await killing.value
      let now = Set(try await server.open().allIDs)
      #expect(now.isSuperset(of: acknowledged) && now.isSubset(of: attempted), "round \(round)")
      for list in [writer, reader] {
        #expect(try await wait { Set(try await list.allIDs) == now }, "round \(round)")
      }
    }
    #expect(!acknowledged.isEmpty)
  }

  @Test func `a list says that its server is gone`() async throws {
    let server = try Fixture(
      on: .restarted, "CREATE TABLE t (id int PRIMARY KEY)", "INSERT INTO t VALUES (1)")
    let list = try await server.open()
    try server.server.control("stop -m fast")
    #expect(try await wait { await list.stopReason != nil })
    #expect(try await list.allIDs == [.integer(1)])
    await #expect(throws: WriteError.self) { try await list.apply([.delete(.integer(1))]) }
    try server.server.control("start")
    try server.run("INSERT INTO t VALUES (2)")
    #expect(try await wait { await list.count == 2 })
    #expect(try await wait { await list.stopReason == nil })
  }

  @Test func `a pause whose time is over ends at once`() {
    for time in [Duration.zero, .milliseconds(-1), .seconds(-1), .nanoseconds(1)] {
      PostgresConnection.pause(time)
    }
  }
}
