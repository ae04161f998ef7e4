extension Window {
  /// Moves the window with the section's rows.
  ///
  /// The outcome depends on the window, and on which rows were where before and after, alone.
  ///
  /// - Parameter batch: What happened to the section over which the window lies.
  /// - Returns: The differences between the visible rows before and after.
  /// - Complexity: O(d log d + r) for d touched rows and r rows that come into view or leave it
  mutating func apply(_ batch: SectionBatch) -> VisibleEdits {
    batch.checkInvariants()
    let before = range
    if let options, options.isFlexible {
      range = followed(options, by: batch)
      settle(options, over: batch.countAfter)
    } else {
      self = Window(placing: options, over: batch.countAfter)
    }
    return VisibleEdits(from: before, to: range, by: batch)
  }

  /// The positions after of the rows that a flexible window encloses, before it is settled.
  ///
  ///     a[b c]d  →  x a y[b z c]v d    // y and v are in the gaps at the edges
  ///
  /// The rows that stay decide: those within stay within, those outside stay outside, and so does
  /// what lies between them. The gaps at the edges belong to the window if it may grow there, else
  /// as far as they hold rows that were visible. If no row of the window stays, it is the gap where
  /// it was.
  private func followed(_ options: RangeOptions, by batch: SectionBatch) -> Range<Int> {
    let staying = batch.ranks(before: range)
    if staying.isEmpty { return batch.gap(belowRank: staying.lowerBound) }

    let isAtEnd = options.pin == .end
    let below = batch.gap(belowRank: staying.lowerBound)
    let above = batch.gap(belowRank: staying.upperBound)
    let growsBelow = options.growOptions.contains(isAtEnd ? .nonPinSide : .pinSide)
    let growsAbove = options.growOptions.contains(isAtEnd ? .pinSide : .nonPinSide)
    let low = growsBelow ? below.first : visibleBefore(in: below, batch).first
    let high = growsAbove ? above.last : visibleBefore(in: above, batch).last
    return (low ?? below.upperBound)..<(high.map { $0 + 1 } ?? above.lowerBound)
  }

  /// The positions after, in a gap between rows that stay, of rows that were visible.
  private func visibleBefore(in gap: Range<Int>, _ batch: SectionBatch) -> [Int] {
    let first = batch.inserted.count(below: gap.lowerBound)
    return gap.filter { position in
      batch.origins[first + position - gap.lowerBound].map(range.contains) ?? false
    }
  }
}
