import Shortlist
import ShortlistTerminal
import ShortlistTestSupport
import Testing

/// What a person sees of a list that grows.
@Suite struct FollowingTests {
  @Test func atTheEnd() async throws {
    var log = try await GrowingScreen(lines: 4)
    log.tell("at the start the view is at the end")
    try await log.append(5...6)
    log.tell("new rows scroll in")
    log.screen.press(KeyPress(.tab))
    await log.screen.carryOut()
    try await log.append(7...9)
    log.tell("the mark stays with row 6, the view at the end")
    try await log.append(10...30)
    log.tell("many rows at once")
    try expectGolden(log.story, "follow-end")
  }

  @Test func away() async throws {
    var log = try await GrowingScreen(lines: 9)
    log.screen.press(KeyPress(.up), KeyPress(.tab), KeyPress(.up), KeyPress(.up))
    await log.screen.carryOut()
    log.tell("the cursor is away from the end")
    try await log.append(10...12)
    log.tell("the rows stay where they are, three are new")
    try await log.append(13...1011)
    log.tell("so they do however many come")
    log.screen.press(KeyPress(.down))
    await log.screen.carryOut()
    log.tell("further down, but not at the end")
    log.screen.press(KeyPress(.end, .control))
    await log.screen.carryOut()
    log.tell("back at the end nothing is new")
    try await log.append(1012...1012)
    log.tell("and the view goes along again")
    try expectGolden(log.story, "follow-away")
  }

  @Test func waysBackToTheEnd() async throws {
    let wheel = InputEvent.mouse(MouseEvent(.wheelDown, column: 3, row: 3))
    let ways: [[InputEvent]] = [
      [.key(KeyPress(.end))], [.key(KeyPress(.end, .control))], [.key(.character(">", .alt))],
      [.key(KeyPress(.pageDown)), .key(KeyPress(.pageDown))],
      Array(repeating: .key(KeyPress(.down)), count: 9), Array(repeating: wheel, count: 4),
      [.mouse(MouseEvent(.wheelDown, column: 3, row: 3)), wheel],
    ]
    for way in ways {
      var log = try await GrowingScreen(lines: 9)
      log.screen.take(.input(.mouse(MouseEvent(.wheelUp, column: 3, row: 3))))
      await log.screen.carryOut()
      #expect(log.screen.state.newRows == 0)
      try await log.append(10...11)
      #expect(log.screen.state.newRows == 2)
      for input in way {
        log.screen.take(.input(input))
        await log.screen.carryOut()
      }
      #expect(log.screen.state.newRows == nil && log.screen.current == .integer(11), "\(way)")
      try await log.append(12...12)
      #expect(log.screen.current == .integer(12))
    }
  }

  @Test func rowsInTheMiddle() async throws {
    var query = ListQuery()
    query.sort = [SortKey("n", .descending)]
    var log = try await GrowingScreen(lines: 9, query: query)
    log.tell("a sorted list starts at its end, too")
    log.screen.press(KeyPress(.up), KeyPress(.up))
    try await log.append(10...12)
    log.tell("rows come above: nothing moves")
    log.source.append([["4", "again"], ["0", "zero"]])
    try await log.taken(14)
    log.tell("and in the middle: the first row on the screen stays")
    log.source.append([["3", "x"], ["3", "y"], ["3", "z"], ["4", "w"]])
    try await log.taken(18)
    log.tell("where the cursor would be lost, it moves up as little as it must")
    try expectGolden(log.story, "follow-sorted")
  }

  @Test func sections() async throws {
    var query = ListQuery()
    query.sections = SectionRule(by: "text")
    var log = try await GrowingScreen(lines: 0, query: query, height: 9)
    log.source.append([["1", "b"], ["2", "b"], ["3", "c"], ["4", "c"]])
    try await log.taken(4)
    log.tell("the end of the last section")
    log.source.append([["5", "a"], ["6", "d"]])
    try await log.taken(6)
    log.tell("sections come before and after")
    log.screen.press(KeyPress(.up), KeyPress(.up))
    log.source.append([["7", "a"], ["8", "b"], ["9", "e"]])
    try await log.taken(9)
    log.tell("away from the end the row at the top stays there")
    try expectGolden(log.story, "follow-sections")
  }

