/// Cached results for a table: searches, filters, orders, sectionings and extremes.
///
/// Commits are only logged. A result catches up with the log when it is requested again, and then
/// examines only the touched rows. When the log grows too long, the whole cache is discarded.
struct ResultCache: Sendable {
  /// A cached result, and the number of log entries that it includes.
  struct Kept<Key: Hashable & Sendable, Result: Sendable>: Sendable {
    let key: Key
    var result: Result
    var seen: Int
    /// When the result was made or updated: `ResultCache.stamp` then.
    var stamp: Int
  }

  /// The results of searches, the most recently used last; a narrower search starts from one of
  /// them.
  var searches: [Kept<SearchPlan, RowSet>] = []
  /// The results of single filters, the most recently used last.
  var filtered: [Kept<Filter, RowSet>] = []
  /// The listings of queries, the most recently used last; every change of a row discards them all.
  var listings: [KeptListing] = []
  var orders: [Kept<[SortKey], SlotTree>] = []
  /// The orders that are computed when a listing needs them; discarded when a row changes.
  var deferredOrders: [[SortKey]: Deferred<SlotTree>] = [:]
  var sectionings: [Kept<SectionRule, Sectioning>] = []
  /// The extremes of attributes among the rows that match a search and filters.
  var extremes: [Kept<ExtremesKey, Extremes>] = []
  /// The ranks by attribute; discarded when a row changes.
  var ranks: [RanksKey: Ranks] = [:]
  /// The slots that commits touched, in order.
  var log: [UInt32] = []
  /// How many times the usual number of results there is room for.
  var room = 1
  /// Where the cache was borrowed, if several lists share it.
  var loan: SharedResults.Loan?
  /// A number that is greater than the stamps of all results in a borrowed cache.
  var stamp: Int { (loan?.changes ?? 0) + 1 }

  /// Logs inserted, deleted and changed rows of a table with this number of slots.
  mutating func touch(_ rows: some Sequence<RowTransition>, slots: Int) {
    for row in rows {
      if let before = row.before { log.append(before) }
      if let after = row.after, after != row.before { log.append(after) }
    }
    if !ranks.isEmpty { ranks = [:] }
    forgetListings()
    if log.count > Self.maxLogged(of: slots) { self = ResultCache(room: room) }
  }

  init(room: Int = 1) { self.room = room }

  /// Returns the capacity for what a list of its own has room for so many times, or bytes.
  func capacity(_ usual: Int) -> Int { usual * room }

  /// Returns the maximum length of the log for a table; a longer log discards the cache.
  static func maxLogged(of slots: Int) -> Int { max(Sizes.logged, slots / 8) }

  // MARK: Rows

  /// Returns the rows that match a search and all filters.
  ///
  /// - Throws: `CancellationError` if the search was cancelled.
  mutating func rows(
    _ plan: SearchPlan?, _ filters: [Filter], of table: RowTable, workers: Workers,
    isCancelled: @Sendable () -> Bool
  ) throws -> RowSet {
    var rows =
      try plan.map { try self.rows($0, of: table, workers: workers, isCancelled: isCancelled) }
      ?? table.rows
    for filter in filters {
      if isCancelled() { throw CancellationError() }
      rows.formIntersection(self.rows(filter, of: table, workers: workers))
    }
    return rows
  }

