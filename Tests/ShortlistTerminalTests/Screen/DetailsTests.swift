import Shortlist
import ShortlistTerminal
import Testing

/// What does not fit into a row can be seen.
@Suite struct DetailsTests {
  private static let open = KeyPress(.function(7))
  private static let wide = Rows(
    names: ["id", "summary", "amount", "note", "tags", "last"],
    rows: [
      [
        "a1", "a fast memory error detector that finds every overflow", "1234567",
        "first line\nsecond line with a needle in it", "x", "end",
      ],
      ["b2", "short", "-450000", "\u{1B}[2J", "", "the end of this row"],
    ])

  @Test func oneRow() async throws {
    var screen = try await ScreenHarness(Self.wide, size: Size(columns: 40, rows: 14))
    screen.type("needle")
    await screen.carryOut()
    screen.press(Self.open)
    try expectGolden(screen.picture, "details")
    screen.press(KeyPress(.escape))
    #expect(
      screen.state.overlays.details == nil && screen.ends.isEmpty
        && screen.state.searching.field.text == "needle")
  }

  @Test func otherRows() async throws {
    var screen = try await ScreenHarness(Self.wide, size: Size(columns: 60, rows: 14))
    await screen.press(slowly: Self.open, KeyPress(.right))
    #expect(screen.picture.contains("the end of this row") && screen.picture.contains("␛[2J"))
    await screen.press(slowly: KeyPress(.left), KeyPress(.tab))
    #expect(screen.state.overlays.details == 0 && screen.state.page?.selected == 1)
    await screen.press(slowly: KeyPress(.right), KeyPress(.enter))
    #expect(screen.ends == [.acceptSelected])
    screen.type("s")
    #expect(screen.state.overlays.details == nil && screen.state.searching.field.text == "s")
    await screen.carryOut()
    await screen.press(slowly: KeyPress(.function(5)), Self.open)
    #expect(screen.picture.contains("second line with a needle"), "of the picked row")
  }

  /// What the search matched is marked, also where the column is hidden or has no room.
  @Test func matches() async throws {
    var options = PickOptions()
    options.columns = ["id", "amount"]
    options.colors.base = .dark
    var screen = try await ScreenHarness(
      Self.wide, size: Size(columns: 40, rows: 14), options: options)
    screen.type("needle")
    await screen.carryOut()
    #expect(!screen.picture.contains("a needle") && screen.picture.contains("found in note"))
    screen.press(Self.open)
    let frame = screen.state.frame()
    let marked = frame.cells.filter { $0.style.adding(.plain) == screen.state.theme.match }
    #expect(marked.map(\.text).joined() == "needle")
  }

  /// The first match is in sight.
  @Test func manyColumns() async throws {
    let names = ["id"] + (0..<500).map { "column \($0)" }
    func row(_ id: String, _ place: Int) -> [String] {
      [id] + (0..<500).map { $0 == place ? "a needle" : "\($0)" }
    }
    var screen = try await ScreenHarness(
      Rows(names: names, rows: [row("1", 400), row("2", 3), row("3", 499)]),
      size: Size(columns: 60, rows: 14))
    screen.type("needle")
    await screen.carryOut()
    #expect(screen.picture.contains("found in column 400"))
    screen.press(Self.open)
    #expect(screen.picture.contains("column 400  a needle"))
    screen.press(KeyPress(.right))
    #expect(screen.state.overlays.details == 0 && screen.picture.contains("column 3    a needle"))
    screen.press(KeyPress(.right))
    #expect(screen.picture.contains("column 499  a needle"))
  }

  @Test func scrolling() async throws {
    let text = (1...50).map { "line \($0)" }.joined(separator: "\n")
    var screen = try await ScreenHarness(
      Rows(names: ["id", "text"], rows: [["1", text]]), size: Size(columns: 30, rows: 10))
    screen.press(Self.open, KeyPress(.end, .control))
    #expect(screen.picture.contains("line 50"))
    screen.press(KeyPress(.down), KeyPress(.up), KeyPress(.pageUp))
    #expect(screen.picture.contains("line 36") && !screen.picture.contains("line 50"))
    screen.take(.resized(Size(columns: 20, rows: 6)))
    screen.press(KeyPress(.home, .control))
    #expect(screen.picture.contains("line 1\n"))
    screen.type("zzz")
    await screen.carryOut()
    screen.press(Self.open)
    #expect(screen.state.overlays.details == nil && screen.state.notices.message?.isProblem == true)
  }

  @Test func columns() async throws {
    var screen = try await ScreenHarness(Self.wide, size: Size(columns: 40, rows: 8))
    try expectGolden(screen.picture, "columns-start")
    screen.press(KeyPress(.right, .shift), KeyPress(.right, .shift))
    try expectGolden(screen.picture, "columns-scrolled")
    for _ in 0..<9 { screen.press(KeyPress(.right)) }
    #expect(screen.picture.contains("the end of this row"))
    for _ in 0..<9 { screen.press(KeyPress(.left)) }
    #expect(screen.state.columns.scrolled == 0)
    screen.take(.resized(Size(columns: 200, rows: 8)))
    screen.press(KeyPress(.right))
    #expect(screen.state.columns.scrolled == 0, "all columns fit")
  }

  @Test func oneLongColumn() async throws {
    let text = String(repeating: "abcdefghij", count: 9) + " the end"
    var screen = try await ScreenHarness(
      Rows(names: ["line"], rows: [[text], ["short"]]), size: Size(columns: 30, rows: 6))
    #expect(!screen.picture.contains("the end"))
    for _ in 0..<20 { screen.press(KeyPress(.right, .shift)) }
    #expect(screen.picture.contains("the end"))
    for _ in 0..<20 { screen.press(KeyPress(.left, .shift)) }
    #expect(screen.picture.contains("short"))
  }
}
