import Synchronization

extension PickList {
  // MARK: Query

  /// The requested query, which the list may not have applied yet.
  public var query: ListQuery { queue.query }

  /// The search text; set it on every keystroke.
  public var search: String {
    get { query.search }
    set { report(queryIntent { $0.search = newValue }) }
  }

  /// How the search text is matched against items.
  public var match: MatchKind {
    get { query.match }
    set { report(queryIntent { $0.match = newValue }) }
  }

  /// The filters of controls, combined with the text of `filter(_:)`.
  ///
  ///     shop.filters.add(shop.rowFilter(.range(\.price, 10...20)))
  ///
  /// - Precondition: For setting: the picker has the fields. `filter(_:)` throws instead.
  public var filters: FilterGroups {
    get { query.groups }
    set {
      form.requireFields(newValue.filter?.attributes ?? [], in: "filters")
      report(queryIntent { $0.groups = newValue })
    }
  }

  /// The sort keys, most significant first; if empty, the items are in their own order.
  ///
  /// - Precondition: For setting: the picker has the fields. `sort(by:)` throws instead.
  public var sort: [SortKey] {
    get { query.sort }
    set {
      form.requireFields(newValue.map(\.attribute), in: "sort")
      report(queryIntent { $0.sort = newValue })
    }
  }

  /// How the items are grouped; nil for a single section.
  ///
  /// - Precondition: For setting: the picker has the field. `group(_:)` throws instead.
  public var sections: SectionRule? {
    get { query.sections }
    set {
      form.requireFields([newValue?.attribute].compactMap(\.self), in: "sections")
      report(queryIntent { $0.sections = newValue })
    }
  }

  /// Changes the query.
  ///
  ///     try await picker.updateQuery {
  ///       $0.search = ""
  ///       $0.sort = [picker.sortKey(\.name, .descending)]
  ///     }
  ///
  /// - Parameter change: Modifies the requested query; called synchronously, and again if another
  ///   task has changed the query meanwhile.
  /// - Returns: What is shown then.
  /// - Throws: `PickListError` for an unknown or unsortable attribute, for invalid filters, for an
  ///   error that `change` throws, and if a newer query overwrote this one; the query then stays
  ///   unchanged.
  /// - Complexity: At most O(*n* log *n*) for *n* items; O(*n*) if their order stays the same
  @discardableResult
  public func updateQuery(
    _ change: (inout ListQuery) throws -> Void
  ) async throws -> QueryOutcome<Item.ID> {
    try await queryIntent(change).value
  }

  /// Adds an intent that changes the query.
  func queryIntent(_ change: (inout ListQuery) throws -> Void) -> Intent<QueryOutcome<Item.ID>> {
    do {
      return try queue.change(
        {
          try change(&$0)
          try form.check($0)
        }, of: list, after: opening
      ) { [list] edit in
        QueryOutcome(try await list.updateQuery(ifRevision: nil) { edit.apply(to: &$0) })
      }
    } catch {
      return Intent(task: Task { throw error })
    }
  }

  /// Searches for a text.
  ///
  /// - Returns: What is shown then.
  /// - Throws: `PickListError` for a search with a wrong sign, and if a newer query replaced this
  ///   one; `CancellationError`.
  /// - Complexity: At most O(*n* log *n*) for *n* items; O(*n*) if their order stays the same
  @discardableResult
  public func search(_ text: String) async throws -> QueryOutcome<Item.ID> {
    try await updateQuery { $0.search = text }
  }

  /// Filters by a text such as `price:10..20 -kind:game`; an empty text removes the filter.
  ///
  /// - Returns: What is shown then.
  /// - Throws: `PickListError` with the position of the mistake if the text is no valid filter; the
  ///   query then stays unchanged.
  /// - Complexity: At most O(*n* log *n*) for *n* items; O(*n*) if their order stays the same
  @discardableResult
  public func filter(_ text: String) async throws -> QueryOutcome<Item.ID> {
    try await updateQuery { $0.filters = text }
  }

  /// Changes the filters of controls, combined with the filter text.
  ///
  ///     try await shop.filter { groups in
  ///       try groups.add([shop.rowFilter(\.kind == .fruit)], to: "kind", .or)
  ///     }
  ///
  /// - Parameter change: Modifies the groups; called synchronously.
  /// - Returns: What is shown then.
  /// - Throws: `PickListError` for invalid filters, and for an error that `change` throws; the
  ///   filters then stay unchanged.
  /// - Complexity: At most O(*n* log *n*) for *n* items; O(*n*) if their order stays the same
  @discardableResult
  public func filter(
    _ change: (inout FilterGroups) throws -> Void
  ) async throws -> QueryOutcome<Item.ID> {
    try await updateQuery { try change(&$0.groups) }
  }

