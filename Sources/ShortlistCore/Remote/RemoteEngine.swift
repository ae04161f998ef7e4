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
  ) throws -> QueryOutcome {
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

  private func queryOutcome(_ changes: VisibleChanges?) -> QueryOutcome {
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
  ) throws -> WindowOutcome {
    if let range, range.isFlexible && !server.hasFeed {
      throw NotSupportedError(
        "flexible windows of rows that stay on the server need a feed of changes: open the list with a "
          + "journal, prepare the table on a server with wal_level = logical, use a fixed window, or "
          + "fetch all")
    }
    var changed = self
    if let section {
      changed.sectionRanges[BinaryString(section)] = .some(range?.asked)
    } else {
      changed.defaultRange = range?.asked
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
  static var mostVisible: Int { Sizes.compared }

  /// Reads the visible rows of each section; nil if they are too many to be kept.
  private mutating func rows(
    of visible: RemoteVisible, from server: some RowServer
  ) throws -> [[RemoteRow]]? {
    if visible.visibleCount > Self.mostVisible { return nil }
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
    _ changes: VisibleChanges? = nil, _ inserted: [RowID] = [], _ selection: SelectionChange? = nil
  ) -> ApplyOutcome {
    ApplyOutcome(revision: revision, changes: changes, inserted: inserted, selection: selection)
  }

  // MARK: Reading

  /// The shown sections and their windows.
  package var sections: SectionsReport {
    SectionsReport(
      revision: revision, total: total,
      sections: shown.sections.map { section in
        SectionReport(
          name: section.name, count: section.count, window: section.window.range,
          options: section.window.currentOptions(over: section.count))
      })
  }

  /// Returns the index of a section, or of the first one.
  private func section(named name: String?) -> Int? {
    guard let name else { return shown.sections.isEmpty ? nil : 0 }
    return shown.sections.firstIndex { BinaryString($0.name) == BinaryString(name) }
  }

  /// Returns visible rows of a section, from a position in its window on.
  mutating func visibleRows(
    _ section: Int, from first: Int, length: Int, _ server: some RowServer
  ) throws -> [RemoteRow] {
    if let rows = shown.rows { return Array(rows[section].dropFirst(first).prefix(length)) }
    let window = shown.sections[section].window.range
    return try rows(window.dropFirst(first).prefix(length), in: section, from: server)
  }

  /// Returns what `ListEngine.rows` returns.
  package mutating func rows(
    section: String?, from: Int, length: Int, attributes: [String]?, highlights: Bool,
    selected: Bool, server: some RowServer
  ) throws -> RowsReport {
    try countExactlyUnlessShown(from: server)
    let names = attributes ?? schema.entries.map(\.name)
    let columns = try names.map { name in
      guard let column = schema.index(of: name) else {
        throw InvalidRequestError("attributes: there is no attribute \(name)")
      }
      return column
    }
    let found = try self.section(named: section).map {
      try visibleRows($0, from: from, length: length, server)
    }
    let rows = (found ?? []).map { row in columns.map { row.values[$0] } }
    return RowsReport(
      revision: revision, attributes: names, rows: rows,
      highlights: highlights ? rows.map { held.highlights($0, columns) } : nil,
      isSelected: selected ? try areSelected(found ?? [], from: server) : nil)
  }

  /// Returns what `ListEngine.ids` returns.
  package mutating func ids(section: String?, server: some RowServer) throws -> IDsReport {
    try countExactlyUnlessShown(from: server)
    let places =
      section == nil
      ? Array(shown.sections.indices) : self.section(named: section).map { [$0] } ?? []
    let ids = try places.flatMap { place in
      try visibleRows(place, from: 0, length: .max, server).map(\.id)
    }
    return IDsReport(revision: revision, ids: ids)
  }

  /// Returns what `ListEngine.id(section:row:)` returns.
  package mutating func id(section: Int, row: Int, server: some RowServer) throws -> RowID? {
    try countExactlyUnlessShown(from: server)
    guard shown.sections.indices.contains(section), row >= 0 else { return nil }
    return try visibleRows(section, from: row, length: 1, server).first?.id
  }

  /// Returns what `ListEngine.locate` returns.
  package mutating func locate(
    _ ids: [RowID], server: some RowServer
  ) throws -> PositionsReport {
    let rest = ids.filter { [known = pages.places(of: ids)] in known[$0] == nil }
    if !rest.isEmpty {
      var parts: [Int: [RemoteRow]] = [:]
      for row in try server.rows(with: rest, condition, by: order) {
        let name = sectionColumn.map { RemoteVisible.name(row.values[$0]) } ?? ""
        if let section = section(named: name) { parts[section, default: []].append(row) }
      }
      for (section, rows) in parts {
        guard let condition = condition(of: shown.sections[section]) else { continue }
        for (id, index) in try server.positions(of: rows, condition, by: order) {
          pages.keep(id, at: index, in: section)
        }
      }
    }
    let found = pages.places(of: ids)
    return PositionsReport(
      revision: revision,
      positions: ids.map { id in
        guard let (section, index) = found[id] else { return nil }
        let window = shown.sections[section].window.range
        return RowPosition(
          section: section, row: window.contains(index) ? index - window.lowerBound : nil,
          index: index)
      })
  }

  // MARK: Ranges

  /// Connects a control that chooses a range of a number or date.
  package mutating func connect(
    _ control: RangeControl, range: (lower: Quantity, upper: Quantity)?, from server: some RowServer
  ) throws -> (handle: RangeHandle, outcome: RangeOutcome) {
    var changed = self
    let handle = try changed.ranges.connect(control, to: query, schema)
    let outcome = try changed.choose(range, with: handle, from: server)
    self = changed
    return (handle, outcome)
  }

  /// Chooses a range with a connected control; nil removes the range.
  package mutating func choose(
    _ range: (lower: Quantity, upper: Quantity)?, with handle: RangeHandle,
    from server: some RowServer
  ) throws -> RangeOutcome {
    var list = self
    let (changed, query) = try ranges.choosing(range, with: handle, in: query, schema) {
      try bounds(of: $0, from: server)
    }
    let outcome = try list.setQuery(query, from: server)
    let newBounds = try list.bounds(of: changed, from: server)
    let state = list.ranges.replace(with: changed, within: newBounds)
    self = list
    return RangeOutcome(outcome: outcome, state: state)
  }

  /// Returns the state that the control of a range shows now.
  package func rangeState(
    _ handle: RangeHandle, from server: some RowServer
  ) throws -> NumberRangeState<Quantity> {
    let range = try ranges[handle]
    return range.range.state(within: try bounds(of: range, from: server))
  }

  /// Disconnects a range and removes its filter.
  package mutating func disconnect(
    _ handle: RangeHandle, from server: some RowServer
  ) throws -> QueryOutcome {
    let outcome = try choose(nil, with: handle, from: server).outcome
    ranges.remove(handle)
    return outcome
  }

  /// Whether the states of ranges may differ from those last reported.
  package var hasRangeUpdates: Bool { ranges.hasUpdates(at: revision) }

  /// Returns the ranges whose state changed since it was last reported.
  package mutating func drainRangeUpdates(from server: some RowServer) throws -> [RangeUpdate] {
    var ranges = ranges
    let updates = try ranges.drainUpdates(at: revision) { try bounds(of: $0, from: server) }
    self.ranges = ranges
    return updates
  }

  private func bounds(
    of range: ConnectedRange, from server: some RowServer
  ) throws -> ClosedRange<Quantity>? {
    if let given = range.range.givenBounds { return given }
    guard let column = schema.index(of: range.attribute) else { return nil }
    let member = range.member
    let parts = held.filters.parts { $0 == member }
    let extent = try server.extent(of: column, condition(parts))
    return range.range.bounds(over: extent.range)
  }
}
