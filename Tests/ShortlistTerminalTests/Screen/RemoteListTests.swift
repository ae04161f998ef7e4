import Shortlist
import ShortlistTerminal
import Testing

/// What a list on a server does to the screen: it can fail, and not search in every way.
@Suite struct RemoteListTests {
  @Test func `rows that cannot be read are told, and not requested again and again`() async throws {
    var screen = try await ScreenHarness(Rows.numbers(500))
    screen.press(.init(.end, .control))
    #expect(screen.waiting.count == 1)
    screen.waiting = []
    screen.take(.notRead(reason: "the server is gone"))
    #expect(screen.waiting.isEmpty)
    #expect(screen.state.notices.message?.text == "the server is gone")
    screen.take(.stopped(reason: "the server is gone"))
    screen.take(.stopped(reason: nil))
    await screen.carryOut()
    #expect(screen.state.line(at: 499) != nil)
    #expect(screen.state.notices.message == nil)
  }

  @Test func `a search that failed is repeated when the list is there again`() async throws {
    var screen = try await ScreenHarness()
    screen.type("sort")
    screen.waiting = []
    screen.take(.stopped(reason: "the server is gone"))
    screen.take(.notFound(screen.state.requests.searches, reason: "the server is gone"))
    #expect(screen.state.page?.total == 9)
    screen.take(.stopped(reason: nil))
    await screen.carryOut()
    #expect(screen.state.page?.total == 1)
    #expect(screen.state.searching.reading.hint == nil)
  }

  @Test func `a search whose failure is told late, when the list is there again, is repeated`()
    async throws
  {
    var screen = try await ScreenHarness()
    screen.type("sort")
    screen.waiting = []
    screen.take(.stopped(reason: "the server is gone"))
    screen.take(.stopped(reason: nil))
    screen.take(.notFound(screen.state.requests.searches, reason: "the server is gone"))
    await screen.carryOut()
    #expect(screen.state.page?.total == 1)
    #expect(screen.state.searching.reading.hint == nil)
    // A search that fails now is not repeated.
    screen.type("s")
    screen.waiting = []
    screen.take(.notFound(screen.state.requests.searches, reason: "the server is gone"))
    #expect(screen.waiting.isEmpty)
    #expect(screen.state.searching.reading.hint == "the server is gone")
  }

  @Test(arguments: [false, true])
  func `a search whose failure is told late, when all rows are read, is repeated`(
    afterAttributes: Bool
  ) async throws {
    var screen = try await ScreenHarness()
    screen.type("sort")
    await screen.carryOut()
    screen.take(.replaced(whenRead: false))
    screen.waiting = []
    let number = screen.state.requests.searches
    // The list knew no attribute when the search reached it.
    if afterAttributes { screen.take(.attributes(await screen.worker.list.schema)) }
    screen.take(.changed(revision: 1, reading: nil))
    screen.waiting = []
    screen.take(.notFound(number, reason: "there is no attribute name"))
    await screen.carryOut()
    #expect(screen.state.page?.total == 1)
    #expect(screen.state.searching.reading.hint == nil)
  }

  @Test func `a selection that cannot be changed does not block the next one`() async throws {
    var screen = try await ScreenHarness()
    screen.press(.init(.tab))
    screen.waiting = []
    screen.take(.notSelected(reason: "the server is gone"))
    #expect(screen.state.notices.refusal == "the server is gone")
    await screen.press(slowly: .init(.tab))
    #expect(screen.state.page?.selected == 1)
    #expect(screen.state.notices.refusal == nil)
  }

  @Test func `the prompt names the way to search where the usual one is missing`() async throws {
    var traits = ListTraits()
    traits.matchKinds = [.words, .substring, .prefix]
    var options = PickOptions()
    options.notice = "rows stay on the server"
    var query = ListQuery()
    query.match = .words
    var screen = try await ScreenHarness(query: query, options: options, traits: traits)
    #expect(screen.picture.hasPrefix("words > "))
    #expect(screen.picture.contains("rows stay on the server"))
    for kind in [MatchKind.substring, .prefix, .words] {
      await screen.press(slowly: .init(.character("m"), .alt))
      #expect(screen.state.searching.match == kind)
    }
    #expect(!screen.picture.contains("rows stay on the server"))
  }

  /// Whether the list counts before or after the screen has shown the estimate.
  @Test(arguments: [false, true])
  func `a right estimate becomes the count of the same revision`(countsFirst: Bool) async throws {
    var screen = try await ScreenHarness()
    screen.type("sort")
    let work = try #require(screen.waiting.last)
    screen.waiting = []
    guard case .found(let number, var page, let reading) = await screen.worker.answer(work) else {
      Issue.record("the search has no answer")
      return
    }
    page.estimates = .total
    let counted = ScreenEvent.changed(revision: page.revision, reading: nil)
    if countsFirst { screen.take(counted) }
    screen.take(.found(number, page, reading))
    if !countsFirst {
      screen.take(.changed(revision: page.revision, reading: nil, estimates: .total))
      #expect(screen.waiting.isEmpty)
      screen.take(counted)
    }
    #expect(screen.picture.contains("~1/9"))
    await screen.carryOut()
    #expect(screen.picture.contains(" 1/9"))
    #expect(screen.waiting.isEmpty)
  }
}
