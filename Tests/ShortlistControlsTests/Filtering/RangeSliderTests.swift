import ShortlistControls
import Testing

@MainActor
@Suite("The example of a slider")
struct RangeSliderTests {
  private func shown(_ slider: RangeSlider) -> [Double] {
    [slider.minimumValue, slider.lowerValue, slider.upperValue, slider.maximumValue]
  }

  /// Shows InstantSearch 3, InstantSearch 4, InstantSearch 7, InstantSearch 35, InstantSearch 37.
  ///
  /// Also InstantSearch 38, InstantSearch 39, InstantSearch 41.
  @Test("with a connector, as it is documented")
  func connector() async throws {
    let searcher: ListSearcher = try await .init(rows: goods)
    let filterState: FilterState = .init()
    let numberRangeController: RangeSliderController = .init(rangeSlider: .init())
    let numericRangeConnector: NumberRangeConnector<Double> = .init(
      searcher: searcher,
      filterState: filterState,
      attribute: "price",
      controller: numberRangeController)
    searcher.search()
    await searcher.settle()
    try await drive(searcher, filterState, numberRangeController.rangeSlider)
    numericRangeConnector.disconnect()
  }

  /// Shows InstantSearch 22, InstantSearch 31, InstantSearch 32.
  @Test("with the parts, as it is documented")
  func lowLevel() async throws {
    let searcher: ListSearcher = try await .init(rows: goods)
    let filterState: FilterState = .init()
    let numericRangeInteractor: NumberRangeInteractor<Double> = .init()
    let numberRangeController: RangeSliderController = .init(rangeSlider: .init())
    let priceAttribute: Attribute = "price"

    searcher.connectFilterState(filterState)
    numericRangeInteractor.connectFilterState(filterState, attribute: priceAttribute)
    numericRangeInteractor.connectSearcher(searcher, attribute: priceAttribute)
    numericRangeInteractor.connectController(numberRangeController)
    searcher.search()
    await searcher.settle()
    try await drive(searcher, filterState, numberRangeController.rangeSlider)
    #expect(numericRangeInteractor.lastError == nil)
  }

  /// Moves handles, changes rows, and clears from elsewhere.
  private func drive(
    _ searcher: ListSearcher, _ filterState: FilterState, _ slider: RangeSlider
  ) async throws {
    #expect(shown(slider) == [10, 10, 40, 40])
    slider.drag(lower: 15, upper: 30)
    #expect(filterState.groups.description == #"("price":15..30)"#)
    await searcher.settle()
    #expect(try await searcher.ids() == [2, 3])
    #expect(shown(slider) == [10, 15, 30, 40])
    // The bounds follow the rows, the choice stays.
    _ = try await searcher.list.apply([
      .insert(["id": .integer(5), "price": .integer(90)]), .delete(.integer(1)),
    ])
    await searcher.settle()
    #expect(shown(slider) == [20, 20, 30, 90])
    // Cleared elsewhere, the handles return.
    filterState.clear()
    #expect(shown(slider) == [20, 20, 90, 90])
    await searcher.settle()
    #expect(searcher.results?.total == 4)
    // An end at its bound is open: what comes later beyond it stays in.
    slider.drag(lower: 35)
    #expect(filterState.groups.description == #"("price":35..)"#)
    _ = try await searcher.list.apply([.insert(["id": .integer(6), "price": .integer(100)])])
    await searcher.settle()
    #expect(try await searcher.ids() == [4, 5, 6])
    #expect(shown(slider) == [20, 35, 100, 100])
  }
}
