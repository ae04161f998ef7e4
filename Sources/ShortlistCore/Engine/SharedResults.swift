import Synchronization

/// The results that lists of the same rows share: searches, filters, orders, sections and extremes.
///
/// A list borrows the cache for a request and gives it back with what it has added. Both take as
/// long as copying a few references; nothing is computed in between while others wait. Only an
/// order that one list is computing makes the others wait that need the same.
package final class SharedResults: Sendable {
  private struct State {
    var cache = ResultCache(room: SharedResults.room)
    var version = TableVersion()
    /// The number of times that the cache was given back or changed.
    var changes = 0
  }

  /// A borrowed cache: where it comes from, and its state then.
  struct Loan: Sendable {
    fileprivate let owner: SharedResults
    fileprivate let version: TableVersion
    fileprivate let changes: Int

    /// Returns the order by these keys that another list is computing or has computed, or makes this
    /// one available to others.
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
        state.version.epoch == version.epoch ? state.cache : nil,
        Loan(owner: self, version: version, changes: state.changes)
      )
    }
    guard var cache = known else { return ResultCache(room: Self.room) }
    if cache.log.count != version.logged { cache.goBack(to: version.logged) }
    cache.loan = loan
    return cache
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
      state.cache.touch(rows, of: table)
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
      state.version.epoch += 1
      state.version.logged = 0
      if !isCommit { state.version.revision -= 1 }
    }
  }

  private func change(_ body: (inout State) -> Void) -> TableVersion {
    let (version, _) = state.withLock { state in
      let former = state.cache
      state.version.revision += 1
      state.changes += 1
      body(&state)
      return (state.version, former)
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
    searches.merge(other.searches, most: Sizes.searches * room)
    filtered.merge(other.filtered, most: Sizes.filters * room)
    extremes.merge(other.extremes, most: Sizes.extremes * room)
    orders.merge(other.orders, most: Sizes.others * room)
    sectionings.merge(other.sectionings, most: Sizes.others * room)
    if isCurrent {
      deferredOrders.merge(other.deferredOrders) { known, _ in known }
      ranks.merge(other.ranks) { known, _ in known }
      for kept in other.listings where kept.isNew { keep(kept.result, kept.key) }
    } else {
      let made = other.deferredOrders.compactMap { keys, order in
        order.made.map { Kept(key: keys, result: $0, seen: other.log.count) }
      }
      orders.merge(made, most: Sizes.others * room)
    }
  }

  /// Marks all results as known, and discards those that are made again most easily until the rest
  /// has at most `limit` bytes.
  fileprivate mutating func settle(limit: Int) {
    var bytes =
      searches.settle(\.words.count, 8) + filtered.settle(\.words.count, 8)
      + extremes.settle(\.chunks.count, 64) + orders.settle(\.bytes, 1)
      + sectionings.settle(\.codes.count, 4) + listings.settle(\.bytes, 1)
      + ranks.values.reduce(0) { $0 + $1.of.count * 4 }
      + deferredOrders.reduce(0) { bytes, deferred in
        let isKept = orders.contains { $0.key == deferred.key }
        return isKept ? bytes : bytes + (deferred.value.made?.bytes ?? 0)
      }
    listings.drop(&bytes, limit, \.bytes, 1)
    if bytes > limit {
      bytes -= ranks.values.reduce(0) { $0 + $1.of.count * 4 }
      ranks = [:]
    }
    searches.drop(&bytes, limit, \.words.count, 8)
    filtered.drop(&bytes, limit, \.words.count, 8)
    extremes.drop(&bytes, limit, \.chunks.count, 64)
    if bytes > limit { keepDeferredOrders() }
    sectionings.drop(&bytes, limit, \.codes.count, 4)
    orders.drop(&bytes, limit, \.bytes, 1)
  }
}

extension SlotTree {
  /// The approximate memory use in bytes.
  ///
  /// - Complexity: O(1)
  fileprivate var bytes: Int {
    count * 5 + leafNames.count * (Self.chunkMask + 1) * MemoryLayout<UInt32>.size
  }
}

extension Array {
  /// Adds the new results of another array; of two with the same key, the one that has seen more
  /// stays.
  fileprivate mutating func merge<Key, Result>(_ others: Self, most: Int)
  where Element == ResultCache.Kept<Key, Result> {
    for other in others where other.isNew {
      if let index = firstIndex(where: { $0.key == other.key }) {
        if self[index].seen < other.seen { self[index] = other }
      } else {
        append(other)
      }
    }
    if count > most { removeFirst(count - most) }
  }

  /// Marks all results as known; returns their bytes, of which each unit of `size` has `width`.
  fileprivate mutating func settle<Key, Result>(
    _ size: (Result) -> Int, _ width: Int
  ) -> Int where Element == ResultCache.Kept<Key, Result> {
    var units = 0
    for index in indices {
      if self[index].isNew { self[index].isNew = false }
      units += size(self[index].result)
    }
    return units * width
  }

  /// Discards results, the least recently used first, until there are at most `limit` bytes.
  fileprivate mutating func drop<Key, Result>(
    _ bytes: inout Int, _ limit: Int, _ size: (Result) -> Int, _ width: Int
  ) where Element == ResultCache.Kept<Key, Result> {
    var count = 0
    while bytes > limit && count < self.count {
      bytes -= size(self[count].result) * width
      count += 1
    }
    if count > 0 { removeFirst(count) }
  }
}