  private mutating func rows(
    _ plan: SearchPlan, of table: RowTable, workers: Workers, isCancelled: @Sendable () -> Bool
  ) throws -> RowSet {
    if let index = searches.firstIndex(where: { $0.key == plan }) {
      searches.append(searches.remove(at: index))
      return try caughtUp(searches.count - 1, table, workers, isCancelled)
    }
    let narrowed = searches.indices.filter { plan.isNarrower(than: searches[$0].key) }
      .map { ($0, searches[$0].result.count) }.min { $0.1 < $1.1 }
    let candidates = try narrowed.map { try caughtUp($0.0, table, workers, isCancelled) }
    var filtered: [Filter: RowSet] = [:]
    for filter in plan.filters {
      if isCancelled() { throw CancellationError() }
      filtered[filter] = self.rows(filter, of: table, workers: workers)
    }
    let rows =
      try plan.allowsTypos && plan.clauses.joined().count > 1
      ? combined(plan, of: table, workers: workers, isCancelled: isCancelled)
      : plan.rows(
        of: table, among: candidates, filtered: filtered, workers: workers,
        isCancelled: isCancelled)
    if searches.count == capacity(Sizes.searches) { searches.removeFirst() }
    searches.append(Kept(key: plan, result: rows, seen: log.count, stamp: stamp))
    return rows
  }

  /// Returns the rows that match a search with typos, from the kept results of its terms.
  ///
  /// The search without typos is known before, and so are its words as the user types.
  private mutating func combined(
    _ plan: SearchPlan, of table: RowTable, workers: Workers, isCancelled: @Sendable () -> Bool
  ) throws -> RowSet {
    var rows = table.rows
    for clause in plan.clauses {
      let typed = SearchPlan(clauses: [clause.filter { !$0.allowsTypos }], ranking: plan.ranking)
      var found = try self.rows(typed, of: table, workers: workers, isCancelled: isCancelled)
      for term in clause where term.allowsTypos {
        let typos = SearchPlan(clauses: [[term]], ranking: plan.ranking)
        found.formUnion(
          try self.rows(typos, of: table, workers: workers, isCancelled: isCancelled))
      }
      rows.formIntersection(found)
    }
    return rows
  }

  /// Returns the result of a search, updated with all later commits and all adopted rows.
  private mutating func caughtUp(
    _ index: Int, _ table: RowTable, _ workers: Workers, _ isCancelled: @Sendable () -> Bool
  ) throws -> RowSet {
    let plan = searches[index].key
    let known = searches[index].result.universe
    searches[index].result.grow(to: table.slots)
    // Adopted rows are not in the log; search them in one pass.
    if table.slots - known > log.count - searches[index].seen {
      var unknown = RowSet(all: table.slots)
      unknown.removeAll(below: known)
      unknown.formIntersection(table.rows)
      do {
        let found = try plan.rows(
          of: table, among: unknown, workers: workers, isCancelled: isCancelled)
        searches[index].result.formUnion(found)
      } catch {
        searches.remove(at: index)
        throw error
      }
    }
    for slot in log[searches[index].seen...] {
      searches[index].result[slot] = table.rows[slot] && plan.matches(slot, in: table)
    }
    if searches[index].seen < log.count { searches[index].stamp = stamp }
    searches[index].seen = log.count
    return searches[index].result
  }

  /// Returns the rows for which a filter holds.
  mutating func rows(_ filter: Filter, of table: RowTable, workers: Workers) -> RowSet {
    guard let index = filtered.firstIndex(where: { $0.key == filter }) else {
      let rows = filter.rows(of: table, workers: workers)
      if filtered.count == capacity(Sizes.filters) { filtered.removeFirst() }
      filtered.append(Kept(key: filter, result: rows, seen: log.count, stamp: stamp))
      return rows
    }
    var kept = filtered.remove(at: index)
    kept.result.grow(to: table.slots)
    for slot in log[kept.seen...] {
      kept.result[slot] = table.rows[slot] && filter.holds(for: slot, in: table)
    }
    if kept.seen < log.count { kept.stamp = stamp }
    kept.seen = log.count
    filtered.append(kept)
    return kept.result
  }

