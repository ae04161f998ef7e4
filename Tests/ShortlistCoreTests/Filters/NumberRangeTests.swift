import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("A chosen range")
struct NumberRangeTests {
  private typealias Choice = NumberRange<Int>.Choice

  @Test(
    "within bounds of the data: an end at or beyond its bound is open, and all of it is no filter",
    arguments: [
      (10, 20, 10, 20), (0, 20, nil, 20), (-5, 20, nil, 20), (10, 100, 10, nil), (10, 500, 10, nil),
      (100, 200, 100, nil), (-9, 0, nil, 0), (50, 50, 50, 50),
    ] as [(Int, Int, Int?, Int?)])
  func openEnds(lower: Int, upper: Int, first: Int?, last: Int?) throws {
    var range = NumberRange<Int>()
    try range.choose(lower, upper, within: 0...100)
    #expect(range.choice == Choice(lower: first, upper: last))
    let filter = Filter.inRange("n", first.map(CellValue.integer), last.map(CellValue.integer))
    #expect(range.filter(on: "n") == filter)
    for (lower, upper) in [(0, 100), (-1, 100), (0, 101), (.min, .max)] {
      try range.choose(lower, upper, within: 0...100)
      #expect(range.choice == nil && range.filter(on: "n") == nil)
    }
  }

  @Test("given bounds win over those of the data, and clamp")
  func givenBounds() throws {
    var range = try NumberRange<Int>(bounds: 0...10)
    #expect(range.bounds(over: 3...20) == 0...10 && range.bounds(over: nil) == 0...10)
    try range.choose(5, 99, within: 0...10)
    #expect(range.choice == Choice(lower: 5, upper: 10))
    try range.choose(-9, 5, within: 0...10)
    #expect(range.choice == Choice(lower: 0, upper: 5))
    try range.choose(-9, 99, within: 0...10)
    #expect(range.choice == nil)
    #expect(try NumberRange(bounds: 1...9, step: 5).givenBounds == 0...10)
  }

