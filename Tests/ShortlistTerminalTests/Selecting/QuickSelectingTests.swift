import Shortlist
import ShortlistTerminal
import ShortlistTestSupport
import Testing

/// Keys of any kind, as quick as can be, do what they do one after the other.
@Suite struct QuickSelectingTests {
  private static let keys: [KeyPress] =
    [
      KeyPress(.up), KeyPress(.down), KeyPress(.pageDown), KeyPress(.home, .control),
      KeyPress(.end, .control), KeyPress(.tab), KeyPress(.tab, .shift), KeyPress(.up, .shift),
      KeyPress(.down, .shift), KeyPress(.down, .shift), KeyPress(.backspace), KeyPress(.escape),
      KeyPress(.function(5)), .character("u", .control),
    ] + "aditesurp".map { .character($0, .alt) } + "eso".map { .character($0) }

  @Test(arguments: [false, true]) func asOneAfterTheOther(isSectioned: Bool) async throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    var query = ListQuery()
    if isSectioned { query.sections = SectionRule(by: "kind") }
    var options = PickOptions()
    options.limits = SelectionLimits(maximum: 6)
    let rules: [SelectionRule] = [.required("kind"), .matching("size:>8", reason: "too small")]
    for _ in 0..<60 {
      var screens: [ScreenHarness] = []
      for _ in 0..<2 {
        screens.append(
          try await ScreenHarness(
            size: Size(columns: 60, rows: 9), query: query, options: options, rules: rules,
            creates: "name"))
      }
      var pressed: [KeyPress] = []
      for _ in 0..<Int.random(in: 1..<25, using: &random) {
        guard let key = Self.keys.randomElement(using: &random) else { continue }
        // Escape that closes nothing leaves.
        if key == KeyPress(.escape) && screens[0].state.overlays.picked == nil { continue }
        pressed.append(key)
        await screens[0].press(slowly: key)
        screens[1].press(key)
        if Int.random(in: 0..<4, using: &random) == 0 { await screens[1].carryOut() }
      }
      await screens[1].carryOut()
      // What was said until the next key may have been said later.
      for index in 0..<2 { await screens[index].press(slowly: .character("l", .control)) }
      let ids = try await screens[0].list.selectedRows().map(\.id)
      let quick = try await screens[1].list.selectedRows().map(\.id)
      #expect(quick == ids, "seed \(seed), \(pressed)")
      #expect(screens[0].picture == screens[1].picture, "seed \(seed), \(pressed)")
      let isShown = screens[0].state.page?.selected == ids.count
      #expect(isShown, "seed \(seed), \(pressed)")
    }
  }
}
