import Shortlist
import ShortlistTerminal
import Testing

@Suite struct SelectingTests {
  private static let undo = KeyPress.character("u", .alt)
  private static let redo = KeyPress.character("r", .alt)
  private static let down = KeyPress(.down, .shift)
  private static let up = KeyPress(.up, .shift)
  private static let section = KeyPress.character("s", .alt)
  private static let rangeHere = KeyPress.character("e", .alt)

  private func ids(_ screen: ScreenHarness) async -> [Int] {
    ((try? await screen.list.selectedRows()) ?? []).map { row in
      if case .integer(let id) = row.id { id } else { -1 }
    }
  }

  private func options(maximum: Int = 0, minimum: Int = 0) -> PickOptions {
    var options = PickOptions()
    options.limits = SelectionLimits(maximum: maximum, minimum: minimum)
    return options
  }

  private func sectioned() async throws -> ScreenHarness {
    var query = ListQuery()
    query.sections = SectionRule(by: "kind")
    return try await ScreenHarness(query: query)
  }

  // MARK: Undo

  @Test func undoAndRedo() async throws {
    var screen = try await ScreenHarness()
    await screen.press(slowly: KeyPress(.tab), KeyPress(.tab), .character("a", .alt))
    #expect(await ids(screen).count == 9)
    await screen.press(slowly: Self.undo)
    #expect(await ids(screen) == [1, 2])
    await screen.press(slowly: .character("_", .control))
    #expect(await ids(screen) == [1])
    await screen.press(slowly: Self.redo, .character("y", .control))
    #expect(await ids(screen).count == 9)
    await screen.press(slowly: Self.redo)
    #expect(screen.state.notices.message?.text == "nothing to redo")
    await screen.press(slowly: .character("d", .alt), Self.undo)
    #expect(await ids(screen).count == 9)
    await screen.press(slowly: Self.undo, Self.undo, Self.undo)
    #expect(screen.state.notices.message == nil)
    #expect(await ids(screen).isEmpty)
    await screen.press(slowly: Self.undo)
    #expect(screen.state.notices.message?.text == "nothing to undo")
  }

  // MARK: Ranges

  @Test func movingWithShiftMarksAndShrinks() async throws {
    var screen = try await ScreenHarness()
    await screen.press(slowly: KeyPress(.down), Self.down)
    #expect(await ids(screen) == [2, 3])
    await screen.press(slowly: Self.down, Self.down)
    #expect(await ids(screen) == [2, 3, 4, 5])
    await screen.press(slowly: Self.up, Self.up)
    #expect(await ids(screen) == [2, 3])
    await screen.press(slowly: Self.up, Self.up)
    #expect(await ids(screen) == [1, 2])
    #expect(screen.current == .integer(1))
    await screen.press(slowly: Self.undo)
    #expect(await ids(screen).isEmpty)
  }

  @Test func marksFromBeforeStayWhenARangeShrinks() async throws {
    var screen = try await ScreenHarness()
    await screen.press(slowly: KeyPress(.down), KeyPress(.down), KeyPress(.tab))
    await screen.press(slowly: KeyPress(.home, .control), Self.down, Self.down, Self.down)
    #expect(await ids(screen) == [3, 1, 2, 4])
    await screen.press(slowly: Self.up, Self.up)
    #expect(await ids(screen) == [3, 1, 2])
    await screen.press(slowly: Self.undo)
    #expect(await ids(screen) == [3])
  }

  @Test func aRefusedRangeLeavesWhatWasMarked() async throws {
    var screen = try await ScreenHarness(options: options(maximum: 3))
    await screen.press(slowly: Self.down, Self.down, Self.down)
    #expect(await ids(screen) == [1, 2, 3])
    #expect(screen.state.notices.refusal == "no more than 3 can be selected")
    #expect(screen.current == .integer(4))
    await screen.press(slowly: Self.up, Self.up)
    #expect(await ids(screen) == [1, 2])
    #expect(screen.state.notices.refusal == nil)
    await screen.press(slowly: Self.undo)
    #expect(await ids(screen).isEmpty)
  }

  @Test func quickRangesAreTheSameAsSlowOnes() async throws {
    let keys = [Self.down, Self.down, Self.down, Self.up, KeyPress(.down), KeyPress(.down)]
    var slow = try await ScreenHarness()
    var quick = try await ScreenHarness()
    for key in keys + [Self.down, Self.undo, Self.down, Self.rangeHere] {
      await slow.press(slowly: key)
      quick.press(key)
    }
    await quick.carryOut()
    let expected = await ids(slow)
    #expect(await ids(quick) == expected && !expected.isEmpty)
    #expect(quick.picture == slow.picture)
  }

  @Test func aRangeFromTheRowMarkedLast() async throws {
    var screen = try await ScreenHarness()
    await screen.press(slowly: KeyPress(.down), KeyPress(.tab), KeyPress(.down), Self.rangeHere)
    #expect(await ids(screen) == [2, 3, 4])
    await screen.press(slowly: KeyPress(.home, .control), Self.rangeHere)
    #expect(await ids(screen) == [2, 3, 4, 1])
  }

  @Test func aRangeFromARowThatDoesNotMatchAnyMore() async throws {
    var screen = try await ScreenHarness()
    await screen.press(slowly: KeyPress(.tab))
    screen.type("file")
    await screen.press(slowly: KeyPress(.down), Self.rangeHere)
    #expect(await ids(screen) == [1, 5])
    #expect(screen.state.notices.refusal == nil)
  }

