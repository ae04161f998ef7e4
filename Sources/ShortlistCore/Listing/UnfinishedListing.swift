/// A listing whose leading rows are in order, and that orders the others on demand.
///
/// While the user types a search, the rows beyond the first are seldom needed. The first access to
/// one of them orders all rows, once for all copies of the listing, with the same result as
/// ordering them at once.
///
/// With sections, the leading rows are those of the first sections, as far as they are visible:
///
/// ```
///  section      a         b                    c
///  position     0         4                    11
///               [· · · ·] [· · ·] … not yet …  [· · ·] … not yet …
///               heads[0]  heads[1]             heads[2]
/// ```
final class UnfinishedListing: Sendable {
  /// Rows in order from a position on.
  struct Head: Sendable {
    let start: Int
    let slots: [UInt32]
  }

  /// The rows that are in order, by ascending position.
  let heads: [Head]
  /// The number of rows.
  let count: Int
  /// The position of the first row of each section, by code; empty without sections.
  let starts: [Int]
  /// Whether the members are known before the listing is finished.
  let knowsMembers: Bool
  /// The number of rows that are in order.
  private let orderedCount: Int
  private let complete: Deferred<Listing>

  /// Creates a listing from its leading rows and a closure that creates the complete listing.
  init(
    _ heads: [Head], count: Int, starts: [Int] = [], knowsMembers: Bool,
    finish: @escaping @Sendable () -> Listing
  ) {
    (self.heads, self.count, self.starts) = (heads, count, starts)
    self.knowsMembers = knowsMembers
    orderedCount = heads.reduce(0) { $0 + $1.slots.count }
    complete = Deferred {
      let listing = finish()
      Self.check(heads, of: listing)
      return listing
    }
  }

  /// The complete listing, created on first access.
  ///
  /// - Complexity: O(1) after the first access
  var listing: Listing { complete.value }

  /// The complete listing; nil if it has not been created yet.
  var finished: Listing? { complete.made }

  /// Checks that the complete listing has the leading rows, if tests ask for it.
  private static func check(_ heads: [Head], of listing: Listing) {
    #if SHORTLIST_CHECKS
      if !Invariants.areChecked { return }
      for head in heads {
        var slots: [UInt32] = []
        listing.tree.forEach(head.start..<min(head.start + head.slots.count, listing.tree.count)) {
          slots.append($0)
        }
        precondition(
          slots == head.slots, "the rows from \(head.start) are \(head.slots), not \(slots)")
      }
    #endif
  }

  /// Returns the rows at a range of positions; nil if they are not in order yet.
  ///
  /// - Complexity: O(log heads)
  func slots(at range: Range<Int>) -> ArraySlice<UInt32>? {
    let index = heads.indices.partitionPoint { heads[$0].start <= range.lowerBound } - 1
    guard index >= 0 else { return nil }
    let (start, slots) = (heads[index].start, heads[index].slots)
    guard range.upperBound <= start + slots.count else { return nil }
    return slots[range.lowerBound - start..<range.upperBound - start]
  }

  /// Returns the position of a row; nil if it is not among those in order.
  ///
  /// - Complexity: O(rows in order)
  func position(of slot: UInt32) -> Int? {
    for head in heads {
      if let place = head.slots.firstIndex(of: slot) { return head.start + place }
    }
    return nil
  }

  /// The approximate memory use in bytes, in addition to that of the members.
  ///
  /// - Complexity: O(1)
  var bytes: Int { finished?.bytes ?? orderedCount * 4 }
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
    let count = members.count
    self.init(
      members, arrangement, shown: SlotTree([0]), counts: [count],
      UnfinishedListing(
        [.init(start: 0, slots: first)], count: count, knowsMembers: true, finish: finish))
  }

  /// Creates an unfinished listing.
  ///
  /// - Parameters:
  ///   - members: The slots of the listing.
  ///   - arrangement: The order of the listing.
  ///   - shown: The shown sections.
  ///   - counts: The number of rows of each section, by code.
  ///   - unfinished: The leading rows.
  init(
    _ members: RowSet, _ arrangement: ListingOrder, shown: SlotTree, counts: [Int],
    _ unfinished: UnfinishedListing
  ) {
    tree = SlotTree()
    set = members
    (self.arrangement, self.shown, self.counts) = (arrangement, shown, counts)
    self.unfinished = unfinished
  }

  /// Creates a listing, without sections, of the slots at a range of positions of an order.
  ///
  /// - Complexity: O(`first`), the number of rows to read at once
  init(
    _ range: Range<Int>, of sorted: SlotTree, _ arrangement: ListingOrder, first: Int, slots: Int
  ) {
    var beginning: [UInt32] = []
    sorted.forEach(range.prefix(first)) { beginning.append($0) }
    let head = UnfinishedListing.Head(start: 0, slots: beginning)
    let unfinished = UnfinishedListing([head], count: range.count, knowsMembers: false) {
      var listed: [UInt32] = []
      listed.reserveCapacity(range.count)
      sorted.forEach(range) { listed.append($0) }
      var listing = Listing(RowSet(universe: slots), arrangement)
      listing.set = RowSet(listed, universe: slots)
      listing.tree = SlotTree(listed)
      listing.counts = [listed.count]
      return listing
    }
    self.init(
      RowSet(universe: 0), arrangement, shown: SlotTree([0]), counts: [range.count], unfinished)
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
    if let slots = unfinished.slots(at: range) {
      slots.forEach(body)
    } else {
      unfinished.listing.tree.forEach(range, body)
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
