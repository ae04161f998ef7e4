import Shortlist
import ShortlistTerminal
import ShortlistTestSupport
import Testing

@Suite struct PanelStateTests {
  private static let facets = KeyPress(.function(2))
  private static let ranges = KeyPress(.function(3))
  private static let filters = KeyPress(.function(4))

  /// Counts of values, from the panel.
  private func counts(_ screen: ScreenHarness) -> [String: Int] {
    Dictionary(
      screen.state.panels.facets.items.map { ($0.value.text, $0.count) },
      uniquingKeysWith: { a, _ in a })
  }

  private func click(_ column: Int, _ row: Int) -> ScreenEvent {
    .input(.mouse(MouseEvent(.press, column: column, row: row)))
  }

  @Test func countsFollowTheSearch() async throws {
    var screen = try await ScreenHarness()
    await screen.press(slowly: Self.facets)
    #expect(counts(screen) == ["text": 3, "odd": 3, "file": 2])
    await screen.press(slowly: KeyPress(.enter))
    screen.type("l")
    await screen.carryOut()
    #expect(counts(screen) == ["text": 2, "file": 1, "odd": 1])
    screen.type("i size:>100")
    await screen.carryOut()
    #expect(counts(screen) == ["text": 2, "file": 1])
  }

  @Test func measuresForAnOlderSearchAreNotShown() async throws {
    var screen = try await ScreenHarness()
    await screen.press(slowly: Self.facets, KeyPress(.enter))
    let before = counts(screen)
    screen.type("l")
    let search = screen.waiting
    screen.waiting = []
    if let found = await screen.worker.answer(search[0]) { screen.take(found) }
    guard case .measure(let number, let request)? = screen.waiting.last else {
      Issue.record("\(screen.waiting)")
      return
    }
    screen.waiting = []
    let older = try await screen.list.measure(request)
    screen.type("x")
    screen.take(.measured(number, older))
    #expect(counts(screen) == before && screen.state.panels.facets.isWaiting)
    await screen.carryOut()
    #expect(counts(screen).isEmpty && !screen.state.panels.facets.isWaiting)
  }

  @Test func escapeClosesWhatIsOpenFirst() async throws {
    var screen = try await ScreenHarness()
    await screen.press(slowly: Self.facets, .character(" "), Self.ranges, KeyPress(.right))
    await screen.press(slowly: Self.filters)
    #expect(screen.state.shownFocus == .chips)
    await screen.press(slowly: KeyPress(.escape))
    #expect(screen.state.shownFocus == .search && screen.state.panels.open.count == 2)
    await screen.press(slowly: Self.ranges, KeyPress(.escape))
    #expect(screen.state.panels.open == [.facets])
    await screen.press(slowly: KeyPress(.escape))
    #expect(screen.state.panels.open.isEmpty && screen.ends.isEmpty)
    #expect(screen.state.panels.chips.chips.count == 2)
    await screen.press(slowly: KeyPress(.escape))
    #expect(screen.ends == [.cancel])
  }

  @Test func controlCAlwaysLeaves() async throws {
    for open in [Self.facets, Self.ranges, Self.filters] {
      var screen = try await ScreenHarness()
      await screen.press(slowly: Self.facets, .character(" "), KeyPress(.escape), open)
      screen.press(.character("c", .control))
      #expect(screen.waiting.contains(.cancel))
    }
  }

  @Test func marksCanBeMadeWhileAPanelIsUsed() async throws {
    var screen = try await ScreenHarness()
    await screen.press(slowly: Self.facets, .character(" "), .character("a", .alt))
    #expect(screen.state.page?.selected == 2 || screen.state.page?.selected == 3)
    #expect(screen.state.page?.selected == screen.state.page?.total)
  }

  @Test func mouse() async throws {
    var screen = try await ScreenHarness()
    await screen.press(slowly: Self.facets)
    let panel = try #require(screen.state.geometry.panels[.facets])
    screen.take(click(5, panel.rows.lowerBound + 2))
    await screen.carryOut()
    let chosen = try #require(screen.state.panels.facets.items.dropFirst().first)
    #expect(screen.state.panels.groups.choice(of: chosen.value, "kind") == .included)
    await screen.press(slowly: KeyPress(.enter))
    // The line of the filters has moved it.
    #expect(screen.state.geometry.panels[.facets]?.rows.lowerBound == panel.rows.lowerBound + 1)
    screen.take(click(30, panel.rows.lowerBound + 1))
    #expect(screen.state.shownFocus == .panel(.facets))
    let chips = try #require(screen.state.geometry.chips)
    screen.take(click(40, chips))
    #expect(!screen.state.panels.groups.isEmpty)
    screen.take(click(3, chips))
    await screen.carryOut()
    #expect(screen.state.panels.groups.isEmpty && screen.state.page?.total == 9)
    screen.take(.input(.mouse(MouseEvent(.wheelDown, column: 4, row: panel.rows.lowerBound + 1))))
    #expect(screen.state.viewport.cursor == 0)
  }