  // MARK: Sections

  @Test func sectionsAreToggled() async throws {
    var screen = try await sectioned()
    await screen.press(slowly: KeyPress(.down), KeyPress(.tab), Self.section)
    // The cursor went on into the next section.
    #expect(await ids(screen) == [5, 6, 7, 8])
    await screen.press(slowly: KeyPress(.up), Self.section)
    #expect(await ids(screen) == [5, 6, 7, 8, 4])
    await screen.press(slowly: Self.section)
    #expect(await ids(screen) == [6, 7, 8])
    await screen.press(slowly: Self.undo)
    #expect(await ids(screen) == [5, 6, 7, 8, 4])
  }

  @Test func headingsArePressed() async throws {
    var screen = try await sectioned()
    func press(_ column: Int, _ row: Int) async {
      screen.take(.input(.mouse(MouseEvent(.press, column: column, row: row))))
      await screen.carryOut()
    }
    await press(0, 5)
    #expect(await ids(screen) == [6, 7, 8] && screen.current == .integer(4))
    await press(4, 5)
    #expect(await ids(screen) == [6, 7, 8])
    await press(1, 5)
    #expect(await ids(screen).isEmpty)
  }

  @Test func sectionsOfAListWithoutAny() async throws {
    var screen = try await ScreenHarness()
    await screen.press(slowly: Self.section)
    #expect(screen.state.notices.message?.text == "there are no sections")
  }

  @Test func headingsShowTheirState() async throws {
    var screen = try await sectioned()
    await screen.press(slowly: KeyPress(.tab), KeyPress(.down), Self.section)
    for size in [Size(columns: 80, rows: 24), Size(columns: 20, rows: 6)] {
      screen.take(.resized(size))
      await screen.carryOut()
      try expectGolden(screen.picture, "section-states-\(size.columns)x\(size.rows)")
    }
  }

  // MARK: Refusals

  @Test func aRefusalStaysUntilARequestWorks() async throws {
    var screen = try await ScreenHarness(options: options(maximum: 1 + 1))
    await screen.press(slowly: KeyPress(.tab), KeyPress(.tab), KeyPress(.tab))
    let reason = "no more than 2 can be selected"
    #expect(screen.state.notices.refusal == reason)
    await screen.press(slowly: KeyPress(.down), KeyPress(.up))
    #expect(screen.state.notices.refusal == reason)
    #expect(screen.picture.contains("\(reason) · 2 of at most 2 picked"))
    await screen.press(slowly: .character("d", .alt))
    #expect(screen.state.notices.refusal == nil)
    await screen.press(slowly: .character("a", .alt))
    #expect(screen.state.notices.refusal == reason)
    screen.type("s")
    await screen.carryOut()
    #expect(screen.state.notices.refusal == nil)
  }

  @Test func rulesAboutRows() async throws {
    let rules: [SelectionRule] = [
      .required("size"), .matching("size:>100", reason: "it is too small"),
    ]
    var screen = try await ScreenHarness(rules: rules)
    await screen.press(slowly: KeyPress(.down), KeyPress(.tab))
    #expect(screen.state.notices.refusal == "it is too small")
    await screen.press(slowly: KeyPress(.end, .control), KeyPress(.tab))
    #expect(screen.state.notices.refusal == "size is missing")
    // Also a row that is not marked, but accepted.
    await screen.press(slowly: KeyPress(.enter))
    #expect(screen.ends.isEmpty && !screen.state.source.isAccepting)
    #expect(screen.state.notices.refusal == "size is missing")
    await screen.press(slowly: .character("a", .alt))
    #expect(await ids(screen) == [1, 3, 4, 5])
    #expect(screen.state.notices.refusal == "size is missing")
    await screen.press(slowly: .character("d", .alt), KeyPress(.home, .control), KeyPress(.enter))
    #expect(await ids(screen) == [1])
    #expect(screen.state.source.isAccepting)
  }

  @Test func marksThatAreNotShownAreCounted() async throws {
    var screen = try await ScreenHarness()
    await screen.press(slowly: KeyPress(.tab), KeyPress(.tab))
    #expect(screen.picture.contains("2 picked "))
    screen.type("grep")
    await screen.carryOut()
    #expect(screen.picture.contains("2 picked, 1 not shown"))
    screen.type("zzz")
    await screen.carryOut()
    #expect(screen.picture.contains("2 picked, 2 not shown"))
  }

  @Test func manyRowsAreNotTakenFromAnotherRevision() async throws {
    var screen = try await ScreenHarness()
    _ = try await screen.list.updateQuery { $0.search = "grep" }
    screen.press(.character("a", .alt))
    guard case .select(.request(.all, let revision?), _, _)? = screen.waiting.first else {
      Issue.record("\(screen.waiting)")
      return
    }
    #expect(revision == screen.state.page?.revision)
    await screen.carryOut()
    #expect(await ids(screen).isEmpty)
    #expect(screen.state.notices.refusal == "the list has changed meanwhile: nothing was done")
  }

  @Test func theCursorBeginsOnTheRowToStartWith() async throws {
    var traits = ListTraits()
    traits.start = .integer(300)
    var screen = try await ScreenHarness(
      Rows.numbers(500), size: Size(columns: 30, rows: 8), options: options(maximum: 1),
      traits: traits)
    #expect(screen.current == .integer(300))
    screen.type("4")
    await screen.carryOut()
    #expect(screen.state.viewport.cursor == 0)
  }
}