  /// Sorts the items; without keys they are in their own order.
  ///
  /// - Returns: What is shown then.
  /// - Throws: `PickListError` for an unknown or unsortable attribute; the order then stays
  ///   unchanged.
  /// - Complexity: At most O(*n* log *n*) for *n* items; O(*n*) if their order stays the same
  @discardableResult
  public func sort(by keys: SortKey...) async throws -> QueryOutcome<Item.ID> {
    try await updateQuery { $0.sort = keys }
  }

  /// Groups the items into sections; nil makes a single section.
  ///
  /// - Returns: What is shown then.
  /// - Throws: `PickListError` for an unknown attribute; the sections then stay unchanged.
  /// - Complexity: At most O(*n* log *n*) for *n* items; O(*n*) if their order stays the same
  @discardableResult
  public func group(_ rule: SectionRule?) async throws -> QueryOutcome<Item.ID> {
    try await updateQuery { $0.sections = rule }
  }

  // MARK: Windows

  /// The visible part of each section that has no range of its own; nil for everything.
  ///
  /// Rows that stay on a server always have a window: without one, ``failures`` has an error of the
  /// code `notSupported`, and the window stays unchanged.
  public var window: RangeOptions? {
    get { asked.withLock(\.window) }
    set { report(showIntent(newValue, section: nil)) }
  }

  /// Sets the visible part of a section.
  ///
  /// Without a name, sets the default for all sections that have no range of their own. A nil range
  /// shows everything.
  ///
  /// - Returns: What has changed.
  /// - Throws: `PickListError` if the rows stay on a server and the range is nil, or flexible
  ///   without a journal; the visible part then stays unchanged.
  /// - Complexity: O(log *n* + *r*) for *n* items and *r* rows that come into view or leave it
  @discardableResult
  public func show(
    _ range: RangeOptions?, section: String? = nil
  ) async throws -> WindowOutcome<Item.ID> {
    try await showIntent(range, section: section).value
  }

  /// Adds an intent that sets the visible part of a section; nil for those without a range of their
  /// own.
  func showIntent(_ range: RangeOptions?, section: String?) -> Intent<WindowOutcome<Item.ID>> {
    if isRemote && range == nil {
      let error = NotSupportedError(
        "the rows stay on a server and need a window, such as .fixed(length: 100)")
      return Intent(task: Task { throw error })
    }
    return asked.withLock { asked in
      let former = asked.window
      if section == nil { asked.window = range }
      return add { [weak self] list in
        do {
          return WindowOutcome(
            try await list.setRange(range, section: section, revises: false, ifRevision: nil))
        } catch {
          self?.asked.withLock { asked in
            if section == nil && asked.window == range { asked.window = former }
          }
          throw error
        }
      }
    }
  }

  /// The shown sections and their windows, with their current ranges.
  ///
  ///     let range = try await picker.windows.sections[0].options
  ///     picker.window = range.map { $0.copy(length: $0.length + 50) }  // 50 more than are visible
  ///
  /// - Complexity: O(sections)
  public var windows: SectionsReport {
    get async throws { try await add { try await $0.sections(ifRevision: nil) }.value }
  }

  // MARK: Selection

  /// The selection, and its filters.
  public var selection: PickListSelection<Item> { PickListSelection(picker: self) }

  // MARK: Measuring

  /// Counts values and measures numbers among the matching items.
  ///
  /// Without a request, it counts the values of all facets and measures all numbers and dates.
  ///
  ///     let request = MeasureRequest(
  ///       facets: [shop.facetRequest(\.kind)], numbers: [shop.numberRequest(\.price)])
  ///     let measures = try await shop.measure(request)
  ///
  /// - Throws: `PickListError` for an attribute that does not exist or is not numeric.
  /// - Complexity: O(matching items · attributes)
  public func measure(_ request: MeasureRequest? = nil) async throws -> Measures {
    try await add { [measuredByDefault] in
      try await $0.measure(request ?? measuredByDefault, ifRevision: nil)
    }.value
  }

  /// The default measurements: all facets, numbers and dates.
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