  @Test func search() async throws {
    var log = try await GrowingScreen(lines: 9)
    log.screen.press(KeyPress(.home, .control))
    try await log.append(10...12)
    log.screen.type("1")
    await log.screen.carryOut()
    log.tell("a search shows the last that it finds")
    try await log.append(13...22)
    log.tell("it is applied to what comes")
    log.screen.press(KeyPress(.up))
    log.source.append([["23", "no"], ["31", "no"], ["24", "line 1"]])
    try await log.taken(25)
    log.tell("and only what it finds is new")
    try expectGolden(log.story, "follow-search")
  }

  @Test func panels() async throws {
    var options = PickOptions()
    options.facets = ["text"]
    var log = try await GrowingScreen(lines: 2, height: 20, options: options)
    await log.screen.press(slowly: KeyPress(.function(2)))
    log.tell("the values of what has come")
    log.source.append([["3", "line 1"], ["4", "line 1"], ["5", "other"]])
    try await log.taken(5)
    log.tell("counts go along with what comes")
    await log.screen.press(slowly: .character(" "), KeyPress(.function(3)), KeyPress(.right))
    log.tell("a value is included, and the lower end moved")
    log.source.append([["6", "line 1"], ["99", "line 1"], ["7", "other"]])
    try await log.taken(8)
    log.tell("what comes above the open end is in")
    try expectGolden(log.story, "follow-panels")
  }

  @Test func quickTypingDoesTheSameAsSlowTyping() async throws {
    let keys: [KeyPress] = [
      .character("1"), KeyPress(.up), KeyPress(.up), KeyPress(.tab), KeyPress(.backspace),
      KeyPress(.pageUp), KeyPress(.tab, .shift),
    ]
    var slow = try await GrowingScreen(lines: 25)
    var quick = try await GrowingScreen(lines: 25)
    for key in keys {
      slow.screen.press(key)
      await slow.screen.carryOut()
      quick.screen.press(key)
    }
    await quick.screen.carryOut()
    #expect(quick.screen.picture == slow.screen.picture)
    #expect(quick.screen.state.page?.selected == 2)
  }

  @Test func ends() async throws {
    var log = try await GrowingScreen(lines: 3)
    log.screen.press(KeyPress(.up))
    try await log.append(4...5)
    log.source.end()
    await log.finish()
    log.screen.take(.ended(reason: nil))
    log.tell("the source has ended")
    log.screen.press(KeyPress(.end, .control))
    log.screen.type("5")
    await log.screen.carryOut()
    log.tell("the list can be used as before")

    log = try await GrowingScreen(lines: 3, story: log.story)
    log.source.fail()
    let reason = await log.finish()
    log.screen.take(.ended(reason: reason))
    log.tell("the source has failed")
    log.screen.press(KeyPress(.up), KeyPress(.tab))
    await log.screen.carryOut()
    log.tell("the list can be used as before")
    try expectGolden(log.story, "follow-ends")
  }

  @Test func replaced() async throws {
    var log = try await GrowingScreen(lines: 9)
    log.screen.press(KeyPress(.home, .control))
    await log.screen.carryOut()
    log.source.replace([])
    try await log.taken(0)
    log.tell("the source was cut off")
    try await log.append(1...3)
    log.screen.press(KeyPress(.up))
    await log.screen.carryOut()
    log.source.replace((21...29).map { ["\($0)", "other"] })
    try await log.taken(9)
    log.tell("the source was replaced: all is new, and the view at the end")
    try expectGolden(log.story, "follow-replaced")
  }

  @Test func lastRowsOnly() async throws {
    let window = RangeOptions.flexible(length: 6, from: .end, maxLength: 6)
    var log = try await GrowingScreen(lines: 2, window: window)
    try await log.append(3...20)
    log.tell("the last six of twenty")
    log.screen.press(KeyPress(.up), KeyPress(.up))
    try await log.append(21...22)
    log.tell("the cursor stays with its row, which goes up with the window")
    try await log.append(23...25)
    log.tell("until its row has left the window: then it is on the first in it")
    try await log.append(26...99)
    log.tell("as are those of a screen full of rows that have left")
    log.screen.press(KeyPress(.end))
    await log.screen.carryOut()
    log.tell("back at the end")
    try expectGolden(log.story, "follow-window")
  }

  @Test func window() async throws {
    var query = ListQuery()
    query.sections = SectionRule(by: "kind")
    var screen = try await ScreenHarness(
      size: Size(columns: 60, rows: 12), query: query, window: .fixed(length: 1, offset: 1))
    var story = screen.picture
    screen.press(KeyPress(.end, .control))
    screen.type("files")
    await screen.carryOut()
    story += screen.picture
    try expectGolden(story, "window")
  }

