import Synchronization

/// A listing whose first rows are in order, and that orders the others on demand.
///
/// While the user types a search, the rows beyond the first are seldom needed. The first access to
/// one of them orders all rows, once for all copies of the listing, with the same result as
/// ordering them at once.
final class UnfinishedListing: Sendable {
  /// The first rows, in order.
  let first: [UInt32]
  /// Whether the members are known before the listing is finished.
  let knowsMembers: Bool

  private enum State {
    /// The closure that creates the complete listing.
    case unfinished(@Sendable () -> Listing)
    case finished(Listing)
  }

  private let state: Mutex<State>

  /// Creates a listing from its first rows and a closure that creates the complete listing.
  init(first: [UInt32], knowsMembers: Bool, finish: @escaping @Sendable () -> Listing) {
    self.first = first
    self.knowsMembers = knowsMembers
    state = Mutex(.unfinished(finish))
  }

  /// The complete listing, created on first access.
  ///
  /// - Complexity: O(1) after the first access
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

  /// Checks that the complete listing begins with the first rows, if tests ask for it.
  private func checkBeginning(of listing: Listing) {
    #if SHORTLIST_CHECKS
      if !Invariants.areChecked { return }
      var beginning: [UInt32] = []
      listing.tree.forEach(0..<min(first.count, listing.tree.count)) { beginning.append($0) }
      precondition(beginning == first, "the first rows are \(first), not \(beginning)")
    #endif
  }

  /// The complete listing; nil if it has not been created yet.
  var finished: Listing? {
    state.withLock { if case .finished(let listing) = $0 { listing } else { nil } }
  }

  /// The approximate memory use in bytes, in addition to that of the members.
  var bytes: Int {
    state.withLock { state in
      if case .finished(let listing) = state { listing.bytes } else { first.count * 4 }
    }
  }
}

extension Listing {
  /// Creates an unfinished listing without sections.
  ///
  /// - Parameters:
  ///   - members: The slots of the listing.
  ///   - arrangement: The order of the listing.
  ///   - first: The first slots, in order.
  ///   - finish: Sorts the other slots and returns the finished listing.
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

  /// Creates a listing, without sections, of the slots at a range of positions of an order.
  ///
  /// - Complexity: O(`first`), the number of rows to read at once
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

  /// Puts all rows in order, if they are not yet.
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

  /// The approximate memory use in bytes.
  ///
  /// - Complexity: O(1); it is read at every keystroke
  var bytes: Int {
    self.set.words.count * 8 + tree.count * 4 + (arrangement.scores?.count ?? 0) * 4
      + (unfinished?.bytes ?? 0)
  }
}
