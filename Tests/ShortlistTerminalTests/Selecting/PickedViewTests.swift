import Shortlist
import ShortlistTerminal
import Testing

@Suite struct PickedViewTests {
  private static let open = KeyPress(.function(5))

  private func rows(_ screen: ScreenHarness) -> [RowID] {
    screen.state.overlays.picked?.rows?.ids ?? []
  }

  @Test func rowsAreInPickOrder() async throws {
    var screen = try await ScreenHarness()
    await screen.press(slowly: KeyPress(.down), KeyPress(.tab), KeyPress(.home, .control))
    await screen.press(slowly: KeyPress(.tab))
    screen.type("zzz")
    await screen.press(slowly: Self.open)
    #expect(rows(screen) == [.integer(2), .integer(1)])
    for size in [Size(columns: 80, rows: 24), Size(columns: 20, rows: 6)] {
      screen.take(.resized(size))
      await screen.carryOut()
      try expectGolden(screen.picture, "picked-\(size.columns)x\(size.rows)")
    }
    await screen.press(slowly: KeyPress(.escape))
    #expect(screen.state.overlays.picked == nil && screen.ends.isEmpty)
    #expect(screen.state.searching.field.text == "zzz")
  }

  @Test func unmarkingThere() async throws {
    var screen = try await ScreenHarness()
    await screen.press(slowly: .character("a", .alt), Self.open, KeyPress(.down), KeyPress(.tab))
    #expect(rows(screen) == [1, 3, 4, 5, 6, 7, 8, 9].map(RowID.integer))
    #expect(screen.state.overlays.picked?.current?.id == .integer(3))
    // Also at once.
    screen.press(KeyPress(.tab), KeyPress(.tab))
    await screen.carryOut()
    #expect(rows(screen) == [1, 5, 6, 7, 8, 9].map(RowID.integer))
    await screen.press(slowly: .character("u", .alt))
    #expect(rows(screen) == [1, 4, 5, 6, 7, 8, 9].map(RowID.integer))
    await screen.press(slowly: .character("d", .alt), KeyPress(.enter))
    #expect(rows(screen).isEmpty && screen.ends.isEmpty)
    #expect(screen.state.notices.message?.text == "no row is picked")
    await screen.press(slowly: .character("u", .alt), KeyPress(.enter))
    #expect(screen.ends == [.acceptSelected])
  }

  @Test func otherKeysGoBack() async throws {
    var screen = try await ScreenHarness()
    await screen.press(slowly: KeyPress(.tab), Self.open, .character("s"))
    #expect(screen.state.overlays.picked == nil && screen.state.searching.field.text == "s")
    await screen.press(slowly: Self.open, Self.open)
    #expect(screen.state.overlays.picked == nil)
    await screen.press(slowly: Self.open, .character("a", .alt))
    #expect(screen.state.overlays.picked != nil && screen.state.notices.message?.isProblem == true)
    await screen.press(slowly: KeyPress(.function(2)))
    #expect(screen.state.overlays.picked == nil && screen.state.shownFocus == .panel(.facets))
    screen.press(Self.open, KeyPress(.escape))
    await screen.carryOut()
    #expect(screen.state.overlays.picked == nil && screen.ends.isEmpty)
    screen.press(Self.open, .character("c", .control))
    await screen.carryOut()
    #expect(screen.ends == [.cancel])
  }

  @Test func manyRows() async throws {
    var screen = try await ScreenHarness(Rows.numbers(5000), size: Size(columns: 30, rows: 10))
    await screen.press(slowly: .character("a", .alt), Self.open)
    #expect(screen.state.overlays.picked?.view.total == 5000 && rows(screen).count < 50)
    await screen.press(slowly: KeyPress(.end, .control))
    #expect(screen.state.overlays.picked?.current?.id == .integer(5000))
    await screen.press(slowly: KeyPress(.tab))
    #expect(screen.state.overlays.picked?.current?.id == .integer(4999))
    #expect(screen.state.overlays.picked?.view.total == 4999)
  }
}
