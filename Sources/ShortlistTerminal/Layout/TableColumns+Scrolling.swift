/// Scrolling sideways: by columns after the first one, or by half screens if there is one column
/// only.
extension TableColumns {
  /// Half of a width, by which a single column is scrolled.
  static func half(of width: Int) -> Int { max(1, width / 2) }

  /// Returns whether there is more to the right.
  func hasMore(within width: Int) -> Bool {
    guard columns.count == 1 else {
      let layout = layout(within: width)
      guard let last = layout.places.last, let shown = layout.widths.last else { return false }
      // The last column gets more room when others make way.
      return layout.hidden > 0 || (layout.places.count > 2 && shown < columns[last].width)
    }
    return columns[0].width > width + scrolled * Self.half(of: width)
  }

  /// Scrolls by one column, or by half a screen.
  mutating func scroll(by step: Int, within width: Int) {
    if step < 0 || hasMore(within: width) { scrolled = max(0, scrolled + step) }
  }

  /// Scrolls back while there would be room for one more column.
  mutating func fitScrolling(within width: Int) {
    while scrolled > 0, !hasMore(within: width) {
      scrolled -= 1
      if hasMore(within: width) {
        scrolled += 1
        break
      }
    }
  }
}
