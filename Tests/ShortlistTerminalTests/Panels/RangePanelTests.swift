import Shortlist
import ShortlistTerminal
import ShortlistTestSupport
import Testing

@Suite struct RangePanelTests {
  private static let schema = ListSchema([
    .init(name: "name", type: .text), .init(name: "n", type: .integer),
    .init(name: "price", type: .number), .init(name: "day", type: .date),
  ])

  private func date(_ text: String) -> Quantity {
    guard let date = Timestamp(text) else { preconditionFailure(text) }
    return .date(date)
  }

  private func panel(
    _ attribute: String = "n", _ range: ClosedRange<Quantity>? = .integer(0)...(.integer(100))
  ) async throws -> RangePanel {
    var panel = RangePanel()
    panel.update(Self.schema)
    while panel.control?.attribute != attribute { _ = panel.handle(KeyPress(.down)) }
    panel.show(try await Reports.number(attribute, range))
    return panel
  }

  /// The filter after keys; nil while nothing is left out.
  private func filter(_ panel: inout RangePanel, _ keys: KeyPress...) -> String? {
    for key in keys { _ = panel.handle(key) }
    return panel.control?.filter?.description
  }

  private func typed(_ text: String) -> [KeyPress] { text.map { .character($0) } }

  @Test func arrowsMoveAnEnd() async throws {
    var panel = try await panel()
    #expect(panel.handle(KeyPress(.left)) == .nothing)
    #expect(panel.handle(KeyPress(.right)) == .choose)
    #expect(filter(&panel) == #""n":1.."#)
    #expect(filter(&panel, KeyPress(.right, .shift)) == #""n":11.."#)
    #expect(filter(&panel, KeyPress(.tab), KeyPress(.left)) == #""n":11..99"#)
    #expect(filter(&panel, KeyPress(.pageDown)) == #""n":11..89"#)
    #expect(filter(&panel, KeyPress(.pageUp)) == #""n":11..99"#)
    #expect(filter(&panel, KeyPress(.end)) == #""n":11.."#)
    #expect(filter(&panel, KeyPress(.home)) == #""n":11..11"#)
    #expect(filter(&panel, KeyPress(.left)) == #""n":11..11"#)
    #expect(filter(&panel, KeyPress(.tab), KeyPress(.home)) == #""n":..11"#)
    #expect(filter(&panel, KeyPress(.tab), KeyPress(.end)) == nil)
    #expect(panel.handle(KeyPress(.up)) == .measure && panel.control?.attribute == "day")
  }