  /// Returns the results that stay valid for a table with the same rows in the same slots and
  /// possibly more rows after them: searches in attributes that are texts in both tables.
  ///
  /// - Parameters:
  ///   - old: The table of these results.
  ///   - table: The new table.
  /// - Returns: A cache for the new table.
  func adopted(from old: RowTable, by table: RowTable) -> ResultCache {
    var results = ResultCache()
    results.searches = searches.compactMap { kept in
      guard kept.seen == log.count, kept.result.universe == old.slots,
        let columns = kept.key.textColumns,
        columns.allSatisfy({ old.hasSameTexts($0, as: table) })
      else { return nil }
      return Kept(key: kept.key, result: kept.result, seen: 0, stamp: kept.stamp)
    }
    return results
  }

  // MARK: Extremes

  /// The cache key of extremes.
  struct ExtremesKey: Hashable, Sendable {
    let attribute: BinaryString
    let plan: SearchPlan?
    let filters: [Filter]
  }

  /// Returns the minimum and the maximum of a number or date among the rows that match a search and
  /// all filters; nil if there is none.
  ///
  /// - Complexity: O(rows touched since the last call); O(rows) the first time. If a row loses an
  ///   extreme value, O(rows / 64) plus a scan of its chunk
  mutating func range(
    of attribute: String, _ plan: SearchPlan?, _ filters: [Filter], in table: RowTable,
    workers: Workers
  ) throws -> ClosedRange<Quantity>? {
    let key = ExtremesKey(attribute: BinaryString(attribute), plan: plan, filters: filters)
    let column = table.column(attribute)
    guard let index = extremes.firstIndex(where: { $0.key == key }) else {
      let rows = try rows(plan, filters, of: table, workers: workers) { false }
      let made = Extremes(column.whole(table.slots), among: rows, workers: workers)
      if extremes.count == capacity(Sizes.extremes) { extremes.removeFirst() }
      extremes.append(Kept(key: key, result: made, seen: log.count, stamp: stamp))
      return made.range
    }
    var kept = extremes.remove(at: index)
    var stale: Set<Int> = []
    for slot in log[kept.seen...] {
      let isAmong =
        table.rows[slot] && plan?.matches(slot, in: table) != false
        && filters.allSatisfy { $0.holds(for: slot, in: table) }
      if kept.result.update(slot, isAmong ? column.quantity(slot) : nil) {
        stale.insert(Int(slot >> Chunk.shift))
      }
    }
    if !stale.isEmpty {
      let rows = try rows(plan, filters, of: table, workers: workers) { false }
      let column = column.whole(table.slots)
      for chunk in stale { kept.result.recount(chunk, of: column, among: rows) }
    }
    if kept.seen < log.count { kept.stamp = stamp }
    kept.seen = log.count
    extremes.append(kept)
    return kept.result.range
  }

  // MARK: Places

  /// Returns all rows in the order of sort keys, to be computed when it is needed.
  ///
  /// - Complexity: O(1), unless the order is known and has to catch up with commits
  mutating func deferredOrder(_ keys: [SortKey], of table: RowTable) -> Deferred<SlotTree> {
    if let kept = deferredOrders[keys] { return kept }
    let order: Deferred<SlotTree>
    if orders.contains(where: { $0.key == keys }) {
      let known = self.order(keys, of: table)
      order = Deferred { known }
    } else {
      var results = ResultCache()
      (results.orders, results.ranks, results.log) = (orders, ranks, log)
      order = Deferred { [results] in
        var results = results
        return results.order(keys, of: table)
      }
    }
    if deferredOrders.count == capacity(Sizes.others) { keepDeferredOrders() }
    let shared = loan?.share(order, keys) ?? order
    deferredOrders[keys] = shared
    return shared
  }

  /// Keeps the deferred orders that have been computed, and discards the others.
  ///
  /// Call it before the log grows.
  mutating func keepDeferredOrders() {
    if deferredOrders.isEmpty { return }
    for (keys, order) in deferredOrders {
      if let made = order.made { keep(made, keys) }
    }
    deferredOrders = [:]
  }

