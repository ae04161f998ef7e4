package import Shortlist

/// A request for the rows that a screen shows.
package struct RowRequest: Hashable, Sendable {
  /// The part of the list to read.
  package enum Place: Hashable, Sendable {
    /// Around the row at this position, tracked to where it has moved: a screenful, plus one more
    /// before and after.
    case at(Int)
    /// At the end of the list.
    case end
  }

  package var place: Place
  /// The number of rows that fit on the screen.
  package var height: Int
  /// The anchors that locate the position again after a change.
  package var landmarks = ScrollAnchors()

  package init(_ place: Place, height: Int, landmarks: ScrollAnchors = ScrollAnchors()) {
    self.place = place
    self.height = height
    self.landmarks = landmarks
  }

  /// A request for no rows, only for the counts.
  package static let none = RowRequest(.at(0), height: 0)

  /// Returns the positions of the rows to read.
  ///
  /// - Parameters:
  ///   - visible: The number of visible rows.
  ///   - positions: The current positions of the landmarks.
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

/// Adjacent rows that locate a scroll position again after the list changes.
package struct ScrollAnchors: Hashable, Sendable {
  /// The position of the first anchor before the change.
  package var start = 0
  /// The row ids.
  package var ids: [RowID] = []

  package init() {}

  /// Creates anchors from the rows of a page.
  package init(_ page: Page) {
    start = page.start
    ids = page.lines.map(\.id)
  }

  /// Returns the position of a row after the change, computed from the nearest anchor that is still
  /// present.
  ///
  /// At equal distance, the anchor below takes priority over the one above.
  ///
  /// - Parameters:
  ///   - position: The position before the change.
  ///   - positions: The positions of rows after the change.
  /// - Returns: The position after the change; nil if no anchor is left.
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
