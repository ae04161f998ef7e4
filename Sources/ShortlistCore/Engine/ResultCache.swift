/// What was worked out for a table and may be wanted again: results of searches, of the last
/// filter, orders, ranks of attributes, sectionings.
struct ResultCache: Sendable {
  private var searches = SearchMemory()
  private var filtered: (filter: Filter, rows: RowSet)?
  private var ranks: [ExactText: Ranks] = [:]
  private var orders: [[SortKey]: Order] = [:]
  private var sectionings: [SectionRule: Sectioning] = [:]
  /// The number of orders and of sectionings kept.
  private static let limit = 8

  /// The rows that a query shows, in order and in sections.
  ///
  /// - Throws: `CancellationError` if it was cancelled.
  mutating func listing(
    _ query: Query, _ filter: Filter?, _ plan: SearchPlan?, table: Table, workers: Workers,
    isCancelled: @Sendable () -> Bool
  ) throws -> Listing {
    var members =
      try plan.map {
        try searches.rows($0, of: table, workers: workers, isCancelled: isCancelled)
      } ?? RowSet(all: table.count)
    if let filter { members.formIntersection(rows(filter, of: table)) }
    var arrangement = Listing.Arrangement()
    if let plan, plan.match == .fuzzy {
      arrangement.scores = try plan.scores(
        of: table, among: members, workers: workers, isCancelled: isCancelled)
    }
    if !query.sort.isEmpty { arrangement.order = order(query.sort, of: table) }
    arrangement.sectioning = query.sections.map { sectioning($0, of: table) }
    if isCancelled() { throw CancellationError() }
    return Listing(members, arrangement)
  }

  private mutating func rows(_ filter: Filter, of table: Table) -> RowSet {
    if let filtered, filtered.filter == filter { return filtered.rows }
    let rows = filter.rows(of: table)
    filtered = (filter, rows)
    return rows
  }

  private mutating func order(_ keys: [SortKey], of table: Table) -> Order {
    if let order = orders[keys] { return order }
    let order = Order(
      count: table.count, by: keys.map { (ranks(of: $0.attribute, table), $0.order) })
    if orders.count == Self.limit { orders.removeAll() }
    orders[keys] = order
    return order
  }

  private mutating func ranks(of name: String, _ table: Table) -> Ranks {
    if let ranks = ranks[ExactText(name)] { return ranks }
    let made = Ranks(table.column(name), count: table.count)
    ranks[ExactText(name)] = made
    return made
  }

  private mutating func sectioning(_ rule: SectionRule, of table: Table) -> Sectioning {
    if let sectioning = sectionings[rule] { return sectioning }
    let sectioning = Sectioning(rule, table: table)
    if sectionings.count == Self.limit { sectionings.removeAll() }
    sectionings[rule] = sectioning
    return sectioning
  }
}