  @Test func single() async throws {
    var options = PickOptions()
    options.limits = SelectionLimits(maximum: 1)
    options.isASCII = true
    var log = try await GrowingScreen(lines: 9, options: options)
    log.tell("one row is picked")
    log.screen.press(KeyPress(.up))
    try await log.append(10...10)
    log.tell("another came")
    log.screen.press(KeyPress(.enter))
    #expect(log.screen.waiting.first == .acceptRow(.integer(8), [.integer(8), .text("line 8")]))
    #expect(log.screen.state.keyList.contains { $0.isForFollowing && !$0.isForMarks })
    try expectGolden(log.story, "follow-single")
  }

  /// Keys and rows in any order: at the end the cursor is on the last row; away from it on its own
  /// row, and the first row on the screen stays unless the cursor's would be lost.
  @Test(arguments: 1...6) func anyOrder(seed: Int) async throws {
    var random = SeededRandom(seed: seed)
    var query = ListQuery()
    if seed.isMultiple(of: 2) { query.sort = [SortKey("n")] }
    if seed.isMultiple(of: 3) { query.sections = SectionRule(by: "text") }
    let keys: [KeyPress] = [
      KeyPress(.up), KeyPress(.down), KeyPress(.pageUp), KeyPress(.pageDown),
      KeyPress(.home, .control), KeyPress(.end, .control), KeyPress(.tab),
    ]
    var log = try await GrowingScreen(lines: 20, query: query, height: 11)
    var count = 20
    for step in 0..<150 {
      if random.chance(0.6) { log.screen.press(random.pick(keys)) }
      await log.screen.carryOut()
      let before = log.screen.state
      let (top, cursor) = (before.line(at: before.viewport.top)?.id, log.screen.current)
      let added = Int.random(in: 1...4, using: &random)
      count += added
      log.source.append(
        (0..<added).map { _ in
          ["\(Int.random(in: 0...30, using: &random))", random.pick(["a", "b", "line 5", "z"])]
        })
      try await log.taken(count)
      let after = log.screen.state
      let comment = Comment("seed \(seed), step \(step)")
      if before.following?.isAtEnd == true {
        #expect(after.viewport.cursor == count - 1 && after.newRows == nil, comment)
      } else {
        #expect(log.screen.current == cursor, comment)
        #expect(after.newRows == before.newRows.map { $0 + added }, comment)
        let topNow = after.line(at: after.viewport.top)?.id
        #expect(topNow == top || after.viewport.visible.last == after.viewport.cursor, comment)
      }
      #expect(after.viewport.visible.contains(after.viewport.cursor), comment)
      #expect(after.viewport.visible.allSatisfy { after.line(at: $0) != nil }, comment)
    }
  }
}

/// A screen over a list that a test lets grow, and what it has shown.
private struct GrowingScreen {
  var screen: ScreenHarness
  let source: GrowingRows
  private var updates: Subscription<ListUpdate>.Iterator
  private(set) var story: String

  init(
    lines: Int, query: ListQuery = ListQuery(), window: RangeOptions? = nil, height: Int = 7,
    options: PickOptions = PickOptions(), story: String = ""
  ) async throws {
    var options = options
    options.follows = true
    let first = Rows(names: ["n", "text"], rows: (0..<lines).map { Self.row($0 + 1) })
    source = GrowingRows(first)
    screen = try await ScreenHarness(
      source, size: Size(columns: 30, rows: height), query: query, window: window,
      options: options)
    updates = screen.list.updates.makeAsyncIterator()
    self.story = story
  }

  private static func row(_ number: Int) -> [String] { ["\(number)", "line \(number)"] }

  /// Appends rows with these numbers, and lets the screen know.
  mutating func append(_ numbers: ClosedRange<Int>) async throws {
    let count = await screen.list.count
    source.append(numbers.map(Self.row))
    try await taken(count + numbers.count)
  }

  /// Waits until the list has so many rows, and lets the screen know.
  mutating func taken(_ count: Int) async throws {
    while true {
      let update = try #require(await updates.next(), "the updates end before \(count) rows")
      screen.take(.changed(revision: update.revision, reading: nil))
      if update.count == count { break }
    }
    await screen.carryOut()
  }

  /// Waits until there are no more updates; if the source failed, says why.
  @discardableResult
  mutating func finish() async -> String? {
    var reason: String?
    while let update = await updates.next() {
      if case .stopped(let error) = update.loading { reason = "\(error)" }
    }
    return reason
  }

  /// Adds what the screen shows to the story.
  mutating func tell(_ what: String) { story += "--- \(what)\n\(screen.picture)" }
}
