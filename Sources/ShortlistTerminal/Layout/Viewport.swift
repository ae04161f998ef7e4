/// Which of the matching rows are on the screen, and which one the cursor is on.
///
/// Positions are those of the matching rows in shown order; section headings have none. Headings
/// take lines, though: the one of the first row is always shown, above it.
package struct Viewport: Hashable, Sendable {
  /// The row that the cursor is on.
  package var cursor = 0
  /// The first row on the screen.
  package var top = 0
  /// All rows.
  package var total = 0
  /// The lines for rows and headings.
  package var height = 0
  /// Whether rows have headings.
  package var isSectioned = false
  /// The first rows of sections, as far as they are known.
  package var sectionStarts: Set<Int> = []

  package init() {}

  /// Whether the heading of the first row is shown: not where there is hardly room for rows.
  package var hasStickyHeading: Bool { isSectioned && height > 2 }

  /// The lines below the first heading.
  package var bodyHeight: Int { height - (hasStickyHeading ? 1 : 0) }

  /// Whether a heading stands before a row that is not the first one on the screen.
  package func hasHeading(_ row: Int) -> Bool {
    hasStickyHeading && sectionStarts.contains(row)
  }

  /// The rows on the screen.
  package var visible: Range<Int> { min(top, total)..<end(from: top) }

  /// The rows that must be known: those on the screen, and the one that the cursor is on.
  package var needed: Range<Int> {
    if total == 0 { return 0..<0 }
    return min(visible.lowerBound, cursor)..<max(visible.upperBound, cursor + 1)
  }

  private func end(from top: Int) -> Int {
    var row = min(top, total)
    var lines = 0
    while row < total {
      lines += row > top && hasHeading(row) ? 2 : 1
      if lines > bodyHeight { break }
      row += 1
    }
    return row
  }

  /// Brings the cursor into the list, and the screen to the cursor.
  package mutating func settle() {
    cursor = max(0, min(cursor, total - 1))
    top = max(0, min(top, total - 1))
    guard height > 0, total > 0 else {
      top = cursor
      return
    }
    top = min(top, cursor)
    top = max(top, cursor - bodyHeight + 1)
    while end(from: top) <= cursor && top < cursor { top += 1 }
    // No lines stay empty below the last row.
    while top > 0 && end(from: top - 1) == total { top -= 1 }
  }

  /// Moves the cursor.
  package mutating func move(by rows: Int) {
    cursor += rows
    settle()
  }

  /// Moves what is on the screen, and takes the cursor along only where it would get lost.
  package mutating func scroll(by rows: Int) {
    let before = top
    top = max(0, min(top + rows, total - 1))
    while top > before && top > 0 && end(from: top - 1) == total { top -= 1 }
    cursor = max(top, min(cursor, end(from: top) - 1))
    settle()
  }
}
