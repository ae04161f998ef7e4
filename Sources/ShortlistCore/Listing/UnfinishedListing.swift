import Synchronization

/// A listing of which only the first rows are in order yet.
///
/// Few look further than the first rows of a search that is being typed. The others are put in order
/// when somebody asks for one of them, once for all copies of the listing, and with the same outcome
/// as if they had been put in order at once.
final class UnfinishedListing: Sendable {
  /// The first rows in order.
  let first: [UInt32]
  /// Whether it is known before which rows are members.
  let knowsMembers: Bool

  private enum State {
    /// What makes the listing.
    case unfinished(@Sendable () -> Listing)
    case finished(Listing)
  }

  private let state: Mutex<State>

  /// A listing that begins with some rows, and that `finish` makes.
  init(first: [UInt32], knowsMembers: Bool, finish: @escaping @Sendable () -> Listing) {
    self.first = first
    self.knowsMembers = knowsMembers
    state = Mutex(.unfinished(finish))
  }

  /// The listing with all rows in order.
  ///
  /// - Complexity: O(1), after what making it costs
  var listing: Listing {
    state.withLock { state in
      switch state {
      case .finished(let listing): return listing
      case .unfinished(let finish):
        let listing = finish()
        checkBeginning(of: listing)
        state = .finished(listing)
        return listing
      }
    }
  }

  /// Checks, in debug builds, that the first rows are those that the finished listing begins with.
  private func checkBeginning(of listing: Listing) {
    #if SHORTLIST_CHECKS
      var beginning: [UInt32] = []
      listing.tree.forEach(0..<min(first.count, listing.tree.count)) { beginning.append($0) }
      precondition(beginning == first, "the first rows are \(first), not \(beginning)")
    #endif
  }

  /// The listing with all rows in order, if somebody has asked for it.
  var finished: Listing? {
    state.withLock { if case .finished(let listing) = $0 { listing } else { nil } }
  }

  /// About how much memory is held, in bytes, beside that of the members.
  var bytes: Int {
    state.withLock { state in
      if case .finished(let listing) = state { listing.bytes } else { first.count * 4 }
    }
  }
}

extension Listing {
  /// Lists the members of a set of which only the first are in order; there are no sections.
  init(
    _ members: RowSet, _ arrangement: ListingOrder, first: [UInt32],
    finish: @escaping @Sendable () -> Listing
  ) {
    tree = SlotTree()
    set = members
    self.arrangement = arrangement
    shown = SlotTree([0])
    counts = [members.count]
    unfinished = UnfinishedListing(first: first, knowsMembers: true, finish: finish)
  }

  /// Lists the slots at a range of positions of an order; there are no sections.
  ///
  /// - Complexity: O(`first`), where so many at the beginning are wanted
  init(
    _ range: Range<Int>, of sorted: SlotTree, _ arrangement: ListingOrder, first: Int, slots: Int
  ) {
    tree = SlotTree()
    set = RowSet(universe: 0)
    self.arrangement = arrangement
    shown = SlotTree([0])
    counts = [range.count]
    var beginning: [UInt32] = []
    sorted.forEach(range.prefix(first)) { beginning.append($0) }
    unfinished = UnfinishedListing(first: beginning, knowsMembers: false) {
      var listed: [UInt32] = []
      listed.reserveCapacity(range.count)
      sorted.forEach(range) { listed.append($0) }
      var listing = Listing(RowSet(universe: slots), arrangement)
      listing.set = RowSet(listed, universe: slots)
      listing.tree = SlotTree(listed)
      listing.counts = [listed.count]
      return listing
    }
  }

  /// Puts all rows in order.
  mutating func finish() {
    if let unfinished { self = unfinished.listing }
  }

  /// All rows in order.
  var order: SlotTree { unfinished?.listing.tree ?? tree }

  /// Calls `body` with the rows at a range of positions, in order.
  ///
  /// - Complexity: O(log n + length of the range)
  func forEach(_ range: Range<Int>, _ body: (UInt32) -> Void) {
    guard let unfinished else { return tree.forEach(range, body) }
    if range.upperBound > unfinished.first.count {
      unfinished.listing.tree.forEach(range, body)
    } else {
      unfinished.first[range].forEach(body)
    }
  }

  /// About how much memory is held, in bytes.
  ///
  /// - Complexity: O(1), as it is asked at every letter that is typed
  var bytes: Int {
    self.set.words.count * 8 + tree.count * 4 + (arrangement.scores?.count ?? 0) * 4
      + (unfinished?.bytes ?? 0)
  }
}
