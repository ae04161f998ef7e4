import Shortlist
import ShortlistTerminal
import Testing

/// Keys pressed before the rows that they are about are there.
@Suite struct TypingAheadTests {
  /// A screen of which no row is known yet, while the list has them.
  private struct EarlyScreen {
    var state: ScreenState
    let list: LiveList
    let worker: ListWorker
    var effects: [ScreenEffect] = []

    init(options: PickOptions = PickOptions()) async throws {
      list = try await LiveList.open(Rows.tools)
      worker = ListWorker(list: list, base: ListQuery())
      state = ScreenState(
        options: options, size: Size(columns: 80, rows: 24), isLoading: true)
      _ = state.start()
      let nothing = try await LiveList.open(Rows(names: ["name"], rows: []))
      var page = try await nothing.snapshot()
      page.isReading = true
      take(.found(1, page, SearchReading()))
    }

    mutating func take(_ event: ScreenEvent) { effects += state.update(event) }

    mutating func press(_ keys: KeyPress...) {
      for key in keys { take(.input(.key(key))) }
    }

    /// Says that all is read, and carries out what is asked for until the end.
    mutating func read() async -> [ScreenEffect] {
      take(.attributes(await list.schema))
      take(.changed(revision: await list.revision + 1, reading: nil))
      _ = try? await list.updateQuery { $0.search = "-" }
      _ = try? await list.updateQuery { $0.search = "" }
      var ends: [ScreenEffect] = []
      while !effects.isEmpty {
        let effect = effects.removeFirst()
        switch effect {
        case .search, .read, .select, .acceptWhenRead, .sample, .measure:
          if let answer = await worker.answer(effect) { take(answer) }
        default: ends.append(effect)
        }
      }
      return ends
    }
  }

  @Test func rowsAreWaitedFor() async throws {
    var screen = try await EarlyScreen()
    #expect(screen.state.isWaitingForRows)
    screen.press(KeyPress(.tab), KeyPress(.down), KeyPress(.tab), KeyPress(.enter))
    #expect(screen.effects.isEmpty, "nothing is done about rows that are not there")
    #expect(await screen.read() == [.acceptSelected])
    #expect(try await screen.list.selectedRows().map(\.id) == [.integer(1), .integer(3)])
    #expect(!screen.state.isWaitingForRows)
  }

  @Test func theRowsBeforeTheEndAreNotTaken() async throws {
    var screen = try await EarlyScreen()
    screen.take(.changed(revision: 2, reading: nil))
    #expect(screen.state.isWaitingForRows, "the page is still the empty one")
    screen.press(KeyPress(.down), KeyPress(.enter))
    #expect(!screen.effects.contains(.acceptNothing))
    guard case .acceptRow(let id, _)? = await screen.read().first else {
      Issue.record("no row was accepted")
      return
    }
    #expect(id == .integer(2))
  }

  @Test func whatWaitsIsSaid() async throws {
    var screen = try await EarlyScreen()
    let text = "waits for a row that matches"
    screen.take(.progressDue)
    #expect(!screen.state.frame().text.contains(text))
    screen.press(KeyPress(.enter))
    #expect(screen.state.frame().text.contains(text))
    screen.press(KeyPress(.escape))
    #expect(screen.effects == [.cancel])
  }

  @Test func panelsWaitForTheirValues() async throws {
    var options = PickOptions()
    options.facets = ["kind"]
    var screen = try await EarlyScreen(options: options)
    screen.press(KeyPress(.function(2)), .character(" "))
    #expect(screen.state.panels.groups.isEmpty)
    _ = await screen.read()
    #expect(screen.state.panels.chips.chips.count == 1)

    var closed = try await EarlyScreen(options: options)
    closed.press(KeyPress(.function(2)), KeyPress(.escape))
    #expect(closed.state.panels.open.isEmpty, "Escape does not wait")
  }

  @Test func aChoiceNeedNotWaitForAllRows() async throws {
    for (waits, expected) in [
      (true, ScreenEffect.acceptWhenRead(.integer(1), shownAt: 1)),
      (false, .acceptRow(.integer(1), [.text("grep")])),
    ] {
      var options = PickOptions()
      options.waitsForAllRows = waits
      var screen = try await EarlyScreen(options: options)
      let list = try await LiveList.open(Rows(names: ["name"], rows: [["grep"]]))
      var page = try await list.snapshot(SnapshotRequest(0..<9))
      page.isReading = true
      screen.take(.read(page))
      screen.press(KeyPress(.enter))
      #expect(screen.effects.last == expected)
    }
  }
}
