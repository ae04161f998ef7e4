import Shortlist
import ShortlistTerminal
import Testing

/// The preview on the screen, with output that the tests give.
@Suite struct PreviewScreenTests {
  private func screen(
    _ command: String = "show {1}", window: String = "", columns: Int = 60, rows: Int = 10
  ) async throws -> ScreenHarness {
    var options = PickOptions()
    options.preview = PreviewOptions(command: command, window: try PreviewWindow(window))
    return try await ScreenHarness(
      size: Size(columns: columns, rows: rows), options: options)
  }

  /// The commands that were asked for since the last time, `-` for the end of one.
  private func commands(_ screen: inout ScreenHarness) async -> [String] {
    await screen.carryOut()
    defer { screen.ends = [] }
    return screen.ends.compactMap { effect in
      switch effect {
      case .preview(_, let request): String(decoding: request.command { _ in "" }, as: UTF8.self)
      case .stopPreview: "-"
      default: nil
      }
    }
  }

  private func number(_ screen: ScreenHarness) -> Int {
    screen.ends.reversed().compactMap { effect in
      if case .preview(let number, _) = effect { number } else { nil }
    }.first ?? 0
  }

  private func give(_ text: String, _ screen: inout ScreenHarness) {
    screen.take(.previewed(number(screen), Array(text.utf8)))
  }

  @Test(arguments: ["right", "left", "up,3", "down,3"]) func drawing(window: String) async throws {
    var screen = try await screen(window: window)
    give(
      "\u{1B}[32mgreen\u{1B}[m and\tplain \u{1B}[2J\nsecond line that is longer than the preview is\n",
      &screen)
    let side = window.prefix { $0 != "," }
    try expectGolden(screen.picture, "preview-\(side)")
    let frame = screen.state.frame()
    let cells = (0..<10).flatMap { Array(frame.row($0)) }
    #expect(cells.filter { $0.style == Style(.green) }.map(\.text).joined() == "green")
  }

  /// Borders, wide letters in the label, and what is left of them on small screens.
  @Test(arguments: [
    ("right,30,border-rounded", ScreenLayout.reverse), ("left,24,border-left", .reverse),
    ("down,2,border-double", .reverse), ("up,2,border-horizontal", .default),
    ("down,2,border-line", .reverseList), ("right,border-none", .default),
  ]) func borders(window: String, layout: ScreenLayout) async throws {
    var options = PickOptions()
    options.preview = PreviewOptions(command: "x", window: try PreviewWindow(window))
    options.layout = layout
    options.partBoxes.preview.label = " 見本 "
    options.partBoxes.preview.labelPlace = try ScreenBox.LabelPlace("3")
    options.partBoxes.list.border = layout == .default ? .top : .none
    var screen = try await ScreenHarness(size: Size(columns: 60, rows: 14), options: options)
    let output = (1...9).map { "line \($0)\n" }.joined()
    give(output, &screen)
    var picture = screen.picture
    for size in [
      Size(columns: 40, rows: 8), Size(columns: 40, rows: 6), Size(columns: 20, rows: 6),
    ] {
      screen.take(.resized(size))
      await screen.carryOut()
      give(output, &screen)
      picture += "\n" + screen.picture
    }
    let words = window.split(separator: ",")
    try expectGolden(picture, "preview-\(words[words.count - 1])")
  }

  @Test func labels() async throws {
    var screen = try await screen()
    func act(_ kind: TextAction, _ text: String) { screen.take(.act(.text(kind, text))) }
    #expect(!screen.picture.contains("╭"))
    // A label needs a line.
    act(.changePreviewLabel, " lbl ")
    #expect(screen.picture.contains("╭── lbl ──") || screen.picture.contains("─ lbl ─"))
    act(.changePreviewWindow, "border-line")
    #expect(!screen.picture.contains("╭") && !screen.picture.contains("lbl"))
    act(.changePreviewWindow, "down,2,border-bottom")
    #expect(screen.picture.contains("─ lbl ─") && !screen.picture.contains("╰"))
    act(.changePreviewLabel, "")
    #expect(screen.picture.contains("───") && !screen.picture.contains("lbl"))
    act(.changePreviewWindow, "")
    #expect(screen.picture.contains("╭"))
  }

  @Test func followsTheCursor() async throws {
    var screen = try await screen()
    #expect(await commands(&screen) == ["show 'grep'"])
    screen.press(KeyPress(.down))
    #expect(await commands(&screen) == ["show 'sed'"])
    screen.press(KeyPress(.up), KeyPress(.up))
    #expect(await commands(&screen) == ["show 'grep'"])
    screen.type("ls")
    await screen.carryOut()
    #expect(await commands(&screen).last == "show 'ls'")
    screen.type("zzz")
    #expect(await commands(&screen) == ["-"])
    #expect(screen.state.preview?.text.count == 0)
  }

  @Test func searchAndPickedRows() async throws {
    var screen = try await screen("see {q} {+1}")
    #expect(await commands(&screen) == ["see '' 'grep'"])
    screen.type("s")
    #expect(await commands(&screen).last?.hasPrefix("see 's' ") == true)
    await screen.press(slowly: KeyPress(.tab))
    #expect(await !commands(&screen).isEmpty, "the picked rows have changed")
    var other = try await self.screen("see {}")
    other.ends = []
    await other.press(slowly: KeyPress(.tab, .shift))
    #expect(await commands(&other) == [])
  }

