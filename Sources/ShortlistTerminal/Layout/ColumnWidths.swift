/// Computes the widths of table columns.
package enum ColumnWidths {
  /// The space between two table columns, in screen columns.
  package static let gap = 2
  /// The minimum width of a column that is drawn, unless its content is narrower.
  package static let narrowest = 4

  /// Fits columns into a width.
  ///
  /// The widest columns shrink first; if that is not enough, the last columns are left out.
  ///
  /// - Parameters:
  ///   - natural: The natural width of each column.
  ///   - total: The available width, including the gaps between columns.
  /// - Returns: The widths of the first columns; at least one unless there are none.
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
    // Columns that need at most an equal share of the rest get their natural width.
    let ascending = natural.indices.sorted { natural[$0] < natural[$1] }
    for (place, column) in ascending.enumerated() {
      let share = rest / (ascending.count - place)
      widths[column] = min(natural[column], share)
      rest -= widths[column]
    }
    return widths
  }
}
