import Shortlist
import ShortlistTerminal
import Testing

/// What a person sees of the panels and the filters.
@Suite struct PanelFrameTests {
  private static let facets = KeyPress(.function(2))
  private static let ranges = KeyPress(.function(3))
  private static let filters = KeyPress(.function(4))

  /// Shops with an odd name, and one great number.
  private static let shops = Rows(
    names: ["name", "kind", "open", "stock", "price", "since"],
    rows: (0..<40).map { number in
      [
        "shop \(number)", ["food", "tools", "日本\u{1B}[2J", "", "Füße"][number % 5],
        number % 3 == 0 ? "true" : "false", "\(number == 7 ? 90_000 : number % 12)",
        "\(number % 10).\(number % 4)5", "2024-0\(1 + number % 9)-1\(number % 9)",
      ]
    })

  private func screen(
    _ size: Size = Size(columns: 80, rows: 24), _ options: PickOptions = PickOptions(),
    traits: ListTraits = ListTraits()
  ) async throws -> ScreenHarness {
    try await ScreenHarness(Self.shops, size: size, options: options, traits: traits)
  }

  private func tell(_ screen: ScreenHarness, _ words: String) -> String {
    "== \(words)\n" + screen.picture
  }

  @Test func facets() async throws {
    var screen = try await screen()
    await screen.press(slowly: Self.facets)
    var story = tell(screen, "the values of the first attribute")
    await screen.press(slowly: KeyPress(.down), .character(" "))
    story += tell(screen, "one is included; the counts of its own attribute stay")
    await screen.press(slowly: KeyPress(.down), .character(" "), .character(" "))
    story += tell(screen, "another is excluded")
    await screen.press(slowly: KeyPress(.tab))
    story += tell(screen, "the counts of the other attribute are those of what is left")
    await screen.press(slowly: KeyPress(.enter), .character("1"))
    story += tell(screen, "and of what is searched for")
    await screen.press(slowly: Self.facets, KeyPress(.tab), .character("t"))
    story += tell(screen, "values are searched for")
    await screen.press(slowly: .character("x"))
    story += tell(screen, "and not found")
    await screen.press(slowly: KeyPress(.escape))
    story += tell(screen, "the panel is closed, the filters stay")
    try expectGolden(story, "facets")
  }

  @Test func ranges() async throws {
    var screen = try await screen()
    await screen.press(slowly: Self.ranges)
    var story = tell(screen, "one shop has far more than the others")
    await screen.press(slowly: KeyPress(.down), KeyPress(.right, .shift), KeyPress(.tab))
    await screen.press(slowly: KeyPress(.left, .shift), KeyPress(.left))
    story += tell(screen, "both ends of a price have been moved")
    await screen.press(slowly: .character("4"), .character(","))
    story += tell(screen, "a number is typed")
    await screen.press(slowly: KeyPress(.enter))
    story += tell(screen, "it is none")
    await screen.press(slowly: KeyPress(.backspace), KeyPress(.enter))
    story += tell(screen, "it is taken")
    await screen.press(slowly: KeyPress(.enter), .character("9"))
    story += tell(screen, "a search that leaves other prices only")
    await screen.press(slowly: .character("9"))
    story += tell(screen, "and one that leaves none")
    await screen.press(slowly: Self.ranges, KeyPress(.delete))
    await screen.press(slowly: KeyPress(.enter), KeyPress(.backspace))
    await screen.press(slowly: Self.ranges, KeyPress(.down), KeyPress(.right))
    story += tell(screen, "dates")
    try expectGolden(story, "ranges")
  }

  @Test func both() async throws {
    var story = ""
    for size in [
      Size(columns: 120, rows: 24), Size(columns: 80, rows: 24), Size(columns: 40, rows: 16),
      Size(columns: 60, rows: 8), Size(columns: 20, rows: 6),
    ] {
      var screen = try await screen(size)
      await screen.press(slowly: Self.ranges, KeyPress(.right), Self.facets, .character(" "))
      story += tell(screen, "\(size.columns) columns, \(size.rows) lines")
      await screen.press(slowly: KeyPress(.enter))
      story += tell(screen, "back in the search")
    }
    try expectGolden(story, "panels")
  }

  @Test func chips() async throws {
    var screen = try await screen()
    await screen.press(slowly: Self.facets, .character(" "), KeyPress(.down), .character(" "))
    await screen.press(slowly: .character(" "), Self.ranges, KeyPress(.right), KeyPress(.escape))
    await screen.press(slowly: Self.filters, KeyPress(.right))
    var story = tell(screen, "the second of three filters")
    await screen.press(slowly: KeyPress(.delete))
    story += tell(screen, "it is removed")
    await screen.press(slowly: KeyPress(.escape), .character("x", .alt))
    story += tell(screen, "all are removed")
    await screen.press(slowly: Self.filters)
    story += tell(screen, "there are none")
    try expectGolden(story, "chips")
  }