  @Test func matchingRows() async throws {
    var screen = try await screen("see {*1}")
    func line(_ screen: ScreenHarness) async throws -> String? {
      guard case .preview(_, let request)? = screen.ends.last else { return nil }
      return String(decoding: try await screen.worker.command(of: request).line, as: UTF8.self)
    }
    await screen.carryOut()
    #expect(try await line(screen)?.hasPrefix("see 'grep' 'sed' 'sort' 'ls' 'cp' ") == true)
    screen.type("list")
    await screen.carryOut()
    #expect(try await line(screen) == "see 'ls'")
    // The same row at the cursor, and others that match.
    screen.press(.character("u", .control))
    screen.type("l")
    await screen.carryOut()
    let answer = try await line(screen)
    #expect(answer?.contains("'ls'") == true && answer?.contains("'sort'") == true)
    screen.type("zzz")
    await screen.carryOut()
    #expect(screen.ends.last == .stopPreview)
  }

  @Test func moreRowsThanACommandTakes() async throws {
    let worker = try await ListWorker(list: LiveList.open(Rows.numbers(10_001)), base: ListQuery())
    func line(_ command: String) async throws -> [UInt8] {
      let template = CommandTemplate(command, schema: await worker.list.schema)
      let row: CommandTemplate.Row = (.integer(1), [.text("1"), .text("1")])
      let request = PreviewRequest(
        template, row: row, search: "", selections: 0, revision: 0,
        size: Size(columns: 1, rows: 1))
      return try await worker.command(of: request).line
    }
    let error = await #expect(throws: TerminalError.self) { _ = try await line("{*}") }
    #expect(error?.description == "{*} has at most 10,000 rows, {*f}, a file, at most 1,000,000")
    _ = try await worker.list.select(
      .all(), idLimit: 0, refusedIDLimit: 0, ifRevision: nil)
    await #expect(throws: TerminalError.self) { _ = try await line("{+1}") }
    #expect(try await line("cat {*f} {+f}").starts(with: "cat '".utf8))
  }

  @Test func outputOfFormerRows() async throws {
    var screen = try await screen()
    let first = number(screen)
    give("first\n", &screen)
    await screen.press(slowly: KeyPress(.down))
    screen.take(.previewed(first, Array("late\n".utf8)))
    #expect(screen.picture.contains("first") && !screen.picture.contains("late"))
    screen.take(.previewDue(first))
    #expect(screen.picture.contains("first"), "until there is something of the new one")
    screen.take(.previewDue(number(screen)))
    #expect(!screen.picture.contains("first"))
    give("second\n", &screen)
    screen.take(.previewDue(number(screen)))
    #expect(screen.picture.contains("second"))
  }

  @Test func scrolling() async throws {
    var screen = try await screen(rows: 8)
    give((1...30).map { "line \($0)\n" }.joined(), &screen)
    #expect(screen.picture.contains("line 1 ") && screen.picture.contains("1/30"))
    screen.press(KeyPress(.down, .control), KeyPress(.pageDown, .alt))
    #expect(screen.state.preview?.first == 6)
    for _ in 0..<9 { screen.press(KeyPress(.pageDown, .alt)) }
    #expect(screen.picture.contains("line 30") && screen.picture.contains("25/30"))
    screen.take(.input(.mouse(MouseEvent(.wheelUp, column: 50, row: 3))))
    #expect(screen.state.preview?.first == 21)
    for _ in 0..<99 { screen.press(.character("y", .alt)) }
    #expect(screen.state.preview?.first == 0 && screen.state.viewport.cursor == 0)
  }

  @Test func wrapping() async throws {
    let text = String(repeating: "0123456789", count: 7) + "end\n"
    var screen = try await screen(window: "right,30")
    give(text, &screen)
    #expect(!screen.picture.contains("end"))
    screen = try await self.screen(window: "right,30,wrap")
    give(text, &screen)
    #expect(screen.picture.contains("0123456789end"))
  }

  @Test func hiding() async throws {
    var screen = try await screen(window: "hidden")
    #expect(await commands(&screen) == [] && screen.state.geometry.preview == nil)
    screen.press(.character("/", .alt))
    #expect(await commands(&screen) == ["show 'grep'"])
    screen.press(KeyPress(.function(9)))
    #expect(await commands(&screen) == ["-"])
    screen.take(.resized(Size(columns: 20, rows: 10)))
    screen.press(.character("/", .alt))
    #expect(await commands(&screen) == [] && screen.state.notices.message?.isProblem == true)
  }

  @Test func narrowScreens() async throws {
    var screen = try await screen(columns: 20)
    #expect(await commands(&screen) == [] && screen.state.geometry.width == 20)
    screen.take(.resized(Size(columns: 80, rows: 24)))
    #expect(await commands(&screen) == ["show 'grep'"])
    screen.take(.resized(Size(columns: 20, rows: 6)))
    #expect(await commands(&screen) == ["-"])
  }

  @Test func endless() async throws {
    var screen = try await screen()
    screen.ends = []
    screen.take(.previewed(1, Array(repeating: 0x0A, count: 20_000)))
    #expect(await commands(&screen) == ["-"])
    #expect(screen.state.preview?.text.count == PreviewText.mostLines)
  }

  @Test func clicksBesideIt() async throws {
    var screen = try await screen(window: "left")
    let left = screen.state.geometry.left
    screen.take(.input(.mouse(MouseEvent(.press, column: left, row: 3))))
    await screen.carryOut()
    #expect(screen.state.page?.selected == 1)
    screen.take(.input(.mouse(MouseEvent(.press, column: 0, row: 4))))
    await screen.carryOut()
    #expect(screen.state.page?.selected == 1 && screen.state.viewport.cursor == 1)
  }
}
