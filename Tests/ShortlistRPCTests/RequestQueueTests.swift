import ShortlistJSON
import Synchronization
import Testing

@testable import ShortlistRPC

struct RequestQueueTests {
  static func line(_ id: Int) -> Line {
    Line(Array(#"{"jsonrpc":"2.0","id":\#(id),"method":"list.ids"}"#.utf8), within: Limits())
  }

  /// What can be begun, as long as there is something.
  static func begun(_ queue: inout RequestQueue) -> [Int] {
    var begun: [Int] = []
    while let number = queue.begin(atMost: 64) { begun.append(number) }
    return begun
  }

  @Test func linesOfALaneAreBegunOneAfterTheOther() {
    var queue = RequestQueue()
    let numbers = ["a", "a", "b", "a", "b"].map { lane in
      queue.add(Self.line(0), in: [lane], isAfterAll: false)
    }
    #expect(Self.begun(&queue) == [numbers[0], numbers[2]])
    _ = queue.end(numbers[2])
    #expect(Self.begun(&queue) == [numbers[4]])
    _ = queue.end(numbers[0])
    #expect(Self.begun(&queue) == [numbers[1]])
  }

  @Test func aLineWithoutALaneWaitsForAllBeforeItAndNobodyWaitsForIt() {
    var queue = RequestQueue()
    let first = queue.add(Self.line(1), in: ["a"], isAfterAll: false)
    let general = queue.add(Self.line(2), in: [], isAfterAll: true)
    let other = queue.add(Self.line(3), in: ["b"], isAfterAll: false)
    #expect(Self.begun(&queue) == [first, other])
    _ = queue.end(other)
    #expect(Self.begun(&queue) == [])
    _ = queue.end(first)
    #expect(Self.begun(&queue) == [general])
    _ = queue.end(general)
    #expect(queue.count == 0 && queue.running == 0 && queue.size == 0)
  }

  @Test func aBatchStandsInAllOfItsLanes() {
    var queue = RequestQueue()
    let first = queue.add(Self.line(1), in: ["a"], isAfterAll: false)
    let batch = queue.add(Self.line(2), in: ["a", "b"], isAfterAll: false)
    let last = queue.add(Self.line(3), in: ["b"], isAfterAll: false)
    #expect(Self.begun(&queue) == [first])
    _ = queue.end(first)
    #expect(Self.begun(&queue) == [batch])
    _ = queue.end(batch)
    #expect(Self.begun(&queue) == [last])
  }

  @Test func onlyAFreeLaneCanBeHeld() throws {
    var queue = RequestQueue()
    let first = queue.hold("a")
    let held = try #require(first)
    let second = queue.hold("a")
    #expect(second == nil)
    let line = queue.add(Self.line(1), in: ["a"], isAfterAll: false)
    #expect(Self.begun(&queue) == [])
    _ = queue.end(held)
    #expect(Self.begun(&queue) == [line])
  }

  @Test func anAliasLastsAsLongAsItsLane() {
    var queue = RequestQueue()
    queue.addAlias("N", of: "a")
    let first = queue.add(Self.line(1), in: ["a"], isAfterAll: false)
    let second = queue.add(Self.line(2), in: ["a"], isAfterAll: false)
    #expect(Self.begun(&queue) == [first])
    _ = queue.end(first)
    #expect(queue.lane(of: "N") == "a")
    #expect(Self.begun(&queue) == [second])
    _ = queue.end(second)
    #expect(queue.lane(of: "N") == nil)
  }

  /// What is asked of a range that has just ended is answered after what ended it.
  @Test(arguments: [#"number.disconnect {"number":"N2"}"#, #"list.close {"list":"L1"}"#])
  func aRangeEndsWhileMoreIsAskedOfIt(_ ending: String) async throws {
    let server = makeServer()
    _ = await server.answers(to: Self.text(#"list.open {"source":{"rows":[{"id":1}]}}"#))
    _ = await server.answers(to: Self.text(#"number.connect {"list":"L1","attribute":"id"}"#))
    var state = server.state.withLock { $0 }
    func take(_ request: String) -> [Int] {
      _ = state.receive(Line(Array(Self.text(request).utf8), within: Limits()), nil)
      return Self.begun(&state.queue)
    }
    let ended = take(ending)
    try #require(ended.count == 1)
    // The request has done its work, and its answer is not in the output yet.
    if ending.hasPrefix("list") { state.close("L1") } else { state.disconnect("N2") }
    #expect(take(#"number.get {"number":"N2"}"#) == [])
    _ = state.queue.end(ended[0])
    #expect(Self.begun(&state.queue).count == 1)
  }

  /// A request, from its method and its params.
  static func text(_ request: String) -> String {
    let parts = request.split(separator: " ", maxSplits: 1)
    return #"{"jsonrpc":"2.0","id":1,"method":"\#(parts[0])","params":\#(parts[1])}"#
  }

  /// Random lines: each list's are carried out in their order, one at a time, and all are.
  @Test func allAreCarriedOutInOrder() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededNumbers(seed)
    for _ in 0..<200 {
      var queue = RequestQueue()
      var lanes: [Int: Set<String>] = [:]
      var ended: [Int] = []
      var running: Set<Int> = []
      var left = 40
      while left > 0 || queue.count > 0 {
        if left > 0, random.next(below: 2) == 0 {
          left -= 1
          let names = Set((0..<random.next(below: 3)).map { _ in "L\(random.next(below: 4))" })
          let number = queue.add(Self.line(left), in: names, isAfterAll: names.isEmpty)
          lanes[number] = names
        }
        for number in Self.begun(&queue) {
          for other in running {
            #expect(lanes[other]?.isDisjoint(with: lanes[number] ?? []) == true, "seed \(seed)")
          }
          running.insert(number)
        }
        if let number = running.sorted().randomElement(using: &random.generator) {
          running.remove(number)
          _ = queue.end(number)
          ended.append(number)
        }
      }
      #expect(ended.count == lanes.count, "seed \(seed)")
      for name in ["L0", "L1", "L2", "L3"] {
        let order = ended.filter { lanes[$0]?.contains(name) == true }
        #expect(order == order.sorted(), "seed \(seed)")
      }
    }
  }
}

/// Numbers that a seed gives again.
struct SeededNumbers {
  struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  var generator: Generator
  init(_ seed: UInt64) { generator = Generator(state: seed) }
  mutating func next(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
}
