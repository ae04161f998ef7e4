import Dispatch
import Shortlist
import ShortlistJSON
import ShortlistTestSupport
import Synchronization
import Testing

@testable import ShortlistRPC

/// Requests that are carried out side by side, given up, or replaced.
struct SideBySideTests {
  @Test func anOpenThatWaitsBlocksNobody() async throws {
    let (server, gate) = Self.server()
    let messages = Messages(server)
    messages.send(1, "list.open", #"{"source":{"rows":[{"id":1},{"id":2}]}}"#)
    messages.send(2, "list.open", #"{"source":{"file":"slow.csv"}}"#)
    messages.send(3, "list.ids", #"{"list":"L2"}"#)
    messages.send(4, "list.ids", #"{"list":"L1"}"#)
    messages.send(5, "list.open", #"{"source":{"rows":[]}}"#)
    messages.send(6, "nope", "{}")
    try await messages.wait(for: [1, 4, 5])
    #expect(messages.answered.filter { $0 != 5 } == [1, 4])
    gate.open()
    try await messages.wait(for: [2, 3, 6])
    // In the order of the requests for the list, and after all what names none.
    #expect(messages.answered.filter { [2, 3, 6].contains($0) } == [2, 3, 6])
    #expect(messages[3] == #"{"jsonrpc":"2.0","id":3,"result":{"revision":1,"ids":[1]}}"#)
  }

  /// The writer says that all is written before the line of the answer has ended; what comes in
  /// between must not wait for the next message.
  @Test func anUpdateBesideAnAnswerIsReported() async throws {
    let rows = try await SharedRows.open(
      RowsSource(name: "rows", rows: [["id": 1, "n": 0]]), options: TableOptions(id: "id"))
    let (offered, other) = try await (rows.list(), rows.list())
    let server = await Server.offering(Offer(of: offered))
    let reached = Mutex(0)
    let writer = Task {
      for await _ in server.output.wakeups {
        for line in server.output.drain() {
          let text = String(decoding: line, as: UTF8.self)
          guard text.contains(#""method":"list.changed""#),
            case .object(let message) = try? JSON.parse(text),
            case .object(let params) = message["params"],
            case .integer(let revision) = params["revision"]
          else { continue }
          reached.withLock { $0 = max($0, revision) }
        }
        server.outputIsWritten()
      }
    }
    defer { writer.cancel() }
    for round in 1...300 {
      async let answered: Void = server.answer(
        Array(#"{"jsonrpc":"2.0","id":\#(round),"method":"list.ids","params":{"list":"L1"}}"#.utf8))
      _ = try await other.apply([.update(["id": .integer(1), "n": .integer(round)])])
      await answered
      let end = ContinuousClock.now + Environment.patience
      while reached.withLock({ $0 }) < round + 1 {
        try #require(ContinuousClock.now < end, "the update of round \(round) was not reported")
        await Task.yield()
      }
    }
  }

  @Test func handlesAreGivenInTheOrderOfTheRequests() async throws {
    let (server, gate) = Self.server()
    let messages = Messages(server)
    messages.send(1, "list.open", #"{"source":{"file":"slow.csv"}}"#)
    messages.send(2, "list.open", #"{"source":{"rows":[]}}"#)
    messages.send(3, "number.connect", #"{"list":"L1","attribute":"id"}"#)
    messages.send(4, "number.get", #"{"number":"N3"}"#)
    try await messages.wait(for: [2])
    #expect(messages[2]?.contains(#""list":"L2""#) == true)
    gate.open()
    try await messages.wait(for: [1, 3, 4])
    #expect(messages[4]?.contains(#""bounds":[1,1]"#) == true)
    // One under which nothing came to be is not given again.
    messages.send(5, "list.open", #"{"source":{"file":"nothing"}}"#)
    try await messages.wait(for: [5])
    messages.send(6, "list.open", #"{"source":{"rows":[]}}"#)
    try await messages.wait(for: [6])
    #expect(messages[6]?.contains(#""list":"L5""#) == true)
  }

  @Test(arguments: ["2", #""a""#, "1.0", #""\ud800""#, "123456789012345678901234567890"])
  func anOpenIsCancelled(id: String) async throws {
    let (server, _) = Self.server()
    let messages = Messages(server)
    messages.send(id, "list.open", #"{"source":{"file":"slow.csv"}}"#)
    messages.send("3", "list.ids", #"{"list":"L1"}"#)
    messages.send(nil, "$/cancelRequest", #"{"id":\#(id)}"#)
    try await messages.wait(for: 2)
    #expect(
      messages.lines == [
        #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-32800,"message":"the request was cancelled"}}"#,
        #"{"jsonrpc":"2.0","id":3,"error":{"code":-32001,"message":"no such handle: \"L1\""}}"#,
      ])
  }

  @Test func aRequestThatWaitsIsCancelled() async throws {
    let (server, gate) = Self.server()
    let messages = Messages(server)
    messages.send(1, "list.open", #"{"source":{"file":"slow.csv"}}"#)
    messages.send(2, "list.query", #"{"list":"L1","search":"x"}"#)
    messages.send(3, "list.sections", #"{"list":"L1"}"#)
    messages.send(nil, "$/cancelRequest", #"{"id":2}"#)
    messages.send(nil, "$/cancelRequest", #"{"id":99}"#)
    messages.send(nil, "$/cancelRequest", #"{"id":[]}"#)
    messages.send(4, "$/cancelRequest", #"{}"#)
    gate.open()
    try await messages.wait(for: [1, 2, 3, 4])
    #expect(messages[2]?.contains("-32800") == true)
    #expect(messages[3]?.contains(#""revision":1,"total":1"#) == true)
    #expect(messages[4] == #"{"jsonrpc":"2.0","id":4,"result":{}}"#)
  }

  @Test func aPartOfABatchIsCancelled() async throws {
    let (server, gate) = Self.server()
    let messages = Messages(server)
    messages.send(1, "list.open", #"{"source":{"file":"slow.csv"}}"#)
    server.receive(
      Array(
        #"""
        [{"jsonrpc":"2.0","id":2,"method":"list.query","params":{"list":"L1","search":"x"}},
        {"jsonrpc":"2.0","id":3,"method":"list.ids","params":{"list":"L1"}}]
        """#.utf8))
    messages.send(nil, "$/cancelRequest", #"{"id":2}"#)
    gate.open()
    try await messages.wait(for: 2)
    #expect(
      messages.lines.last
        == #"[{"jsonrpc":"2.0","id":2,"error":{"code":-32800,"message":"the request was cancelled"}},"#
        + #"{"jsonrpc":"2.0","id":3,"result":{"revision":1,"ids":[1]}}]"#)
  }

  @Test func aQueryTakesThePlaceOfThoseBeforeIt() async throws {
    let (server, gate) = Self.server()
    let messages = Messages(server)
    messages.send(1, "list.open", #"{"source":{"file":"slow.csv"}}"#)
    messages.send(2, "list.query", #"{"list":"L1","search":"a","match":"prefix"}"#)
    messages.send(3, "list.rows", #"{"list":"L1"}"#)
    messages.send(
      4, "list.query", #"{"list":"L1","search":"b","sort":[{"by":"nothing"}],"supersede":true}"#)
    messages.send(5, "list.query", #"{"list":"L1","filters":"id:","ifRevision":1}"#)
    messages.send(6, "list.query", #"{"list":"L1","search":"1","in":["id"],"supersede":true}"#)
    gate.open()
    try await messages.wait(for: [1, 2, 3, 4, 5, 6])
    for number in [2, 4, 5] {
      #expect(
        messages[number]
          == #"{"jsonrpc":"2.0","id":\#(number),"error":{"code":-32801,"message":"a newer query has taken the place of this one"}}"#
      )
    }
    // The sort and the filters would have been refused, and the match is taken over.
    #expect(messages[6]?.contains(#""revision":2,"total":1"#) == true)
    let list = try #require(server.state.withLock { $0.lists["L1"]?.list })
    let query = await list.query
    #expect(query.search == "1" && query.match == .prefix && query.filters == "")
  }

  @Test(arguments: [
    #""filters":"nn:1""#, #""sort":[{"by":"nothing"}]"#, #""ifRevision":7"#,
    #""search":1"#,
  ])
  func aQueryThatFailsTakesNoPlace(members: String) async throws {
    let (server, gate) = Self.server()
    let messages = Messages(server)
    messages.send(1, "list.open", #"{"source":{"file":"slow.csv"}}"#)
    messages.send(2, "list.query", #"{"list":"L1","filters":"id:>1"}"#)
    messages.send(3, "list.query", #"{"list":"L1","match":"prefix","supersede":true}"#)
    messages.send(4, "list.query", #"{"list":"L1",\#(members),"supersede":true}"#)
    messages.send(5, "list.ids", #"{"list":"L1"}"#)
    gate.open()
    try await messages.wait(for: [1, 2, 3, 4, 5])
    #expect(messages[4]?.contains("error") == true)
    // The queries before it are carried out, and a notification tells what they changed.
    #expect(messages[5] == #"{"jsonrpc":"2.0","id":5,"result":{"revision":2,"ids":[]}}"#)
    #expect(
      messages.lines.contains(
        #"{"jsonrpc":"2.0","method":"list.changed","params":{"list":"L1","revision":2,"changes":{"#
          + #""sections":[],"rows":[{"type":"delete","id":1,"section":0,"from":0}]},"total":0,"#
          + #""cause":"query"}}"#))
    let list = try #require(server.state.withLock { $0.lists["L1"]?.list })
    let query = await list.query
    #expect(query.filters == "id:>1" && query.match == .prefix && query.search == "")
  }

  @Test func aQueryTakesNoPlaceBeyondWhatChangesSomething() async throws {
    let (server, gate) = Self.server()
    let messages = Messages(server)
    messages.send(1, "list.open", #"{"source":{"file":"slow.csv"}}"#)
    messages.send(2, "list.query", #"{"list":"L1","search":"nothing"}"#)
    messages.send(3, "selection.all", #"{"list":"L1"}"#)
    messages.send(4, "list.query", #"{"list":"L1","search":"","supersede":true}"#)
    gate.open()
    try await messages.wait(for: [1, 2, 3, 4])
    #expect(messages[2]?.contains(#""total":0"#) == true)
    #expect(messages[3]?.contains(#""outcome":"unchanged""#) == true)
    #expect(messages[4]?.contains(#""total":1"#) == true)
  }

  /// Answers to other requests do not separate an answer from the notifications that follow it.
  @Test func notificationsFollowTheirAnswer() async throws {
    let server = makeServer()
    let messages = Messages(server)
    messages.send(1, "list.open", #"{"source":{"rows":[{"id":0}]}}"#)
    messages.send(2, "number.connect", #"{"list":"L1","attribute":"id"}"#)
    let numbers = 3...600
    for number in numbers {
      if number.isMultiple(of: 3) {
        messages.send(
          number, "list.apply", #"{"list":"L1","operations":[{"insert":{"id":\#(number)}}]}"#)
      } else {
        messages.send(number, "number.get", #"{"number":"no such handle"}"#)
      }
    }
    await withCheckedContinuation { continuation in
      server.whenIdle { continuation.resume() }
    }
    let lines = messages.lines
    for number in numbers where number.isMultiple(of: 3) {
      let answer = try #require(lines.firstIndex { $0.contains("\"id\":\(number),\"result\"") })
      #expect(lines[answer + 1].contains("\"bounds\":[0,\(number)]"), "request \(number)")
    }
  }

  @Test func withoutTheMemberEveryQueryIsAnswered() async throws {
    let (server, gate) = Self.server()
    let messages = Messages(server)
    messages.send(1, "list.open", #"{"source":{"file":"slow.csv"}}"#)
    for number in 2...9 {
      messages.send(number, "list.query", #"{"list":"L1","search":"\#(number)"}"#)
    }
    gate.open()
    try await messages.wait(for: Array(1...9))
    #expect(messages.answered == Array(1...9))
    #expect(messages.lines.allSatisfy { $0.contains("result") })
  }

  @Test func noMoreIsTakenThanMayWait() async throws {
    var limits = Limits()
    limits.waiting.lines = 4
    let (server, gate) = Self.server(limits)
    let messages = Messages(server)
    messages.send(1, "list.open", #"{"source":{"file":"slow.csv"}}"#)
    for number in 2...4 { messages.send(number, "list.ids", #"{"list":"L1"}"#) }
    let hasRoom = Atomic(false)
    server.whenThereIsRoom { hasRoom.store(true, ordering: .relaxed) }
    let hadRoom = hasRoom.load(ordering: .relaxed)
    #expect(!hadRoom)
    gate.open()
    try await messages.wait(for: [1, 2, 3, 4])
    await withCheckedContinuation { continuation in
      server.whenThereIsRoom { continuation.resume() }
    }
    let hasRoomNow = hasRoom.load(ordering: .relaxed)
    #expect(hasRoomNow)
  }

  /// A server whose file `slow.csv` is read when the gate is opened: it has the row 1.
  static func server(_ limits: Limits = Limits()) -> (Server, SlowSource.Gate) {
    let gate = SlowSource.Gate()
    let server = Server(limits: limits) { request in
      switch request {
      case .rows(let rows): return RowsSource(name: "rows", rows: rows)
      case .file("slow.csv", _, _): return SlowSource(gate: gate)
      default: throw SourceError(path: "x", reason: "there is no such thing")
      }
    }
    return (server, gate)
  }
}

/// A source that cannot be read before somebody says so.
struct SlowSource: RowSource {
  final class Gate: Sendable {
    let isOpen = Atomic(false)
    func open() { isOpen.store(true, ordering: .relaxed) }
  }

  var name: String { "slow.csv" }
  let gate: Gate

  func read(
    into builder: inout TableBuilder,
    progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    let pause = DispatchSemaphore(value: 0)
    while !gate.isOpen.load(ordering: .relaxed) {
      try progress(&builder, LoadProgress(rows: 0, bytes: 0))
      _ = pause.wait(timeout: .now() + .milliseconds(1))
    }
    try RowsSource(name: name, rows: [["id": 1]]).read(into: &builder, progress: progress)
  }
}

/// What a client sends, and what it gets.
final class Messages: Sendable {
  private let server: Server
  private let received = Mutex<[String]>([])

  init(_ server: Server) { self.server = server }

  var lines: [String] {
    let new = server.output.drain().map { String(decoding: $0, as: UTF8.self) }
    server.outputIsWritten()
    return received.withLock { received in
      received += new
      return received
    }
  }

  /// The ids of the answers, in order.
  var answered: [Int] {
    lines.compactMap { line in
      guard case .object(let members) = try? JSON.parse(line), case .integer(let id) = members["id"]
      else { return nil }
      return id
    }
  }

  subscript(id: Int) -> String? { lines.first { $0.contains(#""id":\#(id),"#) } }

  func send(_ id: Int, _ method: String, _ params: String) { send("\(id)", method, params) }

  func send(_ id: String?, _ method: String, _ params: String) {
    let id = id.map { #""id":\#($0),"# } ?? ""
    server.receive(
      Array(#"{"jsonrpc":"2.0",\#(id)"method":"\#(method)","params":\#(params)}"#.utf8))
  }

  /// Waits until these are answered.
  func wait(for ids: [Int]) async throws {
    try await wait { Set(self.answered).isSuperset(of: ids) }
  }

  /// Waits until there are so many messages.
  func wait(for count: Int) async throws { try await wait { self.lines.count >= count } }

  private func wait(until isThere: () -> Bool) async throws {
    let end = ContinuousClock.now + Environment.patience
    while !isThere() {
      try #require(ContinuousClock.now < end, "only \(lines) came")
      await Task.yield()
    }
  }
}