  @Test func aPanelWithoutRoomTakesNoKeys() async throws {
    var screen = try await ScreenHarness(size: Size(columns: 20, rows: 6))
    await screen.press(slowly: Self.facets)
    #expect(screen.state.notices.message?.text == "no room for a panel")
    #expect(screen.state.panels.open.isEmpty)
    screen.take(.resized(Size(columns: 80, rows: 24)))
    await screen.press(slowly: Self.facets)
    screen.take(.resized(Size(columns: 20, rows: 6)))
    await screen.press(slowly: .character("l"))
    #expect(screen.state.searching.field.text == "l")
    screen.take(.resized(Size(columns: 80, rows: 24)))
    await screen.press(slowly: Self.facets, .character("o"))
    #expect(screen.state.panels.facets.field.text == "o")
  }

  @Test func theFiltersOfTheQueryCanBeRemoved() async throws {
    var query = ListQuery()
    try query.groups.add([.equals("kind", .text("file"))], to: "kind", .or)
    var screen = try await ScreenHarness(query: query)
    #expect(screen.state.page?.total == 2)
    await screen.press(slowly: Self.filters, KeyPress(.delete))
    #expect(screen.state.page?.total == 9)
  }

  @Test func aGroupOfTheOtherOperatorIsLeftAlone() async throws {
    var query = ListQuery()
    try query.groups.add([.isNotNull("kind")], to: "kind", .and)
    try query.groups.add([.isNotNull("size")], to: "range of size", .or)
    var screen = try await ScreenHarness(query: query)
    await screen.press(slowly: Self.facets, .character(" "))
    #expect(screen.state.notices.message?.text == "the group kind has the operator and")
    await screen.press(slowly: Self.ranges, KeyPress(.right))
    #expect(screen.state.notices.message?.text == "the group range of size has the operator or")
    #expect(screen.state.panels.groups == query.groups)
    #expect(screen.state.panels.ranges.control?.filter == nil)
  }

  @Test func waitsUntilAllIsRead() async throws {
    var screen = try await ScreenHarness()
    screen.take(.changed(revision: 1, reading: LoadProgress(rows: 9, bytes: 0)))
    await screen.press(slowly: Self.ranges, KeyPress(.right), Self.facets, .character(" "))
    #expect(screen.state.panels.groups.isEmpty)
    screen.take(.changed(revision: 1, reading: nil))
    await screen.carryOut()
    await screen.press(slowly: .character(" "), Self.ranges, KeyPress(.right))
    #expect(screen.state.panels.chips.chips.count == 2)
  }

  private static let keys: [KeyPress] =
    [
      facets, ranges, filters, KeyPress(.enter), KeyPress(.escape), .character("x", .alt),
      KeyPress(.left), KeyPress(.right), KeyPress(.up), KeyPress(.down), KeyPress(.tab),
      KeyPress(.home), KeyPress(.end), KeyPress(.pageUp), KeyPress(.backspace), KeyPress(.delete),
      .character(" "), .character(" "), .character(" "), .character("1"), .character("t"),
    ]

  /// Keys at any speed do the same; and what the panels have set, as filter text, selects the rows
  /// that are shown.
  @Test(arguments: 1...4) func quickAndSlow(round: Int) async throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    var slow = try await ScreenHarness()
    var quick = try await ScreenHarness()
    for step in 0..<250 {
      let comment = Comment("seed \(seed), step \(step)")
      var key = random.pick(Self.keys)
      // Where these would leave the screen they open a panel.
      if slow.state.shownFocus == .search || slow.state.shownFocus == .rows,
        [KeyPress(.enter), KeyPress(.escape)].contains(key)
      {
        key = random.pick([Self.facets, Self.ranges])
      }
      await slow.press(slowly: key)
      quick.press(key)
      if random.chance(0.2) {
        await quick.carryOut()
        #expect(quick.picture == slow.picture, comment)
        #expect(quick.state.panels.groups == slow.state.panels.groups, comment)
      }
      #expect(!slow.state.isSearching, comment)
      if step % 10 == 0 {
        var query = slow.state.searching.reading.query(from: ListQuery(), groups: FilterGroups())
        query.filters += " " + slow.state.panels.groups.description
        let list = try await LiveList.open(Rows.tools, query: query)
        let expected = try await list.ids().ids
        let shown = try await slow.list.ids().ids
        #expect(shown == expected, comment)
      }
    }
  }
}
