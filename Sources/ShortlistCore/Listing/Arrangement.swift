/// What decides the place of a row in a listing: its section, its points, the sort.
struct Arrangement: Sendable {
  /// The sections, nil for one that has all rows.
  var sectioning: Sectioning?
  /// Points of each slot, the greatest first, ahead of the order; nil if there are none.
  var scores: [UInt16]?
  /// The order.
  var order: RowOrder

  /// The code of the section of a row.
  func section(of slot: UInt32) -> UInt32 { sectioning?.codes[Int(slot)] ?? 0 }

  /// Whether one row is listed before another.
  func isBefore(_ a: UInt32, _ b: UInt32, in table: Table) -> Bool {
    if let sectioning {
      let (labelOfA, labelOfB) = (sectioning.label(of: a), sectioning.label(of: b))
      if labelOfA != labelOfB { return labelOfA < labelOfB }
    }
    if let scores, scores[Int(a)] != scores[Int(b)] { return scores[Int(a)] > scores[Int(b)] }
    return order.isBefore(a, b, in: table)
  }

  /// Whether rows are listed before one row, for a search of its place.
  func isBefore(_ slot: UInt32, in table: Table) -> (UInt32) -> Bool {
    let isBefore = order.isBefore(slot, in: table)
    if sectioning == nil && scores == nil { return isBefore }
    let label = sectioning?.label(of: slot) ?? 0
    let score = scores?[Int(slot)] ?? 0
    return { other in
      if let sectioning, sectioning.label(of: other) != label {
        return sectioning.label(of: other) < label
      }
      if let scores, scores[Int(other)] != score { return scores[Int(other)] > score }
      return isBefore(other)
    }
  }

  /// Takes the values of a row into account that were set, or those of the row in the next slot.
  mutating func assign(_ slot: UInt32, score: UInt16?, in table: Table) {
    sectioning?.assign(slot, in: table)
    guard let score else { return }
    if Int(slot) == scores?.count { scores?.append(score) } else { scores?[Int(slot)] = score }
  }
}