  @Test func aNumberIsTyped() async throws {
    var panel = try await panel()
    for key in typed("25") { #expect(panel.handle(key) == .nothing) }
    #expect(panel.entry.text == "25" && filter(&panel) == nil)
    #expect(panel.handle(KeyPress(.backspace)) == .nothing)
    #expect(panel.handle(KeyPress(.enter)) == .choose)
    #expect(filter(&panel) == #""n":2.."# && panel.entry.text.isEmpty)
    _ = panel.handle(KeyPress(.tab))
    for key in typed("7.5") { _ = panel.handle(key) }
    #expect(panel.handle(KeyPress(.tab)) == .choose && panel.end == .lower)
    #expect(filter(&panel) == #""n":2..7.5"#)
    for key in typed("9") { _ = panel.handle(key) }
    #expect(panel.handle(KeyPress(.enter)) == .choose)
    #expect(filter(&panel) == #""n":9..9"#)
    #expect(panel.handle(KeyPress(.delete)) == .choose && filter(&panel) == nil)
    #expect(panel.handle(KeyPress(.backspace)) == .nothing)
    #expect(panel.handle(KeyPress(.enter)) == .leave)
  }

  @Test(arguments: ["x", "nan", "inf", "0x10", "1e999", "--5", "1..2", "5 6", "２"])
  func whatIsNoNumber(text: String) async throws {
    for key in [KeyPress(.enter), KeyPress(.tab)] {
      var panel = try await panel("price", .integer(0)...(.integer(100)))
      for character in text { _ = panel.handle(.character(character)) }
      guard case .refuse(let reason) = panel.handle(key) else {
        Issue.record("\(text) was taken")
        continue
      }
      #expect(reason == "a number is expected, not \(text)")
      #expect(panel.entry.text == text && panel.control?.filter == nil && panel.end == .lower)
    }
  }

  @Test func outsideOfTheBounds() async throws {
    var panel = try await panel()
    for key in typed("500") { _ = panel.handle(key) }
    #expect(panel.handle(KeyPress(.enter)) == .refuse("500 is outside of what there is"))
    _ = panel.handle(.character("u", .control))
    _ = panel.handle(KeyPress(.tab))
    for key in typed("500") { _ = panel.handle(key) }
    #expect(panel.handle(KeyPress(.enter)) == .nothing)
    #expect(panel.control?.filter == nil)
  }

  @Test func aChoiceSurvivesItsBounds() async throws {
    var panel = try await panel()
    #expect(filter(&panel, KeyPress(.right)) == #""n":1.."#)
    panel.show(try await Reports.number("n", .integer(-9)...(.integer(-1))))
    #expect(panel.control?.state.isConflict == true)
    #expect(filter(&panel) == #""n":1.."#)
    panel.show(try await Reports.number("n", nil))
    #expect(filter(&panel, KeyPress(.right), KeyPress(.home)) == #""n":1.."#)
    panel.show(try await Reports.number("n", .integer(5)...(.integer(5))))
    #expect(filter(&panel, KeyPress(.left), KeyPress(.end)) == #""n":1.."#)
    panel.forgetChoices(notIn: FilterGroups())
    #expect(filter(&panel) == nil)
  }

  @Test func dates() async throws {
    let bounds = date("2024-01-10")...date("2024-03-01")
    var panel = try await panel("day", bounds)
    #expect(filter(&panel, KeyPress(.right)) == #""day":"2024-01-11".."#)
    _ = panel.handle(KeyPress(.tab))
    #expect(filter(&panel, KeyPress(.left, .shift)) == #""day":"2024-01-11".."2024-02-20""#)
    for key in typed("2024-02-01") { _ = panel.handle(key) }
    #expect(filter(&panel, KeyPress(.enter)) == #""day":"2024-01-11".."2024-02-01""#)
    for key in typed("2024-02-31") { _ = panel.handle(key) }
    #expect(
      panel.handle(KeyPress(.enter))
        == .refuse("a date (2024-05-31) is expected, not 2024-02-31"))
  }

  @Test func fewWholeNumbersHaveBucketsOfTheirOwn() async throws {
    let few = try await panel("n", .integer(-2)...(.integer(4)))
    #expect(few.request(columns: 40)?.buckets == 7)
    let many = try await panel()
    #expect(many.request(columns: 40)?.buckets == 40)
    let all = try await panel("n", .integer(.min)...(.integer(.max)))
    #expect(all.request(columns: 40)?.buckets == 40)
    let none = try await panel("n", nil)
    #expect(none.request(columns: 0)?.buckets == 1)
  }

  /// Whatever is typed and pressed and whatever bounds come: the range is in order, and what is
  /// shown is within the bounds.
  @Test func anyKeys() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    let keys =
      KeyBindings.all.flatMap(\.keys) + "0123456789.-e".map { .character($0) }
      + [KeyPress(.left, .shift), KeyPress(.right, .shift)]
    let numbers: [Double] = [
      0, 1, -1, 0.1, 0.3, 1e-300, .leastNonzeroMagnitude, 1e300, -1e308, 1.7e308,
      9_007_199_254_740_992, 123.456,
    ]
    for _ in 0..<60 {
      var panel = try await panel("price", nil)
      for _ in 0..<60 {
        if random.chance(0.2) {
          let ends = [random.pick(numbers), random.pick(numbers)].compactMap { Quantity($0) }
          panel.show(
            try await Reports.number("price", min(ends[0], ends[1])...max(ends[0], ends[1])))
        } else {
          _ = panel.handle(
            random.pick(keys.filter { ![.up, .down].contains(KeyBindings.action(for: $0)) }))
        }
        guard let control = panel.control else { continue }
        if let lower = control.range.choice?.lower, let upper = control.range.choice?.upper {
          #expect(lower <= upper, "seed \(seed)")
        }
        if let range = control.state.range, let bounds = control.state.bounds {
          #expect(bounds.contains(range.lowerBound), "seed \(seed)")
          #expect(bounds.contains(range.upperBound), "seed \(seed)")
        }
      }
    }
  }
}

@Suite struct RangeStepTests {
  private func steps(
    _ type: AttributeType, _ bounds: ClosedRange<Quantity>, from start: Quantity, _ count: Int
  ) -> [String] {
    let step = RangeStep(type, bounds: bounds)
    var value = start
    return (0..<abs(count)).compactMap { _ in
      guard let next = step.moved(value, by: count.signum()) else { return nil }
      value = next
      return value.shown
    }
  }

