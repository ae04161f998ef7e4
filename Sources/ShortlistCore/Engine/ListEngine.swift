/// A list: a table with one query, one set of windows and one selection.
///
/// The engine is a value type. It works synchronously on the caller's thread and its workers. Each
/// change increments the revision and returns the changes of the visible rows.
package struct ListEngine: Sendable {
  /// The table of rows.
  package internal(set) var table: RowTable
  /// The number of changes so far, plus one.
  package internal(set) var revision = 1
  /// The current query.
  package internal(set) var query = ListQuery()
  let workers: Workers
  var filters = QueryFilters()
  var plan: SearchPlan?
  /// The plan before it was decided what depends on the rows; nil if nothing does.
  var undecidedPlan: SearchPlan?
  var listing: Listing
  /// The windows of the shown sections that have a range, by section code.
  var windows: [UInt32: Window] = [:]
  /// The range of sections without their own range; nil shows everything.
  private(set) var defaultRange: RangeOptions?
  /// The ranges of sections by name, including sections that do not exist now.
  private(set) var sectionRanges: [BinaryString: RangeOptions?] = [:]
  var selection: Selection
  /// The rules of the selection.
  var rules: [InstalledRule] = []
  var selectionMode = SelectionMode.multiple
  /// The results of searches, filters and sorts so far.
  var results: ListResults
  var ranges = ConnectedRanges()
  /// The number of commits, since the query was set, after which the first rows were looked up.
  var lookUps = 0
  /// The last revision before all rows were read; up to it, row numbers serve as ids.
  private(set) var lastNumbered = -1

  /// Creates a list that shows all rows in source order.
  ///
  /// - Complexity: O(rows / 64); O(rows log rows) if the slots are not in source order
  package init(_ table: RowTable, workers: Workers = .serial) {
    self.init(table, sharing: nil, workers: workers)
  }

  private init(_ table: RowTable, sharing shared: SharedResults?, workers: Workers) {
    (self.table, self.workers) = (table, workers)
    results = ListResults(sharing: shared)
    listing = results[table.version].sourceListing(of: table)
    selection = Selection(universe: table.slots)
  }

  /// Creates a list with an initial query, at revision 1.
  ///
  /// - Throws: What `setQuery(_:isCancelled:)` throws.
  /// - Complexity: The same as for `setQuery(_:isCancelled:)`.
  package init(_ table: RowTable, query: ListQuery, workers: Workers = .serial) throws {
    try self.init(table, query: query, sharing: nil, workers: workers)
  }

  /// Creates a list with an initial query, at revision 1, that may share its results with others.
  init(
    _ table: RowTable, query: ListQuery, sharing shared: SharedResults?, workers: Workers
  ) throws {
    self.init(table, sharing: shared, workers: workers)
    _ = try setQuery(query)
    revision = 1
  }

  /// A copy for a trial: its rows can change, and it gives no results back.
  package var detached: ListEngine {
    var copy = self
    copy.results = ListResults(own: results[table.version])
    return copy
  }

  // MARK: Query

  /// Changes the query and recomputes every window from its range.
  ///
  /// - Parameters:
  ///   - query: The new query. Setting the current query again changes nothing.
  ///   - isCancelled: Polled for cancellation during a long search.
  /// - Returns: The counts of the new query, and the changes of the visible rows.
  /// - Throws: `InvalidRequestError` for an attribute that does not exist, `SearchError`,
  ///   `FilterError`, `CancellationError`. The list is then unchanged.
  /// - Complexity: O(rows) for a search or a filter, with a small constant factor; O(rows log
  ///   rows) once for each sort
  package mutating func setQuery(
    _ query: ListQuery, isCancelled: @Sendable () -> Bool = { false }
  ) throws -> QueryOutcome<RowID> {
    let filters = try query.checkedFilters(schema: table.schema)
    guard !query.isSame(as: self.query, schema: table.schema) else {
      self.query = query
      return outcome(PendingChanges())
    }
    let typed = try SearchPlan(query, schema: table.schema)
    let plan = try typed.map { try resolved($0, isCancelled: isCancelled) }
    let listing = try results[table.version].listing(
      query, filters, plan, first: leadingRows(of: query), table: table, workers: workers,
      isCancelled: isCancelled)
    // Rows keep their relative order unless the sort keys change or scores decide the order.
    let keepsOrder = query.sort == self.query.sort && !(plan?.isScored == true || isScored)
    let before = (visible: visible, revision: revision)
    self.query = query
    self.filters = filters
    self.plan = plan
    undecidedPlan = typed?.dependsOnRows == true ? typed : nil
    self.listing = listing
    lookUps = 0
    ranges.reset(notIn: query)
    selection.tally.forget()
    placeWindows()
    revision += 1
    return outcome(changes(from: before, keepsOrder: keepsOrder))
  }

  /// Whether search scores decide the order.
  var isScored: Bool { plan?.isScored == true }

  /// Returns the changes since an earlier state of the same table, to be computed.
  private func changes(
    from before: (visible: Visible, revision: Int), keepsOrder: Bool
  ) -> PendingChanges {
    PendingChanges(
      VisibleComparison(
        before: before.visible, previousRevision: before.revision, after: visible,
        revision: revision, keepsOrder: keepsOrder, table: table))
  }

  private func outcome(_ changes: PendingChanges) -> QueryOutcome<RowID> {
    QueryOutcome(
      revision: revision, total: listing.count, count: table.count,
      sections: listing.shown.slots.map {
        SectionCount(name: listing.name($0), count: listing.counts[Int($0)])
      }, pending: changes)
  }

  /// Replaces the table with one that has the same rows in the same slots, and possibly more rows
  /// after them.
  ///
  /// The selection stays. The query is reset, so the caller must set it again; cached text searches
  /// are kept for it. If the reading started over, the rows may differ, and the selection is
  /// cleared.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - isWhole: Whether it has all rows, identified by their own ids.
  /// - Complexity: O(rows), with a small constant factor
  package mutating func adopt(_ table: RowTable, isWhole: Bool = false) {
    if isWhole { lastNumbered = revision }
    let isSame = table.starts == self.table.starts
    let results =
      isSame ? results[self.table.version].adopted(from: self.table, by: table) : ResultCache()
    if !isSame { selection = Selection(universe: table.slots) }
    self.table = table
    query = ListQuery()
    filters = QueryFilters()
    (plan, undecidedPlan) = (nil, nil)
    self.results[table.version] = results
    listing = self.results[table.version].sourceListing(of: table)
    selection.grow(universe: table.slots)
    selection.tally.forget()
    placeWindows()
    revision += 1
  }

  // MARK: Windows

  /// Sets the range of one section, or, if `section` is nil, the default range of all present and
  /// future sections that have none of their own.
  ///
  /// A range of nil shows everything. The affected windows are recomputed from their ranges.
  ///
  /// - Parameters:
  ///   - range: The range.
  ///   - section: The name of the section.
  ///   - revises: Whether the revision grows even if the range is the same.
  /// - Returns: The sections, and the changes of the visible rows.
  /// - Complexity: O(sections)
  package mutating func setRange(
    _ range: RangeOptions?, section: String?, revises: Bool = false
  ) -> WindowOutcome<RowID> {
    let before = (visible: visible, revision: revision)
    let old = (defaultRange, sectionRanges)
    if let section {
      sectionRanges[BinaryString(section)] = .some(range?.requested)
      if let code = listing.section(named: section) { placeWindow(of: code) }
    } else {
      defaultRange = range?.requested
      for code in listing.shown.slots where sectionRanges[BinaryString(listing.name(code))] == nil {
        placeWindow(of: code)
      }
    }
    let isMoved = before.visible.windows.mapValues(\.range) != windows.mapValues(\.range)
    let isOther = revises || old.0 != defaultRange || old.1 != sectionRanges
    if isOther || isMoved { revision += 1 }
    return WindowOutcome(
      revision: revision, sections: sectionReports,
      pending: changes(from: before, keepsOrder: true))
  }

  /// Returns the number of leading rows, of each section if a query has sections, that are certain
  /// to be read; nil if other rows may be read.
  func leadingRows(of query: ListQuery) -> Int? {
    let own = query.sections == nil ? sectionRanges[BinaryString("")] : nil
    guard let range = own ?? defaultRange else { return 0 }
    if range.pin == .end { return nil }
    let length = max(range.requestedLength, min(range.minLength, range.maxLength))
    let (end, isTooFar) = range.offset.addingReportingOverflow(length)
    return isTooFar ? nil : end
  }

  /// Recomputes all windows from their ranges.
  mutating func placeWindows() {
    windows = [:]
    if defaultRange == nil && sectionRanges.isEmpty { return }
    for code in listing.shown.slots { placeWindow(of: code) }
  }

  /// Recomputes the window of a shown section from its range.
  mutating func placeWindow(of section: UInt32) {
    let range = sectionRanges.isEmpty ? nil : sectionRanges[BinaryString(listing.name(section))]
    windows[section] = (range ?? defaultRange).map {
      Window(placing: $0, over: listing.counts[Int(section)])
    }
  }

  /// Returns the window of a shown section.
  func window(of section: UInt32) -> Window {
    windows[section] ?? Window(placing: nil, over: listing.counts[Int(section)])
  }

  /// The visible rows.
  var visible: Visible { Visible(listing: listing, windows: windows) }
}
