/// How wide each column of a table is drawn.
package enum ColumnWidths {
  /// The columns between two columns of a table.
  package static let gap = 2
  /// A column is not made narrower than this, or not drawn.
  package static let narrowest = 4

  /// Fits columns into a width: the widest give way first; where even that is not enough, the last
  /// columns are left out.
  ///
  /// - Parameters:
  ///   - natural: What each column would need.
  ///   - total: What there is for all, with the gaps between them.
  /// - Returns: The widths of the first columns; at least one unless there is none.
  package static func fit(_ natural: [Int], into total: Int) -> [Int] {
    var shown = natural.count
    while shown > 1 {
      let least = natural[..<shown].reduce(0) { $0 + min($1, narrowest) }
      if least + gap * (shown - 1) <= total { break }
      shown -= 1
    }
    guard shown > 0 else { return [] }
    let available = max(0, total - gap * (shown - 1))
    return shrink(Array(natural[..<shown]), to: available)
  }

  private static func shrink(_ natural: [Int], to available: Int) -> [Int] {
    var rest = available
    var widths = natural
    // Columns that need no more than an equal part of what is left get what they need.
    let ascending = natural.indices.sorted { natural[$0] < natural[$1] }
    for (place, column) in ascending.enumerated() {
      let share = rest / (ascending.count - place)
      widths[column] = min(natural[column], share)
      rest -= widths[column]
    }
    return widths
  }
}
