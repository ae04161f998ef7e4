extension Picker {
  // MARK: Query

  /// The query asked for; while it is carried out, less may be shown yet.
  public var query: Query { queue.query }

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

  /// Changes the query.
  ///
  ///     picker.update {
  ///       $0.search = ""
  ///       $0.sort = [SortKey("price", .descending)]
  ///     }
  ///
  /// - Parameter change: Changes the query asked for; it is called at once.
  /// - Returns: What is shown then. The intent fails with `InvalidRequest` for an attribute that is
  ///   not there or cannot be sorted by, `FilterError`, and what `change` throws; the query then
  ///   stays as it was.
  @discardableResult
  public func update(_ change: (inout Query) throws -> Void) -> PickerIntent<QueryOutcome> {
    let old = query
    var new = old
    do {
      try change(&new)
      try form.check(new)
    } catch {
      return PickerIntent(task: Task { throw error })
    }
    return queue.change(QueryEdit(from: old, to: new), of: list, after: opening)
  }

  /// Searches for a text.
  @discardableResult
  public func search(_ text: String) -> PickerIntent<QueryOutcome> {
    update { $0.search = text }
  }

  /// Filters by a text such as `price:10..20 -kind:game`; empty for no filter.
  ///
  /// - Returns: What is shown then. The intent fails with `FilterError`; the query then stays as it
  ///   was.
  @discardableResult
  public func filter(_ text: String) -> PickerIntent<QueryOutcome> {
    update { $0.filters = text }
  }

  /// Changes the filters of controls, which hold beside the filter text.
  ///
  ///     picker.filter { try $0.add([.equals("kind", .text("fruit"))], to: "kind", .or) }
  ///
  /// - Parameter change: Changes the groups; it is called at once.
  /// - Returns: What is shown then. The intent fails with `InvalidRequest`, `FilterError`, and what
  ///   `change` throws; the filters then stay as they were.
  @discardableResult
  public func filter(
    _ change: (inout FilterGroups) throws -> Void
  ) -> PickerIntent<QueryOutcome> {
    update { try change(&$0.groups) }
  }

  /// Sorts the items; with no keys they are in their own order.
  ///
  /// - Returns: What is shown then. The intent fails with `InvalidRequest` for an attribute that is
  ///   not there or cannot be sorted by; the order then stays as it was.
  @discardableResult
  public func sort(by keys: SortKey...) -> PickerIntent<QueryOutcome> {
    update { $0.sort = keys }
  }

  /// Groups the items in sections; nil makes one of all.
  ///
  /// - Returns: What is shown then. The intent fails with `InvalidRequest` for an attribute that is
  ///   not there; the sections then stay as they were.
  @discardableResult
  public func group(_ rule: SectionRule?) -> PickerIntent<QueryOutcome> {
    update { $0.sections = rule }
  }

  // MARK: Windows

  /// Sets what is visible of a section, or without a name of all sections that have no range of
  /// their own.
  ///
  /// Nil shows everything.
  @discardableResult
  public func show(
    _ range: RangeOptions?, section: String? = nil
  ) -> PickerIntent<WindowOutcome> {
    ask { try $0.setRange(range, section: section) }
  }

  // MARK: Selection

  /// Changes the selection under its filters.
  ///
  /// - Returns: What became of it. A request that filters refuse does not fail: the outcome says why.
  @discardableResult
  public func select(_ request: SelectionRequest) -> PickerIntent<SelectionOutcome> {
    ask { try $0.select(request) }
  }

  /// Replaces the filters of the selection; no item is taken out.
  ///
  /// - Returns: How the selection stands to them. The intent fails with `InvalidRequest` for a
  ///   negative limit and an attribute that is not there, `FilterError`; the filters then stay as
  ///   they were.
  @discardableResult
  public func setSelectionFilters(
    _ filters: [any SelectionFilter], mode: SelectionMode = .multiple
  ) -> PickerIntent<SelectionRulesReport> {
    ask { try $0.setSelectionFilters(filters, mode: mode) }
  }

  // MARK: Measuring

  /// Counts values and measures numbers among the items that match; without a request, the values
  /// of all facets.
  ///
  /// - Returns: The measures. The intent fails with `InvalidRequest` for an attribute that is not
  ///   there or is no number.
  public func measure(_ request: MeasureRequest? = nil) -> PickerIntent<Measures> {
    let facets = MeasureRequest(
      facets: fields.filter(\.isFacet).map { FacetRequest($0.name) })
    return queue.add { [opening, list] in
      _ = try await opening.value
      return try await list.measure(request ?? facets)
    }
  }
}
