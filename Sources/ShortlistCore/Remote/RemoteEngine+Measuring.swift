extension RemoteEngine {
  /// Counts attribute values and measures numbers and dates, as `ListEngine.measure` does.
  package mutating func measure(
    _ request: MeasureRequest, from server: some RowServer
  ) throws -> Measures {
    try request.check(in: schema)
    let numbers = try request.numbers.map { try measure($0, server) }
    return Measures(
      revision: revision, total: total,
      facets: try request.facets.map { try count($0, server) },
      numbers: numbers)
  }

  private func column(_ name: String, _ parameter: String) throws(InvalidRequestError) -> Int {
    guard let index = schema.index(of: name) else {
      throw InvalidRequestError("\(parameter): there is no attribute \(name)")
    }
    return index
  }

  private func count(_ facet: FacetRequest, _ server: some RowServer) throws -> FacetReport {
    let column = try column(facet.attribute, "facets")
    let filters = held.filters
    let isDisjunctive = filters.isDisjunctive(facet.attribute)
    let condition =
      isDisjunctive ? condition(filters.parts(countingValuesOf: facet.attribute)) : condition
    let selected = SelectedValues(filters.selectedValues(of: facet.attribute))
    let words = FacetWords(facet.search)
    // The server compares the words of texts only.
    let isText = [.text, .list].contains(schema.entries[column].type)
    let isCut = (isText || facet.search.isEmpty) && facet.limit < .max
    var found = try server.values(
      of: column, condition, elements: true, words: isText ? words.texts : [],
      limit: isCut ? facet.limit + 1 : nil)
    if !isText { found.removeAll { !words.match($0.value) } }
    let items = found.prefix(facet.limit).map {
      FacetReport.Item(
        value: $0.value, count: $0.count, isSelected: selected.contain($0.value))
    }
    var report = FacetReport(
      attribute: facet.attribute, operator: isDisjunctive ? .or : .and, items: items,
      hasMore: found.count > facet.limit)
    if !selected.isEmpty {
      let all = try server.values(of: column, condition, elements: true, words: [], limit: nil)
      let missing = selected.missing(among: all, listed: items, all: facet.keepsSelected)
      report.append(missing.filter { words.match($0.value) }, for: facet)
    }
    return report
  }

  private mutating func measure(
    _ number: NumberRequest, _ server: some RowServer
  ) throws -> NumberReport {
    let column = try column(number.attribute, "numbers")
    let own = ranges.members(on: number.attribute)
    let members = (number.without + own).filter {
      query.groups.contains($0.filter, in: $0.group)
    }
    let condition =
      members.isEmpty ? condition : condition(held.filters.parts { members.contains($0) })
    let extent = try server.extent(of: column, condition)
    var report = NumberReport(
      attribute: number.attribute, range: extent.range, count: extent.count,
      nulls: try pages.count(condition, server) - extent.count, histogram: nil)
    guard let buckets = number.buckets else { return report }
    guard let range = extent.range else {
      report.histogram = []
      return report
    }
    let parts = range.lowerBound == range.upperBound ? 1 : buckets
    let (places, edges): ([Quantity], [RemoteEdge])
    switch (schema.entries[column].type, range.lowerBound, range.upperBound) {
    case (.integer, .integer(let lower), .integer(let upper)):
      let found = HistogramEdges<Int>(of: lower...upper, parts) { .integer($0) }
      (places, edges) = (found.places, found.first.map(RemoteEdge.integer))
    case (.date, .date(let lower), .date(let upper)):
      let range = lower.microseconds...upper.microseconds
      let found = HistogramEdges<Int>(of: range, parts) { .date(Timestamp(microseconds: $0)) }
      (places, edges) = (found.places, found.first.map(RemoteEdge.integer))
    default:
      let range = range.lowerBound.double...range.upperBound.double
      let found = HistogramEdges<Double>(of: range, parts)
      (places, edges) = (found.places, found.first.map(RemoteEdge.number))
    }
    let counts = try server.histogram(of: column, condition, edges: edges)
    report.histogram = places.indices.map { part in
      NumberReport.Bucket(
        lower: part == 0 ? range.lowerBound : places[part],
        upper: part + 1 < places.count ? places[part + 1] : range.upperBound,
        count: counts[part])
    }
    return report
  }
}
