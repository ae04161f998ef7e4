/// An ordered sequence of distinct rows that stores many rows as a set instead of an array.
struct RowSequence: Sendable {
  /// The storage of the rows.
  enum Rows: Sendable {
    /// The slots in order.
    case few([UInt32])
    /// The slots as a set, and an order that contains all of them.
    case many(RowSet, SharedOrder)
  }

  /// The rows.
  let rows: Rows
  /// The number of rows.
  let count: Int

  /// The empty sequence.
  static let none = RowSequence([])

  /// Whether the sequence is empty.
  var isEmpty: Bool { count == 0 }

  private init(rows: Rows, count: Int) {
    self.rows = rows
    self.count = count
  }

  /// Creates a sequence that stores the slots as an array.
  init(_ slots: [UInt32]) {
    self.init(rows: .few(slots), count: slots.count)
  }

  /// Creates a sequence of the members of a set in an order.
  ///
  /// From `setThreshold` rows on, the sequence stores the set, unless it has fewer members than the
  /// bitmap has words.
  ///
  /// - Complexity: O(universe / 64) if there are many rows
  init(_ set: RowSet, in order: SharedOrder, setThreshold: Int) {
    let count = set.count
    if count < setThreshold || count < set.words.count {
      self.init(count == 0 ? [] : order.members(of: set))
    } else {
      self.init(rows: .many(set, order), count: count)
    }
  }

  /// Creates a sequence of slots in order, stored as an array or as a set depending on their
  /// number.
  init(_ slots: [UInt32], universe: Int, setThreshold: Int) {
    if slots.count < setThreshold || slots.count < universe / 64 {
      self.init(slots)
    } else {
      self.init(RowSet(slots, universe: universe), in: .slots(slots), setThreshold: setThreshold)
    }
  }

  /// Returns the slots as a set.
  func set(universe: Int) -> RowSet {
    switch rows {
    case .few(let slots): RowSet(slots, universe: universe)
    case .many(let set, _): set
    }
  }

  /// Splits the rows into those that satisfy a predicate and the others.
  ///
  /// - Parameters:
  ///   - holds: The predicate for one row.
  ///   - passing: Returns all rows that satisfy the predicate; called only if the rows are stored
  ///     as a set.
  ///   - setThreshold: The number of rows from which a result is stored as a set.
  /// - Returns: Both parts in the order of this sequence.
  func partitioned(
    by holds: (UInt32) -> Bool, passing: () -> RowSet, setThreshold: Int
  ) -> (passing: RowSequence, failing: RowSequence) {
    switch rows {
    case .few(let slots):
      return (RowSequence(slots.filter(holds)), RowSequence(slots.filter { !holds($0) }))
    case .many(let set, let order):
      let all = passing()
      var (some, others) = (set, set)
      some.formIntersection(all)
      others.subtract(all)
      return (
        RowSequence(some, in: order, setThreshold: setThreshold),
        RowSequence(others, in: order, setThreshold: setThreshold)
      )
    }
  }

  /// Returns the first `limit` slots, or all if there are fewer.
  func prefix(_ limit: Int) -> [UInt32] {
    switch rows {
    case .few(let slots): return Array(slots.prefix(limit))
    case .many(let set, let order):
      if limit >= count { return order.members(of: set) }
      var slots: [UInt32] = []
      if limit == 0 { return slots }
      order.forEach(in: set) { _, slot in
        slots.append(slot)
        return slots.count < limit
      }
      return slots
    }
  }
}

/// An order of slots that shares storage with its origin.
enum SharedOrder: Sendable {
  /// The order of a listing.
  case listed(SlotTree)
  /// The order of an array; `UInt32.max` marks a position without a row.
  case slots([UInt32])
  /// Source order; each slot is its own position.
  case source(universe: Int)

  /// The number of positions.
  var count: Int {
    switch self {
    case .listed(let tree): tree.count
    case .slots(let slots): slots.count
    case .source(let universe): universe
    }
  }

  /// Returns the members of a set that the order contains, in order.
  ///
  /// - Complexity: O(positions)
  func members(of set: RowSet) -> [UInt32] {
    switch self {
    case .listed(let tree): tree.members(of: set)
    case .slots(let slots): slots.filter(set.contains)
    case .source: set.slots
    }
  }

  /// Calls `body` with the position and the slot of each member of a set that the order contains,
  /// until `body` returns false.
  ///
  /// - Complexity: O(positions up to the last one visited)
  func forEach(in set: RowSet, _ body: (_ position: Int, _ slot: UInt32) -> Bool) {
    switch self {
    case .listed(let tree):
      var position = 0
      for block in tree.blocks {
        for leaf in block.leaves {
          for slot in leaf {
            if set.contains(slot) && !body(position, slot) { return }
            position += 1
          }
        }
      }
    case .slots(let slots):
      for (position, slot) in slots.enumerated() {
        if set.contains(slot) && !body(position, slot) { return }
      }
    case .source(let universe):
      for (index, word) in set.words.enumerated() {
        var rest = word
        while rest != 0 {
          let slot = index << 6 + rest.trailingZeroBitCount
          if slot >= universe || !body(slot, UInt32(slot)) { return }
          rest &= rest - 1
        }
      }
    }
  }
}

extension RowSet {
  /// Creates a set of the given slots.
  init(_ slots: [UInt32], universe: Int) {
    self.init(universe: universe)
    for slot in slots { self[slot] = true }
  }

  /// Returns whether a slot is a member; false for a slot outside the universe.
  func contains(_ slot: UInt32) -> Bool { slot < universe && self[slot] }

  /// Returns the set over `universe` slots, which must not be fewer than now.
  func grown(to universe: Int) -> RowSet {
    if universe == self.universe { return self }
    var grown = self
    grown.grow(to: universe)
    return grown
  }
}
