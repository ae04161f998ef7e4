import Foundation
import ShortlistControls
import Testing

@MainActor
@Suite("The number types of ranges")
struct RangeNumberTests {
  /// Connects a range of a number type to rows with the cells, which are the values in ascending
  /// order, moves it, changes rows, and clears.
  ///
  /// `beyond` is a greater value, as the rows have it and as `Number`; `text` is the filter from
  /// the second to the third value.
  private func walk<Number: RangeNumber>(
    _ cells: [String], _ values: [Number], beyond: (CellValue, Number), text: String
  ) async throws {
    let rows = cells.enumerated().map { "\($0.offset + 1),\($0.element)" }
    let searcher = try await ListSearcher(rows: "id,v\n" + rows.joined(separator: "\n"))
    let state = FilterState()
    let box = RangeBox<Number>()
    let connector = NumberRangeConnector<Number>(
      searcher: searcher, filterState: state, attribute: "v", controller: box)
    var errors: [any Error] = []
    searcher.onError { errors.append($0) }
    connector.interactor.onError { errors.append($0) }
    searcher.search()
    await searcher.settle()
    #expect(connector.interactor.bounds == values[0]...values[3])
    box.onRangeChanged?(values[1]...values[2])
    #expect(state.groups.description == text)
    #expect(connector.interactor.item == values[1]...values[2])
    await searcher.settle()
    #expect(try await searcher.ids() == [2, 3])
    #expect(connector.interactor.bounds == values[0]...values[3])
    // A single value, and an open end.
    box.onRangeChanged?(values[2]...values[2])
    await searcher.settle()
    #expect(try await searcher.ids() == [3])
    box.onRangeChanged?(values[1]...values[3])
    _ = try await searcher.list.apply([.insert(["id": .integer(5), "v": beyond.0])])
    await searcher.settle()
    #expect(try await searcher.ids() == [2, 3, 4, 5])
    #expect(connector.interactor.state.bounds == values[0]...beyond.1)
    #expect(connector.interactor.state.range == values[1]...beyond.1)
    // Another range reads the same state.
    let reader = NumberRangeInteractor<Number>()
    reader.connectFilterState(state, attribute: "v")
    reader.connectSearcher(searcher, attribute: "v")
    await searcher.settle()
    #expect(reader.state == connector.interactor.state)
    connector.disconnect()
    #expect(state.isEmpty && reader.item == nil && errors.isEmpty)
  }

