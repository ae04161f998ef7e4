/// What decides the place of a row in a listing: its section, its points, the sort.
struct ListingOrder: Sendable {
  /// The sections, nil for one that has all rows.
  var sectioning: Sectioning?
  /// The merit of each slot in a search, the greatest first, ahead of the order; nil if there are none.
  var scores: [UInt32]?
  /// The order.
  var order: RowOrder

  /// The code of the section of a row.
  func section(of slot: UInt32) -> UInt32 { sectioning?.codes[Int(slot)] ?? 0 }

  /// Whether one row of a table with these columns is listed before another.
  func isBefore(_ a: UInt32, _ b: UInt32, in columns: [Column]) -> Bool {
    if let sectioning {
      let (labelOfA, labelOfB) = (sectioning.label(of: a), sectioning.label(of: b))
      if labelOfA != labelOfB { return labelOfA < labelOfB }
    }
    if let scores, scores[Int(a)] != scores[Int(b)] { return scores[Int(a)] > scores[Int(b)] }
    return order.isBefore(a, b, in: columns)
  }

  /// Takes the values of a row into account that were set, or those of the row in the next slot.
  mutating func assign(_ slot: UInt32, score: UInt32?, in table: RowTable) {
    sectioning?.assign(slot, in: table)
    guard let score else { return }
    if Int(slot) == scores?.count { scores?.append(score) } else { scores?[Int(slot)] = score }
  }
}

/// The rows of a table in an arrangement.
struct ArrangedRows: SlotOrder {
  /// What decides their places.
  let arrangement: ListingOrder
  /// The columns of the table.
  private let columns: [Column]

  /// The rows of a table.
  init(_ arrangement: ListingOrder, of table: RowTable) {
    self.arrangement = arrangement
    columns = table.columns
  }

  func findKeys(of slots: [UInt32], _ keys: inout [SlotKey]) {
    keys.removeAll(keepingCapacity: true)
    for _ in slots { keys.append(SlotKey()) }
    if let sectioning = arrangement.sectioning {
      for (index, slot) in slots.enumerated() {
        keys[index].append(sectioning.label(of: slot), width: 64)
      }
    }
    if let scores = arrangement.scores {
      for (index, slot) in slots.enumerated() {
        keys[index].append(UInt64(UInt32.max - scores[Int(slot)]), width: 32)
      }
    }
    arrangement.order.append(slots, in: columns, to: &keys)
  }

  func isBefore(_ a: UInt32, _ b: UInt32) -> Bool { arrangement.isBefore(a, b, in: columns) }
}

/// The codes of sections in the order of the sections.
struct SectionOrder: SlotOrder {
  /// By code a number that ascends with the order.
  let labels: [UInt64]

  func findKeys(of codes: [UInt32], _ keys: inout [SlotKey]) {
    keys.removeAll(keepingCapacity: true)
    for code in codes {
      var key = SlotKey()
      key.append(labels[Int(code)], width: 64)
      keys.append(key)
    }
  }

  func isBefore(_ a: UInt32, _ b: UInt32) -> Bool { labels[Int(a)] < labels[Int(b)] }
}
