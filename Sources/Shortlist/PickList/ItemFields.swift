public import ShortlistCore

/// The fields of items, by the properties that they read: those of a picker, or of shared items.
///
///     func cheapest<Fields: ItemFields<Product>>(of shop: Fields) -> ListQuery {
///       shop.query(where: \.price < 20, sort: [shop.sortKey(\.price)])
///     }
///
/// All functions have the precondition that there is a field for each key path.
public protocol ItemFields<Item> {
  /// The type of the items.
  associatedtype Item: Identifiable & Sendable where Item.ID: PickListID

  /// The fields, in order.
  var fields: [Field<Item>] { get }

  /// Returns the name of the field that reads a property.
  ///
  ///     shop.filters.clear([shop.name(of: \.kind)])
  ///
  /// Controls of the product `ShortlistControls` name their groups of filters after fields.
  ///
  /// - Precondition: A field was created with this key path.
  /// - Complexity: O(fields)
  func name(of path: PartialKeyPath<Item>) -> String
}

extension ItemFields {
  // MARK: Queries

  /// Returns a criterion for a sort by a property.
  ///
  ///     shop.sort = [shop.sortKey(\.kind), shop.sortKey(\.price, .descending)]
  ///
  /// - Complexity: O(fields)
  public func sortKey(
    _ path: PartialKeyPath<Item>, _ order: SortKey.Order = .ascending,
    collation: SortKey.Collation = .plain
  ) -> SortKey {
    SortKey(name(of: path), order, collation: collation)
  }

  /// Returns a rule that groups the items into sections by a property.
  ///
  ///     picker.sections = picker.sectionRule(by: \.city, order: .descending)
  ///
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
  /// - Complexity: O(key paths · fields)
  public func rowFilter(_ condition: ItemFilter<Item>) -> Filter {
    condition.filter { name(of: $0) }
  }

  /// Returns a query of its parts, for ``PickList/results(for:_:measuring:)``,
  /// ``PickList/updateQuery(_:)`` and ``SharedItems/list(query:window:selectionFilters:)``.
  ///
  ///     let query = shop.query(
  ///       matching: "green te", where: \.price < 20 && \.kind == .tea,
  ///       sort: [shop.sortKey(\.price)])
  ///     let page = try await shop.results(for: query, 0..<20)
  ///
  /// The query has nothing of a picker's own.
  ///
  /// - Parameters:
  ///   - text: The text to search for; an empty one matches all items.
  ///   - paths: The properties to search; the searchable fields by default.
  ///   - match: How the text is matched against items.
  ///   - condition: The condition that items satisfy; nil for none.
  ///   - sort: The sort keys, most significant first.
  ///   - sections: How the items are grouped; nil for a single section.
  /// - Returns: The query, which nothing has checked yet.
  /// - Complexity: O(key paths · fields)
  public func query(
    matching text: String = "", in paths: PartialKeyPath<Item>..., match: MatchKind = .words,
    where condition: ItemFilter<Item>? = nil, sort: [SortKey] = [], sections: SectionRule? = nil
  ) -> ListQuery {
    var query = ListQuery()
    (query.search, query.match, query.sort, query.sections) = (text, match, sort, sections)
    query.attributes =
      paths.isEmpty ? fields.filter(\.isSearchable).map(\.name) : paths.map { name(of: $0) }
    query.groups.setCondition(condition.map(rowFilter))
    return query
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
  /// - Complexity: O(fields)
  public func numberRequest(
    _ path: PartialKeyPath<Item>, buckets: Int? = nil, without: [FilterGroups.Member] = []
  ) -> NumberRequest {
    NumberRequest(name(of: path), buckets: buckets, without: without)
  }
}

extension PickList: ItemFields {
  /// Returns the name of the field that reads a property.
  ///
  /// - Precondition: A field was created with this key path.
  /// - Complexity: O(fields)
  public func name(of path: PartialKeyPath<Item>) -> String { form.name(of: path) }
}
