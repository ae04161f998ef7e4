import Shortlist
import ShortlistTerminal
import Testing

@Suite struct CreatingTests {
  private func options(maximum: Int = 0) -> PickOptions {
    var options = PickOptions()
    options.limits = SelectionLimits(maximum: maximum)
    return options
  }

  private func names(_ screen: ScreenHarness) async -> [String] {
    (try? await screen.list.selectedRows())?.map(\.values[0].text) ?? []
  }

  @Test func offeredUntilSomethingIsEqual() async throws {
    var screen = try await ScreenHarness(creates: "name")
    #expect(screen.state.offer == nil)
    screen.type("so")
    await screen.carryOut()
    #expect(screen.state.offer?.text == "so")
    screen.type("rt")
    await screen.carryOut()
    #expect(screen.state.offer == nil)
    screen.type(" kind:text x")
    await screen.carryOut()
    #expect(screen.state.offer?.text == "sort x")
  }

  @Test func `an offer names a row that differs only in case`() async throws {
    var screen = try await ScreenHarness(creates: "name")
    screen.type("SORT")
    await screen.carryOut()
    #expect(screen.picture.contains("+ new \"SORT\", similar to \"sort\""))
  }

  @Test func `an offer is there where the list is read sooner than the screen knows`() async throws
  {
    var screen = try await ScreenHarness(creates: "name")
    screen.take(.changed(revision: 0, reading: LoadProgress(rows: 9, bytes: 0)))
    screen.type("new")
    await screen.carryOut()
    let revision = try #require(screen.state.page?.revision)
    screen.take(.changed(revision: revision, reading: nil))
    screen.press(KeyPress(.enter))
    await screen.carryOut()
    #expect(screen.ends.isEmpty)
    #expect(await names(screen) == ["new"])
  }

  @Test func upAboveTheFirstRow() async throws {
    var screen = try await ScreenHarness(creates: "name")
    screen.type("so")
    await screen.carryOut()
    for size in [Size(columns: 80, rows: 24), Size(columns: 20, rows: 6)] {
      screen.take(.resized(size))
      await screen.carryOut()
      try expectGolden(screen.picture, "offer-\(size.columns)x\(size.rows)")
    }
    screen.take(.resized(Size(columns: 80, rows: 24)))
    await screen.press(slowly: KeyPress(.up), KeyPress(.down), KeyPress(.up))
    try expectGolden(screen.picture, "offer-chosen")
    await screen.press(slowly: KeyPress(.enter))
    #expect(screen.ends.isEmpty)
    #expect(await names(screen) == ["so"])
    #expect(screen.state.offer == nil && screen.state.page?.count == 10)
    #expect(screen.state.line(at: screen.state.viewport.cursor)?.values[0] == .text("so"))
    try expectGolden(screen.picture, "offer-made")
    await screen.press(slowly: KeyPress(.enter))
    #expect(screen.ends == [.acceptSelected])
  }

  @Test func whereNothingMatches() async throws {
    var screen = try await ScreenHarness(creates: "name")
    await screen.press(slowly: KeyPress(.tab))
    screen.type("neu ☃")
    screen.press(KeyPress(.tab))
    await screen.carryOut()
    #expect(await names(screen) == ["grep", "neu ☃"])
    await screen.press(slowly: .character("u", .alt))
    #expect(await names(screen) == ["grep"])
    #expect(screen.state.page?.count == 10)
  }

  @Test func oneIsPickedAtOnce() async throws {
    var screen = try await ScreenHarness(options: options(maximum: 1), creates: "name")
    screen.type("brand-new")
    screen.press(KeyPress(.enter))
    await screen.carryOut()
    #expect(screen.ends == [.acceptSelected])
    #expect(await names(screen) == ["brand-new"])
  }

  @Test func aRefusalMakesNothing() async throws {
    let rule = SelectionRule.matching("size:>1", reason: "it has no size")
    var screen = try await ScreenHarness(rules: [rule], creates: "name")
    screen.type("unheard")
    await screen.press(slowly: KeyPress(.enter))
    #expect(screen.state.notices.refusal == "it has no size")
    #expect(screen.state.page?.count == 9 && screen.state.offer?.text == "unheard")
    #expect(await names(screen).isEmpty)
  }

  @Test func atTheMaximum() async throws {
    var screen = try await ScreenHarness(options: options(maximum: 2), creates: "name")
    await screen.press(slowly: KeyPress(.tab), KeyPress(.tab))
    screen.type("unheard")
    await screen.press(slowly: KeyPress(.tab))
    #expect(screen.state.notices.refusal == "no more than 2 can be selected")
    #expect(screen.state.page?.count == 9)
  }

  @Test func withoutTheOptionNothingIsOffered() async throws {
    var screen = try await ScreenHarness()
    screen.type("unheard")
    await screen.press(slowly: KeyPress(.up))
    #expect(screen.state.offer == nil && screen.picture.contains("no rows match"))
  }
}