  /// Shows InstantSearch 7.
  @Test("whole numbers, to the ends of what there is")
  func integers() async throws {
    try await walk(
      ["-5", "7", "9007199254740993", "9007199254740995"],
      [-5, 7, 9_007_199_254_740_993, 9_007_199_254_740_995],
      beyond: (.integer(.max), Int.max), text: #"("v":7..9007199254740993)"#)
    try await walk(
      ["\(Int.min)", "-1", "0", "\(Int.max - 1)"], [Int.min, -1, 0, Int.max - 1],
      beyond: (.integer(.max), Int.max), text: #"("v":-1..0)"#)
  }

  /// Shows InstantSearch 7.
  @Test("doubles")
  func doubles() async throws {
    try await walk(
      ["0.1", "0.25", "0.3", "1e6"], [0.1, 0.25, 0.3, 1e6], beyond: (.number(1e300), 1e300),
      text: #"("v":0.25..0.3)"#)
  }

  @Test("floats round outwards, and ten steps of 0.1 are 1")
  func floats() {
    let third = Quantity.number(1.0 / 3)
    let (lower, upper) = (Float(third, as: .lower), Float(third, as: .upper))
    #expect(lower?.nextUp == upper && lower.map(Double.init) ?? 1 < 1.0 / 3)
    #expect(Float(.number(1e39), as: .upper) == nil && Float.infinity.quantity == nil)
    #expect(Float(0).advanced(by: 10, steps: 0.1) == 1)
    #expect(Float.greatestFiniteMagnitude.advanced(by: 9, steps: 1e38).isFinite)
    #expect(Float(0.31).rounded(outwards: .lower, to: 0.1) == 0.3)
    #expect(Float(0.31).rounded(outwards: .upper, to: 0.1) == 0.4)
    #expect(Float(0.3).rounded(outwards: .lower, to: 0.1) == 0.3)
    #expect(Float.isStep(0.1) && !Float.isStep(-.infinity) && !Float.isStep(0))
  }

  /// Shows InstantSearch 7.
  @Test("decimals")
  func decimals() async throws {
    let values = try ["0.1", "0.3", "19.99", "1000"].map { try #require(Decimal(string: $0)) }
    try await walk(
      ["0.1", "0.3", "19.99", "1000"], values, beyond: (.integer(5000), 5000),
      text: #"("v":0.3..19.99)"#)
    try await walk(
      ["\(Int.min)", "9007199254740993", "9007199254740995", "\(Int.max - 1)"],
      [Decimal(Int.min), 9_007_199_254_740_993, 9_007_199_254_740_995, Decimal(Int.max - 1)],
      beyond: (.integer(.max), Decimal(Int.max)),
      text: #"("v":9007199254740993..9007199254740995)"#)
  }

  /// Shows InstantSearch 7.
  @Test("dates")
  func dates() async throws {
    let texts = [
      "2023-12-31", "2024-02-29T12:00Z", "2024-02-29T12:00:00.000001Z", "2024-03-01T00:00+01:00",
    ]
    let values = try texts.map { text in
      try #require(Timestamp(text).flatMap { Date(.date($0), as: .lower) })
    }
    let beyond = try #require(Timestamp("9999-12-31"))
    try await walk(
      texts, values, beyond: (.date(beyond), try #require(Date(.date(beyond), as: .upper))),
      text: #"("v":"2024-02-29T12:00:00Z".."2024-02-29T12:00:00.000001Z")"#)
  }

  // MARK: Alone

  @Test("ten steps of 0.1 are 1, and steps round to multiples")
  func decimalSteps() throws {
    let step = try #require(Decimal(string: "0.1"))
    var sum = Decimal(0)
    for _ in 0..<10 { sum = sum.advanced(by: 1, steps: step) }
    #expect(sum == 1 && sum.quantity == .integer(1))
    #expect(Decimal(0).advanced(by: 10, steps: step) == 1)
    #expect(sum.advanced(by: -10, steps: step) == 0)
    for (text, lower, upper) in [
      ("0.25", "0.2", "0.3"), ("-0.25", "-0.3", "-0.2"), ("0.3", "0.3", "0.3"),
      ("0.30000000000001", "0.3", "0.3"), ("-0.00000000000001", "0", "0"), ("7", "7", "7"),
    ] {
      let decimal = try #require(Decimal(string: text))
      #expect(decimal.rounded(outwards: .lower, to: step) == Decimal(string: lower))
      #expect(decimal.rounded(outwards: .upper, to: step) == Decimal(string: upper))
    }
  }

  @Test("decimals are quantities and back")
  func decimalQuantities() throws {
    for text in ["0.1", "123456.789", "-0.000001", "1e100", "-1e-99", "9007199254740993"] {
      let decimal = try #require(Decimal(string: text))
      let quantity = try #require(decimal.quantity)
      #expect(Decimal(quantity, as: .lower) == decimal && Decimal(quantity, as: .upper) == decimal)
    }
    #expect(Decimal.nan.quantity == nil)
    #expect(Decimal(sign: .plus, exponent: -1, significand: 10).quantity == .integer(1))
    #expect(Decimal.greatestFiniteMagnitude.quantity != nil)
    let tiny = Quantity.number(.leastNonzeroMagnitude)
    #expect(Decimal(tiny, as: .lower) == 0)
    let least = try #require(Decimal(tiny, as: .upper))
    #expect(least > 0 && least < Decimal(sign: .plus, exponent: -99, significand: 1))
    #expect(Decimal(.number(-.leastNonzeroMagnitude), as: .upper) == 0)
    #expect(
      Decimal(.number(1e300), as: .upper) == nil && Decimal(.number(-1e300), as: .lower) == nil)
    #expect(Decimal(Quantity.date(Timestamp(microseconds: 0)), as: .lower) == nil)
  }

  @Test("no decimal, step or count traps")
  func extremeDecimals() {
    let all: [Decimal] = [
      .nan, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude,
      -.leastNonzeroMagnitude, 0, 1, Decimal(Int.min), Decimal(Int.max),
    ]
    for decimal in all {
      for step in all where Decimal.isStep(step) {
        for count in [0, 1, -1, .min, .max] {
          #expect(!decimal.advanced(by: count, steps: step).isNaN)
        }
        let lower = decimal.rounded(outwards: .lower, to: step)
        let upper = decimal.rounded(outwards: .upper, to: step)
        #expect(decimal.isNaN == lower.isNaN && decimal.isNaN == upper.isNaN)
      }
    }
  }

  @Test("dates are microseconds; far ones are of the years 1 to 9999")
  func dateQuantities() throws {
    for value in [.nan, .infinity, -.infinity] as [Double] {
      #expect(Date(timeIntervalSinceReferenceDate: value).quantity == nil)
    }
    func text(_ seconds: Double) -> String? {
      Date(timeIntervalSince1970: seconds).quantity?.value.text
    }
    #expect(text(1.5) == "1970-01-01T00:00:01.5Z" && text(-0.25) == "1969-12-31T23:59:59.75Z")
    #expect(text(1e300) == "9999-12-31T23:59:59.999999Z" && text(-1e300) == "0001-01-01T00:00:00Z")
    #expect(Date.distantPast.quantity?.value.text == "0001-01-01T00:00:00Z")
    for microseconds in [
      0, -1, 1, 1_700_000_000_123_456, -62_135_596_799_999_999,
      253_402_300_799_999_999, 253_402_300_799_999_998,
    ] {
      let quantity = Quantity.date(Timestamp(microseconds: microseconds))
      let lower = try #require(Date(quantity, as: .lower)?.quantity)
      let upper = try #require(Date(quantity, as: .upper)?.quantity)
      #expect(lower <= quantity && quantity <= upper)
    }
    let now = Quantity.date(Timestamp(microseconds: 1_700_000_000_123_456))
    #expect(Date(now, as: .lower)?.quantity == now && Date(now, as: .upper)?.quantity == now)
    #expect(Date(.integer(1), as: .lower) == nil)
  }

  @Test("steps of dates are seconds since 1970")
  func dateSteps() {
    let date = Date(timeIntervalSince1970: 90)
    #expect(date.rounded(outwards: .lower, to: 60) == Date(timeIntervalSince1970: 60))
    #expect(date.rounded(outwards: .upper, to: 60) == Date(timeIntervalSince1970: 120))
    #expect(date.advanced(by: -2, steps: 0.5) == Date(timeIntervalSince1970: 89))
    for seconds in [.nan, .infinity, -.infinity, 1e300, -1e300, 0, .leastNonzeroMagnitude]
      as [Double]
    {
      for step in [.leastNonzeroMagnitude, 1, 1e18, 1e300] as [Double] {
        for count in [0, 1, .min, .max] {
          let date = Date(timeIntervalSinceReferenceDate: seconds)
          let moved = date.advanced(by: count, steps: step)
          #expect((moved.quantity == nil) == (date.quantity == nil))
          let rounded = date.rounded(outwards: .upper, to: step)
          #expect((rounded.quantity == nil) == (date.quantity == nil))
        }
      }
    }
  }
}
