package import Shortlist

/// Which rows a screen wants to see.
package struct RowRequest: Hashable, Sendable {
  /// Where they are.
  package enum Place: Hashable, Sendable {
    /// Around the row at this position, wherever it has moved to: as many as fit on the screen, and
    /// as many more before and after.
    case at(Int)
    /// At the end of the list.
    case end
  }

  package var place: Place
  /// How many fit on the screen.
  package var height: Int
  /// The rows by which those at a position are found again after a change.
  package var landmarks = ScrollAnchors()

  package init(_ place: Place, height: Int, landmarks: ScrollAnchors = ScrollAnchors()) {
    self.place = place
    self.height = height
    self.landmarks = landmarks
  }

  /// No rows: only how many there are is wanted.
  package static let none = RowRequest(.at(0), height: 0)

  /// The positions of the rows.
  ///
  /// - Parameters:
  ///   - visible: The number of visible rows.
  ///   - positions: Where the landmarks are now.
  /// - Returns: The positions, which may reach beyond the last row.
  package func range(visible: Int, positions: [RowID: Int]) -> Range<Int> {
    switch place {
    case .end: return max(0, visible - 2 * height)..<visible
    case .at(let position):
      let top = landmarks.position(now: position, positions) ?? position
      return max(0, top - height)..<top + 2 * height
    }
  }
}

/// Rows that are next to each other, by which positions are found again after a change of the list.
package struct ScrollAnchors: Hashable, Sendable {
  /// The position of the first one before the change.
  package var start = 0
  /// The rows.
  package var ids: [RowID] = []

  package init() {}

  /// The rows of a page.
  package init(_ page: Page) {
    start = page.start
    ids = page.lines.map(\.id)
  }

  /// Where a row is after the change: that of the nearest row which is still there says so, the one
  /// below before the one above.
  ///
  /// - Parameters:
  ///   - position: The position before.
  ///   - positions: The positions of rows after.
  /// - Returns: The position after; nil if none of the landmarks is there any more.
  package func position(now position: Int, _ positions: [RowID: Int]) -> Int? {
    let place = position - start
    let furthest = max(abs(place), abs(ids.count - 1 - place))
    if ids.isEmpty || positions.isEmpty { return nil }
    for distance in 0...furthest {
      for step in [distance, -distance] where ids.indices.contains(place + step) {
        if let now = positions[ids[place + step]] { return max(0, now - step) }
      }
    }
    return nil
  }
}
