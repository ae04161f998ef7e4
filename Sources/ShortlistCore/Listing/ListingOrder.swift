/// The criteria that decide the place of a row in a listing: section, search score, sort.
struct ListingOrder: Sendable {
  /// The sections; nil if a single section holds all rows.
  var sectioning: Sectioning?
  /// The search score of each slot, by slot; nil if there are no scores.
  ///
  /// Greater scores come first. Scores take precedence over `order`.
  var scores: [UInt32]?
  /// The order of the sort.
  var order: RowOrder

  /// Returns the code of the section of a row.
  func section(of slot: UInt32) -> UInt32 { sectioning?.codes[Int(slot)] ?? 0 }

  /// Returns whether row `a` of a table with these columns is listed before row `b`.
  func isBefore(_ a: UInt32, _ b: UInt32, in columns: [Column]) -> Bool {
    if let sectioning {
      let (labelOfA, labelOfB) = (sectioning.label(of: a), sectioning.label(of: b))
      if labelOfA != labelOfB { return labelOfA < labelOfB }
    }
    if let scores, scores[Int(a)] != scores[Int(b)] { return scores[Int(a)] > scores[Int(b)] }
    return order.isBefore(a, b, in: columns)
  }

  /// Updates the section and score of a row after its values were set, or appends those of the row
  /// in a new slot; the slots before it that are new, too, may have come and gone.
  mutating func assign(_ slot: UInt32, score: UInt32?, in table: RowTable) {
    sectioning?.assign(slot, in: table)
    guard let score, var known = scores?.count else { return }
    if Int(slot) < known && scores?[Int(slot)] != score { scores?[Int(slot)] = score }
    while known <= Int(slot) {
      scores?.append(score)
      known += 1
    }
  }
}

/// The order of the rows of a table under an arrangement.
struct ArrangedRows: SlotOrder {
  /// The criteria that decide the places of the rows.
  let arrangement: ListingOrder
  /// The columns of the table.
  private let columns: [Column]

  /// Creates the order of the rows of a table.
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

/// The order of section codes.
struct SectionOrder: SlotOrder {
  /// Labels by code; they ascend with the order of the sections.
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
