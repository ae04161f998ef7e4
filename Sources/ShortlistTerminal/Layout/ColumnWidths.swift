/// Computes the widths of table columns.
package enum ColumnWidths {
  /// The space between two table columns, in screen columns.
  package static let gap = 2
  /// The minimum width of a text that is drawn, unless its content is narrower.
  package static let narrowest = 12

  /// Fits columns into a width.
  ///
  /// The widest columns shrink first, but none below its least width. Columns at the end that have
  /// no room then are left out.
  ///
  /// - Parameters:
  ///   - natural: The natural width of each column.
  ///   - least: The least width of each column.
  ///   - total: The available width, including the gaps between columns.
  /// - Returns: The widths of the first columns; at least one unless there are none.
  package static func fit(_ natural: [Int], least: [Int], into total: Int) -> [Int] {
    var shown = 0
    var used = -gap
    for width in least {
      used += gap + width
      if used > total { break }
      shown += 1
    }
    if shown == 0 { return natural.first.map { [max(0, min($0, total))] } ?? [] }
    let least = least[..<shown]
    let rest = total - gap * (shown - 1) - least.reduce(0, +)
    let more = shrink(zip(natural, least).map { $0 - $1 }, to: rest)
    return zip(least, more).map { $0 + $1 }
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
