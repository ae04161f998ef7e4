import Shortlist
import ShortlistTerminal
import Testing

/// What is special about lines, and the options that are about them.
@Suite struct LinesTests {
  private static let lines = Rows(names: ["line"], rows: [["12\t./a"], ["4\t./b"], ["x"]])

  private func options(
    _ change: (inout PickOptions) throws -> Void
  ) rethrows -> PickOptions {
    var options = PickOptions()
    try change(&options)
    return options
  }

  @Test func tabStops() async throws {
    var screen = try await ScreenHarness(Self.lines, size: Size(columns: 30, rows: 6))
    #expect(screen.picture.contains("12      ./a\n   4       ./b"))
    let narrow = options { $0.lines.tabStop = 4 }
    screen = try await ScreenHarness(
      Self.lines, size: Size(columns: 30, rows: 6), options: narrow)
    #expect(screen.picture.contains("12  ./a\n   4   ./b"))
    let table = Rows(names: ["a", "b"], rows: [["1\t2", "x"]])
    screen = try await ScreenHarness(table, size: Size(columns: 30, rows: 6))
    #expect(screen.picture.contains("1␉2"), "beside other columns a tab is a symbol")
  }

  @Test func colors() async throws {
    let rows = Rows(
      names: ["line", "ansi"],
      rows: [["red and plain", "\u{1B}[31mred\u{1B}[m and plain"], ["other", ""]])
    let colored = options {
      $0.columns = ["line"]
      $0.lines.hasColors = true
    }
    var query = ListQuery()
    query.attributes = ["line"]
    var screen = try await ScreenHarness(
      rows, size: Size(columns: 40, rows: 8), query: query, options: colored)
    func text(in style: Style) -> String {
      let frame = screen.state.frame()
      return frame.row(1).filter { $0.style == style }.map(\.text).joined()
    }
    let bar = Theme.colored.current
    #expect(text(in: bar.adding(Style(.red))) == "red")
    #expect(!screen.picture.contains("["))
    screen.type("red")
    await screen.carryOut()
    #expect(screen.state.viewport.total == 1 && text(in: bar.adding(Theme.colored.match)) == "red")
    screen.press(KeyPress(.function(7)))
    #expect(!screen.picture.contains("ansi"), "of the details")
    var plain = colored
    plain.colors = .none
    screen = try await ScreenHarness(
      rows, size: Size(columns: 40, rows: 8), query: query, options: plain)
    #expect(text(in: bar.adding(Style(.red))) == "")
  }

  @Test func fieldsAreChanged() async throws {
    let rows = Rows(
      names: ["line", "searched2", "shown2", "searched3", "searched4"],
      rows: [
        ["ab:cd", "cd", "cd", "", "cd"], ["cd:ab", "ab", "ab", "", "ab"],
        ["x:cdcd", "cdcd", "cdcd", "", "cdcd"],
      ])
    var query = ListQuery()
    query.attributes = ["line"]
    let lines = try options {
      $0.columns = ["line"]
      $0.lines.fields = LineFields(divider: try FieldDivider(":"))
      $0.lines.offer(
        shown: [try #require(FieldTemplate("2"))],
        searched: [try #require(FieldRange.ranges("2"))])
    }
    var screen = try await ScreenHarness(
      rows, size: Size(columns: 40, rows: 8), query: query, options: lines, typed: "cd")
    func act(_ kind: TextAction, _ text: String) async {
      screen.take(.act(.text(kind, text)))
      await screen.carryOut()
    }
    #expect(screen.state.viewport.total == 3)
    await act(.changeNth, "2|")
    #expect(screen.state.viewport.total == 2 && screen.picture.contains("ab:cd"))
    #expect(screen.state.environment.contains("SHORTLIST_NTH=2"))
    await act(.changeNth, "2|")
    #expect(screen.state.viewport.total == 3)
    await act(.changeWithNth, "2")
    #expect(screen.state.viewport.total == 2 && !screen.picture.contains("b:c"))
    #expect(screen.state.environment.contains("SHORTLIST_WITH_NTH=2"))
    await act(.changeNth, "7")
    #expect(screen.picture.contains("change-nth: 7 is in no change-nth"))
    await act(.changeWithNth, "")
    #expect(screen.state.viewport.total == 3 && screen.picture.contains("x:cdcd"))
    var table = try await ScreenHarness(size: Size(columns: 70, rows: 8))
    table.take(.act(.text(.changeNth, "2")))
    #expect(table.picture.contains("change-nth: this is for lines"))
  }

  @Test func cycling() async throws {
    var screen = try await ScreenHarness(options: options { $0.cycles = true })
    await screen.press(slowly: KeyPress(.up))
    #expect(screen.state.viewport.cursor == 8)
    await screen.press(slowly: KeyPress(.down))
    #expect(screen.state.viewport.cursor == 0)
    await screen.press(slowly: KeyPress(.down), KeyPress(.up), KeyPress(.up))
    #expect(screen.state.viewport.cursor == 8)
    screen = try await ScreenHarness()
    await screen.press(slowly: KeyPress(.up))
    #expect(screen.state.viewport.cursor == 0)
  }

  @Test func headers() async throws {
    let head = options { $0.header = ["Choose\u{1B} well:", "a\tb"] }
    var screen = try await ScreenHarness(
      Self.lines, size: Size(columns: 30, rows: 8), options: head)
    #expect(screen.picture.contains("3/3\n   Choose␛ well:\n   a       b\n❯  12"))
    screen.take(.input(.mouse(MouseEvent(.press, column: 5, row: 4))))
    #expect(screen.state.viewport.cursor == 1)
    screen.take(.resized(Size(columns: 30, rows: 5)))
    #expect(!screen.picture.contains("Choose") && screen.picture.contains("./a"))
  }

  @Test func expectedKeys() async throws {
    let key = try #require(KeyPress(name: "ctrl-v"))
    let expecting = options { $0.expected = [key: "ctrl-v"] }
    var screen = try await ScreenHarness(options: expecting)
    await screen.press(slowly: KeyPress(.down), key)
    #expect(screen.ends == [.acceptRow(.integer(2), screen.state.line(at: 1)?.values ?? [])])
    #expect(screen.state.keys.expected == "ctrl-v")
    screen = try await ScreenHarness(options: expecting)
    await screen.press(slowly: KeyPress(.enter))
    #expect(screen.ends.count == 1 && screen.state.keys.expected == nil)
  }

  @Test(arguments: [
    ("ctrl-v", KeyPress.character("v", .control)), ("CTRL-V", .character("v", .control)),
    ("alt-enter", KeyPress(.enter, .alt)), ("f12", KeyPress(.function(12))),
    ("x", .character("x")), ("X", .character("X")), ("btab", KeyPress(.tab, .shift)),
    ("ctrl-alt-a", .character("a", [.control, .alt])), ("pgdn", KeyPress(.pageDown)),
    ("f13", nil), ("ctrl-", nil), ("hyper-x", nil), ("", nil),
  ]) func keyNames(name: String, key: KeyPress?) { #expect(KeyPress(name: name) == key) }
}