  @Test func theFilterThatStays() async throws {
    var traits = ListTraits()
    traits.filters = "stock:500.. kind:food"
    var screen = try await screen(Size(columns: 60, rows: 8), traits: traits)
    #expect(screen.picture.contains("where stock:500.. kind:food\n"))
    await screen.press(slowly: Self.filters)
    #expect(screen.state.notices.message?.text == "this filter stays")
    #expect(screen.state.shownFocus == .search)
    await screen.press(slowly: Self.facets, .character(" "), KeyPress(.escape))
    #expect(
      screen.picture.contains("where stock:500.. kind:food  ")
        && !screen.state.panels.groups.isEmpty)
    await screen.press(slowly: Self.filters, KeyPress(.delete))
    #expect(screen.state.panels.groups.isEmpty && screen.picture.contains("where stock"))
  }

  @Test func ascii() async throws {
    var options = PickOptions()
    options.isASCII = true
    options.colors = .none
    options.facets = ["since", "kind"]
    var screen = try await screen(Size(columns: 100, rows: 20), options)
    await screen.press(slowly: Self.facets, KeyPress(.right), KeyPress(.end), .character(" "))
    await screen.press(slowly: Self.ranges, KeyPress(.right), KeyPress(.tab), KeyPress(.left))
    #expect(
      screen.picture.unicodeScalars.allSatisfy {
        $0.isASCII || "日本Füße".unicodeScalars.contains($0)
      })
    try expectGolden(screen.picture, "panels-ascii")
  }

  @Test func nothingToShow() async throws {
    let lines = Rows(names: ["line"], rows: (0..<9).map { ["line \($0)"] })
    var screen = try await ScreenHarness(lines)
    await screen.press(slowly: Self.facets, Self.ranges)
    var story = tell(screen, "neither values that repeat nor numbers")
    screen = try await self.screen()
    screen.take(.changed(revision: 1, reading: LoadProgress(rows: 9, bytes: 0)))
    await screen.press(slowly: Self.facets, Self.ranges)
    story += tell(screen, "while rows are read")
    try expectGolden(story, "panels-empty")
  }

  @Test func aBadTermIsMarkedWhereItStands() async throws {
    for colors in [ColorScheme(), .none] {
      var options = PickOptions()
      options.colors = colors
      let theme = colors.theme(isLight: nil)
      var screen = try await screen(Size(columns: 80, rows: 24), options)
      screen.type("é stock:1..x food")
      await screen.carryOut()
      let frame = screen.state.frame()
      let marked = (0..<80).filter { frame[$0, 0].style == theme.problem }
      #expect(marked == Array(4..<14))
    }
  }

  /// The chosen part of a histogram can be told without colours: the line below it is heavy there.
  @Test func theChosenPartIsMarked() async throws {
    var screen = try await screen()
    await screen.press(slowly: Self.ranges, KeyPress(.down), KeyPress(.right, .shift))
    let frame = screen.state.frame()
    let heavy = (0..<80).filter { frame[$0, 20].text == "━" }
    let light = (0..<80).filter { frame[$0, 20].text == "╌" }
    #expect(!light.isEmpty && light == Array(0..<light.count))
    #expect(heavy == Array(light.count..<80))
  }

  /// No size is too small for panels, and no text leaves its row.
  @Test func anySize() async throws {
    var screen = try await screen()
    await screen.press(slowly: Self.facets, .character(" "), KeyPress(.down), .character(" "))
    await screen.press(slowly: .character(" "), Self.ranges, KeyPress(.right))
    for columns in [0, 1, 2, 3, 5, 9, 23, 24, 25, 31, 49, 50, 99, 100, 130] {
      for rows in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 18, 30] {
        screen.take(.resized(Size(columns: columns, rows: rows)))
        await screen.carryOut()
        for key in [Self.facets, Self.ranges, Self.filters, KeyPress(.enter)] {
          let frame = screen.state.frame()
          #expect(frame.size == Size(columns: columns, rows: rows))
          if let cursor = frame.cursor, columns > 0, rows > 0 {
            #expect((0..<columns).contains(cursor.column) && (0..<rows).contains(cursor.row))
          }
          #expect(frame.cells.allSatisfy { !$0.text.unicodeScalars.contains("\u{1B}") })
          // Enter in an empty panel would accept a row.
          if key != KeyPress(.enter) || screen.state.shownFocus != .search {
            await screen.press(slowly: key)
          }
        }
      }
    }
  }
}
