import Synchronization

/// The results that lists of the same rows share: searches, filters, orders, sections and extremes.
///
/// A list borrows the cache for a request and gives it back with what it has added. Both take as
/// long as copying a few references; nothing is computed in between while others wait. Only an
/// order that one list is computing makes the others wait that need the same.
package final class SharedResults: Sendable {
  private struct State {
    var cache = ResultCache(room: SharedResults.room)
    /// The results before the last commit.
    ///
    /// Lists that have not followed the commit yet use them, and need not sort all rows again.
    var former: ResultCache?
    var version = TableVersion()
    /// The number of times that the cache was given back or changed.
    var changes = 0

    /// Returns the results to start from for a version of the same epoch.
    func cache(of version: TableVersion) -> ResultCache {
      if cache.log.count != version.logged, let former, former.log.count == version.logged {
        return former
      }
      return cache
    }
  }

  /// A borrowed cache: where it comes from, and its state then.
  struct Loan: Sendable {
    fileprivate let owner: SharedResults
    fileprivate let version: TableVersion
    let changes: Int

    /// Returns the order by these keys that another list is computing or has computed, or makes
    /// this one available to others.
    func share(_ order: Deferred<SlotTree>, _ keys: [SortKey]) -> Deferred<SlotTree> {
      owner.state.withLock { state in
        guard state.version == version else { return order }
        if let known = state.cache.deferredOrders[keys] { return known }
        state.cache.deferredOrders[keys] = order
        return order
      }
    }
  }

  /// How many times the results of one list the cache has room for; bytes limit it, too.
  private static let room = 8

  private let state = Mutex(State())
  /// The maximum number of bytes of all results.
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// The version of the table that the results belong to.
  var version: TableVersion { state.withLock(\.version) }

  /// The results as of now.
  var current: ResultCache { state.withLock(\.cache) }

  /// Returns the results for a version of the table; an empty cache if there are none.
  func borrow(_ version: TableVersion) -> ResultCache {
    let (known, loan) = state.withLock { state in
      (
        state.version.epoch == version.epoch ? state.cache(of: version) : nil,
        Loan(owner: self, version: version, changes: state.changes)
      )
    }
    guard var cache = known else { return ResultCache(room: Self.room) }
    if cache.log.count != version.logged { cache.goBack(to: version.logged) }
    cache.loan = loan
    return cache
  }

  /// Returns the results for a version of the table; nil if there is a later version.
  func borrow(current version: TableVersion) -> ResultCache? {
    state.withLock { state in
      guard state.version == version else { return nil }
      var cache = state.cache
      cache.loan = Loan(owner: self, version: version, changes: state.changes)
      return cache
    }
  }

  /// Brings the orders and sections up to a commit, so that not every list does.
  ///
  /// - Complexity: O(touched rows · log n) for each order; O(n) for each sectioning, and the first
  ///   time for each order
  func catchUp(with table: RowTable) {
    guard var cache = borrow(current: table.version) else { return }
    cache.catchUp(with: table)
    giveBack(cache)
  }

  /// Keeps what was added to a borrowed cache.
  func giveBack(_ cache: ResultCache) {
    guard let loan = cache.loan else { return }
    // What is discarded is freed after the lock is.
    _ = state.withLock { state -> ResultCache in
      let former = state.cache
      guard loan.version.epoch == state.version.epoch else { return former }
      if loan.version == state.version && loan.changes == state.changes {
        state.cache = cache
        state.cache.loan = nil
      } else {
        state.cache.merge(cache, isCurrent: loan.version == state.version)
      }
      state.changes += 1
      state.cache.settle(limit: limit)
      return former
    }
  }

  /// Records a commit, with the table after it.
  ///
  /// - Returns: The version of that table.
  func advance(_ rows: [RowTransition], to table: RowTable) -> TableVersion {
    change { state in
      state.cache.keepDeferredOrders()
      state.cache.forgetListings()
      state.former = state.cache
      state.cache.touch(rows, slots: table.slots)
      state.version.logged = state.cache.log.count
      // Too long a log discards everything.
      if !rows.isEmpty && state.cache.log.isEmpty { state.version.epoch += 1 }
    }
  }

  /// Discards all results, because the rows have other slots.
  ///
  /// - Parameter isCommit: Whether the rows are others, too.
  /// - Returns: The version of the table with these slots.
  func restart(isCommit: Bool) -> TableVersion {
    change { state in
      state.cache = ResultCache(room: Self.room)
      state.former = nil
      state.version.epoch += 1
      state.version.logged = 0
      if !isCommit { state.version.revision -= 1 }
    }
  }

  private func change(_ body: (inout State) -> Void) -> TableVersion {
    let (version, _) = state.withLock { state in
      // What is discarded is freed after the lock is.
      let discarded = (state.cache, state.former)
      state.version.revision += 1
      state.changes += 1
      body(&state)
      return (state.version, discarded)
    }
    return version
  }
}

