import ShortlistControls

/// A shop: articles are searched with every letter, and narrowed by kind, maker and price.
///
///     swift run Shop
@main
package struct Shop {
  private struct Article: Identifiable, Sendable {
    enum Kind: String { case bakery, fruit, house }

    let id: Int
    let name: String
    let kind: Kind
    let maker: String
    let price: Double
  }

  package static func main() async throws { try await run { print($0) } }

  /// Shows what happens when somebody types, chooses and clears, and when articles come.
  @MainActor
  package static func run(print: (String) -> Void) async throws {
    let articles = [
      Article(id: 1, name: "bread", kind: .bakery, maker: "Abel", price: 2.5),
      Article(id: 2, name: "cake", kind: .bakery, maker: "Abel", price: 24.5),
      Article(id: 3, name: "apple", kind: .fruit, maker: "Cole", price: 0.5),
      Article(id: 4, name: "melon", kind: .fruit, maker: "Cole", price: 3.2),
      Article(id: 5, name: "broom", kind: .house, maker: "Abel", price: 7.4),
      Article(id: 6, name: "bread box", kind: .house, maker: "Dorn", price: 14.5),
    ]
    let picker = PickList(articles) {
      Field(\.name)
      Field(\.kind).searchable(false)
      Field(\.maker).searchable(false).facet()
      Field(\.price)
    }
    let (searcher, state, slider) = (ListSearcher(picker), FilterState(), TextSlider())
    let price = NumberRangeConnector(
      searcher: searcher, filterState: state, field: \.price, of: picker, controller: slider)
    price.interactor.buckets = slider.width
    let kind = FacetListConnector(
      searcher: searcher, filterState: state, field: \.kind, of: picker)
    let maker = FacetListConnector(
      searcher: searcher, filterState: state, field: \.maker, of: picker)
    let current = CurrentFiltersConnector(filterState: state)
    let (found, finder) = AsyncStream.makeStream(of: SearchResults.self)
    searcher.onResults { finder.yield($0) }
    var results = found.makeAsyncIterator()

    func show(_ title: String) async throws {
      guard let results = await results.next(isolation: #isolation) else { return }
      let names = try await picker.visibleSections.flatMap(\.items).map(\.name)
      print("\(title): \(results.total) of \(results.count)")
      print("  " + (names.isEmpty ? "nothing" : names.joined(separator: ", ")))
      for (name, facet) in [("kind:", kind), ("maker:", maker)] {
        let marks: [FacetListItem.Choice: String] = [.included: "[x]", .excluded: "[-]"]
        let values = facet.interactor.items.map { item in
          "\(marks[item.choice] ?? "[ ]") \(item.value.text) \(item.count)"
        }
        print("  " + ([name] + values).joined(separator: " "))
      }
      for line in slider.lines(price.interactor.report?.histogram ?? []) { print("  " + line) }
      let filters = current.interactor.items.map { "(\($0.filter))" }
      if !filters.isEmpty { print("  " + filters.joined(separator: " ")) }
    }

    for text in ["", "b", "bread", "breads", ""] {
      searcher.query = text
      searcher.search()
      try await show("Typed \"\(text)\"")
    }
    try kind.interactor.toggle("bakery")
    try await show("Of the bakery; other kinds can still be chosen, and prices are of these")
    try kind.interactor.toggle("house")
    try await show("Or of the house")
    slider.drag(to: 5...20)
    try await show("From 5 to 20; the slider keeps its bounds")
    try await picker.insert(Article(id: 8, name: "sofa", kind: .house, maker: "Dorn", price: 99.5))
    try await show("A sofa comes, beyond what was chosen")
    try maker.interactor.exclude("Abel")
    try await show("Not of Abel")
    current.interactor.remove(current.interactor.items[0])
    try await show("The first filter is taken out")
    current.interactor.clear()
    try await show("All filters are cleared")
  }
}
