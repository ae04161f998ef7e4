import Shortlist

/// Reports over lists that have what a test wants to be reported.
enum Reports {
  /// Values of `kind` with so many rows.
  static func facet(_ counts: [(String, Int)]) async throws -> FacetReport {
    let rows = counts.flatMap { Array(repeating: [$0.0], count: $0.1) }
    let list = try await LiveList.open(Rows(names: ["kind"], rows: rows))
    let measures = try await list.measure(MeasureRequest(facets: [FacetRequest("kind")]))
    return measures.facets[0]
  }

  /// A number or date with these bounds; with nil without any value.
  static func number(
    _ attribute: String, _ bounds: ClosedRange<Quantity>?
  ) async throws -> NumberReport {
    let values = bounds.map { [$0.lowerBound, $0.upperBound].map(\.value.text) } ?? [""]
    // A row beside them makes an attribute of nothing one of numbers; no filter finds it.
    let rows = bounds == nil ? [["a", ""], ["b", "1"]] : values.map { ["a", $0] }
    var query = ListQuery()
    query.search = "a"
    let list = try await LiveList.open(Rows(names: ["name", attribute], rows: rows), query: query)
    let request = NumberRequest(attribute, buckets: 10)
    return try await list.measure(MeasureRequest(numbers: [request])).numbers[0]
  }
}