extension ResultCache {
  /// Returns to an earlier length of the log: drops what includes later entries.
  fileprivate mutating func goBack(to logged: Int) {
    log.removeSubrange(logged...)
    searches.removeAll { $0.seen > logged }
    filtered.removeAll { $0.seen > logged }
    extremes.removeAll { $0.seen > logged }
    orders.removeAll { $0.seen > logged }
    sectionings.removeAll { $0.seen > logged }
    (listings, deferredOrders, ranks) = ([], [:], [:])
  }

  /// Adds what is new in another cache whose log is the same, or a beginning of this one.
  ///
  /// - Parameters:
  ///   - other: The other cache.
  ///   - isCurrent: Whether its log is the same.
  fileprivate mutating func merge(_ other: ResultCache, isCurrent: Bool) {
    searches.merge(other.searches, since: other.stamp, most: capacity(Sizes.searches))
    filtered.merge(other.filtered, since: other.stamp, most: capacity(Sizes.filters))
    extremes.merge(other.extremes, since: other.stamp, most: capacity(Sizes.extremes))
    orders.merge(other.orders, since: other.stamp, most: capacity(Sizes.others))
    sectionings.merge(other.sectionings, since: other.stamp, most: capacity(Sizes.others))
    if isCurrent {
      deferredOrders.merge(other.deferredOrders) { known, _ in known }
      ranks.merge(other.ranks) { known, _ in known }
      for kept in other.listings where kept.stamp >= other.stamp {
        keep(kept.listing, kept.key, first: kept.first)
      }
    } else {
      let made = other.deferredOrders.compactMap { keys, order in
        order.made.map {
          Kept(key: keys, result: $0, seen: other.log.count, stamp: other.stamp)
        }
      }
      orders.merge(made, since: other.stamp, most: capacity(Sizes.others))
    }
  }

  /// Discards the results that are made again most easily until the rest has at most `limit` bytes.
  fileprivate mutating func settle(limit: Int) {
    let deferred = deferredOrders.reduce(0) { bytes, deferred in
      let isKept = orders.contains { $0.key == deferred.key }
      return isKept ? bytes : bytes + (deferred.value.made?.bytes ?? 0)
    }
    let ranked = ranks.values.reduce(0) { $0 + $1.of.count * 4 }
    var bytes =
      searches.bytes { $0.words.count * 8 } + filtered.bytes { $0.words.count * 8 }
      + extremes.bytes { $0.chunks.count * 64 } + sectionings.bytes { $0.codes.count * 4 }
      + orders.bytes(\.bytes) + listings.reduce(0) { $0 + $1.listing.bytes } + ranked + deferred
    if bytes <= limit { return }
    while bytes > limit && !listings.isEmpty { bytes -= listings.removeFirst().listing.bytes }
    if bytes > limit {
      ranks = [:]
      bytes -= ranked
    }
    searches.drop(&bytes, limit) { $0.words.count * 8 }
    filtered.drop(&bytes, limit) { $0.words.count * 8 }
    extremes.drop(&bytes, limit) { $0.chunks.count * 64 }
    if bytes > limit { keepDeferredOrders() }
    sectionings.drop(&bytes, limit) { $0.codes.count * 4 }
    orders.drop(&bytes, limit, \.bytes)
  }
}

extension SlotTree {
  /// The approximate memory use in bytes.
  ///
  /// - Complexity: O(1)
  fileprivate var bytes: Int {
    5 * count + leafNames.count << (Self.chunkShift + 2)
  }
}

extension Array {
  /// Adds the results of another array that are not older than a stamp; of two with the same key,
  /// the one that has seen more stays.
  fileprivate mutating func merge<Key, Result>(_ others: Self, since stamp: Int, most: Int)
  where Element == ResultCache.Kept<Key, Result> {
    for other in others where other.stamp >= stamp {
      if let index = firstIndex(where: { $0.key == other.key }) {
        if self[index].seen < other.seen { self[index] = other }
      } else {
        append(other)
      }
    }
    if count > most { removeFirst(count - most) }
  }

  /// Returns the bytes of all results.
  fileprivate func bytes<Key, Result>(
    _ bytes: (Result) -> Int
  ) -> Int where Element == ResultCache.Kept<Key, Result> {
    reduce(0) { $0 + bytes($1.result) }
  }

  /// Discards results, the least recently used first, until there are at most `limit` bytes.
  fileprivate mutating func drop<Key, Result>(
    _ bytes: inout Int, _ limit: Int, _ size: (Result) -> Int
  ) where Element == ResultCache.Kept<Key, Result> {
    while bytes > limit && !isEmpty { bytes -= size(removeFirst().result) }
  }
}