  @Test("what is refused changes nothing")
  func refused() throws {
    var range = NumberRange<Double>()
    try range.choose(1, 2, within: 0...10)
    let before = range
    let bad: [(Double, Double)] = [
      (2, 1), (.nan, 1), (1, .nan), (-.infinity, 1), (1, .infinity), (11, 12), (-2, -1),
      (.signalingNaN, .signalingNaN), (10.000001, 11),
    ]
    for (lower, upper) in bad {
      #expect(throws: InvalidRequestError.self, "\(lower) \(upper)") {
        try range.choose(lower, upper, within: 0...10)
      }
      #expect(range == before)
    }
    for step in [0, -1, .nan, .infinity, -0.0] {
      #expect(throws: InvalidRequestError.self) { try NumberRange<Double>(step: step) }
    }
    #expect(throws: InvalidRequestError.self) { try NumberRange<Int>(step: 0) }
    #expect(throws: InvalidRequestError.self) { try NumberRange<Double>(bounds: -.infinity...0) }
    #expect(throws: InvalidRequestError.self) {
      try NumberRange<Quantity>(bounds: .number(-.infinity) ... .integer(1))
    }
  }

  @Test("bounds that move leave the choice, which is shown clamped, or in conflict, and comes back")
  func movingBounds() throws {
    var range = NumberRange<Int>()
    #expect(range.state(within: 0...9) == NumberRangeState(bounds: 0...9))
    #expect(range.state(within: nil) == NumberRangeState(bounds: nil))
    try range.choose(10, 20, within: 0...100)
    let states: [(ClosedRange<Int>?, ClosedRange<Int>?, Bool)] = [
      (0...100, 10...20, false), (0...15, 10...15, false), (15...15, 15...15, false),
      (12...14, 12...14, false), (20...30, 20...20, false), (21...30, nil, true),
      (0...9, nil, true),
      (nil, nil, true), (0...100, 10...20, false),
    ]
    for (bounds, shown, isConflict) in states {
      #expect(
        range.state(within: bounds)
          == NumberRangeState(bounds: bounds, range: shown, isConflict: isConflict))
      #expect(range.choice == Choice(lower: 10, upper: 20))
    }
    // An open end is shown as the bound of the moment.
    try range.choose(10, 100, within: 0...100)
    #expect(range.state(within: 0...500).range == 10...500)
    #expect(range.state(within: 0...9).isConflict)
    range.reset()
    #expect(range.choice == nil && range.state(within: 0...9).range == nil)
    // Without bounds there is nothing to look at, and both ends are kept.
    try range.choose(10, 20, within: nil)
    #expect(range.choice == Choice(lower: 10, upper: 20) && range.state(within: nil).isConflict)
    // One value: all of it is no filter.
    try range.choose(7, 7, within: 7...7)
    #expect(range.choice == nil && range.state(within: 7...7).bounds == 7...7)
  }

  @Test("ends are rounded outwards to the step, and bounds are too")
  func steps() throws {
    var range = try NumberRange<Int>(step: 10)
    try range.choose(11, 19, within: -100...100)
    #expect(range.choice == Choice(lower: 10, upper: 20))
    try range.choose(-19, -11, within: -100...100)
    #expect(range.choice == Choice(lower: -20, upper: -10))
    #expect(range.bounds(over: -3...42) == -10...50)
    // Rounded first, then held against the bounds.
    try range.choose(1, 41, within: -10...50)
    #expect(range.choice == Choice(lower: 0, upper: nil))
    var tenths = try NumberRange<Double>(step: 0.1)
    try tenths.choose(0.3, 0.7, within: 0...1)
    #expect(tenths.choice == .init(lower: 0.3, upper: 0.7))
    try tenths.choose(0.36, 0.61, within: 0...1)
    #expect(tenths.choice == .init(lower: 0.3, upper: 0.7))
    #expect(tenths.bounds(over: 0.25...0.31) == 0.2...0.4)
    // Three times 0.15 is less than 0.45, which all the same must stay in.
    #expect(0.45.rounded(outwards: .upper, to: 0.15) == 0.45)
  }

  @Test(
    "a day as an upper end includes all of its hours",
    arguments: [
      // The day ends after the data of its morning begin.
      ("2024-05-30", "2024-05-31", "2024-05-31T10:00Z", "2024-06-02", "/2024-05-31"),
      // The day includes the last value, so that the end is open.
      ("2024-05-31", "2024-06-02", "2024-05-30", "2024-06-02T10:00Z", "2024-05-31/"),
      ("2024-05-30", "2024-06-02", "2024-05-30", "2024-06-02T10:00Z", "/"),
    ])
  func days(lower: String, upper: String, first: String, last: String, expected: String) throws {
    func quantity(_ text: String) throws -> Quantity { .date(try #require(Timestamp(text))) }
    var range = NumberRange<Quantity>()
    let bounds = try quantity(first)...quantity(last)
    try range.choose(quantity(lower), quantity(upper), within: bounds)
    #expect(
      range.choice.map { "\($0.lower?.value.text ?? "")/\($0.upper?.value.text ?? "")" } ?? "/"
        == expected)
    let state = range.state(within: bounds)
    #expect(!state.isConflict && (state.range == nil) == (expected == "/"))
    let filter = range.filter(on: "when")
    #expect(filter.flatMap { NumberRange<Quantity>.Choice($0, on: "when") } == range.choice)
  }

  @Test("a day with one instant of the data is no conflict, and given days include their hours")
  func daysWithBounds() throws {
    func quantity(_ text: String) throws -> Quantity { .date(try #require(Timestamp(text))) }
    var range = NumberRange<Quantity>()
    try range.choose(quantity("2024-05-31"), quantity("2024-05-31"), within: nil)
    let noon = try quantity("2024-05-31T12:00Z")
    #expect(
      range.state(within: noon...noon) == NumberRangeState(bounds: noon...noon, range: noon...noon))
    let next = try quantity("2024-06-01")
    #expect(range.state(within: next...next).isConflict)
    range = try NumberRange(bounds: quantity("2024-05-30")...quantity("2024-05-31"))
    try range.choose(noon, next, within: range.givenBounds)
    #expect(range.choice?.lower == noon)
    #expect(range.choice?.upper?.value.text == "2024-05-31T23:59:59.999999Z")
    #expect(throws: InvalidRequestError.self) {
      try range.choose(next, next, within: range.givenBounds)
    }
  }

  @Test("a number within 1e-9 steps of a multiple becomes it, one farther away goes outwards")
  func nearMultiples() {
    func isNear(_ a: Double, _ b: Double) -> Bool { (a - b).magnitude <= 4 * b.ulp }
    for step in [1, 0.1, 0.25, 3, 1e-3, 1e6] {
      for multiple in [-1000.0, -7, -1, 0, 1, 2, 3, 10, 999] {
        let exact = multiple * step
        for near in [exact, exact + 0.5e-9 * step, exact - 0.5e-9 * step] {
          for end in RangeEnd.allCases {
            #expect(isNear(near.rounded(outwards: end, to: step), exact), "\(near) \(step)")
          }
        }
        for far in [exact + 3e-9 * step, exact + 0.5 * step] {
          let next = (multiple + 1) * step
          #expect(isNear(far.rounded(outwards: .lower, to: step), exact), "\(far) \(step)")
          #expect(isNear(far.rounded(outwards: .upper, to: step), next), "\(far) \(step)")
        }
      }
    }
  }

  @Test(
    "whole numbers round exactly, and stay where there is no multiple", arguments: RangeEnd.allCases
  )
  func wholeNumbers(end: RangeEnd) {
    let values = [
      Int.min, .min + 1, .min + 9, -11, -10, -1, 0, 1, 9, 10, 11, 1 << 53 + 1, .max - 9, .max - 1,
      .max,
    ]
    for value in values {
      for step in [1, 2, 3, 7, 10, 1 << 40, .max - 1, .max] {
        let rounded = value.rounded(outwards: end, to: step)
        #expect(end == .lower ? rounded <= value : rounded >= value, "\(value) \(step)")
        if rounded % step == 0 {
          let distance = end == .lower ? value - rounded : rounded - value
          #expect(distance < step, "\(value) \(step)")
        } else {
          // The next multiple would not fit.
          let rest = value % step
          let nearest = value - rest
          let next =
            end == .lower
            ? nearest.subtractingReportingOverflow(step) : nearest.addingReportingOverflow(step)
          #expect(rounded == value && next.overflow, "\(value) \(step)")
        }
      }
    }
  }

  @Test("steps go up and down, and stop at the ends of the type")
  func advancing() {
    #expect(5.advanced(by: 3, steps: 10) == 35 && 5.advanced(by: -3, steps: 10) == -25)
    #expect(Int.max.advanced(by: 1, steps: 1) == .max && Int.min.advanced(by: -1, steps: 1) == .min)
    #expect(0.advanced(by: .max, steps: .max) == .max && 0.advanced(by: .min, steps: 2) == .min)
    #expect((-5).advanced(by: .min, steps: .max) == .min)
    #expect((0.0).advanced(by: 10, steps: 0.1) == 1 && (0.05).advanced(by: 1, steps: 0.1) > 0.149)
    #expect(1.7e308.advanced(by: 9, steps: 1.7e308) == .greatestFiniteMagnitude)
    #expect(0.0.advanced(by: .min, steps: 1e300) == -.greatestFiniteMagnitude)
    let day = Quantity.date(Timestamp(microseconds: 0))
    let next = Quantity.date(Timestamp(microseconds: 86_400_000_000))
    #expect(day.advanced(by: 1, steps: .integer(86_400)) == next)
    #expect(Quantity.integer(1).advanced(by: 3, steps: .number(0.5)) == .number(2.5))
  }

  @Test("what a type cannot hold goes to the next value outwards")
  func conversions() {
    #expect(Int(.number(1.5), as: .lower) == 1 && Int(.number(1.5), as: .upper) == 2)
    #expect(Int(.number(-1.5), as: .lower) == -2 && Int(.number(-1.5), as: .upper) == -1)
    #expect(
      Int(.number(1e300), as: .lower) == nil
        && Int(.date(Timestamp(microseconds: 0)), as: .lower) == nil)
    for integer in [1 << 53 + 1, Int.max, .min, .min + 1, -(1 << 53) - 1, 0] {
      let lower = Double(.integer(integer), as: .lower).map(Quantity.number)
      let upper = Double(.integer(integer), as: .upper).map(Quantity.number)
      #expect(lower.map { $0 <= .integer(integer) } == true, "\(integer)")
      #expect(upper.map { $0 >= .integer(integer) } == true, "\(integer)")
    }
  }

  // MARK: Any input

  private static let doubles: [Double] = [
    .nan, .infinity, -.infinity, 0, -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
    .leastNormalMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1, -1, 0.1, 0.3,
    1e-300,
    1e300, 0x1p53, 0x1p63, -0x1p63, 1e9 + 0.5, 1e17, 123_456_789.987,
  ]

  @Test("no double traps, and a rounded end is outwards by less than a step")
  func anyDouble() throws {
    for step in Self.doubles where Double.isStep(step) {
      for value in Self.doubles where value.isFinite {
        let lower = value.rounded(outwards: .lower, to: step)
        let upper = value.rounded(outwards: .upper, to: step)
        #expect(lower.isFinite && upper.isFinite, "\(value) \(step)")
        let slack = 2e-9 * step
        #expect(lower <= value + slack && value - slack <= upper, "\(value) \(step)")
        #expect(lower == value || value - lower <= step * 1.000001, "\(value) \(step)")
        #expect(upper == value || upper - value <= step * 1.000001, "\(value) \(step)")
        #expect(value.advanced(by: 1, steps: step) >= value, "\(value) \(step)")
      }
    }
    for step in [nil] + Self.doubles.map(Optional.some) {
      guard var range = try? NumberRange<Double>(step: step) else { continue }
      let bounds = Self.doubles.filter(\.isFinite).sorted()
      for index in bounds.indices {
        let within = bounds[index]...bounds[min(index + 3, bounds.count - 1)]
        for lower in Self.doubles {
          for upper in Self.doubles {
            try? range.choose(lower, upper, within: within)
            let state = range.state(within: within)
            if let shown = state.range {
              #expect(within.contains(shown.lowerBound) && within.contains(shown.upperBound))
            }
          }
        }
      }
    }
  }

  @Test("no quantity traps, and whole numbers stay exact", arguments: 1...20)
  func anyQuantity(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let dates = [Int.min, -1, 0, 1_500_000, .max].map { Quantity.date(Timestamp(microseconds: $0)) }
    let pool =
      Self.doubles.map(Quantity.number) + OddValues.integers.map(Quantity.integer) + dates
    let finite = pool.filter { $0.quantity != nil }
    for _ in 0..<2000 {
      let (a, b) = (random.pick(finite), random.pick(finite))
      let step = random.chance(0.5) ? random.pick(pool) : nil
      let bounds = random.chance(0.3) ? min(a, b)...max(a, b) : nil
      guard var range = try? NumberRange<Quantity>(bounds: bounds, step: step) else { continue }
      let (c, d) = (random.pick(finite), random.pick(finite))
      let within = range.bounds(over: random.chance(0.9) ? min(c, d)...max(c, d) : nil)
      try? range.choose(random.pick(pool), random.pick(pool), within: within)
      let state = range.state(within: within)
      #expect(state.range == nil || !state.isConflict)
      if bounds == nil, let within {
        for value in [c, d] where step.map({ isWhole(value) && $0.double < 1e9 }) ?? true {
          #expect(within.contains(value), "seed \(seed): \(value), step \(step as Any)")
        }
      }
      if let step, Quantity.isStep(step) {
        _ = c.advanced(by: random.pick([.min, -1, 1, .max]), steps: step)
      }
    }
  }

  /// Whether a quantity is a whole number, which is never near a multiple without being one.
  private func isWhole(_ quantity: Quantity) -> Bool {
    if case .integer = quantity { true } else { false }
  }
}
