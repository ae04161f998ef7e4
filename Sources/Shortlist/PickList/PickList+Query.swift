import Synchronization

extension PickList {
  // MARK: Query

  /// The query asked for; while it is carried out, less may be shown yet.
  public var query: ListQuery { queue.query }

  /// The text that items are searched for; set with every letter.
  public var search: String {
    get { query.search }
    set { search(newValue) }
  }

  /// How the text is compared with an item.
  public var match: MatchKind {
    get { query.match }
    set { update { $0.match = newValue } }
  }

  /// The filters of controls, which hold beside the text of `filter(_:)`.
  ///
  ///     picker.filters.add(.range("price", 10...20))
  public var filters: FilterGroups {
    get { query.groups }
    set { update { $0.groups = newValue } }
  }

  /// The keys that the items are sorted by, the first one first; without any they are in their own
  /// order.
  public var sort: [SortKey] {
    get { query.sort }
    set { update { $0.sort = newValue } }
  }

  /// How the items are grouped; nil makes one section of all.
  public var sections: SectionRule? {
    get { query.sections }
    set { update { $0.sections = newValue } }
  }

  /// Changes the query.
  ///
  ///     picker.update {
  ///       $0.search = ""
  ///       $0.sort = [SortKey("price", .descending)]
  ///     }
  ///
  /// - Parameter change: Changes the query asked for; it is called at once.
  /// - Returns: What is shown then. The intent fails for an attribute that is not there or cannot be
  ///   sorted by, for filters that cannot be, and with what `change` throws; the query then stays as
  ///   it was.
  @discardableResult
  public func update(_ change: (inout ListQuery) throws -> Void) -> PickListIntent<QueryOutcome> {
    let old = query
    var new = old
    do {
      try change(&new)
      try form.check(new)
    } catch {
      return PickListIntent(task: Task { throw error })
    }
    return queue.change(QueryEdit(from: old, to: new), of: list, after: opening) { [list] edit in
      try await list.updateQuery { edit.apply(to: &$0) }
    }
  }

  /// Searches for a text.
  @discardableResult
  public func search(_ text: String) -> PickListIntent<QueryOutcome> {
    update { $0.search = text }
  }

  /// Filters by a text such as `price:10..20 -kind:game`; empty for no filter.
  ///
  /// - Returns: What is shown then. The intent fails for a text that is no filter, with the place of the
  ///   mistake; the query then stays as it was.
  @discardableResult
  public func filter(_ text: String) -> PickListIntent<QueryOutcome> {
    update { $0.filters = text }
  }

  /// Changes the filters of controls, which hold beside the filter text.
  ///
  ///     picker.filter { try $0.add([.equals("kind", .text("fruit"))], to: "kind", .or) }
  ///
  /// - Parameter change: Changes the groups; it is called at once.
  /// - Returns: What is shown then. The intent fails for filters that cannot be, and with what `change`
  ///   throws; the filters then stay as they were.
  @discardableResult
  public func filter(
    _ change: (inout FilterGroups) throws -> Void
  ) -> PickListIntent<QueryOutcome> {
    update { try change(&$0.groups) }
  }

  /// Sorts the items; with no keys they are in their own order.
  ///
  /// - Returns: What is shown then. The intent fails for an attribute that is
  ///   not there or cannot be sorted by; the order then stays as it was.
  @discardableResult
  public func sort(by keys: SortKey...) -> PickListIntent<QueryOutcome> {
    update { $0.sort = keys }
  }

  /// Groups the items in sections; nil makes one of all.
  ///
  /// - Returns: What is shown then. The intent fails for an attribute that is
  ///   not there; the sections then stay as they were.
  @discardableResult
  public func group(_ rule: SectionRule?) -> PickListIntent<QueryOutcome> {
    update { $0.sections = rule }
  }

  // MARK: Windows

  /// What of each section is visible, unless it has a range of its own; nil for everything.
  public var window: RangeOptions? {
    get { asked.withLock(\.window) }
    set { show(newValue) }
  }

  /// Sets what is visible of a section, or without a name of all sections that have no range of
  /// their own.
  ///
  /// Nil shows everything.
  @discardableResult
  public func show(
    _ range: RangeOptions?, section: String? = nil
  ) -> PickListIntent<WindowOutcome> {
    asked.withLock { asked in
      if section == nil { asked.window = range }
      return ask { try $0.setRange(range, section: section) }
    }
  }

  /// The shown sections and their windows, with the ranges as they are by now.
  ///
  ///     let range = try await picker.windows.value.sections[0].options
  ///     picker.show(range.map { $0.copy(length: $0.length + 50) })  // 50 more than are visible
  ///
  /// - Complexity: O(sections)
  public var windows: PickListIntent<SectionsReport> { ask { $0.engine.sections } }

  // MARK: Selection

  /// What is selected, under which filters.
  public var selection: PickListSelection<Item> { PickListSelection(picker: self) }

  // MARK: Measuring

  /// Counts values and measures numbers among the items that match; without a request, the values
  /// of all facets and the ranges of all numbers and dates.
  ///
  /// - Returns: The measures. The intent fails for an attribute that is not
  ///   there or is no number.
  public func measure(_ request: MeasureRequest? = nil) -> PickListIntent<Measures> {
    add { [measuredByDefault] in try await $0.measure(request ?? measuredByDefault) }
  }

  /// The facets, and the numbers and dates.
  var measuredByDefault: MeasureRequest {
    MeasureRequest(
      facets: fields.filter(\.isFacet).map { FacetRequest($0.name, keepsSelected: true) },
      numbers: fields.filter { $0.type.isMeasured }.map { NumberRequest($0.name) })
  }
}

extension AttributeType {
  fileprivate var isMeasured: Bool {
    switch self {
    case .integer, .number, .date: true
    case .text, .boolean, .list: false
    }
  }
}
