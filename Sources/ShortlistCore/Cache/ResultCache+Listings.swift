/// The cache key of a listing: everything but the rows that determines it.
struct ListingKey: Hashable, Sendable {
  let plan: SearchPlan?
  let filters: [Filter]
  let sort: [SortKey]
  let sections: SectionRule?

  /// All rows in source order.
  static let source = Self(plan: nil, filters: [], sort: [], sections: nil)
}

/// A cached listing; copies of the cache share it.
final class KeptListing: Sendable {
  let key: ListingKey
  let listing: Listing
  /// The number of leading rows, of each section, that are in order until it is finished.
  let first: Int
  /// When it was made: `ResultCache.stamp` then.
  let stamp: Int

  init(_ key: ListingKey, _ listing: Listing, first: Int, stamp: Int) {
    (self.key, self.listing, self.first, self.stamp) = (key, listing, first, stamp)
  }

  /// Whether it has as many leading rows in order; nil stands for no particular number.
  func begins(with first: Int?) -> Bool {
    (first ?? 0) <= self.first || listing.unfinished?.finished != nil
  }
}

extension ResultCache {
  /// The maximum number of bytes of cached listings; the last listing stays regardless of its size.
  private static var maxListingBytes: Int { Sizes.listingBytes }
  /// The maximum number of rows that are always sorted at once.
  private static var fewRows: Int { Sizes.fewRows }
  /// The minimum number of leading rows that are sorted first.
  private static let minFirst = 64
  /// The maximum number of leading rows that are sorted first; if more are wanted, all rows are
  /// sorted.
  private static var maxFirst: Int { Sizes.firstRows }

  /// Discards all cached listings.
  mutating func forgetListings() { listings = [] }

  /// Returns the rows that a query shows, in order and in sections.
  ///
  /// If `first` is not nil and the listing is long, only its first rows may be sorted at once; the
  /// others are sorted on demand.
  ///
  /// - Throws: `CancellationError` if the search was cancelled.
  mutating func listing(
    _ query: ListQuery, _ filters: QueryFilters, _ plan: SearchPlan?, first: Int?, table: RowTable,
    workers: Workers, isCancelled: @Sendable () -> Bool
  ) throws -> Listing {
    let key = ListingKey(
      plan: plan, filters: filters.parts(), sort: query.distinctSort, sections: query.sections)
    if let index = listings.firstIndex(where: { $0.key == key }),
      listings[index].begins(with: first)
    {
      listings.append(listings.remove(at: index))
      return listings[listings.count - 1].listing
    }
    let least = max(first ?? 0, query.sections == nil ? Self.minFirst : 0)
    if let listing = prefixListing(key, first: first, table: table) {
      keep(listing, key, first: least)
      return listing
    }
    if key == .source { return sourceListing(of: table) }
    let members = try rows(
      plan, key.filters, of: table, workers: workers, isCancelled: isCancelled)
    var arrangement = ListingOrder(order: RowOrder(key.sort, table: table))
    arrangement.sectioning = try query.sections.map {
      try sectioning($0, of: table, isCancelled: isCancelled)
    }
    let isInOrder = key.sort.isEmpty && table.isInOrder
    let sorted = isInOrder ? nil : deferredOrder(key.sort, of: table)
    if isCancelled() { throw CancellationError() }
    var maker = ListingMaker(
      table: table, members: members, arrangement: arrangement, sorted: sorted,
      plan: plan?.isScored == true ? plan : nil, workers: workers)
    if let plan, plan.allowsTypos {
      let sets = try plan.typoSteps.map { steps in
        try steps.map { try rows($0, [], of: table, workers: workers, isCancelled: isCancelled) }
      }
      maker.typos = TypoRanking(plan, sets, of: table)
    }
    let listing: Listing
    let count = members.count
    if let first, first <= Self.maxFirst, count > Self.fewRows,
      maker.plan != nil || count < table.count || query.sections != nil
    {
      listing = try maker.begin(first, least: Self.minFirst, isCancelled)
    } else {
      listing = try maker.finish(isCancelled)
    }
    keep(listing, key, first: least)
    return listing
  }

  /// Returns all rows of a table in source order.
  ///
  /// - Complexity: O(rows / 64), plus the cost of the order if the slots are not in source order
  mutating func sourceListing(of table: RowTable) -> Listing {
    if let kept = listings.first(where: { $0.key == .source }) { return kept.listing }
    let arrangement = ListingOrder(order: RowOrder([], table: table))
    let listing: Listing
    if table.isInOrder && table.count > Self.fewRows {
      let rows = table.rows
      listing = Listing(rows, arrangement, first: rows.first(Self.minFirst)) {
        Listing(rows, arrangement)
      }
    } else {
      listing = Listing(
        table.rows, arrangement, sorted: table.isInOrder ? nil : order([], of: table))
    }
    keep(listing, .source, first: Self.minFirst)
    return listing
  }

  /// Returns the listing of a prefix search sorted by the searched text, where all matches are
  /// adjacent; nil if the query is a different one or too many first rows are wanted.
  ///
  /// - Complexity: O(log n) comparisons of texts
  private mutating func prefixListing(_ key: ListingKey, first: Int?, table: RowTable) -> Listing? {
    guard key.filters.isEmpty, key.sections == nil, let first, first <= Self.maxFirst,
      let sort = key.sort.first, sort.collation == .plain,
      let (needle, column) = key.plan?.onlyPrefix,
      column == table.index(of: sort.attribute),
      case .text(let texts) = table.column(sort.attribute)
    else { return nil }
    let sorted = order(key.sort, of: table)
    let range = texts.range(of: needle.bytes, in: sorted, sort.order)
    return Listing(
      range, of: sorted, ListingOrder(order: RowOrder(key.sort, table: table)),
      first: max(first, Self.minFirst), slots: table.slots)
  }

  /// Returns the finished listing that is kept for a query; if there is none, keeps this one.
  mutating func kept(_ listing: Listing, _ key: ListingKey) -> Listing {
    let known = listings.first { $0.key == key && $0.listing.unfinished == nil }
    if let known { return known.listing }
    keep(listing, key, first: .max)
    return listing
  }

  /// Keeps a listing in place of one for the query that has fewer leading rows in order.
  mutating func keep(_ listing: Listing, _ key: ListingKey, first: Int) {
    if let index = listings.firstIndex(where: { $0.key == key }) {
      if listings[index].begins(with: listing.unfinished == nil ? .max : first) { return }
      listings.remove(at: index)
    }
    let first = listing.unfinished == nil ? Int.max : first
    listings.append(KeptListing(key, listing, first: first, stamp: stamp))
    if listings.count > Sizes.listings { listings.removeFirst() }
    var bytes = listings.reduce(0) { $0 + $1.listing.bytes }
    while bytes > capacity(Self.maxListingBytes) && listings.count > 1 {
      bytes -= listings.removeFirst().listing.bytes
    }
  }
}

extension TextColumn {
  /// Returns the positions of the texts that begin with `prefix` in an order by this column.
  fileprivate func range(
    of prefix: [UInt8], in sorted: SlotTree, _ order: SortKey.Order
  ) -> Range<Int> {
    let head = TextHead(prefix.span)
    let headMask = ~(UInt128.max >> UInt128(8 * min(head.count, 16)))
    /// Returns a negative number, 0 or a positive number if a text sorts before, among or after the
    /// matches in ascending order; nil if there is no text.
    ///
    /// Most texts differ in their first bytes, and comparing those retains no storage.
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
