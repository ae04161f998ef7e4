import CProcess
import Foundation
import ShortlistControls
import Workloads

/// A shop: products with a search, two lists of facets, a slider for the price, and a selection.
@MainActor
struct Shop {
  private struct Product: Identifiable, Sendable {
    let id: Int
    let name: String
    let kind: String
    let maker: String
    let price: Double
  }

  private let products: [Product]

  /// Makes the products.
  init(products: Int) {
    var maker = RowMaker(seed: 1)
    self.products = (0..<products).map { id in
      Product(
        id: id, name: String(decoding: maker.name(), as: UTF8.self),
        kind: "kind \(maker.number() % 12)", maker: "maker \(maker.number() % 300)",
        price: Double(maker.number() % 100_000) / 100)
    }
  }

  /// The slider, which shows nothing.
  private final class Slider: NumberRangeController {
    var onRangeChanged: ((ClosedRange<Double>) -> Void)?
    func setBounds(_ bounds: ClosedRange<Double>) {}
    func setItem(_ item: ClosedRange<Double>) {}
  }

  /// Does what a person does, and prints how long each step takes until its results are there.
  func use() async throws {
    var start = ContinuousClock.now
    let list = PickList(products, window: .fixed(length: 50)) {
      Field(\Product.name)
      Field(\Product.kind).searchable(false).facet()
      Field(\Product.maker).searchable(false).facet()
      Field(\Product.price)
    }
    _ = try await list.waitUntilLoaded()
    print(
      String(
        format: "shop: %d products opened in %.0f ms", products.count, milliseconds(since: start)))
    let (searcher, state) = (ListSearcher(list), FilterState())
    let price = NumberRangeConnector<Double>(
      searcher: searcher, filterState: state, attribute: "price", controller: Slider())
    price.interactor.buckets = 40
    let kind = FacetListConnector(searcher: searcher, filterState: state, attribute: "kind")
    let maker = FacetListConnector(searcher: searcher, filterState: state, attribute: "maker")
    let (found, finder) = AsyncStream.makeStream(of: SearchResults.self)
    searcher.onResults { finder.yield($0) }
    var results = found.makeAsyncIterator()
    var times: [Double] = []

    func step(_ action: () throws -> Void) async throws {
      start = .now
      try action()
      _ = await results.next(isolation: #isolation)
      _ = try await list.visibleSections
      times.append(milliseconds(since: start))
    }

    try await step { searcher.search() }
    print(String(format: "  the first results: %.1f ms", times.removeLast()))
    for round in 0..<20 {
      for text in ["b", "ba", "ba d", "ba den", ""] {
        try await step {
          searcher.query = text
          searcher.search()
        }
      }
      try await step { try kind.interactor.toggle(.text("kind \(round % 12)")) }
      try await step { try price.interactor.choose(from: Double(round), to: 500) }
      try await step { try maker.interactor.toggle(.text("maker \(round % 300)")) }
      try await step { try maker.interactor.toggle(.text("maker \(round % 300)")) }
      try await step { price.interactor.clear() }
      try await step { try kind.interactor.toggle(.text("kind \(round % 12)")) }
      start = .now
      _ = try await list.selection.toggle(round, round + 1, round + 2)
      times.append(milliseconds(since: start))
    }
    tell("  \(times.count) steps, until all results are there", times)
    print("  \(process_resident_bytes() >> 20) MB resident")
  }
}
