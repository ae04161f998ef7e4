import Foundation
import ShortlistControls
import Testing

/// What the page of InstantSearch says, for other types of numbers and a slider in conflict.
///
/// `RangeSliderTests` has the two samples as they are printed.
@Suite("The samples of InstantSearch") @MainActor
struct InstantSearchSamples {
  private struct Article: Identifiable, Sendable {
    let id: Int
    var price: Decimal
    var published: Date
    var weight: Float
  }

  private static func day(_ number: Int) -> Date {
    Date(timeIntervalSince1970: Double(number) * 86400)
  }

  private let articles = PickList(
    (1...4).map {
      Article(
        id: $0, price: Decimal($0) / 10, published: day($0), weight: Float($0) / 4)
    }
  ) {
    Field("price", \.price)
    Field("published", \.published)
    Field("weight", \.weight)
  }

  /// A slider of the document's two functions, for numbers of any type.
  private final class Slider<Number: RangeNumber>: NumberRangeController {
    var onRangeChanged: ((ClosedRange<Number>) -> Void)?
    private(set) var bounds: ClosedRange<Number>?
    private(set) var item: ClosedRange<Number>?

    func setBounds(_ bounds: ClosedRange<Number>) { self.bounds = bounds }
    func setItem(_ item: ClosedRange<Number>) { self.item = item }
    func drag(_ range: ClosedRange<Number>) {
      item = range
      onRangeChanged?(range)
    }
  }

  private func drag<Number: RangeNumber>(
    _ attribute: Attribute, _ range: ClosedRange<Number>
  ) async throws -> (bounds: ClosedRange<Number>?, ids: [Int]) {
    let searcher = ListSearcher(articles)
    let filterState = FilterState()
    let slider = Slider<Number>()
    let connector = NumberRangeConnector<Number>(
      searcher: searcher, filterState: filterState, attribute: attribute, controller: slider)
    searcher.search()
    await searcher.settle()
    let bounds = slider.bounds
    slider.drag(range)
    await searcher.settle()
    let ids = try await articles.visibleSections.flatMap { $0.items.map(\.id) }
    connector.disconnect()
    await searcher.settle()
    return (bounds, ids)
  }

  @Test("decimals, dates and floats connect, in their own type")
  func types() async throws {
    let decimals = try await drag("price", (Decimal(2) / 10)...(Decimal(3) / 10))
    #expect(decimals.bounds == (Decimal(1) / 10)...(Decimal(4) / 10))
    #expect(decimals.ids == [2, 3])
    let dates = try await drag("published", Self.day(2)...Self.day(3))
    #expect(dates.bounds == Self.day(1)...Self.day(4) && dates.ids == [2, 3])
    let floats = try await drag("weight", Float(0.5)...Float(0.75))
    #expect(floats.bounds == 0.25...1 && floats.ids == [2, 3])
  }

  @Test("a range that is there is adopted, a second view connects, and all connect again")
  func connecting() async throws {
    let searcher = ListSearcher(articles)
    let filterState = FilterState()
    try filterState.add(.range("weight", 0.3...0.8), to: "weight")
    let (first, second) = (Slider<Double>(), Slider<Double>())
    let connector = NumberRangeConnector<Double>(
      searcher: searcher, filterState: filterState, attribute: "weight", controller: first)
    connector.connectController(second)
    searcher.search()
    await searcher.settle()
    #expect(first.item == 0.3...0.8 && second.item == 0.3...0.8)
    connector.disconnect()
    connector.connect()
    searcher.search()
    await searcher.settle()
    #expect(first.item == first.bounds && first.item == 0.25...1)
  }

  @Test("a choice beyond the bounds looks like one: both handles are at the nearest bound")
  func conflict() async throws {
    let searcher = ListSearcher(articles)
    let slider = Slider<Double>()
    let connector = NumberRangeConnector<Double>(
      searcher: searcher, filterState: FilterState(), attribute: "weight", range: 20...50,
      controller: slider)
    searcher.search()
    await searcher.settle()
    #expect(slider.bounds == 0.25...1 && slider.item == 1...1)
    #expect(connector.interactor.state.isConflict)
  }
}

extension ListSearcher {
  /// Waits until the newest search has ended.
  fileprivate func settle() async { while isSearching { await Task.yield() } }
}
