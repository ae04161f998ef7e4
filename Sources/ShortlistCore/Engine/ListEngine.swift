/// A list: a table with one query, one set of windows and one selection.
///
/// The engine is a value and does all work at once, on the caller's thread and its workers. Each
/// change adds one to the revision and says what it did to the visible rows.
public struct ListEngine: Sendable {
  /// The rows.
  public internal(set) var table: RowTable
  /// The number of changes so far, plus one.
  public internal(set) var revision = 1
  /// What is shown.
  public internal(set) var query = ListQuery()
  let workers: Workers
  var filters = QueryFilters()
  var plan: SearchPlan?
  var listing: Listing
  /// Of each shown section that has a range the window, by the section's code.
  var windows: [UInt32: Window] = [:]
  /// The range of sections that have none of their own; nil shows everything.
  private(set) var defaultRange: RangeOptions?
  /// The ranges of sections by name, also of those that are not there now.
  private(set) var sectionRanges: [BinaryString: RangeOptions?] = [:]
  var selection: Selection
  /// What may be selected.
  var rules: [InstalledRule] = []
  var selectionMode = SelectionMode.multiple
  var results = ResultCache()
  /// The ranges that controls are connected to, in the order in which they were.
  var ranges: [ConnectedRange] = []
  /// How many ranges were ever connected.
  var rangesConnected = 0
  /// The revision at which the controls of all of them were told what they show.
  var rangesRevision = 0

  /// A list that shows all rows in source order.
  public init(_ table: RowTable, workers: Workers = .serial) {
    self.table = table
    self.workers = workers
    listing = results.sourceListing(of: table)
    selection = Selection(universe: table.slots)
  }

  /// A list that opens with a query, at revision 1.
  ///
  /// - Throws: What `setQuery(_:isCancelled:)` throws.
  public init(_ table: RowTable, query: ListQuery, workers: Workers = .serial) throws {
    self.init(table, workers: workers)
    _ = try setQuery(query)
    revision = 1
  }

  // MARK: Query

  /// Changes the query, and with it what is visible: every window is placed anew.
  ///
  /// - Parameters:
  ///   - query: The new query. The same query again changes nothing.
  ///   - isCancelled: Asked now and then during a long search.
  /// - Returns: What is shown now, and what changed.
  /// - Throws: `InvalidRequest` for an attribute that is not there, `FilterError`,
  ///   `CancellationError`. The list then stays as it was.
  /// - Complexity: O(rows) for a search or a filter, with small factors; O(rows log rows) once for
  ///   each sort
  public mutating func setQuery(
    _ query: ListQuery, isCancelled: @Sendable () -> Bool = { false }
  ) throws -> QueryOutcome {
    let filters = try query.checkedFilters(schema: table.schema)
    guard !query.isSame(as: self.query, schema: table.schema) else {
      self.query = query
      return outcome(nil)
    }
    let plan = SearchPlan(query, schema: table.schema)
    let listing = try results.listing(
      query, filters, plan, first: wantedRows, table: table, workers: workers,
      isCancelled: isCancelled)
    // A row keeps its place in the order unless the order is another: other sort keys, or points.
    let keepsOrder = query.sort == self.query.sort && !(isScored(query, plan) || isScored)
    let before = visible
    self.query = query
    self.filters = filters
    self.plan = plan
    self.listing = listing
    resetRangesTakenOut()
    selection.tally.forget()
    placeWindows()
    revision += 1
    return outcome(VisibleChanges(from: before, to: visible, table) { _ in keepsOrder })
  }

  /// Whether points decide the order.
  var isScored: Bool { isScored(query, plan) }

  private func isScored(_ query: ListQuery, _ plan: SearchPlan?) -> Bool {
    query.match == .fuzzy && plan != nil
  }

  private func outcome(_ changes: VisibleChanges?) -> QueryOutcome {
    QueryOutcome(
      revision: revision, total: listing.count, count: table.count,
      sections: listing.shown.slots.map {
        SectionCount(name: listing.name($0), count: listing.counts[Int($0)])
      }, changes: changes)
  }

  /// Takes over a table with the same rows in the same slots, and perhaps more after them.
  ///
  /// The selection stays. The query must be given anew; what was found in texts is kept for it. If the
  /// reading was begun anew, rows may be others: then nothing is selected any more.
  ///
  /// - Complexity: O(rows), with small factors
  public mutating func adopt(_ table: RowTable) {
    let isSame = table.starts == self.table.starts
    let results = isSame ? results.adopted(from: self.table, by: table) : ResultCache()
    if !isSame { selection = Selection(universe: table.slots) }
    self.table = table
    query = ListQuery()
    filters = QueryFilters()
    plan = nil
    self.results = results
    listing = self.results.sourceListing(of: table)
    selection.grow(universe: table.slots)
    selection.tally.forget()
    placeWindows()
    revision += 1
  }

  // MARK: Windows

  /// Sets the range of one section, or without a name the default for all sections that have none
  /// of their own, also those to come.
  ///
  /// Nil shows everything. The windows concerned are placed anew.
  public mutating func setRange(_ range: RangeOptions?, section: String?) -> WindowOutcome {
    let before = visible
    let old = (defaultRange, sectionRanges)
    if let section {
      sectionRanges[BinaryString(section)] = .some(range?.asked)
      if let code = listing.section(named: section) { placeWindow(of: code) }
    } else {
      defaultRange = range?.asked
      for code in listing.shown.slots where sectionRanges[BinaryString(listing.name(code))] == nil {
        placeWindow(of: code)
      }
    }
    let after = visible
    let isMoved = before.windows.mapValues(\.range) != after.windows.mapValues(\.range)
    if old.0 != defaultRange || old.1 != sectionRanges || isMoved { revision += 1 }
    return WindowOutcome(
      revision: revision, sections: sectionReports,
      changes: VisibleChanges(from: before, to: after, table) { _ in true })
  }

  /// How many rows at the beginning of a list without sections are surely read; nil if others are.
  var wantedRows: Int? {
    guard let range = sectionRanges[BinaryString("")] ?? defaultRange else { return 0 }
    if range.pin == .end { return nil }
    let length = max(range.wantedLength, min(range.minLength, range.maxLength))
    let (end, isTooFar) = range.offset.addingReportingOverflow(length)
    return isTooFar ? nil : end
  }

  /// Places all windows anew.
  mutating func placeWindows() {
    windows = [:]
    if defaultRange == nil && sectionRanges.isEmpty { return }
    for code in listing.shown.slots { placeWindow(of: code) }
  }

  /// Places the range of a shown section anew.
  mutating func placeWindow(of section: UInt32) {
    let range = sectionRanges.isEmpty ? nil : sectionRanges[BinaryString(listing.name(section))]
    windows[section] = (range ?? defaultRange).map {
      Window(placing: $0, over: listing.counts[Int(section)])
    }
  }

  /// The window of a shown section.
  func window(of section: UInt32) -> Window {
    windows[section] ?? Window(placing: nil, over: listing.counts[Int(section)])
  }

  /// What is visible.
  var visible: Visible { Visible(listing: listing, windows: windows) }
}
