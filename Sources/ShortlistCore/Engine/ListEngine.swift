/// A list: a table with one query, one set of windows and one selection.
///
/// The engine is a value and does all work at once, on the caller's thread and its workers. Each
/// change adds one to the revision and says what it did to the visible rows.
public struct ListEngine: Sendable {
  /// More visible rows than this, before or after a change of the query or of a window, are not
  /// reported one by one.
  static let mostReported = 10_000

  /// The rows.
  public private(set) var table: Table
  /// The number of changes so far, plus one.
  public internal(set) var revision = 1
  /// What is shown.
  public private(set) var query = Query()
  let workers: Workers
  private(set) var plan: SearchPlan?
  private(set) var listing: Listing
  /// Of each shown section the window.
  private(set) var windows: [Window] = []
  /// The range of sections that have none of their own; nil shows everything.
  private(set) var defaultRange: RangeOptions?
  /// The ranges of sections by name, also of those that are not there now.
  private(set) var ranges: [ExactText: RangeOptions?] = [:]
  var selection: Selection
  private var results: ResultCache

  /// A list that shows all rows in source order.
  public init(
    _ table: Table, limits: SelectionLimits = SelectionLimits(), workers: Workers = .serial
  ) {
    self.table = table
    self.workers = workers
    listing = Listing(RowSet(all: table.count), .init())
    selection = Selection(universe: table.count, limits: limits)
    results = ResultCache()
    placeWindows()
  }

  /// A list that opens with a query, at revision 1.
  ///
  /// - Throws: What `setQuery(_:isCancelled:)` throws.
  public init(
    _ table: Table, query: Query, limits: SelectionLimits = SelectionLimits(),
    workers: Workers = .serial
  ) throws {
    self.init(table, limits: limits, workers: workers)
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
    _ query: Query, isCancelled: @Sendable () -> Bool = { false }
  ) throws -> QueryOutcome {
    let filter = try query.check(schema: table.schema)
    guard !query.isSame(as: self.query, schema: table.schema) else {
      self.query = query
      return outcome(nil)
    }
    let plan = SearchPlan(query, schema: table.schema)
    let listing = try results.listing(
      query, filter, plan, table: table, workers: workers, isCancelled: isCancelled)
    // A row keeps its place in the order unless the order is another: other sort keys, or points.
    let keepsOrder = query.sort == self.query.sort && !(isScored(query, plan) || isScored)
    let before = visible
    self.query = query
    self.plan = plan
    self.listing = listing
    placeWindows()
    revision += 1
    return outcome(changes(from: before) { _ in keepsOrder })
  }

  private var isScored: Bool { isScored(query, plan) }

  private func isScored(_ query: Query, _ plan: SearchPlan?) -> Bool {
    query.match == .fuzzy && plan != nil
  }

  private func outcome(_ changes: VisibleChanges?) -> QueryOutcome {
    QueryOutcome(
      revision: revision, total: listing.count, count: table.count,
      sections: listing.sections.map { SectionCount(name: $0.name, count: $0.count) },
      changes: changes)
  }

  /// Takes over a table with the same rows in the same slots, and perhaps more after them.
  ///
  /// The selection stays. The query must be given anew.
  public mutating func adopt(_ table: Table) {
    self.table = table
    query = Query()
    plan = nil
    results = ResultCache()
    listing = Listing(RowSet(all: table.count), .init())
    selection.grow(universe: table.count)
    placeWindows()
    revision += 1
  }

  // MARK: Windows

  /// Sets the range of one section, or without a name the default for all sections that have none
  /// of their own.
  ///
  /// Nil shows everything.
  public mutating func setRange(_ range: RangeOptions?, section: String?) -> WindowOutcome {
    let before = visible
    let old = (defaultRange, ranges, windows)
    if let section {
      ranges[ExactText(section)] = .some(range)
    } else {
      defaultRange = range
    }
    placeWindows()
    if old.0 != defaultRange || old.1 != ranges || old.2 != windows { revision += 1 }
    return WindowOutcome(
      revision: revision, sections: sectionReports, changes: changes(from: before) { _ in true })
  }

  private mutating func placeWindows() {
    windows = listing.sections.map { section in
      Window(
        placing: ranges[ExactText(section.name)] ?? defaultRange, over: section.count)
    }
  }

  // MARK: Changes

  /// The shown sections with their visible rows.
  var visible: [VisibleSection] {
    zip(listing.sections, windows).map { section, window in
      let range = window.range
      return VisibleSection(
        name: section.name,
        slots: listing.slots[section.start + range.lowerBound..<section.start + range.upperBound])
    }
  }

  private func changes(
    from before: [VisibleSection], stays: (UInt32) -> Bool
  ) -> VisibleChanges? {
    let after = visible
    if before == after { return nil }
    let most = max(
      before.reduce(0) { $0 + $1.slots.count }, after.reduce(0) { $0 + $1.slots.count })
    if most > Self.mostReported { return .reset }
    return .changes(Changeset(from: before, to: after, stays: stays, id: table.id))
  }
}

extension VisibleSection {
  /// Whether two sections have the same name and show the same rows.
  static func == (a: Self, b: Self) -> Bool {
    ExactText(a.name) == ExactText(b.name) && a.slots == b.slots
  }
}
