/// Rows in an order, each once, without being written down one by one where they are many.
struct RowSequence: Sendable {
  /// How the rows are kept.
  enum Rows: Sendable {
    /// The slots in order.
    case few([UInt32])
    /// The slots as a set, and an order that all of them are in.
    case many(RowSet, SharedOrder)
  }

  /// The rows.
  let rows: Rows
  /// The number of rows.
  let count: Int

  /// No rows.
  static let none = RowSequence([])

  /// Whether there are no rows.
  var isEmpty: Bool { count == 0 }

  private init(rows: Rows, count: Int) {
    self.rows = rows
    self.count = count
  }

  /// A few rows in order.
  init(_ slots: [UInt32]) {
    self.init(rows: .few(slots), count: slots.count)
  }

  /// The members of a set, in an order.
  ///
  /// So many rows as `leastMany` are not written down one by one, unless they are less than one for
  /// each word of a bitmap.
  ///
  /// - Complexity: O(universe / 64) if they are many
  init(_ set: RowSet, in order: SharedOrder, leastMany: Int) {
    let count = set.count
    if count < leastMany || count < set.words.count {
      self.init(count == 0 ? [] : order.members(of: set))
    } else {
      self.init(rows: .many(set, order), count: count)
    }
  }

  /// Some rows in order, perhaps many.
  init(_ slots: [UInt32], universe: Int, leastMany: Int) {
    if slots.count < leastMany || slots.count < universe / 64 {
      self.init(slots)
    } else {
      self.init(RowSet(slots, universe: universe), in: .slots(slots), leastMany: leastMany)
    }
  }

  /// The slots as a set.
  func set(universe: Int) -> RowSet {
    switch rows {
    case .few(let slots): RowSet(slots, universe: universe)
    case .many(let set, _): set
    }
  }

  /// The rows for which a test holds, and the others.
  ///
  /// - Parameters:
  ///   - holds: the test of one row.
  ///   - passing: the rows of the table for which it holds, asked for if they are many.
  ///   - leastMany: so many rows are not written down one by one.
  /// - Returns: Both in the order of these.
  func partitioned(
    by holds: (UInt32) -> Bool, passing: () -> RowSet, leastMany: Int
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
        RowSequence(some, in: order, leastMany: leastMany),
        RowSequence(others, in: order, leastMany: leastMany)
      )
    }
  }

  /// The first slots, no more than `limit`.
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

/// An order of slots that is shared with whoever made it.
enum SharedOrder: Sendable {
  /// That of a listing.
  case listed(SlotTree)
  /// That of a list; a slot past all others stands for none.
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

  /// The members of a set that are in the order, in order.
  ///
  /// - Complexity: O(positions)
  func members(of set: RowSet) -> [UInt32] {
    switch self {
    case .listed(let tree): tree.members(of: set)
    case .slots(let slots): slots.filter(set.contains)
    case .source: set.slots
    }
  }

  /// Calls `body` with the position of each member of a set that is in the order, and the member,
  /// as long as it wants more.
  ///
  /// - Complexity: O(positions up to the last one wanted)
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
  /// The set of some slots.
  init(_ slots: [UInt32], universe: Int) {
    self.init(universe: universe)
    for slot in slots { self[slot] = true }
  }

  /// Whether a slot, which may be past the universe, is a member.
  func contains(_ slot: UInt32) -> Bool { slot < universe && self[slot] }

  /// The same set over as many slots, or more.
  func grown(to universe: Int) -> RowSet {
    if universe == self.universe { return self }
    var grown = self
    grown.grow(to: universe)
    return grown
  }
}
