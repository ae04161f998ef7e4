extension Window {
  /// Moves the window with the section's rows.
  ///
  /// The result depends only on the window and on the positions of the rows before and after.
  ///
  /// - Parameter batch: The changes to the section that the window shows.
  /// - Returns: The differences between the visible rows before and after.
  /// - Complexity: O(d log d + r) for d touched rows and r rows that come into view or leave it
  mutating func apply(_ batch: SectionBatch) -> VisibleEdits {
    batch.checkInvariants()
    let before = range
    if let options, options.isFlexible {
      range = followed(options, by: batch)
      fit(options, over: batch.countAfter)
    } else {
      self = Window(placing: options, over: batch.countAfter)
    }
    return VisibleEdits(from: before, to: range, by: batch)
  }

  /// Returns the positions after the change that a flexible window encloses, before settling it.
  ///
  ///     a[b c]d  →  x a y[b z c]v d    // y and v are in the gaps at the edges
  ///
  /// Staying rows inside the window stay inside, and those outside stay outside, together with
  /// everything between them. Each gap at an edge belongs to the window as a whole if the window
  /// may grow there, otherwise only as far as it holds rows that were visible. If no row of the
  /// window stays, the window becomes the gap at its former place.
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

  /// Returns the positions after the change of previously visible rows in a gap between staying
  /// rows.
  private func visibleBefore(in gap: Range<Int>, _ batch: SectionBatch) -> [Int] {
    let first = batch.inserted.count(below: gap.lowerBound)
    return gap.filter { position in
      batch.origins[first + position - gap.lowerBound].map(range.contains) ?? false
    }
  }
}
