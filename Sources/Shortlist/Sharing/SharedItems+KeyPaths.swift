extension SharedItems {
  // MARK: Key paths

  /// Returns the name of the field that reads a property.
  ///
  /// - Precondition: A field was created with this key path.
  /// - Complexity: O(fields)
  public func name(of path: PartialKeyPath<Item>) -> String { form.name(of: path) }

  /// Returns a query of its parts, for ``results(for:_:measuring:)`` and
  /// ``list(query:window:selectionFilters:)``.
  ///
  ///     let query = shop.query(
  ///       matching: "green te", where: \.price < 20, sort: [shop.sortKey(\.price)])
  ///     let page = try await shop.results(for: query, 0..<20)
  ///
  /// - Parameters:
  ///   - text: The text to search for; an empty one matches all items.
  ///   - paths: The properties to search; the searchable fields by default.
  ///   - match: How the text is matched against items.
  ///   - condition: The condition that items satisfy; nil for none.
  ///   - sort: The sort keys, most significant first.
  ///   - sections: How the items are grouped; nil for a single section.
  /// - Returns: The query, which nothing has checked yet.
  /// - Precondition: There is a field for each key path.
  /// - Complexity: O(key paths · fields)
  public func query(
    matching text: String = "", in paths: PartialKeyPath<Item>..., match: MatchKind = .words,
    where condition: ItemFilter<Item>? = nil, sort: [SortKey] = [], sections: SectionRule? = nil
  ) -> ListQuery {
    form.query(text, paths, match, condition, sort, sections)
  }

  /// Returns a criterion for a sort by a property.
  ///
  /// - Precondition: There is a field for the key path.
  /// - Complexity: O(fields)
  public func sortKey(
    _ path: PartialKeyPath<Item>, _ order: SortKey.Order = .ascending,
    collation: SortKey.Collation = .plain
  ) -> SortKey {
    SortKey(name(of: path), order, collation: collation)
  }

  /// Returns a rule that groups the items into sections by a property.
  ///
  /// - Precondition: There is a field for the key path.
  /// - Complexity: O(fields)
  public func sectionRule(
    by path: PartialKeyPath<Item>, order: SectionRule.Order = .ascending
  ) -> SectionRule {
    SectionRule(by: name(of: path), order: order)
  }

  /// Returns the filter of rows for a condition, for the groups of a query.
  ///
  /// - Precondition: There is a field for each key path.
  /// - Complexity: O(key paths · fields)
  public func rowFilter(_ condition: ItemFilter<Item>) -> Filter { form.rowFilter(condition) }

  /// Returns a request to count the values of a property.
  ///
  /// - Parameters:
  ///   - path: The property.
  ///   - limit: The maximum number of values to list.
  ///   - search: The search text for values: each of its words begins a word of the value.
  ///   - keepsSelected: Whether to list selected values beyond the limit too.
  /// - Returns: The request.
  /// - Precondition: There is a field for the key path.
  /// - Complexity: O(fields)
  public func facetRequest(
    _ path: PartialKeyPath<Item>, limit: Int = 100, search: String = "",
    keepsSelected: Bool = false
  ) -> FacetRequest {
    FacetRequest(name(of: path), limit: limit, search: search, keepsSelected: keepsSelected)
  }

  /// Returns a request to measure a number or date.
  ///
  /// - Parameters:
  ///   - path: The property.
  ///   - buckets: The number of parts of the histogram; nil for no histogram.
  ///   - without: The filters to leave out.
  /// - Returns: The request.
  /// - Precondition: There is a field for the key path.
  /// - Complexity: O(fields)
  public func numberRequest(
    _ path: PartialKeyPath<Item>, buckets: Int? = nil, without: [FilterGroups.Member] = []
  ) -> NumberRequest {
    NumberRequest(name(of: path), buckets: buckets, without: without)
  }
}