  private mutating func keep(_ order: SlotTree, _ keys: [SortKey]) {
    if orders.contains(where: { $0.key == keys }) { return }
    if orders.count == capacity(Sizes.others) { orders.removeFirst() }
    orders.append(Kept(key: keys, result: order, seen: log.count, stamp: stamp))
  }

  mutating func order(_ keys: [SortKey], of table: RowTable) -> SlotTree {
    guard let index = orders.firstIndex(where: { $0.key == keys }) else {
      let order =
        deferredOrders[keys]?.value
        ?? SlotTree(
          sorting: slotsInOrder(keys, of: table),
          by: keys.map { (ranks(of: $0, table), $0.order) })
      keep(order, keys)
      return order
    }
    if orders[index].seen < log.count && table.store != nil {
      // To catch up, each value of the order would have to be what it was, and readable.
      orders.remove(at: index)
      return self.order(keys, of: table)
    }
    if orders[index].seen < log.count {
      let order = ArrangedRows(ListingOrder(order: RowOrder(keys, table: table)), of: table)
      let touched = Set(log[orders[index].seen...])
      orders[index].result.index(order)
      for slot in touched where orders[index].result.contains(slot) {
        orders[index].result.remove(slot, order)
      }
      orders[index].result.insert(touched.filter { table.rows[$0] }, order)
      orders[index].seen = log.count
      orders[index].stamp = stamp
    }
    return orders[index].result
  }

  /// Returns all rows in source order, ready to be sorted by keys.
  private mutating func slotsInOrder(_ keys: [SortKey], of table: RowTable) -> [UInt32] {
    table.isInOrder || keys.isEmpty ? table.slotsInOrder : order([], of: table).slots
  }

  private mutating func ranks(of sort: SortKey, _ table: RowTable) -> Ranks {
    let key = RanksKey(name: BinaryString(sort.attribute), collation: sort.collation)
    if let ranks = ranks[key] { return ranks }
    let made = Ranks(table.wholeColumn(sort.attribute), count: table.slots, sort.collation)
    ranks[key] = made
    return made
  }

  mutating func sectioning(
    _ rule: SectionRule, of table: RowTable, isCancelled: @Sendable () -> Bool
  ) throws -> Sectioning {
    guard let index = sectionings.firstIndex(where: { $0.key == rule }) else {
      let sectioning = try Sectioning(rule, table: table, isCancelled: isCancelled)
      if sectionings.count == capacity(Sizes.others) { sectionings.removeFirst() }
      sectionings.append(Kept(key: rule, result: sectioning, seen: log.count, stamp: stamp))
      return sectioning
    }
    // New slots first appear in the log in ascending order, as `assign` requires.
    for slot in log[sectionings[index].seen...] {
      sectionings[index].result.assign(slot, in: table)
    }
    if sectionings[index].seen < log.count { sectionings[index].stamp = stamp }
    sectionings[index].seen = log.count
    return sectionings[index].result
  }
}

extension ResultCache {
  /// Brings the orders and sections up to the log.
  mutating func catchUp(with table: RowTable) {
    for keys in orders.map(\.key) { _ = order(keys, of: table) }
    for rule in sectionings.map(\.key) {
      _ = try? sectioning(rule, of: table, isCancelled: { false })
    }
  }
}

/// What the ranks of values depend on.
struct RanksKey: Hashable, Sendable {
  let name: BinaryString
  let collation: SortKey.Collation
}

extension RowTable {
  /// Returns whether a column has the same texts in another table that has the rows of this table
  /// in the same slots.
  fileprivate func hasSameTexts(_ column: Int, as table: RowTable) -> Bool {
    guard column < table.columns.count, schema.entries[column] == table.schema.entries[column],
      case .text(let texts) = columns[column], case .text = table.columns[column]
    else { return false }
    // Searches skip numbers that may still turn out to be texts.
    return texts.pieces.allSatisfy { $0.kind == .coded || $0.kind == .direct }
  }
}
