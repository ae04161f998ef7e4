/// A list whose rows stay on a server: one query, one set of windows and one selection.
///
/// It keeps the counts of the sections, the visible rows if they are few, and the rows that were
/// ever selected; the server answers everything else. The selected rows are a list of their own,
/// with the same query: what a request for the selection needs is fetched into it first, so that
/// the same rules decide.
package struct RemoteEngine: Sendable {
  /// The number of changes so far, plus one.
  package internal(set) var revision = 1
  /// The number of all rows.
  package internal(set) var count = 0
  /// Which of `count` and `total` are estimates of the server.
  package internal(set) var estimates: CountEstimates = []
  /// The list of the rows that were ever selected, and the checked query.
  var held: ListEngine
  var shown = RemoteVisible()
  /// What is known of the rows at this revision.
  var pages = RemotePages()
  /// The selection of more rows than can be held; nil while they are held.
  var bulk: BulkSelection?
  /// That selection after it was undone as a whole.
  var undoneBulk: BulkSelection?
  /// The range of sections without their own range; nil shows everything.
  private var defaultRange: RangeOptions?
  private var sectionRanges: [BinaryString: RangeOptions?] = [:]
  var ranges = ConnectedRanges()

  /// Creates a list from an empty table with the attributes and the key, and reads its counts, or
  /// estimates if that suffices.
  ///
  /// - Throws: What `setQuery` throws.
  package init(
    _ blank: RowTable, query: ListQuery, estimating: Bool = false, from server: some RowServer
  ) throws {
    held = ListEngine(blank)
    try Self.check(query)
    _ = try held.setQuery(query)
    if estimating {
      try estimateCount(from: server)
    } else {
      count = try pages.count(RowCondition(), server)
    }
    try decidePlan(from: server)
    shown = try visible(estimating: estimating, from: server)
  }

  /// The attributes.
  package var schema: ListSchema { held.table.schema }
  /// The name of the id attribute.
  package var idAttribute: String? { held.table.idAttribute }
  /// The current query.
  package var query: ListQuery { held.query }
  /// The number of matching rows.
  package var total: Int { shown.total }
  /// The empty or partial table, for its attributes and its key.
  package var table: RowTable { held.table }

  /// The kinds of searches that a server can carry out; the first is the usual one.
  package static let matchKinds: [MatchKind] = [.auto, .words, .substring, .prefix]

  private static func check(_ query: ListQuery) throws(NotSupportedError) {
    if query.distinguishesLetters && query.isLiteral {
      throw NotSupportedError(
        "a server does not distinguish accents: search without literal, or fetch all")
    }
    if query.distinguishesLetters {
      throw NotSupportedError("a server does not distinguish case: ignore it, or fetch all")
    }
    if let key = query.sort.first(where: { $0.collation != .plain }) {
      throw NotSupportedError(
        "a server cannot sort by the collation \(key.collation.rawValue): use plain, or fetch all")
    }
    guard [.fuzzy, .typos].contains(query.match),
      !query.search.unicodeScalars.allSatisfy(\.isSpace)
    else { return }
    let what = query.match == .typos ? "find words with typos" : "rank scattered letters"
    throw NotSupportedError(
      "a server cannot \(what): use match auto, words, prefix or substring, or fetch all")
  }

  /// Decides what the values in the search mean, as far as rows have them; a server finds no typos.
  mutating func decidePlan(from server: some RowServer) throws {
    guard var plan = try SearchPlan(held.query, schema: schema), plan.isScored || plan.dependsOnRows
    else { return }
    var occurring: Set<Filter> = []
    for filter in plan.values
    where try pages.count(RowCondition(tests: [RowTest(filter, schema)]), server) > 0 {
      occurring.insert(filter)
    }
    plan = plan.resolved(occurring.contains) { _ in false }
    try held.setPlan(plan.rankedByKinds)
  }

  // MARK: Query and windows

  /// Changes the query; the windows are recomputed from their ranges.
  ///
  /// If `estimating`, the number of matching rows may be an estimate until `settle`.
  ///
  /// - Throws: What `ListEngine.setQuery` throws, `NotSupportedError`, and what the server throws.
  package mutating func setQuery(
    _ query: ListQuery, estimating: Bool = false, from server: some RowServer
  ) throws -> QueryOutcome<RowID> {
    try Self.check(query)
    var changed = self
    let before = held.revision
    _ = try changed.held.setQuery(query)
    if changed.held.revision == before {
      self = changed
      return queryOutcome(nil)
    }
    changed.ranges.reset(notIn: changed.query)
    try changed.decidePlan(from: server)
    changed.pages.forgetRows()
    changed.estimates.remove(.total)
    changed.shown = try changed.visible(estimating: estimating, from: server)
    changed.revision += 1
    let keepsOrder =
      query.sort == self.query.sort && order.ranked.isEmpty && changed.order.ranked.isEmpty
    let changes = shown.changes(to: changed.shown) { _, _ in keepsOrder }
    self = changed
    return queryOutcome(changes)
  }

  private func queryOutcome(_ changes: VisibleChanges<RowID>?) -> QueryOutcome<RowID> {
    QueryOutcome(
      revision: revision, total: total, count: count,
      sections: shown.sections.map { SectionCount(name: $0.name, count: $0.count) },
      pending: PendingChanges(changes), estimates: estimates)
  }

  /// Sets the range of one section, or the default range.
  ///
  /// - Throws: `NotSupportedError` for a flexible range without a feed, and what the server throws.
  package mutating func setRange(
    _ range: RangeOptions?, section: String?, revises: Bool, from server: some RowServer
  ) throws -> WindowOutcome<RowID> {
    if let range, range.isFlexible && !server.hasFeed {
      throw NotSupportedError(
        "flexible windows of rows that stay on the server need a feed of changes: open the list with a "
          + "journal, prepare the table on a server with wal_level = logical, use a fixed window, or "
          + "fetch all")
    }
    var changed = self
    if let section {
      changed.sectionRanges[BinaryString(section)] = .some(range?.requested)
    } else {
      changed.defaultRange = range?.requested
    }
    if !changed.showsFirstRows { try changed.countExactly(from: server) }
    for (index, shown) in changed.shown.sections.enumerated() {
      let name = BinaryString(shown.name)
      let isMeant = section.map { BinaryString($0) == name } ?? (sectionRanges[name] == nil)
      if !isMeant { continue }
      changed.shown.sections[index].window = changed.window(of: shown)
      changed.shown.sections[index].anchor = nil
    }
    let isMoved = shown.sections.map(\.window.range) != changed.shown.sections.map(\.window.range)
    if isMoved { changed.shown.rows = try changed.rows(of: changed.shown, from: server) }
    var visible = changed.shown
    try changed.keepAnchors(of: &visible, from: server)
    changed.shown = visible
    let isOther =
      revises || defaultRange != changed.defaultRange || sectionRanges != changed.sectionRanges
    if isOther || isMoved { changed.revision += 1 }
    let changes = isMoved ? shown.changes(to: changed.shown) { _, _ in true } : nil
    self = changed
    return WindowOutcome(
      revision: revision, sections: sections.sections, pending: PendingChanges(changes))
  }

  /// Makes all windows empty, those of later queries too.
  mutating func showNothing() { (defaultRange, sectionRanges) = (.fixed(length: 0), [:]) }

  func window(of section: RemoteVisible.Section) -> Window {
    Window(placing: range(ofSection: section.name), over: section.count)
  }

  /// The range of a section; nil shows everything.
  func range(ofSection name: String) -> RangeOptions? {
    sectionRanges[BinaryString(name)] ?? defaultRange
  }

  // MARK: What is visible

  /// The condition of the rows that match.
  var condition: RowCondition { condition(held.filters.parts()) }

  /// The condition of the rows that match some filters and the search.
  func condition(_ parts: [Filter]) -> RowCondition {
    let condition = RowCondition(tests: parts.map { RowTest($0, schema) })
    let clauses = clauses
    return clauses.isEmpty ? condition : condition.and(.search(clauses))
  }

  /// The clauses of the search.
  private var clauses: [[RowTerm]] {
    (held.plan?.clauses ?? []).map { clause in clause.map { RowTerm($0, schema) } }
  }

  /// The order of the rows.
  var order: RemoteOrder {
    RemoteOrder(
      ranked: held.plan?.isScored == true
        ? clauses.map { $0.filter(\.isRanked) }.filter { !$0.isEmpty } : [],
      keys: query.distinctSort.compactMap { key in
        schema.index(of: key.attribute).map {
          RowSortKey(column: $0, isDescending: key.order == .descending)
        }
      })
  }

  /// The column by whose values the rows are grouped; nil for none.
  var sectionColumn: Int? { query.sections.flatMap { schema.index(of: $0.attribute) } }

  /// Reads what is visible.
  ///
  /// Windows are placed, unless one is known for a section with as many rows.
  mutating func visible(
    _ windows: [BinaryString: RemoteVisible.Section] = [:], estimating: Bool = false,
    from server: some RowServer
  ) throws -> RemoteVisible {
    if estimating, let visible = try estimated(from: server) { return visible }
    var visible = RemoteVisible()
    if let rule = query.sections, let column = sectionColumn {
      let values = try server.values(
        of: column, condition, elements: false, words: [], limit: nil)
      visible.sections = RemoteVisible.sections(values, rule, schema.entries[column].type)
      pages.keep(visible.total, condition)
    } else {
      visible.sections = [
        RemoteVisible.Section(name: "", value: nil, count: try pages.count(condition, server))
      ]
    }
    for (index, section) in visible.sections.enumerated() {
      let known = windows[BinaryString(section.name)].flatMap {
        $0.count == section.count ? $0.window : nil
      }
      visible.sections[index].window = known ?? window(of: section)
    }
    visible.rows = try rows(of: visible, from: server)
    try keepAnchors(of: &visible, from: server)
    return visible
  }

  /// The maximum number of visible rows that are kept, and compared.
  static var maxVisible: Int { Sizes.compared }

  /// Reads the visible rows of each section; nil if they are too many to be kept.
  private mutating func rows(
    of visible: RemoteVisible, from server: some RowServer
  ) throws -> [[RemoteRow]]? {
    if visible.visibleCount > Self.maxVisible { return nil }
    let isWhole = visible.sections.allSatisfy { $0.window.range.count == $0.count }
    if isWhole, let column = sectionColumn {
      // All rows at once, each into its section.
      var places: [BinaryString: Int] = [:]
      for (index, section) in visible.sections.enumerated() {
        places[BinaryString(section.name)] = index
      }
      var rows = [[RemoteRow]](repeating: [], count: visible.sections.count)
      for row in try server.rows(condition, by: order, 0..<visible.visibleCount) {
        if let place = places[BinaryString(RemoteVisible.name(row.values[column]))] {
          rows[place].append(row)
        }
      }
      return rows
    }
    return try visible.sections.indices.map { index in
      let section = visible.sections[index]
      return try rows(section.window.range, in: index, section, from: server)
    }
  }

  /// Returns the rows at positions of a section.
  mutating func rows(
    _ range: Range<Int>, in index: Int, from server: some RowServer
  ) throws -> [RemoteRow] {
    try rows(range, in: index, shown.sections[index], from: server)
  }

  mutating func rows(
    _ range: Range<Int>, in index: Int, _ section: RemoteVisible.Section,
    from server: some RowServer
  ) throws -> [RemoteRow] {
    guard let condition = condition(of: section) else { return [] }
    let order = order
    // The last row is not where an estimate says.
    let count = estimates.contains(.total) ? .max : section.count
    return try pages.rows(range, in: index, of: count) { span in
      try server.rows(condition, by: order, span)
    }
  }

  /// The condition of the rows of a section; nil if it has none.
  func condition(of section: RemoteVisible.Section) -> RowCondition? {
    guard let column = sectionColumn else { return condition }
    return section.value.map { condition.and(.section(column, $0)) }
  }

  // MARK: Commits

  /// Returns the outcome of a transaction.
  package func outcome(
    _ changes: VisibleChanges<RowID>? = nil, _ inserted: [RowID] = [],
    _ selection: SelectionChange<RowID>? = nil
  ) -> ApplyOutcome<RowID> {
    ApplyOutcome(revision: revision, changes: changes, inserted: inserted, selection: selection)
  }
}
