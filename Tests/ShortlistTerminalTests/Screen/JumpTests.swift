import Shortlist
import ShortlistTerminal
import Testing

@Suite struct JumpTests {
  private func screen(
    _ bindings: String, _ change: (inout PickOptions) -> Void = { _ in }
  ) async throws -> ScreenHarness {
    var options = PickOptions()
    try options.bindings.add(bindings)
    change(&options)
    return try await ScreenHarness(size: Size(columns: 60, rows: 9), options: options)
  }

  @Test func labels() async throws {
    var screen = try await screen("ctrl-j:jump")
    screen.press(.character("j", .control))
    try expectGolden(screen.picture, "jump")
    screen.press(.character("d"))
    #expect(screen.state.viewport.cursor == 2 && screen.state.overlays.jump == nil)
    #expect(screen.state.searching.field.text.isEmpty)
    // A key that is no label ends the jump, and does nothing else; so does Escape.
    screen.press(.character("j", .control), .character("Z"), .character("j", .control))
    screen.press(KeyPress(.escape))
    await screen.carryOut()
    #expect(screen.state.viewport.cursor == 2 && screen.state.searching.field.text.isEmpty)
    #expect(screen.ends.isEmpty)
  }

  @Test func labelsOfOnesOwn() async throws {
    var screen = try await screen("x:jump-accept") { $0.jumpLabels = "7x" }
    screen.press(.character("x"), .character("3"))
    #expect(screen.ends.isEmpty && screen.state.searching.field.text.isEmpty)
    await screen.press(slowly: .character("x"), .character("x"))
    guard case .acceptRow = screen.ends.first else { return #expect(Bool(false)) }
    #expect(screen.state.viewport.cursor == 1)
  }

  @Test func rowsThatGoUp() async throws {
    var screen = try await screen("x:jump") { $0.layout = .default }
    screen.press(.character("x"))
    let lines = screen.picture.split(separator: "\n", omittingEmptySubsequences: false)
    // The first row is the lowest one.
    let (first, second) = ("a  ", "s  ")
    #expect(
      lines.firstIndex { $0.hasPrefix(first) } ?? 0 > lines.firstIndex { $0.hasPrefix(second) } ?? 9
    )
    screen.press(.character("s"))
    #expect(screen.state.viewport.cursor == 1)
  }

  @Test func events() async throws {
    var screen = try await screen(
      "x:jump,jump:change-prompt(jumped> ),jump-cancel:change-prompt(stayed> )")
    await screen.press(slowly: .character("x"), .character("f"))
    #expect(screen.picture.hasPrefix("jumped> "))
    await screen.press(slowly: .character("x"), KeyPress(.enter))
    #expect(screen.picture.hasPrefix("stayed> ") && screen.ends.isEmpty)
  }

  @Test func typedAhead() async throws {
    var screen = try await screen("ctrl-j:jump")
    screen.type("sort")
    screen.press(.character("j", .control), .character("a"), KeyPress(.enter))
    await screen.carryOut()
    guard case .acceptRow(_, let values) = screen.ends.first else { return #expect(Bool(false)) }
    #expect(values.first == .text("sort"))
  }

  @Test func nothingToJumpTo() async throws {
    var screen = try await screen("ctrl-j:jump")
    screen.type("zzz")
    await screen.carryOut()
    await screen.press(slowly: .character("j", .control))
    #expect(screen.state.overlays.jump == nil && screen.state.notices.message?.isProblem == true)
  }
}
