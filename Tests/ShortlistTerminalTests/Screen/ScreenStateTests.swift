import ShortlistTestSupport
import Shortlist
import ShortlistTerminal
import Testing

@Suite struct ScreenStateTests {
  private func options(maximum: Int = 0, minimum: Int = 0) -> PickOptions {
    var options = PickOptions()
    options.limits = SelectionLimits(maximum: maximum, minimum: minimum)
    return options
  }

  @Test func enterTakesTheCursorRow() async throws {
    var screen = try await ScreenHarness()
    screen.press(KeyPress(.down), KeyPress(.enter))
    await screen.carryOut()
    guard case .acceptRow(let id, let values) = screen.ends.first else {
      Issue.record("\(screen.ends)")
      return
    }
    #expect(id == .integer(2) && values[0] == .text("sed"))
  }

  @Test func enterTakesTheMarkedRowsOnly() async throws {
    var screen = try await ScreenHarness()
    screen.press(KeyPress(.tab), KeyPress(.tab), KeyPress(.enter))
    await screen.carryOut()
    #expect(screen.ends == [.acceptSelected])
    #expect(try await screen.list.selectedRows().map(\.id) == [.integer(1), .integer(2)])
  }

  @Test func quickTypingDoesTheSameAsSlowTyping() async throws {
    let keys: [KeyPress] =
      "line".map { .character($0) } + [
        KeyPress(.down), KeyPress(.tab), .character("u", .control), .character("c"),
        .character("o"), .character("p"), KeyPress(.tab), .character("a", .alt), KeyPress(.enter),
      ]
    var slow = try await ScreenHarness()
    var quick = try await ScreenHarness()
    for key in keys {
      slow.press(key)
      await slow.carryOut()
      quick.press(key)
    }
    await quick.carryOut()
    #expect(slow.ends == [.acceptSelected] && quick.ends == slow.ends)
    let ids = try await slow.list.selectedRows().map(\.id)
    #expect(ids == [.integer(3), .integer(5)])
    #expect(try await quick.list.selectedRows().map(\.id) == ids)
    #expect(quick.picture == slow.picture)
  }

  @Test func olderAnswersDoNotCount() async throws {
    var screen = try await ScreenHarness()
    screen.press(.character("s"), .character("e"))
    let searches = screen.waiting
    #expect(searches.count == 2)
    screen.waiting = []
    if let answer = await screen.worker.answer(searches[0]) {
      screen.take(answer)
    }
    #expect(screen.state.isSearching)
    screen.press(KeyPress(.enter))
    #expect(screen.waiting.isEmpty)
    if let answer = await screen.worker.answer(searches[1]) {
      screen.take(answer)
    }
    #expect(!screen.state.isSearching)
    #expect(screen.waiting.count == 1)
  }

  @Test func tooFewAreRefused() async throws {
    var screen = try await ScreenHarness(options: options(minimum: 2))
    screen.press(KeyPress(.enter))
    await screen.carryOut()
    #expect(screen.state.notices.refusal == "at least 2 rows must be picked, none is")
    screen.press(KeyPress(.tab), KeyPress(.enter))
    await screen.carryOut()
    #expect(screen.state.notices.refusal == "at least 2 rows must be picked, only 1 is")
    screen.press(KeyPress(.tab), KeyPress(.enter))
    await screen.carryOut()
    #expect(screen.ends == [.acceptSelected])
  }

  @Test func nothingThere() async throws {
    var screen = try await ScreenHarness()
    screen.type("zzz")
    screen.press(KeyPress(.enter))
    await screen.carryOut()
    #expect(screen.ends == [.acceptNothing])
    var strict = try await ScreenHarness(options: options(minimum: 1))
    strict.type("zzz")
    strict.press(KeyPress(.enter))
    await strict.carryOut()
    #expect(strict.ends.isEmpty && strict.state.notices.refusal != nil)
  }

  @Test func waitingForALockedFile() async throws {
    let waiting = "waiting for a.db, which another program has locked"
    var screen = try await ScreenHarness()
    screen.take(.changed(revision: 1, reading: LoadProgress(rows: 0, bytes: 0)))
    screen.take(.locked(path: "a.db"))
    screen.type("x")
    #expect(screen.picture.contains(waiting))
    screen.take(.changed(revision: 2, reading: nil))
    #expect(!screen.picture.contains(waiting))
    screen.take(.locked(path: "a.db"))
    #expect(screen.picture.contains(waiting))
    screen.type("y")
    #expect(!screen.picture.contains(waiting))
  }

