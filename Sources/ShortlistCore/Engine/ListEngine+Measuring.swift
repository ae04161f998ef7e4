extension ListEngine {
  /// Counts attribute values and measures numbers and dates among the matching rows.
  ///
  /// A choice made with a control does not narrow what the control offers. The values of an
  /// attribute that an `or` group filters are counted without that group. A number with a connected
  /// range is measured without the filter of the range. Each filter scans its column once, however
  /// many measures are requested, and again only after the filter changes.
  ///
  /// - Parameters:
  ///   - request: The requested counts and measures.
  ///   - isCancelled: Polled for cancellation.
  /// - Returns: The counts and measures, in the order of the request.
  /// - Throws: `InvalidRequestError` for an attribute that does not exist, for a measured attribute
  ///   that is neither a number nor a date, and for a number of buckets outside 1...10000;
  ///   `CancellationError`.
  /// - Complexity: O(rows) for each attribute, with a small constant factor
  package mutating func measure(
    _ request: MeasureRequest, isCancelled: @Sendable () -> Bool = { false }
  ) throws -> Measures {
    try request.check(in: schema)
    return Measures(
      revision: revision, total: total,
      facets: try request.facets.map { try count($0, isCancelled) },
      numbers: try request.numbers.map { try measure($0, isCancelled) })
  }

  private func column(_ name: String, _ parameter: String) throws(InvalidRequestError) -> Column {
    guard let index = table.schema.index(of: name) else {
      throw InvalidRequestError("\(parameter): there is no attribute \(name)")
    }
    return table.columns[index].whole(table.slots)
  }

  // MARK: Facets

  private mutating func count(
    _ facet: FacetRequest, _ isCancelled: @Sendable () -> Bool
  ) throws -> FacetReport {
    let isDisjunctive = filters.isDisjunctive(facet.attribute)
    let rows =
      isDisjunctive
      ? try self.rows(filters.parts(countingValuesOf: facet.attribute), isCancelled)
      : listing.members
    if isCancelled() { throw CancellationError() }
    let tally = Tally(
      try column(facet.attribute, "facets"), among: rows, workers: workers)
    let selected = SelectedValues(filters.selectedValues(of: facet.attribute))
    let words = FacetWords(facet.search)
    let found = tally.first(facet.limit) { tally.withFolded($0, words.match) }
    let items = found.indices.map { index in
      let value = tally.value(index)
      return FacetReport.Item(
        value: value, count: tally.counts[index], isSelected: selected.contain(value))
    }
    var report = FacetReport(
      attribute: facet.attribute, operator: isDisjunctive ? .or : .and, items: items,
      hasMore: found.hasMore)
    let missing = selected.missing(in: tally, listed: items, all: facet.keepsSelected)
    report.append(missing.filter { words.match($0.value) }, for: facet)
    return report
  }

  // MARK: Numbers

  private mutating func measure(
    _ number: NumberRequest, _ isCancelled: @Sendable () -> Bool
  ) throws -> NumberReport {
    let own = ranges.members(on: number.attribute)
    let column = try column(number.attribute, "numbers")
    let rows = try rows(without: number.without + own, isCancelled)
    return NumberReport(
      number.attribute, column, among: rows, buckets: number.buckets, workers: workers)
  }

  /// Returns the minimum and the maximum of an attribute among the rows that match without some
  /// filters.
  mutating func extent(
    of attribute: String, without members: [FilterGroups.Member]
  ) throws -> ClosedRange<Quantity>? {
    try results[table.version].range(
      of: attribute, plan, filters.parts { members.contains($0) }, in: table, workers: workers)
  }

  private mutating func rows(
    without members: [FilterGroups.Member], _ isCancelled: @Sendable () -> Bool
  ) throws -> RowSet {
    let present = members.filter { query.groups.contains($0.filter, in: $0.group) }
    return present.isEmpty
      ? listing.members : try rows(filters.parts { present.contains($0) }, isCancelled)
  }

  private mutating func rows(
    _ parts: [Filter], _ isCancelled: @Sendable () -> Bool
  ) throws -> RowSet {
    try results[table.version].rows(
      plan, parts, of: table, workers: workers, isCancelled: isCancelled)
  }
}
