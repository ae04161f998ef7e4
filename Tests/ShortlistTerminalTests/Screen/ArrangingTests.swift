import Shortlist
import ShortlistTerminal
import Testing

@Suite struct ArrangingTests {
  private static func key(_ character: Character, _ modifiers: KeyPress.Modifiers = .alt)
    -> KeyPress
  {
    .character(character, modifiers)
  }

  private static let sections = {
    var query = ListQuery()
    query.sections = SectionRule(by: "kind")
    return query
  }()

  @Test func collapsedSectionsKeepTheirCounts() async throws {
    var screen = try await ScreenHarness(query: Self.sections)
    #expect(!screen.picture.contains("kind"), "the headings have its values")
    await screen.press(slowly: KeyPress(.down, .alt), Self.key("z"))
    var picture = screen.picture
    #expect(picture.contains("▸ odd (3)") && !picture.contains("日本語") && picture.contains("9/9"))
    #expect(screen.state.viewport.total == 7)
    // Nothing is accepted that is not shown: Enter opens the section.
    await screen.press(slowly: KeyPress(.enter))
    #expect(screen.ends.isEmpty && screen.picture.contains("日本語"))
    await screen.press(slowly: Self.key("z"), KeyPress(.tab))
    #expect(screen.picture.contains("● ▸ odd (3, 3 picked)"))
    await screen.press(slowly: KeyPress(.down), Self.key("Z"))
    picture = screen.picture
    #expect(picture.contains("▸ file (2)") && picture.contains("❯ ▸ text (3)"))
    await screen.press(slowly: Self.key("Z"))
    #expect(screen.current == .integer(1) && screen.picture.contains("cp"))
  }

  @Test func sectionsAreJumpedOver() async throws {
    var screen = try await ScreenHarness(
      size: Size(columns: 40, rows: 6), query: Self.sections)
    var kinds: [CellValue?] = []
    for _ in 0..<4 {
      kinds.append(screen.state.line(at: screen.state.viewport.cursor)?.values[1])
      await screen.press(slowly: KeyPress(.down, .alt))
    }
    #expect(kinds == [.text("file"), .text("odd"), .text("text"), .null])
    await screen.press(slowly: KeyPress(.up, .alt))
    #expect(screen.current == .integer(1))
    await screen.press(slowly: KeyPress(.down), KeyPress(.up, .alt), KeyPress(.up, .alt))
    #expect(screen.current == .integer(6))
  }

  @Test func orderAndSectionsStayInSearches() async throws {
    var screen = try await ScreenHarness()
    await screen.press(slowly: KeyPress(.function(8)), KeyPress(.down), KeyPress(.down))
    await screen.press(slowly: KeyPress(.tab), KeyPress(.tab), KeyPress(.escape))
    #expect(screen.picture.contains("size ▼"))
    #expect(screen.current == .integer(1))
    screen.type("s")
    await screen.carryOut()
    #expect(screen.picture.contains("size ▼") && screen.current == .integer(3))
    #expect(screen.state.view.sort == [SortKey("size", .descending)])
    screen.press(KeyPress(.function(8)), Self.key("u", .control))
    await screen.carryOut()
    #expect(screen.state.view.sort.isEmpty && screen.state.view.columns == nil)
  }

  @Test func wrappedRows() async throws {
    let rows = Rows(
      names: ["line"],
      rows: [["short"], [String(repeating: "word ", count: 20)], ["two\nlines"], ["last"]])
    var options = PickOptions()
    options.wraps = true
    var screen = try await ScreenHarness(
      rows, size: Size(columns: 30, rows: 12), options: options)
    let lines = screen.picture.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[1] == "❯  short" && lines[2].hasPrefix("   word word"))
    #expect(lines[5] == "   word word word word word" || lines[6].contains("two"))
    #expect(screen.picture.contains("   two\n   lines\n   last"))
    await screen.press(slowly: KeyPress(.down), KeyPress(.down))
    #expect(screen.current == .integer(3))
    screen.take(.resized(Size(columns: 12, rows: 5)))
    await screen.carryOut()
    #expect(screen.picture.contains("❯  two"), "the cursor stays on the screen")
    await screen.press(slowly: KeyPress(.up))
    #expect(screen.picture.contains("❯  word"), "a row higher than the screen is cut")
    await screen.press(slowly: Self.key("w"))
    #expect(screen.picture.contains("last"))
  }
}
