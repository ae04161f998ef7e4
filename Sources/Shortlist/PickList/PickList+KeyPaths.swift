extension PickList {
  // MARK: Key paths

  /// Returns the name of the field that reads a property.
  ///
  ///     shop.filters.clear([shop.name(of: \.kind)])
  ///
  /// Controls of the product `ShortlistControls` name their groups of filters after fields.
  ///
  /// - Precondition: A field was created with this key path.
  /// - Complexity: O(fields)
  public func name(of path: PartialKeyPath<Item>) -> String { form.name(of: path) }

  /// Shows the items that satisfy a condition; nil shows all.
  ///
  ///     try await shop.filter(where: \.price < 20 && \.kind == .tea)
  ///
  /// The condition is combined with the filter text and the filters of controls. It is the group
  /// `where` of ``filters``.
  ///
  /// - Returns: What is shown then.
  /// - Throws: `PickListError` if a newer query replaced this one; `CancellationError`.
  /// - Precondition: The picker has a field for each key path.
  /// - Complexity: At most O(*n* log *n*) for *n* items; O(*n*) if their order stays the same
  @discardableResult
  public func filter(where condition: ItemFilter<Item>?) async throws -> QueryOutcome<Item.ID> {
    let filter = condition.map(rowFilter)
    return try await updateQuery { $0.groups.setCondition(filter) }
  }

  /// Sorts the items by a property.
  ///
  ///     try await shop.sort(by: \.price, .descending)
  ///
  /// - Returns: What is shown then.
  /// - Throws: `PickListError` for a field that is not sortable, and if a newer query replaced this
  ///   one; `CancellationError`.
  /// - Precondition: The picker has a field for the key path.
  /// - Complexity: At most O(*n* log *n*) for *n* items; O(*n*) if their order stays the same
  @discardableResult
  public func sort(
    by path: PartialKeyPath<Item>, _ order: SortKey.Order = .ascending,
    collation: SortKey.Collation = .plain
  ) async throws -> QueryOutcome<Item.ID> {
    let key = sortKey(path, order, collation: collation)
    return try await updateQuery { $0.sort = [key] }
  }

  /// Returns a criterion for a sort by a property.
  ///
  ///     shop.sort = [shop.sortKey(\.kind), shop.sortKey(\.price, .descending)]
  ///
  /// - Precondition: The picker has a field for the key path.
  /// - Complexity: O(fields)
  public func sortKey(
    _ path: PartialKeyPath<Item>, _ order: SortKey.Order = .ascending,
    collation: SortKey.Collation = .plain
  ) -> SortKey {
    SortKey(name(of: path), order, collation: collation)
  }

  /// Groups the items into sections by a property.
  ///
  ///     try await picker.group(by: \.city)
  ///
  /// - Returns: What is shown then.
  /// - Throws: `PickListError` if a newer query replaced this one; `CancellationError`.
  /// - Precondition: The picker has a field for the key path.
  /// - Complexity: At most O(*n* log *n*) for *n* items; O(*n*) if their order stays the same
  @discardableResult
  public func group(
    by path: PartialKeyPath<Item>, order: SectionRule.Order = .ascending
  ) async throws -> QueryOutcome<Item.ID> {
    let rule = sectionRule(by: path, order: order)
    return try await updateQuery { $0.sections = rule }
  }

  /// Returns a rule that groups the items into sections by a property.
  ///
  ///     picker.sections = picker.sectionRule(by: \.city, order: .descending)
  ///
  /// - Precondition: The picker has a field for the key path.
  /// - Complexity: O(fields)
  public func sectionRule(
    by path: PartialKeyPath<Item>, order: SectionRule.Order = .ascending
  ) -> SectionRule {
    SectionRule(by: name(of: path), order: order)
  }

  /// Returns the filter of rows for a condition, for groups of filters that controls share.
  ///
  ///     try await shop.filter {
  ///       try $0.add([shop.rowFilter(\.kind == .tea)], to: "kind", .or)
  ///     }
  ///
  /// - Precondition: The picker has a field for each key path.
  /// - Complexity: O(key paths · fields)
  public func rowFilter(_ condition: ItemFilter<Item>) -> Filter { form.rowFilter(condition) }

  /// Returns a query of its parts, for ``results(for:_:measuring:)`` and ``updateQuery(_:)``.
  ///
  ///     let query = shop.query(
  ///       matching: "green te", where: \.price < 20 && \.kind == .tea,
  ///       sort: [shop.sortKey(\.price)])
  ///     let page = try await shop.results(for: query, 0..<20)
  ///
  /// The query has nothing of the picker's own.
  ///
  /// - Parameters:
  ///   - text: The text to search for; an empty one matches all items.
  ///   - paths: The properties to search; the searchable fields by default.
  ///   - match: How the text is matched against items.
  ///   - condition: The condition that items satisfy; nil for none.
  ///   - sort: The sort keys, most significant first.
  ///   - sections: How the items are grouped; nil for a single section.
  /// - Returns: The query, which nothing has checked yet.
  /// - Precondition: The picker has a field for each key path.
  /// - Complexity: O(key paths · fields)
  public func query(
    matching text: String = "", in paths: PartialKeyPath<Item>..., match: MatchKind = .words,
    where condition: ItemFilter<Item>? = nil, sort: [SortKey] = [], sections: SectionRule? = nil
  ) -> ListQuery {
    form.query(text, paths, match, condition, sort, sections)
  }

  /// Searches for a text in properties.
  ///
  ///     try await picker.search("mü", in: \.name, \.city)
  ///
  /// Later searches cover the same properties.
  ///
  /// - Returns: What is shown then.
  /// - Throws: `PickListError` for a search with a wrong sign, and if a newer query replaced this
  ///   one; `CancellationError`.
  /// - Precondition: The picker has a field for each key path.
  /// - Complexity: At most O(*n* log *n*) for *n* items; O(*n*) if their order stays the same
  @discardableResult
  public func search(
    _ text: String, in paths: PartialKeyPath<Item>...
  ) async throws -> QueryOutcome<Item.ID> {
    let names = paths.map { name(of: $0) }
    return try await updateQuery { query in
      query.search = text
      if !names.isEmpty { query.attributes = names }
    }
  }

  /// Returns the parts of a text of a property that the search matches.
  ///
  ///     for range in picker.highlights(in: ann.name, of: \.name) { print(ann.name[range]) }
  ///
  /// - Parameters:
  ///   - text: The text, as it is shown.
  ///   - path: The property.
  /// - Returns: The ranges to highlight, in order.
  /// - Precondition: The picker has a field for the key path.
  /// - Complexity: O(search + text)
  public func highlights(
    in text: String, of path: PartialKeyPath<Item>
  ) -> [Range<String.Index>] {
    query.highlights(in: text, of: name(of: path))
  }

  /// Returns the items whose text begins with the typed text, regardless of the query.
  ///
  ///     let found = try await picker.suggestions(for: "an", in: \.name)
  ///
  /// - Throws: `CancellationError`.
  /// - Precondition: The picker has a field for the key path.
  /// - Complexity: O(log *n* + `limit`) for *n* items, once the texts are in order; O(*n* log *n*)
  ///   for the first suggestion
  public func suggestions(
    for text: String, in path: KeyPath<Item, String>, from first: Int = 0, limit: Int = 20
  ) async throws -> Suggestions<Item.ID> {
    try await suggestions(for: text, in: name(of: path), from: first, limit: limit)
  }

  // MARK: Measuring

  /// Returns a request to count the values of a property.
  ///
  ///     let request = MeasureRequest(
  ///       facets: [shop.facetRequest(\.kind)], numbers: [shop.numberRequest(\.price)])
  ///     let measures = try await shop.measure(request)
  ///
  /// - Parameters:
  ///   - path: The property.
  ///   - limit: The maximum number of values to list.
  ///   - search: The search text for values: each of its words begins a word of the value.
  ///   - keepsSelected: Whether to list selected values beyond the limit too.
  /// - Returns: The request.
  /// - Precondition: The picker has a field for the key path.
  /// - Complexity: O(fields)
  public func facetRequest(
    _ path: PartialKeyPath<Item>, limit: Int = 100, search: String = "",
    keepsSelected: Bool = false
  ) -> FacetRequest {
    FacetRequest(name(of: path), limit: limit, search: search, keepsSelected: keepsSelected)
  }

  /// Returns a request to measure a number or date.
  ///
  ///     let request = MeasureRequest(numbers: [shop.numberRequest(\.price, buckets: 20)])
  ///     let model = PickListModel(shop, measuring: request)
  ///
  /// - Parameters:
  ///   - path: The property.
  ///   - buckets: The number of parts of the histogram; nil for no histogram.
  ///   - without: The filters to leave out, usually those of the requesting control.
  /// - Returns: The request.
  /// - Precondition: The picker has a field for the key path.
  /// - Complexity: O(fields)
  public func numberRequest(
    _ path: PartialKeyPath<Item>, buckets: Int? = nil, without: [FilterGroups.Member] = []
  ) -> NumberRequest {
    NumberRequest(name(of: path), buckets: buckets, without: without)
  }
}
