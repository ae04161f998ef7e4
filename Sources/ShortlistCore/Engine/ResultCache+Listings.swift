/// What decides what a list shows, besides its rows.
struct ListingKey: Hashable, Sendable {
  let plan: SearchPlan?
  let filters: [Filter]
  let sort: [SortKey]
  let sections: SectionRule?

  /// All rows in source order.
  static let source = Self(plan: nil, filters: [], sort: [], sections: nil)
}

extension ResultCache {
  /// As many bytes of listings are kept, and the last one however long it is.
  private static var mostListingBytes: Int { Sizes.listingBytes }
  /// Up to so many rows are put in order at once.
  private static var fewRows: Int { Sizes.fewRows }
  /// So many rows at the beginning are put in order at least.
  private static let leastFirst = 64
  /// If more are wanted, all are put in order.
  private static var mostFirst: Int { Sizes.firstRows }

  /// Lets go of what queries show.
  mutating func forgetListings() { listings = [] }

  /// The rows that a query shows, in order and in sections.
  ///
  /// Of a long list whose first rows are wanted, or nil for all, the first may be in order alone, and
  /// the others be put in order when they are asked for.
  ///
  /// - Throws: `CancellationError` if it was cancelled.
  mutating func listing(
    _ query: ListQuery, _ filters: QueryFilters, _ plan: SearchPlan?, first: Int?, table: RowTable,
    workers: Workers, isCancelled: @Sendable () -> Bool
  ) throws -> Listing {
    let key = ListingKey(
      plan: plan, filters: filters.parts(), sort: query.distinctSort, sections: query.sections)
    if let index = listings.firstIndex(where: { $0.key == key }) {
      listings.append(listings.remove(at: index))
      return listings[listings.count - 1].listing
    }
    if let listing = prefixListing(key, first: first, table: table) {
      keep(listing, key)
      return listing
    }
    if key == .source { return sourceListing(of: table) }
    let members = try rows(
      plan, key.filters, of: table, workers: workers, isCancelled: isCancelled)
    var arrangement = ListingOrder(order: RowOrder(key.sort, table: table))
    arrangement.sectioning = query.sections.map { sectioning($0, of: table) }
    let isInOrder = key.sort.isEmpty && table.isInOrder
    let sorted = isInOrder ? nil : order(key.sort, of: table)
    if isCancelled() { throw CancellationError() }
    let maker = ListingMaker(
      table: table, members: members, arrangement: arrangement, sorted: sorted,
      plan: plan?.match == .fuzzy ? plan : nil, workers: workers)
    let listing: Listing
    let count = members.count
    if let first, first <= Self.mostFirst, count > Self.fewRows, query.sections == nil,
      maker.plan != nil || count < table.count
    {
      listing = try maker.begin(max(first, Self.leastFirst), isCancelled)
    } else {
      listing = try maker.finish(isCancelled)
    }
    keep(listing, key)
    return listing
  }

  /// All rows of a table in source order.
  ///
  /// - Complexity: O(rows / 64), and what the order costs where it is not that of the slots
  mutating func sourceListing(of table: RowTable) -> Listing {
    if let kept = listings.first(where: { $0.key == .source }) { return kept.listing }
    let arrangement = ListingOrder(order: RowOrder([], table: table))
    let listing: Listing
    if table.isInOrder && table.count > Self.fewRows {
      let rows = table.rows
      listing = Listing(rows, arrangement, first: rows.first(Self.leastFirst)) {
        Listing(rows, arrangement)
      }
    } else {
      listing = Listing(
        table.rows, arrangement, sorted: table.isInOrder ? nil : order([], of: table))
    }
    keep(listing, .source)
    return listing
  }