  @Test func decimals() {
    let price = Quantity.number(0.6)...(.integer(10))
    #expect(steps(.number, price, from: price.lowerBound, 4) == ["0.7", "0.8", "0.9", "1"])
    #expect(steps(.number, price, from: .number(0.25), -3) == ["0.2", "0.1", "0"])
    #expect(
      steps(.number, .integer(0)...(.number(0.001)), from: .integer(0), 3)
        == ["0.00001", "0.00002", "0.00003"].map { Double($0).map { "\($0)" } ?? "" })
    let wide = Quantity.number(-1e308)...(.number(1.5e308))
    #expect(steps(.number, wide, from: .integer(0), 2) == ["2e+306", "4e+306"])
    // A hundred steps of 0.1 lose nothing.
    let ten = Quantity.integer(0)...(.integer(10))
    #expect(steps(.number, ten, from: .integer(0), 100).last == "10")
  }

  @Test func wholeNumbers() {
    #expect(steps(.integer, .integer(1)...(.integer(8)), from: .integer(1), 2) == ["2", "3"])
    let wide = Quantity.integer(3)...(.integer(271_679))
    #expect(steps(.integer, wide, from: .integer(3), 2) == ["2000", "4000"])
    #expect(steps(.integer, wide, from: .integer(271_679), -1) == ["270000"])
    let all = Quantity.integer(.min)...(.integer(.max))
    #expect(steps(.integer, all, from: .integer(0), 1) == ["100000000000000000"])
    #expect(steps(.integer, all, from: .integer(.max - 1), 1) == ["\(Int.max)"])
  }

  @Test func dates() {
    func steps(_ first: String, _ last: String, _ count: Int) -> [String] {
      guard let first = Timestamp(first), let last = Timestamp(last) else { return [] }
      return self.steps(.date, .date(first)...(.date(last)), from: .date(first), count)
    }
    #expect(steps("2024-02-28", "2024-03-09", 3) == ["2024-02-29", "2024-03-01", "2024-03-02"])
    #expect(
      steps("2024-02-28T23:00:00Z", "2024-02-29T05:00:00Z", 2)
        == ["2024-02-28T23:01:00Z", "2024-02-28T23:02:00Z"])
    #expect(
      steps("2024-02-28T23:59:30Z", "2024-02-29T05:00:00Z", 1) == ["2024-02-29"])
    #expect(steps("0001-01-01", "9999-12-31", -1).count == 1)
  }
}

@Suite struct HistogramBarsTests {
  @Test func heights() {
    let bars = HistogramBars([0, 1, 8, 16], lines: 2)
    #expect(bars.heights == [0, 1, 8, 16] && !bars.isLogarithmic)
    #expect((0..<4).map { bars.character($0, line: 0) } == [nil, "▁", "█", "█"])
    #expect((0..<4).map { bars.character($0, line: 1) } == [nil, nil, nil, "█"])
    #expect(HistogramBars([1, 4], lines: 1, levels: HistogramBars.ascii).heights == [1, 4])
    #expect(HistogramBars([], lines: 3).heights.isEmpty)
    #expect(HistogramBars([0, 0], lines: 3).heights == [0, 0])
  }

  @Test func skewedData() {
    let bars = HistogramBars([1_000_000, 5, 0, 1, 3, 5], lines: 1)
    #expect(bars.isLogarithmic)
    #expect(bars.heights == [8, 1, 0, 1, 1, 1])
    #expect(HistogramBars([16, 1], lines: 1).isLogarithmic == false)
    #expect(HistogramBars([.max, 1, 1], lines: 8).heights == [64, 1, 1])
  }

  /// More rows never make a lower bar, and rows are never invisible.
  @Test func order() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    for _ in 0..<500 {
      let counts = (0..<12).map { _ in
        random.next(below: 3) == 0 ? 0 : 1 << random.next(below: 40) + random.next(below: 3)
      }
      let bars = HistogramBars(counts, lines: 1 + random.next(below: 5))
      for (a, b) in zip(counts.indices, counts.indices.dropFirst()) {
        #expect((counts[a] <= counts[b]) || bars.heights[a] >= bars.heights[b], "seed \(seed)")
        #expect((counts[a] == 0) == (bars.heights[a] == 0), "seed \(seed)")
      }
    }
  }
}
