/// The rank of each row's value among all values of an attribute; equal values have equal ranks.
struct Ranks: Sendable {
  /// The rank of the value in each slot; `null` for a missing value.
  private(set) var of: [UInt32]
  /// The number of distinct values.
  private(set) var distinct: Int

  /// The rank of a missing value, which comes last in either direction.
  static let null = UInt32.max

  /// Ranks the values of a column in sort order.
  ///
  /// Compares texts by the collation, then folded, then exactly; numbers and dates by size; false
  /// before true; lists by their first element.
  ///
  /// - Complexity: O(n log n), or O(n) where values repeat
  init(_ column: Column, count: Int, _ collation: SortKey.Collation = .plain) {
    switch column {
    case .text(let column): self.init(texts: column, count: count, collation)
    case .integer(let column), .date(_, let column): self.init(numbers: column, count: count)
    case .number(let column): self.init(numbers: column, count: count)
    case .boolean(let column):
      let column = column.loaded
      self.init(
        of: (0..<UInt32(count)).map { slot in column[slot].map { $0 ? 1 : 0 } ?? Self.null },
        distinct: 2)
    case .list(let column):
      let column = column.loaded
      let ranks = Self.codeRanks(column.pool, collation)
      self.init(
        of: (0..<UInt32(count)).map { slot in
          column.codes(slot)?.first.map { ranks[Int($0)] } ?? Self.null
        }, distinct: column.pool.count)
    }
  }

  /// Ranks texts, which are equal only if they match exactly; ranks dates by their text.
  init(texts column: TextColumn, count: Int, _ collation: SortKey.Collation = .plain) {
    if column.isCoded {
      let ranks = Self.codeRanks(column.pool, collation)
      var of: [UInt32] = []
      of.reserveCapacity(count)
      for piece in column.pieces { of += piece.codes.map { ranks[Int($0)] } }
      self.init(of: of, distinct: column.pool.count)
      return
    }
    let column = column.loaded
    let slots = (0..<UInt32(count)).filter { !column.isNull($0) }
    var sort = TextSort(column)
    sort.collate(by: collation.collator, count: count) { collator, slot, body in
      _ = column.with(UInt32(slot), for: collator, body)
    }
    let sorted = sort.sorted(slots)
    self.init(count: count, sorted: sorted, areEqual: column.areSame)
  }

  private init<Number: FlatValue & Comparable>(numbers column: FlatColumn<Number>, count: Int) {
    let column = column.loaded
    var pairs: [(value: Number, slot: UInt32)] = []
    pairs.reserveCapacity(count)
    for slot in 0..<UInt32(count) {
      if let value = column[slot] { pairs.append((value, slot)) }
    }
    pairs.sort { $0.value < $1.value }
    var of = [UInt32](repeating: Self.null, count: count)
    var rank: UInt32 = 0
    for (index, pair) in pairs.enumerated() {
      if index > 0 && pairs[index - 1].value != pair.value { rank += 1 }
      of[Int(pair.slot)] = rank
    }
    self.init(of: of, distinct: pairs.isEmpty ? 0 : Int(rank) + 1)
  }

  private init(count: Int, sorted: [UInt32], areEqual: (UInt32, UInt32) -> Bool) {
    var of = [UInt32](repeating: Self.null, count: count)
    var rank: UInt32 = 0
    for (index, slot) in sorted.enumerated() {
      if index > 0 && !areEqual(sorted[index - 1], slot) { rank += 1 }
      of[Int(slot)] = rank
    }
    self.init(of: of, distinct: sorted.isEmpty ? 0 : Int(rank) + 1)
  }

  private init(of: [UInt32], distinct: Int) {
    self.of = of
    self.distinct = distinct
  }

  /// Returns the rank of each code of a pool, including the code for no text.
  private static func codeRanks(_ pool: TextPool, _ collation: SortKey.Collation) -> [UInt32] {
    var sort = TextSort(pool.block)
    sort.collate(by: collation.collator, count: pool.count) { collator, index, body in
      pool.block.texts(for: collator).with(index, body)
    }
    let sorted = sort.sorted(Array(0..<UInt32(pool.count)))
    var ranks = [UInt32](repeating: null, count: pool.count + 1)
    for (rank, index) in sorted.enumerated() { ranks[Int(index) + 1] = UInt32(rank) }
    return ranks
  }
}
