import Shortlist
import ShortlistTerminal
import Testing

/// Actions that only bindings start.
@Suite struct BoundActionsTests {
  private func screen(
    _ text: String, _ change: (inout PickOptions) -> Void = { _ in }
  ) async throws -> ScreenHarness {
    var options = PickOptions()
    try options.bindings.add(text)
    change(&options)
    return try await ScreenHarness(options: options)
  }

  private static let key = KeyPress(.function(12))

  @Test func excludedRows() async throws {
    var screen = try await screen("f12:exclude,f10:exclude-multi")
    await screen.press(slowly: KeyPress(.tab), Self.key)
    #expect(screen.state.page?.count == 8)
    #expect(screen.state.page?.selected == 1)
    await screen.press(slowly: KeyPress(.function(10)))
    #expect(screen.state.page?.count == 7)
    #expect(screen.state.page?.selected == 0)
    // Nothing comes back by undoing marks.
    await screen.press(slowly: .character("u", .alt))
    #expect(screen.state.page?.count == 7)
  }

  @Test func limits() async throws {
    var screen = try await screen("f12:change-multi(1),f10:change-multi")
    await screen.press(slowly: KeyPress(.tab), KeyPress(.tab), Self.key)
    #expect(screen.state.options.isSingle && screen.state.page?.selected == 0)
    await screen.press(slowly: KeyPress(.tab))
    #expect(screen.state.page?.selected == 0)
    await screen.press(slowly: KeyPress(.function(10)), KeyPress(.tab), KeyPress(.tab))
    #expect(screen.state.page?.selected == 2)
  }

  /// Texts change what is shown; a sign of two columns is refused.
  @Test func texts() async throws {
    var screen = try await screen(
      "f12:change-footer(below)+change-ghost(nothing typed)+change-pointer(日),f10:change-pointer(>)"
    )
    await screen.press(slowly: Self.key)
    #expect(screen.picture.contains("below") && screen.picture.contains("nothing typed"))
    #expect(screen.state.notices.message?.isProblem == true)
    await screen.press(slowly: KeyPress(.function(10)))
    #expect(screen.picture.contains("\n>"))
  }

  @Test func withoutSearchLine() async throws {
    var screen = try await screen("f12:toggle-input") { $0.hasInput = false }
    screen.type("sort")
    screen.take(.input(.paste("ls")))
    await screen.carryOut()
    #expect(screen.state.searching.field.text.isEmpty)
    #expect(screen.state.geometry.input.isEmpty && screen.state.shownFocus == .rows)
    #expect(screen.state.frame().cursor?.row == screen.state.geometry.rows.lowerBound)
    await screen.press(slowly: Self.key)
    screen.type("sort")
    await screen.carryOut()
    #expect(screen.state.page?.total == 1)
    for size in [Size(columns: 1, rows: 1), Size(columns: 20, rows: 2), Size(columns: 5, rows: 3)] {
      screen.take(.resized(size))
      await screen.press(slowly: Self.key)
      _ = screen.picture
    }
  }

  /// Keys do not wait for commands in the background, and what these print arrives in between.
  @Test func background() async throws {
    var screen = try await screen("f12:bg-transform(x {})+down,f10:bg-cancel")
    await screen.press(slowly: Self.key, KeyPress(.function(10)))
    #expect(!screen.state.requests.isRunningCommand && screen.state.viewport.cursor == 1)
    #expect(screen.ends.count == 2 && screen.ends.last == .stopBackground)
    screen.take(.ranInBackground(.transform, output: "down+change-query(s)\n"))
    await screen.carryOut()
    #expect(screen.state.searching.field.text == "s")
    screen.take(.ranInBackground(.transform, output: "", problem: "it is broken"))
    #expect(screen.state.notices.message?.text == "it is broken")
  }
}
