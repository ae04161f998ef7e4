/// The range of matching rows on the screen, and the cursor.
///
/// Positions count matching rows in display order; section headings have none. Headings occupy
/// lines, though: the heading of the first row is always shown above it.
package struct Viewport: Hashable, Sendable {
  /// The position of the cursor.
  package var cursor = 0
  /// The position of the first row on the screen.
  package var top = 0
  /// The total number of rows.
  package var total = 0
  /// The number of rows that are shown before and after that at the cursor, as far as there is
  /// room.
  package var margin = 0
  /// The number of lines for rows and headings.
  package var height = 0
  /// Whether rows have headings.
  package var isSectioned = false
  /// The known positions of first rows of sections.
  package var sectionStarts: Set<Int> = []
  /// The known positions of collapsed sections, of which only the heading is shown.
  package var collapsed: Set<Int> = []
  /// The number of empty lines after each row.
  package var gap = 0
  /// The numbers of lines of known rows that take more than one.
  package var lines: [Int: Int] = [:]

  package init() {}

  /// Whether the heading of the first row is shown; it is not if there is hardly space for rows.
  package var hasStickyHeading: Bool { isSectioned && height > 2 }

  /// The number of lines below the first heading.
  package var bodyHeight: Int { height - (hasStickyHeading ? 1 : 0) }

  /// The number of rows by which a page moves.
  package var pageLength: Int { max(1, bodyHeight / (1 + gap)) }

  /// Returns whether a heading precedes a row, other than the first one on the screen.
  package func hasHeading(_ row: Int) -> Bool {
    hasStickyHeading && sectionStarts.contains(row)
  }

  /// The rows on the screen.
  package var visible: Range<Int> { min(top, total)..<end(from: top) }

  /// The rows that must be known: those on the screen and the one at the cursor.
  package var needed: Range<Int> {
    if total == 0 { return 0..<0 }
    return min(visible.lowerBound, cursor)..<max(visible.upperBound, cursor + 1)
  }

  /// The number of lines that a row takes below its heading.
  ///
  /// No row takes more than there are.
  package func lines(of row: Int) -> Int {
    if collapsed.contains(row) { return hasStickyHeading ? 0 : 1 }
    return max(1, min(lines[row] ?? 1, bodyHeight))
  }

  /// Returns the number of empty lines after a row.
  package func gap(after row: Int) -> Int { collapsed.contains(row) ? 0 : gap }

  private func end(from top: Int) -> Int {
    var row = min(top, total)
    var used = 0
    while row < total {
      used += (row > top && hasHeading(row) ? 1 : 0) + lines(of: row)
      if used > bodyHeight { break }
      // The gap after the last row needs no room.
      used += gap(after: row)
      row += 1
    }
    return row
  }

  /// Clamps the cursor to the list and scrolls it into view.
  package mutating func fit() {
    cursor = max(0, min(cursor, total - 1))
    top = max(0, min(top, total - 1))
    guard height > 0, total > 0 else {
      top = cursor
      return
    }
    let (margin, last) = (usedMargin, min(cursor + usedMargin, total - 1))
    top = min(top, max(0, cursor - margin))
    top = max(top, last - bodyHeight + 1)
    while end(from: top) <= last && top < cursor { top += 1 }
    // Leave no empty lines below the last row.
    while top > 0 && end(from: top - 1) == total { top -= 1 }
  }

  private var usedMargin: Int { max(0, min(margin, (bodyHeight - 1) / 2)) }

  /// Moves the cursor.
  package mutating func move(by rows: Int) {
    cursor += rows
    fit()
  }

  /// Scrolls the screen; moves the cursor only as far as needed to keep it visible.
  package mutating func scroll(by rows: Int) {
    let before = top
    top = max(0, min(top + rows, total - 1))
    while top > before && top > 0 && end(from: top - 1) == total { top -= 1 }
    let end = end(from: top)
    let least = top == 0 ? 0 : top + usedMargin
    cursor = max(least, min(cursor, end - 1 - (end == total ? 0 : usedMargin)))
    fit()
  }
}