  /// The rows that begin with a text, in the order of these texts: they are neighbours there.
  ///
  /// - Complexity: O(log n) comparisons of texts
  private mutating func prefixListing(_ key: ListingKey, first: Int?, table: RowTable) -> Listing? {
    guard let plan = key.plan, plan.match == .prefix, key.filters.isEmpty, key.sections == nil,
      let first, first <= Self.mostFirst, let sort = key.sort.first,
      plan.columns == [table.index(of: sort.attribute)],
      case .text(let texts) = table.column(sort.attribute)
    else { return nil }
    let sorted = order(key.sort, of: table)
    let range = texts.range(of: plan.needles[0].bytes, in: sorted, sort.order)
    return Listing(
      range, of: sorted, ListingOrder(order: RowOrder(key.sort, table: table)),
      first: max(first, Self.leastFirst), slots: table.slots)
  }

  private mutating func keep(_ listing: Listing, _ key: ListingKey) {
    listings.append((key, listing))
    var bytes = listings.reduce(0) { $0 + $1.listing.bytes }
    while bytes > Self.mostListingBytes && listings.count > 1 {
      bytes -= listings.removeFirst().listing.bytes
    }
  }
}

extension TextColumn {
  /// The positions, in an order by this column, of the texts that begin with some folded bytes.
  fileprivate func range(
    of prefix: [UInt8], in sorted: SlotTree, _ order: SortKey.Order
  ) -> Range<Int> {
    let head = TextHead(prefix.span)
    let headMask = ~(UInt128.max >> UInt128(8 * min(head.count, 16)))
    /// Below, at or above zero as a text is before, among or after them in ascending order; nil for none.
    ///
    /// Most texts differ in their first bytes, which are looked at without retaining anything.
    func compare(_ slot: UInt32) -> Int? {
      guard let text = foldedHead(slot) else { return nil }
      let start = text.start & headMask
      if start != head.start { return start < head.start ? -1 : 1 }
      if head.isWhole && text.count >= head.count { return 0 }
      return withFolded(slot) { text in
        let common = Swift.min(text.count, prefix.count)
        return Bytes.compare(text.extracting(first: common), prefix.span)
      }
    }
    let sign = order == .ascending ? 1 : -1
    let start = sorted.partitionPoint { compare($0).map { $0 * sign < 0 } ?? false }
    return start..<sorted.partitionPoint { compare($0).map { $0 * sign <= 0 } ?? false }
  }
}

/// Puts the rows of a query in order.
private struct ListingMaker: Sendable {
  let table: RowTable
  let members: RowSet
  let arrangement: ListingOrder
  /// All rows of the table in the order of the sort; nil for source order.
  let sorted: SlotTree?
  /// The search, if it decides the order.
  let plan: SearchPlan?
  let workers: Workers

  /// Puts the first rows in order, and the others when they are wanted.
  func begin(_ count: Int, _ isCancelled: @Sendable () -> Bool) throws -> Listing {
    let first: [UInt32]
    if let plan {
      let ranking = FuzzyRanking(plan, of: table, workers: workers, isCancelled: isCancelled)
      first = try ranking.best(
        count, among: members, order: arrangement.order, of: table, workers: workers,
        isCancelled: isCancelled)
    } else {
      first = sorted?.firstMembers(of: members, count) ?? members.first(count)
    }
    return Listing(members, arrangement, first: first) {
      guard let listing = try? finish({ false }) else {
        preconditionFailure("a listing that nobody cancels is finished")
      }
      return listing
    }
  }

  /// Puts all rows in order.
  func finish(_ isCancelled: @Sendable () -> Bool) throws -> Listing {
    var arrangement = arrangement
    if let plan {
      let ranking = FuzzyRanking(plan, of: table, workers: workers, isCancelled: isCancelled)
      let chunks = workers.map(table.chunks) { chunk in
        isCancelled() ? [] : ranking.merits(in: chunk, among: members, isCancelled: isCancelled)
      }
      if isCancelled() { throw CancellationError() }
      arrangement.scores = Array(chunks.joined())
    }
    return Listing(members, arrangement, sorted: sorted)
  }
}
