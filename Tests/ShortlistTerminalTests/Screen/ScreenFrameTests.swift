import Shortlist
import ShortlistTerminal
import Testing

@Suite struct ScreenFrameTests {
  private static let sizes = [Size(columns: 80, rows: 24), Size(columns: 20, rows: 6)]

  private func golden(_ harness: ScreenHarness, _ name: String) throws {
    var screen = harness
    for size in Self.sizes {
      screen.take(.resized(size))
      try expectGolden(screen.picture, "\(name)-\(size.columns)x\(size.rows)")
    }
  }

  @Test func table() async throws {
    var screen = try await ScreenHarness()
    screen.press(KeyPress(.tab), KeyPress(.down))
    await screen.carryOut()
    try golden(screen, "table")
  }

  @Test func sections() async throws {
    var query = ListQuery()
    query.sections = SectionRule(by: "kind")
    var screen = try await ScreenHarness(query: query)
    screen.press(KeyPress(.down), KeyPress(.down))
    try golden(screen, "sections")
  }

  @Test func refusal() async throws {
    var options = PickOptions()
    options.limits = SelectionLimits(maximum: 2)
    options.isASCII = true
    var screen = try await ScreenHarness(options: options)
    screen.press(KeyPress(.tab), KeyPress(.tab), KeyPress(.tab))
    await screen.carryOut()
    try golden(screen, "refusal-ascii")
  }

  @Test func unfinishedTerm() async throws {
    var screen = try await ScreenHarness()
    screen.type("lin size:")
    await screen.carryOut()
    try golden(screen, "term")
  }

  @Test func nothingMatches() async throws {
    var screen = try await ScreenHarness()
    screen.type("zzz")
    await screen.carryOut()
    try golden(screen, "nothing")
  }

  @Test func loading() async throws {
    var query = ListQuery()
    query.sort = [SortKey("size")]
    query.sections = SectionRule(by: "kind")
    var traits = ListTraits()
    traits.waiting = ["sort", "sections"]
    var options = PickOptions()
    options.limits = SelectionLimits(maximum: 10, minimum: 2)
    var screen = try await ScreenHarness(options: options, traits: traits)
    let progress = LoadProgress(rows: 9, bytes: 47, totalBytes: 100)
    screen.take(.changed(revision: 1, reading: progress))
    screen.take(.progressDue)
    try golden(screen, "loading")
  }

  @Test func help() async throws {
    var screen = try await ScreenHarness()
    screen.press(.character("?"))
    try golden(screen, "help")
  }

  @Test func singlePickOfLines() async throws {
    var options = PickOptions()
    options.limits = SelectionLimits(maximum: 1)
    let lines = (1...40).map { ["line \($0) " + String(repeating: "=", count: $0 * 2)] }
    var screen = try await ScreenHarness(Rows(names: ["line"], rows: lines), options: options)
    screen.press(KeyPress(.pageDown), KeyPress(.pageDown))
    await screen.carryOut()
    try golden(screen, "lines")
  }

  @Test func matchesAreStyled() async throws {
    for colors in [ColorScheme(), .none] {
      var options = PickOptions()
      options.colors = colors
      let theme = colors.theme(isLight: nil)
      var screen = try await ScreenHarness(options: options)
      screen.type("so")
      await screen.carryOut()
      let frame = screen.state.frame()
      #expect(frame[3, 2].text == "s" && frame[6, 2].text == "t")
      #expect(frame[3, 2].style == theme.current.adding(theme.match))
      #expect(frame[4, 2].style == theme.current.adding(theme.match))
      #expect(frame[5, 2].style == theme.current)
    }
  }

  /// No size is too small, and no text leaves its row.
  @Test func anySize() async throws {
    var query = ListQuery()
    query.sections = SectionRule(by: "kind")
    for query in [ListQuery(), query] {
      var screen = try await ScreenHarness(query: query)
      screen.type("日本 a")
      screen.press(KeyPress(.down), KeyPress(.tab))
      await screen.carryOut()
      for columns in [0, 1, 2, 3, 5, 9, 20, 41] {
        for rows in [0, 1, 2, 3, 4, 6, 9] {
          for help in [false, true] {
            screen.take(.resized(Size(columns: columns, rows: rows)))
            await screen.carryOut()
            if help { screen.press(KeyPress(.function(1))) }
            let frame = screen.state.frame()
            #expect(frame.size == Size(columns: columns, rows: rows))
            var model = TerminalModel(size: frame.size)
            var diff = FrameDiff(.screen)
            if columns > 0 && rows > 0 { model.take(diff.draw(frame)) }
            if help { screen.press(KeyPress(.escape)) }
          }
        }
      }
    }
  }
}