  @Test func acceptedWhenAllIsRead() async throws {
    var screen = try await ScreenHarness(options: options(maximum: 1))
    screen.take(.changed(revision: 1, reading: LoadProgress(rows: 9, bytes: 0)))
    screen.press(KeyPress(.down), KeyPress(.enter))
    #expect(
      screen.waiting == [.acceptWhenRead(.integer(2), shownAt: screen.state.page?.revision ?? 0)])
    #expect(screen.state.source.isAccepting)
    screen.press(.character("x"), KeyPress(.down))
    #expect(screen.state.searching.field.text.isEmpty && screen.current == .integer(2))
    await screen.carryOut()
    #expect(try await screen.list.selectedRows().map(\.id) == [.integer(2)])
    screen.press(KeyPress(.escape))
    await screen.carryOut()
    #expect(screen.ends == [.cancel])
  }

  @Test func cancelNeverWaits() async throws {
    for key in [KeyPress(.escape), .character("c", .control), .character("g", .control)] {
      var screen = try await ScreenHarness()
      screen.type("a")
      screen.press(KeyPress(.enter), key)
      #expect(screen.waiting.contains(.cancel))
    }
  }

  @Test func movingThroughAllRows() async throws {
    let size = Size(columns: 30, rows: 8)
    var screen = try await ScreenHarness(Rows.numbers(500), size: size)
    for step in 2...500 {
      screen.press(KeyPress(.down))
      await screen.carryOut()
      #expect(screen.current == .integer(step))
      #expect(screen.state.viewport.visible.contains(step - 1))
      #expect(screen.state.viewport.visible.allSatisfy { screen.state.line(at: $0) != nil })
    }
    screen.press(KeyPress(.down), KeyPress(.home, .control))
    await screen.carryOut()
    #expect(screen.current == .integer(1))
    screen.press(KeyPress(.end, .control), KeyPress(.pageUp))
    await screen.carryOut()
    #expect(screen.current == .integer(496))
    screen.press(KeyPress(.tab), KeyPress(.enter))
    await screen.carryOut()
    #expect(try await screen.list.selectedRows().map(\.id) == [.integer(496)])
  }

  @Test func sectionsAreSkippedAndStick() async throws {
    var query = ListQuery()
    query.sections = SectionRule(by: "kind")
    let size = Size(columns: 60, rows: 7)
    var screen = try await ScreenHarness(size: size, query: query)
    for position in 0..<9 {
      let body = screen.state.body
      #expect(screen.state.viewport.cursor == position)
      #expect(body.first == .heading(screen.state.viewport.top))
      #expect(body.contains(.row(position)))
      #expect(body.count <= 4)
      screen.press(KeyPress(.down))
      await screen.carryOut()
    }
  }

  @Test func mouse() async throws {
    var screen = try await ScreenHarness(Rows.numbers(100), size: Size(columns: 30, rows: 12))
    func click(_ column: Int, _ row: Int, isDouble: Bool = false) -> ScreenEvent {
      .input(.mouse(MouseEvent(.press, column: column, row: row)), isDouble: isDouble)
    }
    screen.take(click(5, 4))
    #expect(screen.current == .integer(3))
    screen.take(.input(.mouse(MouseEvent(.wheelDown, column: 0, row: 0))))
    #expect(screen.state.viewport.top == 3 && screen.current == .integer(4))
    screen.take(click(0, 4))
    await screen.carryOut()
    #expect(screen.state.page?.selected == 1)
    screen.take(click(0, 4))
    await screen.carryOut()
    #expect(screen.state.page?.selected == 0)
    for place in [(5, 0), (5, 1), (5, 11), (50, 40)] { screen.take(click(place.0, place.1)) }
    #expect(screen.current == .integer(6))
    screen.take(click(5, 5, isDouble: true))
    guard case .acceptRow(.integer(7), _) = screen.waiting.first else {
      Issue.record("\(screen.waiting)")
      return
    }
  }

  @Test func allMatching() async throws {
    var screen = try await ScreenHarness()
    screen.type("text")
    screen.press(.character("a", .alt), .character("u", .control))
    await screen.carryOut()
    #expect(screen.state.page?.selected == 3)
    screen.press(.character("i", .alt))
    await screen.carryOut()
    #expect(screen.state.page?.selected == 6)
    screen.press(.character("d", .alt))
    await screen.carryOut()
    #expect(screen.state.page?.selected == 0)
  }

  @Test func typingResetsTheCursor() async throws {
    var screen = try await ScreenHarness()
    screen.press(KeyPress(.end, .control), .character("l"))
    await screen.carryOut()
    #expect(screen.state.viewport.cursor == 0)
  }

  @Test func waysToSearch() async throws {
    var query = ListQuery()
    query.match = .auto
    var screen = try await ScreenHarness(query: query)
    screen.type("'lin")
    await screen.carryOut()
    #expect(screen.state.viewport.total == 2)
    #expect(screen.picture.hasPrefix("> 'lin "))
    var totals: [MatchKind: Int] = [:]
    for _ in 0..<6 {
      await screen.press(slowly: .character("m", .alt))
      totals[screen.state.searching.match] = screen.state.viewport.total
      let isFirst = screen.state.searching.match == .auto
      let prompt = isFirst ? "> 'lin " : "\(screen.state.searching.match) > 'lin "
      #expect(screen.picture.hasPrefix(prompt), "\(screen.picture)")
    }
    #expect(totals == [.fuzzy: 0, .typos: 2, .words: 2, .substring: 0, .prefix: 0, .auto: 2])
  }

  @Test func aWrongTermKeepsTheRows() async throws {
    var query = ListQuery()
    query.match = .auto
    var screen = try await ScreenHarness(query: query)
    screen.type("kind:text")
    await screen.carryOut()
    #expect(screen.state.viewport.total == 3)
    let term = "sise:98"
    screen.take(.input(.paste(" " + term)))
    await screen.carryOut()
    #expect(screen.state.viewport.total == 3)
    #expect(screen.state.searching.reading.hint == "there is no attribute sise: did you mean size?")
    #expect(screen.state.searching.reading.badTerm == 10..<17)
    #expect(screen.picture.contains("did you mean size?"))
    for _ in term { screen.press(KeyPress(.backspace)) }
    screen.type("size:98")
    await screen.carryOut()
    #expect(
      screen.state.searching.reading.hint == nil && screen.state.searching.reading.badTerm == nil)
    #expect(screen.state.viewport.total == 1)
  }

  /// A search replaces the one before it if that is not answered yet, as the queue of work does.
  @Test func `a wrong term keeps the rows before it, however fast it is typed`() async throws {
    let line = "li size:9x"
    var query = ListQuery()
    query.match = .auto
    for answered in 0..<(1 << (line.count - 1)) {
      var screen = try await ScreenHarness(query: query)
      for (place, character) in line.enumerated() {
        screen.waiting = []
        screen.press(.character(character))
        if answered & (1 << place) != 0 { await screen.carryOut() }
      }
      await screen.carryOut()
      #expect(!screen.state.isSearching, "\(answered)")
      #expect(screen.state.viewport.total == 0, "the rows of \"li size:9\" at \(answered)")
      #expect(screen.state.searching.reading.hint == "a number expected, not 9x", "\(answered)")
      #expect(screen.state.searching.reading.badTerm == 3..<10)
      await screen.press(slowly: KeyPress(.backspace))
      #expect(screen.state.searching.reading.hint == nil && screen.state.viewport.total == 0)
      await screen.press(slowly: KeyPress(.backspace))
      #expect(screen.state.viewport.total == 3)
    }
  }

  @Test func rowsAreShownIfTheFirstSearchIsWrong() async throws {
    var query = ListQuery()
    query.match = .auto
    var screen = try await ScreenHarness(query: query, typed: "sise:98")
    #expect(screen.state.viewport.total == 9)
    #expect(screen.state.searching.reading.hint == "there is no attribute sise: did you mean size?")
    screen.press(KeyPress(.down), KeyPress(.enter))
    guard case .acceptRow(.integer(2), _) = screen.waiting.first else {
      Issue.record("\(screen.waiting)")
      return
    }
  }

  @Test func questionMarkIsTextInsideOfASearch() async throws {
    var screen = try await ScreenHarness()
    screen.type("a?")
    #expect(screen.state.overlays.help == nil && screen.state.searching.field.text == "a?")
    screen.press(.character("u", .control), .character("?"))
    #expect(screen.state.overlays.help == 0)
    screen.press(.character("x"))
    #expect(screen.state.overlays.help == nil && screen.state.searching.field.text.isEmpty)
  }

  @Test(arguments: [20, 30, 45, 60, 200])
  func listOfKeysOnNarrowScreens(columns: Int) async throws {
    var screen = try await ScreenHarness(size: Size(columns: columns, rows: 12))
    screen.press(.character("?"))
    var words: Set<Substring> = []
    var before = ""
    while screen.picture != before {
      before = screen.picture
      words.formUnion(before.split { $0 == " " || $0 == "\n" })
      screen.press(KeyPress(.down))
    }
    let all = screen.state.keyList.flatMap { $0.help.split(separator: " ") }
    #expect(all.filter { $0.count < 16 && !words.contains($0) } == [])
  }

  /// A reason that is too long for the last line takes lines of the rows.
  @Test func longReasons() async throws {
    let reason = "the file is locked by another program, which has to release it first"
    for layout in [ScreenLayout.reverse, .default, .reverseList] {
      var options = PickOptions()
      options.layout = layout
      var screen = try await ScreenHarness(size: Size(columns: 30, rows: 12), options: options)
      let before = screen.state.viewport.height
      screen.take(.notRead(reason: reason))
      #expect(screen.state.viewport.height == before - 2)
      let lines = screen.picture.split(separator: "\n").map { $0.drop { $0 == " " } }
      #expect(
        lines.joined(separator: " ").split(separator: " ").joined(separator: " ").contains(reason))
      #expect(screen.picture.contains("9/9"))
      screen.take(.resized(Size(columns: 20, rows: 6)))
      #expect(screen.picture.contains("locked") && screen.picture.contains("…"))
      screen.take(.resized(Size(columns: 100, rows: 12)))
      #expect(screen.picture.contains(reason))
      screen.press(KeyPress(.down))
      #expect(!screen.picture.contains("locked"))
    }
  }

  @Test func cursorStaysOnItsRowWhileRowsCome() async throws {
    var screen = try await ScreenHarness(Rows.numbers(50), size: Size(columns: 30, rows: 10))
    screen.press(KeyPress(.pageDown))
    let cursor = screen.state.viewport.cursor
    guard var page = screen.state.page else { return }
    page.isReading = true
    screen.take(.read(page))
    screen.take(.changed(revision: 99, reading: LoadProgress(rows: 50, bytes: 0)))
    guard case .read(let request) = screen.waiting.first, let id = screen.current,
      case .screen(_, _, let anchors) = request.rows
    else {
      Issue.record("\(screen.waiting)")
      return
    }
    #expect(anchors.ids.contains(id))
    let top = screen.state.viewport.top
    page.positions = Dictionary(
      uniqueKeysWithValues: page.lines.enumerated().map { ($0.element.id, $0.offset + 2) })
    screen.take(.read(page))
    #expect(screen.state.viewport.cursor == cursor + 2)
    #expect(screen.state.viewport.top == top + 2)
  }

  /// Keys in any order and at any speed: the cursor is on a row that is shown and known, and no key
  /// waits for ever.
  @Test func randomKeys() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    var query = ListQuery()
    query.sections = SectionRule(by: "kind")
    let keys = KeyBindings.all.flatMap(\.keys).filter { key in
      ![.accept, .cancel, .suspend].contains(KeyBindings.action(for: key))
    }
    for query in [ListQuery(), query] {
      var screen = try await ScreenHarness(query: query, creates: "name")
      for step in 0..<600 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
          let size = Size(
            columns: Int.random(in: 1..<60, using: &random),
            rows: Int.random(in: 1..<14, using: &random))
          screen.take(.resized(size))
        case 1...4: screen.type("elos?".randomElement(using: &random).map(String.init) ?? "")
        default: screen.press(keys.randomElement(using: &random) ?? KeyPress(.up))
        }
        if Bool.random(using: &random) { await screen.carryOut() }
        _ = screen.state.frame()
        guard screen.waiting.isEmpty else { continue }
        let viewport = screen.state.viewport
        let isFine =
          viewport.total == 0
          || (screen.current != nil
            && (viewport.height == 0 || viewport.visible.contains(viewport.cursor)))
        #expect(isFine, "seed \(seed), step \(step)")
        #expect(!screen.state.isSearching, "seed \(seed), step \(step)")
      }
      await screen.carryOut()
      screen.press(KeyPress(.escape), .character("c", .control))
      await screen.carryOut()
      #expect(screen.ends.contains(.cancel))
    }
  }
}
