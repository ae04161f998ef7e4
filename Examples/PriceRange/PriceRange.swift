import Shortlist
import ShortlistFiles

/// A list of goods with a slider for the price: the handles filter the rows, the rows move the bounds.
///
///     swift run PriceRange Examples/goods.csv
@main
package struct PriceRange {
  package static func main() async throws {
    let path = CommandLine.arguments.dropFirst().first ?? "Examples/goods.csv"
    try await run(path) { print($0) }
  }

  /// Shows what happens when handles are moved, rows change, and filters are cleared elsewhere.
  @MainActor
  package static func run(_ path: String, print: (String) -> Void) async throws {
    let list = try await LiveList.open(FileSource(path: path, format: .csv))
    let searcher = ListSearcher(list)
    let filterState = FilterState()
    let slider = TextSlider()
    let price = NumberRangeConnector<Double>(
      searcher: searcher, filterState: filterState, attribute: "price",
      controller: TextSliderController(slider: slider))
    defer { price.disconnect() }
    let (found, finder) = AsyncStream.makeStream(of: SearchResults.self)
    searcher.onResults { finder.yield($0) }
    var results = found.makeAsyncIterator()

    func show(_ title: String) async throws {
      guard let results = await results.next(isolation: #isolation) else { return }
      let page = await list.page(0..<20)
      print("\(title): \(results.total) of \(results.outcome.count)")
      print("  \(slider.text)")
      print(
        "  "
          + page.lines.map { "\($0.values[1].text) \($0.values[3].text)" }.joined(separator: ", "))
    }

    searcher.search()
    try await show("All goods")
    slider.drag(lower: 2, upper: 10)
    try await show("From 2 to 10")
    try filterState.add(.equals("kind", .text("house")), to: "kind", .or)
    try await show("Of the house only, where the bounds are others")
    filterState.clear(["kind"])
    try await show("Of all kinds again")
    slider.drag(upper: 30)
    try await show("From 2: an end at its bound is open")
    _ = try await list.apply([
      .insert(["id": .integer(11), "name": .text("sofa"), "price": .number(199)])
    ])
    try await show("What comes beyond it stays in")
    filterState.clear()
    try await show("Cleared elsewhere, the handles return")
  }
}
