import Shortlist
import Testing

@Suite("A list over a source that is followed")
struct FollowingTests {
  @Test("takes in what is appended, and tells of it")
  func following() async throws {
    let source = FedSource()
    let list = try await LiveList.open(source)
    var updates = list.updates.makeAsyncIterator()
    source.append([["2", "5"]])
    let first = try #require(await updates.next())
    #expect(first.changes?.description == "+0:1(2)")
    #expect(first.previousRevision == 1 && first.revision == 2)
    #expect(first.total == 2 && first.count == 2)
    source.append([["2", "7"]])  // The id is used: nothing happens.
    source.append([["3", "x"], ["4", "9"]])
    let second = try #require(await updates.next())
    #expect(second.changes?.description == "+0:2(3) +0:3(4)" && second.revision == 3)
    #expect(try await list.rows().rows[2] == [.integer(3), .null])
    source.end()
    #expect(await updates.next() == nil)
  }

  @Test("a late reader gets one update for all that happened")
  func composing() async throws {
    let source = FedSource()
    let list = try await LiveList.open(source)
    for id in 2...9 { source.append([["\(id)", "1"]]) }
    source.end()
    while await list.count < 9 { await Task.yield() }
    var updates = list.updates.makeAsyncIterator()
    let update = try #require(await updates.next())
    #expect(update.previousRevision == 1 && update.revision == 9)
    let inserts = (2...9).map { "+0:\($0 - 1)(\($0))" }
    #expect(update.changes?.description == inserts.joined(separator: " "))
    #expect(await updates.next() == nil)
  }

  @Test("a request of one's own parts two updates")
  func parting() async throws {
    let source = FedSource()
    let list = try await LiveList.open(source)
    source.append([["2", "1"]])
    while await list.count < 2 { await Task.yield() }
    let own = try await list.apply([.delete(.integer(1))])
    #expect(own.changes?.description == "-0:0(1)")
    source.append([["3", "1"]])
    while await list.count < 2 { await Task.yield() }
    var updates = list.updates.makeAsyncIterator()
    let first = try #require(await updates.next())
    let second = try #require(await updates.next())
    #expect(first.changes?.description == "+0:1(2)" && first.revision == 2)
    #expect(own.revision == 3)
    #expect(second.changes?.description == "+0:1(3)" && second.previousRevision == 3)
    source.end()
  }

  @Test("a reader who is very late reads everything again")
  func veryLate() async throws {
    let source = FedSource()
    let list = try await LiveList.open(source)
    for batch in 0..<4 {
      source.append((0..<4000).map { ["\(2 + batch * 4000 + $0)", "1"] })
    }
    source.end()
    while await list.count < 16_001 { await Task.yield() }
    var updates = list.updates.makeAsyncIterator()
    let update = try #require(await updates.next())
    #expect(update.changes == .reset && update.previousRevision == 1 && update.revision == 5)
  }

  @Test("whoever was told a state is told what happened after it apart")
  func partingByReading() async throws {
    let source = FedSource()
    let list = try await LiveList.open(source)
    source.append([["2", "1"]])
    while await list.count < 2 { await Task.yield() }
    #expect(try await list.ids().revision == 2)
    source.append([["3", "1"]])
    while await list.count < 3 { await Task.yield() }
    #expect(list.updates.drain(through: 2).map(\.revision) == [2])
    #expect(list.updates.drain().map(\.previousRevision) == [2])
    source.end()
  }

  @Test("a source that fails says so, and the rows stay")
  func failing() async throws {
    let source = FedSource()
    let list = try await LiveList.open(source)
    source.fail(SourceError(path: "fed", reason: "gone"))
    var last: ListUpdate?
    for await update in list.updates { last = update }
    guard case .stopped(let error) = last?.loading else {
      Issue.record("not \(String(describing: last))")
      return
    }
    #expect("\(error)" == "fed: gone" && last?.count == 1)
  }

  @Test("nobody follows for a list that nobody holds")
  func abandoned() async throws {
    let source = FedSource()
    var list: LiveList? = try await LiveList.open(source)
    weak let observed = list
    let updates = try #require(list).updates
    list = nil
    for await _ in updates {}
    #expect(observed == nil)
  }
}
